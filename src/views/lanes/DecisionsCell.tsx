/** A lane's decisions: a click selects the nearest one. */
import { useCallback, useRef, useState } from 'react';
import { outcomeOf, type LaneSnapshot } from '../../sim/index.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
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
import { formatInstant } from '../format/time.ts';
import { OUTCOME_NAMES, OUTCOME_SIGNS } from '../text/outcomeText.ts';
import { commonChartProps, useDrawnRun, useLiveReadout, type LaneCellProps } from './laneCell.ts';
import { LaterDecisionList } from './LaterDecisionList.tsx';
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
      <LaterDecisionList lane={lane} />
    </div>
  );
}

/** `✕ denied at 14.000 s`, `✕ denied by N2 at 14.000 s` */
function lastDecisionText({ last }: LaneSnapshot, perPixel: number): string {
  if (last === null) return '–';
  const outcome = outcomeOf(last.verdict);
  return `${OUTCOME_SIGNS[outcome]} ${OUTCOME_NAMES[outcome]}${byNodeText(last.node)} at ${formatInstant(last.at, perPixel)}`;
}
