/** The busiest T of each client, in order, with n as a line to drag, and the clients above it. */
import { useMemo, useState, type ReactElement } from 'react';
import { CartesianGrid, Line, LineChart, ReferenceArea, ReferenceLine, XAxis, YAxis } from 'recharts';
import { secondsFromMicros, resolvePolicy } from '../../../sim/index.ts';
import { useAppState } from '../../../store/playgroundContext.tsx';
import { withSetting } from '../../../store/scenarioEdits.ts';
import { coarsestStamps, isIdentifiable } from '../../../tune/identifiable.ts';
import type { Answered } from '../../../store/tuning/tuningContext.tsx';
import { formatCount } from '../../format/numbers.ts';
import { countAxisTop, valueTicks } from '../../format/ticks.ts';
import { formatDuration } from '../../format/time.ts';
import { useHeld } from '../../hooks/useHeld.ts';
import { aboveText, clientsAbove, stairs } from './busiest.ts';
import { AXIS_LOOK } from './axisLook.ts';
import { NOT_IDENTIFIABLE } from '../clientsText.ts';
import styles from './charts.module.css';
import { ChartCard } from './ChartCard.tsx';
import { ClientsAboveTable } from './ClientsAboveTable.tsx';
import { draggedPermits } from './draggedPermits.ts';
import { TUNE_GUTTERS, tunePlot, valueAt, shareOf } from './plotFrame.ts';
import { TuneHandle } from './TuneHandle.tsx';

const MAX_STEPS = 600;

/** @param busiest the answer for the tuning lane's window */
export function BusiestChart({ busiest }: { readonly busiest: Answered<'busiest'> }): ReactElement {
  const lane = useAppState((state) => state.focusedLane);
  const scenario = useAppState((state) => state.scenario);
  const { n, T } = resolvePolicy(scenario, lane);
  const seconds = secondsFromMicros(T);
  const { answer, problem, isCurrent } = busiest;
  const readings = answer?.readings ?? [];
  const known = isIdentifiable(seconds, coarsestStamps(scenario));
  const above = readings.length === 0 ? '' : `${aboveText(readings, n)}${known ? '' : NOT_IDENTIFIABLE}`;
  return (
    <ChartCard
      title="Busiest T of each client"
      subtitle={`Most requests within any ${formatDuration(seconds)}, clients in order. ${above === '' ? '' : `${above}.`}`}
      busy={!isCurrent}
      problem={problem ?? (readings[0]?.length === 0 ? 'The traffic has no requests.' : null)}
      table={<ClientsAboveTable readings={readings} n={n} />}
    >
      {(width, height) =>
        readings[0] !== undefined && <Staircase {...{ width, height, lane, n, permits: readings[0], above }} />
      }
    </ChartCard>
  );
}

interface StaircaseProps {
  readonly width: number;
  readonly height: number;
  readonly lane: number;
  readonly n: number;
  readonly permits: Float64Array;
  readonly above: string;
}

function Staircase({ width, height, lane, n, permits, above }: StaircaseProps): ReactElement {
  const [held, setHeld] = useState(false);
  const clients = permits.length;
  const steps = useMemo(() => stairs(permits, MAX_STEPS), [permits]);
  // While the line is in the hand, the scale below it holds still.
  const top = useHeld(countAxisTop(n, permits[clients - 1] ?? 0), held);
  const scale = { low: 0, high: top, log: false };
  const plot = tunePlot(width, height);
  const first = clients - clientsAbove(permits, n);
  const y = plot.height * (1 - shareOf(scale, n));
  return (
    <>
      <div
        role="img"
        aria-label={`Clients by their busiest T, from ${formatCount(permits[0] ?? 0)} to ${formatCount(permits[clients - 1] ?? 0)}. ${above}.`}
      >
        <LineChart
          width={width}
          height={height}
          data={steps}
          margin={{ left: 0, right: TUNE_GUTTERS.right, top: TUNE_GUTTERS.top, bottom: 0 }}
          accessibilityLayer={false}
          className={styles['chart'] ?? ''}
        >
          <defs>
            <pattern
              id="clients-above"
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <line x1="0" y1="0" x2="0" y2="6" stroke="var(--denied)" strokeWidth="3" />
            </pattern>
          </defs>
          <CartesianGrid vertical={false} stroke="var(--grid)" />
          <XAxis
            dataKey="client"
            type="number"
            domain={[0, clients]}
            ticks={valueTicks(0, clients, { maxTicks: 5, whole: true }).map(({ at }) => at)}
            {...AXIS_LOOK}
            height={TUNE_GUTTERS.bottom}
          />
          <YAxis
            type="number"
            domain={[0, top]}
            allowDataOverflow
            ticks={valueTicks(0, top, { maxTicks: 6, whole: true }).map(({ at }) => at)}
            {...AXIS_LOOK}
            width={TUNE_GUTTERS.left}
          />
          {first < clients && (
            <ReferenceArea x1={first} x2={clients} y1={n} y2={top} fill="url(#clients-above)" ifOverflow="hidden" />
          )}
          <Line
            dataKey="permits"
            type="stepAfter"
            stroke="var(--ink)"
            strokeWidth={1.5}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
          <ReferenceLine y={n} stroke="var(--ink)" strokeDasharray="4 3" />
        </LineChart>
      </div>
      <TuneHandle
        plot={plot}
        label="change of n"
        title="Drag to change n"
        change={(before, _x, share) =>
          withSetting(before, lane, 'n', draggedPermits(valueAt(scale, share), top / plot.height))
        }
        onHold={setHeld}
      >
        <div className={styles['limit']} style={{ top: y }}>
          <span className={styles['limitText']}>n {formatCount(n)}: drag</span>
          <span className={styles['knob']} />
        </div>
      </TuneHandle>
    </>
  );
}
