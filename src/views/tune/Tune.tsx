/** Tune: the traffic, who of it would be refused, and what other limits would do to it. */
import type { ReactElement, ReactNode } from 'react';
import { resolvePolicy, secondsFromMicros } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { useTuneAnswer, WithTuning } from '../../store/tuning/tuningContext.tsx';
import type { Layout } from '../hooks/useLayout.ts';
import { TuneCharts } from './charts/TuneCharts.tsx';
import { ClientsCard } from './ClientsCard.tsx';
import { GoalsBar } from './goals/GoalsBar.tsx';
import { LaneChoice } from './LaneChoice.tsx';
import { sameTraffic } from './sameBut.ts';
import { TrafficCard } from './TrafficCard.tsx';
import styles from './Tune.module.css';
import { TuneFoot } from './TuneFoot.tsx';

function Cards(): ReactElement {
  const hasLanes = useAppState((state) => state.scenario.lanes.length > 0);
  const T = useAppState(({ scenario, focusedLane }) =>
    scenario.lanes.length === 0 ? null : secondsFromMicros(resolvePolicy(scenario, focusedLane).T),
  );
  // Asked once for all: a newer question of a kind replaces one that waits.
  const busiest = useTuneAnswer('busiest', T === null ? null : { T }, sameTraffic);
  return (
    <>
      <div className={styles['goals']}>
        <GoalsBar laneChoice={<LaneChoice />} />
      </div>
      <TrafficCard clients={hasLanes ? (busiest.answer?.readings[0]?.length ?? null) : null} />
      {hasLanes ? (
        <TuneCharts busiest={busiest} />
      ) : (
        <p className={styles['later']}>
          With a lane, three charts appear here: busiest T of each client, rate and burst, and a map of n and T.
        </p>
      )}
      <ClientsCard />
    </>
  );
}

interface TuneProps {
  readonly layout: Layout;
  /** The policy, where the window has no row for it at its head. */
  readonly policy: ReactNode;
}

export default function Tune({ layout, policy }: TuneProps): ReactElement {
  return (
    <WithTuning>
      <div className={styles['body']} data-width={layout.width}>
        <Cards />
      </div>
      {policy}
      <TuneFoot />
    </WithTuning>
  );
}
