/** n, T and capacity, for all lanes. */
import { useApp } from '../../store/react.tsx';
import { limitWords, longRunWords } from '../format/rates.ts';
import { CapacityControl, LimitControl, WindowControl } from './controls.tsx';
import styles from './Policy.module.css';

export function PolicyBar() {
  const { n, T, capacity } = useApp((state) => state.scenario.policy);
  const policy = { n, T, capacity: capacity ?? n };
  return (
    <section className={styles['bar']} aria-label="Policy">
      <LimitControl />
      <WindowControl />
      <CapacityControl />
      <p className={styles['words']}>
        {limitWords(policy)}
        <br />
        {longRunWords(policy)}
      </p>
    </section>
  );
}
