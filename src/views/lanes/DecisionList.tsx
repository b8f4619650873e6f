/**
 * The decisions in range as a list box over the marks, for screen readers. Only the active option and its neighbours
 * are rendered; ← and → move on from there.
 */
import { useId } from 'react';
import { nodeName, NO_NODE, outcomeOf, type LaneChartData, type Marks } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { isFutureHidden, requestCountIn, selectedRequestIn } from '../../store/selectors.ts';
import { formatCount } from '../format/numbers.ts';
import { formatInstantExact } from '../format/time.ts';
import { OUTCOME_NAMES } from '../text/outcomeText.ts';
import styles from './Lanes.module.css';

export function DecisionList({ lane, chartData }: { lane: number; chartData: LaneChartData | null }) {
  const id = useId();
  const actions = useActions();
  const requests = useAppState((state) => (state.result === null ? 0 : requestCountIn(state.result, lane)));
  const selected = useAppState((state) => selectedRequestIn(state, lane));
  const selectedHere = useAppState((state) => state.selection?.lane === lane);
  const at = useAppState((state) => state.at);
  const hidden = useAppState(isFutureHidden);
  const marks = chartData?.marks ?? null;
  const name = `Decisions of lane ${lane + 1}`;
  if (chartData === null) return null;
  if (marks === null) {
    return (
      <div
        role="img"
        aria-label={`${name}: ${formatCount(chartData.requestsInRange)} in range, shown as densities; zoom in to see individual requests`}
        className="visually-hidden"
      />
    );
  }
  const active = activeIndex(marks, selected, at);
  const optionId = (request: number): string => `${id}-${request}`;
  return (
    <div
      className={styles['list']}
      role="listbox"
      tabIndex={0}
      aria-label={name}
      aria-activedescendant={optionId(marks.request[active] as number)}
    >
      {[active - 1, active, active + 1]
        .filter((i) => i >= 0 && i < marks.request.length)
        .map((i) => {
          const request = marks.request[i] as number;
          const when = marks.at[i] as number;
          const text = `Request ${request + 1} of ${requests}, ${formatInstantExact(when)}, ${
            hidden && when > at ? 'hidden beyond the playhead' : decisionText(marks, i)
          }`;
          return (
            // The list box has the focus, and the page's global keys move the active option.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={request}
              id={optionId(request)}
              role="option"
              tabIndex={-1}
              className="visually-hidden"
              aria-selected={selectedHere && request === selected}
              aria-posinset={request + 1}
              aria-setsize={requests}
              onClick={() => actions.select(lane, request, when)}
            >
              {text}
            </div>
          );
        })}
    </div>
  );
}

/** `denied, retry, N2` */
function decisionText(marks: Marks, i: number): string {
  const outcome = OUTCOME_NAMES[outcomeOf(marks.verdict[i] as number)];
  return `${outcome}${marks.retry?.[i] === 1 ? ', retry' : ''}${nodeSuffix(marks, i)}`;
}

/** `, N2`; empty where a single process decides or no node received the request. */
function nodeSuffix({ node: nodes }: Marks, i: number): string {
  const node = nodes?.[i] ?? NO_NODE;
  return node === NO_NODE ? '' : `, ${nodeName(node)}`;
}

/** The index of the selected mark, else of the last one up to the playhead, else 0. */
function activeIndex(marks: Marks, selected: number | null, at: number): number {
  const chosen = selected === null ? -1 : marks.request.indexOf(selected);
  if (chosen >= 0) return chosen;
  return Math.max(
    0,
    marks.at.findLastIndex((when) => when <= at),
  );
}
