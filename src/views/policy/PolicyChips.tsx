/** The policy on a phone: three chips, each opening its control above them, one at a time. */
import { useState } from 'react';
import { useAppState } from '../../store/playgroundContext.tsx';
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
  const Control = open === null ? null : CONTROLS[open];
  const chip = (part: PolicyPart, text: string) => (
    <Button
      className={styles['chip'] ?? ''}
      aria-expanded={open === part}
      onClick={() => setOpen(open === part ? null : part)}
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
