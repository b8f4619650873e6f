/** Controls that cannot be used for now, and why: everything inside stays in its place, readable and focusable. */
import { createContext, use, type ReactElement, type ReactNode } from 'react';

const DisabledContext = createContext<string | null>(null);

/** @param why a sentence, or null while the controls can be used */
export function Disabled({ why, children }: { why: string | null; children: ReactNode }): ReactElement {
  return <DisabledContext value={why}>{children}</DisabledContext>;
}

/** Why the controls here cannot be used; null while they can. */
export function useDisabled(): string | null {
  return use(DisabledContext);
}
