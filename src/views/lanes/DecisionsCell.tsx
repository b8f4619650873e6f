/** A lane's decisions: a click selects the nearest one, and a list box holds them for screen readers. */
import { useCallback, useRef, useState } from 'react';
import { outcomeOf, SECOND, type LaneSnapshot } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import {
  disagreementsOf,
  isFutureHidden,
  laneChartData,
  laneFrame,
  selectedRequestIn,
  selectedWhy,
} from '../../store/selectors.ts';
import type { State } from '../../store/state.ts';
import { DecisionsChart, type DecisionsHandle } from '../charts/DecisionsChart.tsx';
import { DecisionsDrawing, type ShownDecisions } from '../charts/decisionsDrawing.ts';
import { useChartPointer } from '../charts/useChartPointer.ts';
import { formatInstant, formatInstantExact, formatSeconds } from '../format/time.ts';
import { useLayout } from '../hooks/useLayout.ts';
import { noRequestsText } from '../text/emptyText.ts';
import { OUTCOME_NAMES, OUTCOME_SIGNS } from '../text/outcomeText.ts';
import { Button } from '../ui/Button.tsx';
import { DecisionList } from './DecisionList.tsx';
import { commonChartProps, useChartPart, useDrawnRun, useLiveReadout, type LaneCellProps } from './laneCell.ts';
import styles from './Lanes.module.css';
import { useSelectMarkOnClick } from './useSelectOnClick.ts';
import { byNodeText } from './nodesText.ts';

export function DecisionsCell({ lane, shared }: LaneCellProps) {
  const chart = useRef<DecisionsHandle>(null);
  const { scales } = shared;
  const [drawing] = useState(() => new DecisionsDrawing());
  useDrawnRun(
    chart,
    lane,
    drawing,
    useCallback(
      (state: State): ShownDecisions => {
        const { densityTop, modeOf } = scales.of(state);
        return {
          laneInfo: laneFrame(state, lane),
          chartData: laneChartData(state, lane),
          densityTop,
          modeOf,
          peakHidden: isFutureHidden(state),
          disagreements: disagreementsOf(state, lane),
        };
      },
      [lane, scales],
    ),
  );
  useLiveReadout(chart, lane, lastDecisionText);
  const pointer = useChartPointer(chart, { onClick: useSelectMarkOnClick(chart, lane) });
  const selected = useAppState((state) => selectedRequestIn(state, lane));
  const why = useAppState((state) => selectedWhy(state, lane));
  const members = why?.countedRequests ?? null;
  const retryAt = why === null || why.retryAfter === null ? null : why.at + why.retryAfter;
  const isEmpty = useChartPart(lane, (chartData) => chartData.requestsInRange === 0) === true;
  return (
    <div className={styles['cell']} data-chart="decisions" {...pointer}>
      <DecisionsChart
        {...commonChartProps(shared, 'Decisions')}
        ref={chart}
        drawing={drawing}
        selected={selected}
        countedRequests={members}
        retryAt={retryAt}
        markedEntry={useAppState((state) => state.hoveredPhase)}
      />
      {isEmpty ? <EmptyRange /> : <DecisionList lane={lane} />}
    </div>
  );
}

/** `✕ denied at 14.000 s`, `✕ denied by N2 at 14.000 s` */
function lastDecisionText({ last }: LaneSnapshot, perPixel: number): string {
  if (last === null) return '–';
  const outcome = outcomeOf(last.verdict);
  return `${OUTCOME_SIGNS[outcome]} ${OUTCOME_NAMES[outcome]}${byNodeText(last.node)} at ${formatInstant(last.at, perPixel)}`;
}

function EmptyRange() {
  const actions = useActions();
  const { width } = useLayout();
  const range = useAppState((state) => state.range);
  const requests = useAppState((state) => state.result?.openLoopRequests ?? 0);
  const next = useAppState((state) => state.chartData?.traffic.nextArrival ?? null);
  const text =
    requests === 0
      ? noRequestsText(width)
      : `No requests between ${formatSeconds(range.from / SECOND)} and ${formatSeconds(range.to / SECOND)}.` +
        (next === null ? '' : ` The next request is at ${formatInstantExact(next)}.`);
  return (
    <div className={styles['nothing']}>
      <span role="img" aria-label={text}>
        {text}
      </span>
      {next !== null && (
        <Button size="small" onClick={() => actions.seek(next)}>
          Go there
        </Button>
      )}
    </div>
  );
}
