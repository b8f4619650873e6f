/** The three charts of Tune, beside each other where there is room. */
import type { ReactElement } from 'react';
import { resolvePolicy, secondsFromMicros } from '../../../sim/index.ts';
import { useAppState } from '../../../store/playgroundContext.tsx';
import { useTuneAnswer } from '../../../store/tuning/tuningContext.tsx';
import { sameTraffic } from '../sameBut.ts';
import { BusiestChart } from './BusiestChart.tsx';
import styles from './charts.module.css';
import { FrontierChart } from './FrontierChart.tsx';
import { MapChart } from './MapChart.tsx';

export function TuneCharts(): ReactElement {
  const T = useAppState(({ scenario, focusedLane }) => resolvePolicy(scenario, focusedLane).T);
  // Asked once: a newer question of a kind replaces one that waits.
  const busiest = useTuneAnswer('busiest', { T: secondsFromMicros(T) }, sameTraffic);
  return (
    <div className={styles['charts']}>
      <BusiestChart busiest={busiest} />
      <FrontierChart busiest={busiest} />
      <MapChart />
    </div>
  );
}
