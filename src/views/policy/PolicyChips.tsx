/** The policy on a phone: three chips, each opening its control above them, one at a time. */
import { useState } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { stageOf } from '../../store/selectors.ts';
import { formatCount } from '../format/numbers.ts';
import { formatCountShort } from '../format/short.ts';
import { formatDuration } from '../format/time.ts';
import { Button } from '../ui/Button.tsx';
import { CapacityControl, LimitControl, WindowControl } from './PolicyControls.tsx';
import styles from './Policy.module.css';

const CONTROLS = { n: LimitControl, T: WindowControl, capacity: CapacityControl } as const;
type PolicyPart = keyof typeof CONTROLS;

export function PolicyChips() {
  const { n, T, capacity } = useAppState((state) => state.scenario.policy);
  const [open, setOpen] = useState<PolicyPart | null>(null);
  // A phone has no room for both a control and the drawer: the one that is opened closes the other.
  const drawer = useAppState((state) => stageOf(state) === 'run' && state.drawer !== null);
  const { openDrawer } = useActions();
  if (drawer && open !== null) setOpen(null);
  const toggle = (part: PolicyPart): void => {
    setOpen(open === part ? null : part);
    if (drawer) openDrawer(null);
  };
  const Control = open === null ? null : CONTROLS[open];
  const chip = (part: PolicyPart, text: string) => (
    <Button
      data-part={part}
      className={styles['chip'] ?? ''}
      aria-expanded={open === part}
      onClick={() => toggle(part)}
    >
      {text}
    </Button>
  );
  return (
    <section className={styles['chips']} aria-label="Policy">
      {Control !== null && (
        <div className={styles['opened']}>
          <Control />
        </div>
      )}
      <div className={styles['row']}>
        {chip('n', `n ${formatCount(n)}`)}
        {chip('T', `T ${formatDuration(T)}`)}
        {chip('capacity', capacity === undefined ? 'Capacity = n' : `Capacity ${formatCountShort(capacity)}`)}
      </div>
    </section>
  );
}
