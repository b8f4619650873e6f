/** Tune: the traffic, who of it would be refused, and what other limits would do to it. */
import type { ReactElement, ReactNode } from 'react';
import { useAppState } from '../../store/playgroundContext.tsx';
import { WithTuning } from '../../store/tuning/tuningContext.tsx';
import type { Layout } from '../hooks/useLayout.ts';
import { TuneCharts } from './charts/TuneCharts.tsx';
import { ClientsCard } from './ClientsCard.tsx';
import { GoalsBar } from './goals/GoalsBar.tsx';
import { LaneChoice } from './LaneChoice.tsx';
import { TrafficCard } from './TrafficCard.tsx';
import styles from './Tune.module.css';
import { TuneFoot } from './TuneFoot.tsx';

interface TuneProps {
  readonly layout: Layout;
  /** The policy, where the window has no row for it at its head. */
  readonly policy: ReactNode;
}

export default function Tune({ layout, policy }: TuneProps): ReactElement {
  const hasLanes = useAppState((state) => state.scenario.lanes.length > 0);
  return (
    <WithTuning>
      <div className={styles['body']} data-width={layout.width}>
        <div className={styles['goals']}>
          <GoalsBar laneChoice={<LaneChoice />} />
        </div>
        <TrafficCard />
        {hasLanes && <TuneCharts />}
        <ClientsCard />
      </div>
      {policy}
      <TuneFoot />
    </WithTuning>
  );
}
