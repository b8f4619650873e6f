/** Controls that a lesson's step may lock. */
import type { ReactElement, ReactNode } from 'react';
import type { Lock } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { lockedNote } from '../../store/selectors.ts';
import { Disabled } from '../ui/Disabled.tsx';

export function Locked({ by, children }: { by: Lock; children: ReactNode }): ReactElement {
  return <Disabled why={useAppState((state) => lockedNote(state, by))}>{children}</Disabled>;
}
