/** n, T and capacity, for all lanes. */
import { useAppState } from '../../store/playgroundContext.tsx';
import { formatLimit, formatLongRun } from '../format/rates.ts';
import { CapacityControl, LimitControl, WindowControl } from './PolicyControls.tsx';
import styles from './Policy.module.css';

export function PolicyBar() {
  const { n, T, capacity } = useAppState((state) => state.scenario.policy);
  const policy = { n, T, capacity: capacity ?? n };
  const [limit, longRun] = [formatLimit(policy), formatLongRun(policy)];
  return (
    <section className={styles['bar']} aria-label="Policy">
      <LimitControl />
      <WindowControl />
      <CapacityControl />
      <div className={styles['words']}>
        <div className={styles['lines']} title={`${limit}, ${longRun}`}>
          <div>{limit}</div>
          <div>{longRun}</div>
        </div>
      </div>
    </section>
  );
}
