/** Rate and burst: the least capacity at each rate with which so many clients are never refused, and the present setting. */
import { useMemo, useState, type ReactElement } from 'react';
import { CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts';
import {
  catalogueEntryById,
  formatRateShort,
  MAX_PERMITS,
  resolvePolicy,
  secondsFromMicros,
  type Scenario,
} from '../../../sim/index.ts';
import { useAppState } from '../../../store/playgroundContext.tsx';
import { withSetting } from '../../../store/scenarioEdits.ts';
import { useTuneAnswer, type Answered } from '../../../store/tuning/tuningContext.tsx';
import { formatCount } from '../../format/numbers.ts';
import { countAxisTop, valueTicks } from '../../format/ticks.ts';
import { formatDuration } from '../../format/time.ts';
import { useHeld } from '../../hooks/useHeld.ts';
import { AXIS_LOOK } from './axisLook.ts';
import { ChartCard } from './ChartCard.tsx';
import styles from './charts.module.css';
import { draggedPermits } from './draggedPermits.ts';
import { CapacitiesTable } from './CapacitiesTable.tsx';
import { frontierRates, FRONTIER_LINES, frontierPoints, drawnLines, type FrontierPoint } from './frontierPoints.ts';
import { logTicks, shareOf, TUNE_GUTTERS, tunePlot, valueAt } from './plotFrame.ts';
import { TuneHandle } from './TuneHandle.tsx';

/** @param busiest the answer for the tuning lane's window: no rate above needs a look */
export function FrontierChart({ busiest }: { readonly busiest: Answered<'busiest'> }): ReactElement {
  const lane = useAppState((state) => state.focusedLane);
  const scenario = useAppState((state) => state.scenario);
  const { n, T, capacity } = resolvePolicy(scenario, lane);
  const seconds = secondsFromMicros(T);
  const most = Math.max(1, ...(busiest.answer?.readings.map((permits) => permits.at(-1) ?? 0) ?? []));
  const rates = useMemo(() => frontierRates(most), [most]);
  const { answer, problem, isCurrent } = useTuneAnswer(
    'frontier',
    busiest.answer === null ? null : { T: seconds, n: rates },
  );
  return (
    <ChartCard
      title="Rate and burst"
      subtitle="The least capacity at which so many clients are never refused by a token bucket"
      busy={!isCurrent}
      problem={problem ?? (answer === null && isCurrent ? 'The traffic has no requests.' : null)}
      table={answer !== null && <CapacitiesTable {...{ answer, rates, seconds, n }} />}
    >
      {(width, height) =>
        answer !== null &&
        answer[0][0]?.length === rates.length && (
          <Frontier
            {...{ width, height, lane, n, capacity, seconds, rates }}
            points={frontierPoints(rates, seconds, answer[0])}
            usesCapacity={catalogueEntryById(scenario.lanes[lane]?.limiter ?? '')?.usesCapacity ?? false}
          />
        )
      }
    </ChartCard>
  );
}

interface FrontierProps {
  readonly width: number;
  readonly height: number;
  readonly lane: number;
  readonly n: number;
  readonly capacity: number;
  /** T. */
  readonly seconds: number;
  readonly rates: readonly number[];
  readonly points: readonly FrontierPoint[];
  /** Whether the lane's limiter has a capacity; else there is no point of it to show. */
  readonly usesCapacity: boolean;
}

function Frontier({
  width,
  height,
  lane,
  n,
  capacity,
  seconds,
  rates,
  points,
  usesCapacity,
}: FrontierProps): ReactElement {
  const [held, setHeld] = useState(false);
  const middle = points[points.length >> 1]?.all ?? 1;
  const top = useHeld(countAxisTop(capacity, Math.min(middle, MAX_PERMITS)), held);
  const x = { low: 1 / seconds, high: Math.max(2, rates.at(-1) ?? 2) / seconds, log: true };
  const y = { low: 0, high: top, log: false };
  const plot = tunePlot(width, height);
  const dropped = (before: Scenario, right: number, up: number): Scenario => {
    const permits = Math.max(1, Math.round(valueAt(x, right) * seconds));
    const limited = withSetting(before, lane, 'n', Math.min(MAX_PERMITS, permits));
    return withSetting(limited, lane, 'capacity', draggedPermits(valueAt(y, up), top / plot.height));
  };
  return (
    <>
      <div role="img" aria-label={frontierSentence(points, n, seconds)}>
        <LineChart
          width={width}
          height={height}
          data={points}
          margin={{ left: 0, right: TUNE_GUTTERS.right, top: TUNE_GUTTERS.top, bottom: 0 }}
          accessibilityLayer={false}
          className={styles['chart'] ?? ''}
        >
          <CartesianGrid vertical={false} stroke="var(--grid)" />
          <XAxis
            dataKey="rate"
            type="number"
            scale="log"
            domain={[x.low, x.high]}
            allowDataOverflow
            ticks={logTicks(x, Math.floor(plot.width / 44))}
            {...AXIS_LOOK}
            tickFormatter={(rate: number) => formatRateShort(rate)}
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
          {drawnLines(points).map(({ id, dash, label }) => (
            <Line
              key={id}
              dataKey={id}
              type="linear"
              stroke="var(--ink)"
              strokeWidth={1.5}
              {...(dash === null ? {} : { strokeDasharray: dash })}
              dot={false}
              activeDot={false}
              isAnimationActive={false}
              label={<LineName text={label} at={points.findIndex((point) => point[id] <= 0.92 * top)} />}
            />
          ))}
        </LineChart>
      </div>
      {usesCapacity && (
        <TuneHandle
          plot={plot}
          label="change of rate and burst"
          title="Drag to change n and the capacity"
          change={dropped}
          onHold={setHeld}
        >
          <div
            className={styles['point']}
            style={{
              left: plot.width * shareOf(x, n / seconds),
              top: plot.height * (1 - shareOf(y, capacity)),
            }}
          >
            <span className={styles['pointText']}>now</span>
          </div>
        </TuneHandle>
      )}
    </>
  );
}

interface LineNameProps {
  readonly text: string;
  /** The index of the point that it stands at. */
  readonly at: number;
  /** Recharts adds these to the element that it is given. */
  readonly index?: number;
  readonly x?: number | string;
  readonly y?: number | string;
}

/** The share of clients, where its line enters the plot: to the right, lines run together. */
function LineName({ text, at, index, x, y }: LineNameProps): ReactElement | null {
  if (index !== at) return null;
  return (
    <text x={x} y={y} dx={6} dy={-4} textAnchor="start">
      {text}
    </text>
  );
}

function frontierSentence(points: readonly FrontierPoint[], n: number, seconds: number): string {
  const nearest = points.findLast(({ rate }) => rate <= (n / seconds) * 1.000_001);
  if (nearest === undefined) return 'The least capacity at each rate, by share of clients.';
  const parts = FRONTIER_LINES.map(({ id, label }) => `${formatCount(nearest[id])} for ${label} of clients`);
  return `At ${formatCount(Math.round(nearest.rate * seconds))} per ${formatDuration(seconds)} the least capacity is ${parts.join(', ')}.`;
}
