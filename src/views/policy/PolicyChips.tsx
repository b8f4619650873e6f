/** The policy on a phone: three chips, each opening its control above them, one at a time. */
import { useState } from 'react';
import { useApp } from '../../store/react.tsx';
import { count } from '../format/numbers.ts';
import { duration } from '../format/time.ts';
import { Button } from '../ui/Button.tsx';
import { CapacityControl, LimitControl, WindowControl } from './controls.tsx';
import styles from './Policy.module.css';

const CONTROLS = { n: LimitControl, T: WindowControl, capacity: CapacityControl } as const;
type Part = keyof typeof CONTROLS;

export function PolicyChips() {
  const { n, T, capacity } = useApp((state) => state.scenario.policy);
  const [open, setOpen] = useState<Part | null>(null);
  const Control = open === null ? null : CONTROLS[open];
  const chip = (part: Part, text: string) => (
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
        {chip('n', `n ${count(n)}`)}
        {chip('T', `T ${duration(T)}`)}
        {chip('capacity', capacity === undefined ? 'Capacity = n' : `Capacity ${count(capacity)}`)}
      </div>
    </section>
  );
}
