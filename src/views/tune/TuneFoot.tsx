/** Tune's last row: what was done, and the way back to the run. */
import type { ReactElement } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { Button } from '../ui/Button.tsx';
import { StatusLine } from '../ui/StatusLine.tsx';
import styles from './TuneFoot.module.css';

export function TuneFoot(): ReactElement {
  const status = useAppState((state) => state.status);
  const { setMode } = useActions();
  return (
    <section className={styles['foot']} aria-label="Tuned run">
      <StatusLine text={status} className={styles['status'] ?? ''} />
      <Button onClick={() => setMode('run')}>Show this run</Button>
    </section>
  );
}
