/** Controls that a lesson's step may lock. */
import type { ReactElement, ReactNode } from 'react';
import type { Lock } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { locksOf } from '../../store/selectors.ts';
import { Disabled } from '../ui/Disabled.tsx';

export function Locked({ by, children }: { by: Lock; children: ReactNode }): ReactElement {
  const locked = useAppState((state) => locksOf(state).includes(by));
  return <Disabled why={locked ? 'Locked in this step.' : null}>{children}</Disabled>;
}
