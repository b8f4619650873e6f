/** Rate and burst: the least capacity at each rate with which so many clients are never refused, and the present setting. */
import { useMemo, useState, type ReactElement } from 'react';
import {
  catalogueEntryById,
  MAX_PERMITS,
  resolvePolicy,
  secondsFromMicros,
  type Scenario,
} from '../../../sim/index.ts';
import { useAppState } from '../../../store/playgroundContext.tsx';
import { withSetting } from '../../../store/scenarioEdits.ts';
import { coarsestStamps, leastIdentifiable } from '../../../tune/identifiable.ts';
import { useTuneAnswer, type Answered } from '../../../store/tuning/tuningContext.tsx';
import { formatDuration } from '../../format/time.ts';
import { useHeld } from '../../hooks/useHeld.ts';
import { AfterPaint } from './AfterPaint.tsx';
import { AxisNames } from './AxisNames.tsx';
import { lazyPart } from '../../ui/lazyPart.ts';
import { sameTraffic } from '../sameBut.ts';
import { ChartCard } from './ChartCard.tsx';
import styles from './charts.module.css';
import { draggedPermits } from './draggedPermits.ts';
import { CapacitiesTable } from './CapacitiesTable.tsx';
import { nothingText } from './busiest.ts';
import { lineBoxes, lineNames, NOW, nowLabel } from './frontierLabels.ts';
import { FrontierPlot } from './FrontierPlot.tsx';
import {
  capacityTop,
  drawnLines,
  frontierPoints,
  frontierRates,
  rateScale,
  type ShownFrontier,
} from './frontierPoints.ts';
import { frontierText } from './frontierText.ts';
import { shareOf, valueAt } from '../../charts/axisScale.ts';
import { tunePlot } from './plotFrame.ts';
import { rangeNote } from './rangeText.ts';
import { frontierCsv } from './tuneCsv.ts';
import { TuneHandle } from './TuneHandle.tsx';

const FrontierPictureDialog = lazyPart(() => import('./FrontierPictureDialog.tsx'));

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
    sameTraffic,
  );
  const points = useMemo(
    () => (answer === null || answer[0][0]?.length !== rates.length ? null : frontierPoints(rates, seconds, answer)),
    [answer, rates, seconds],
  );
  const stamps = coarsestStamps(scenario);
  const leastTime = leastIdentifiable(stamps);
  const usesCapacity = catalogueEntryById(scenario.lanes[lane]?.limiter ?? '')?.usesCapacity ?? false;
  const sentence = `The least capacity, by rate, at which a token bucket never refuses 90 %, 99 %, 99.9 % or all of the clients.${rangeNote(answer?.length)}${leastTime === 0 ? '' : ` Shaded: timestamps of ${formatDuration(stamps)} cannot tell.`}`;
  const shown = { lane, n, capacity, seconds, rates, leastTime, usesCapacity };
  return (
    <ChartCard
      title="Rate and burst"
      subtitle={sentence}
      busy={!isCurrent}
      problem={problem ?? nothingText(busiest.answer)}
      renderPicture={
        points === null || !isCurrent
          ? null
          : (onClose) => <FrontierPictureDialog {...shown} {...{ scenario, points, sentence, onClose }} />
      }
      table={answer !== null && <CapacitiesTable {...{ answer, rates, seconds, n, leastTime }} />}
      figures={() => (answer === null ? [] : frontierCsv(answer, rates, seconds))}
    >
      {(width, height) => (points === null ? null : <Frontier {...shown} {...{ width, height, points }} />)}
    </ChartCard>
  );
}

interface FrontierProps extends ShownFrontier {
  readonly width: number;
  readonly height: number;
  readonly lane: number;
}

function Frontier(props: FrontierProps): ReactElement {
  const { width, height, lane, n, capacity, seconds, rates, points, leastTime, usesCapacity } = props;
  const [held, setHeld] = useState(false);
  const top = useHeld(capacityTop(points, capacity), held);
  const x = useHeld(rateScale(rates, usesCapacity ? n : 1, seconds), held);
  const plot = tunePlot(width, height);
  const y = { low: 0, high: top, log: false };
  const frame = { plot, x, y };
  const lines = useMemo(() => drawnLines(points), [points]);
  const names = lineNames(points, lines, frame);
  const now = nowLabel(NOW, n / seconds, capacity, [...names, ...lineBoxes(points, lines, frame)], frame);
  const place = { left: plot.width * shareOf(x, n / seconds), top: plot.height * (1 - shareOf(y, capacity)) };
  const dropped = (before: Scenario, right: number, up: number): Scenario => {
    const permits = Math.max(1, Math.round(valueAt(x, right) * seconds));
    const limited = withSetting(before, lane, 'n', Math.min(MAX_PERMITS, permits));
    return withSetting(limited, lane, 'capacity', draggedPermits(valueAt(y, up), top / plot.height));
  };
  return (
    <>
      <div role="img" aria-label={frontierText(points, n, seconds)}>
        <AfterPaint>
          <FrontierPlot {...{ width, height, points, lines, top, leastTime }} low={x.low} high={x.high} />
        </AfterPaint>
        <AxisNames plot={plot} across="Rate" up="Capacity" />
        {names.map(({ id, text, left, top: from }) => (
          <span key={id} className={styles['lineName']} style={{ left: plot.x + left, top: plot.y + from }}>
            {text}
          </span>
        ))}
      </div>
      {usesCapacity && (
        <TuneHandle
          plot={plot}
          label="change of rate and burst"
          title="Drag to change n and the capacity"
          change={dropped}
          onHold={setHeld}
        >
          <div className={styles['point']} style={place}>
            <span
              className={styles['pointText']}
              style={{
                left: `calc(50% + ${now.left - place.left}px)`,
                top: `calc(50% + ${now.top - place.top}px)`,
              }}
            >
              {NOW}
            </span>
          </div>
        </TuneHandle>
      )}
    </>
  );
}
