/**
 * The decisions in range as a list box over the marks, for screen readers. Only the active option and its neighbours
 * are rendered; ← and → move on from there.
 */
import { useEffect, useId, useRef, type RefObject } from 'react';
import { nodeName, NO_NODE, outcomeOf, type Marks } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { isFutureHidden, requestCountIn, selectedRequestIn } from '../../store/selectors.ts';
import { formatCount } from '../format/numbers.ts';
import { formatInstantExact } from '../format/time.ts';
import { useTimeNote } from '../text/laterTimeNote.ts';
import { OUTCOME_NAMES } from '../text/outcomeText.ts';
import { laneOfList, LANE_OF_LIST } from '../hooks/laneOfList.ts';
import { EmptyRange } from './EmptyRange.tsx';
import { LaterChartDescription } from './LaterChartDescription.tsx';
import { useChartPart } from './laneCell.ts';
import styles from './Lanes.module.css';

export interface DecisionListProps {
  readonly lane: number;
}

export function DecisionList({ lane }: DecisionListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const selected = useAppState((state) => selectedRequestIn(state, lane));
  const at = useAppState((state) => state.at);
  const marks = useChartPart(lane, (chartData) => chartData.marks);
  const requestsInRange = useChartPart(lane, (chartData) => chartData.requestsInRange);
  useFollowedSelection(list, lane);
  if (requestsInRange === null) return null;
  if (requestsInRange === 0) return <EmptyRange />;
  const name = `Decisions of lane ${lane + 1}`;
  const active = marks === null ? 0 : activeIndex(marks, selected, at);
  const optionId = (index: number): string => `${id}-${marks?.request[index]}`;
  return (
    <>
      {/* One element for both roles, so that a focus in the list box is not lost when a zoom turns it into densities. */}
      <div
        ref={list}
        className={styles['list']}
        {...{ [LANE_OF_LIST]: lane }}
        role={marks === null ? 'img' : 'listbox'}
        tabIndex={marks === null ? -1 : 0}
        aria-label={
          marks === null
            ? `${name}: ${formatCount(requestsInRange)} in range, shown as densities; zoom in to see individual requests`
            : name
        }
        aria-describedby={`${id}-shape`}
        aria-activedescendant={marks === null ? undefined : optionId(active)}
      >
        {marks !== null &&
          [active - 1, active, active + 1]
            .filter((index) => index >= 0 && index < marks.request.length)
            .map((index) => (
              <DecisionOption key={optionId(index)} id={optionId(index)} lane={lane} marks={marks} index={index} />
            ))}
      </div>
      <LaterChartDescription id={`${id}-shape`} lane={lane} chart="decisions" />
    </>
  );
}

interface DecisionOptionProps {
  readonly id: string;
  readonly lane: number;
  readonly marks: Marks;
  readonly index: number;
}

function DecisionOption({ id, lane, marks, index }: DecisionOptionProps) {
  const actions = useActions();
  const request = marks.request[index] as number;
  const when = marks.at[index] as number;
  const requests = useAppState((state) => (state.result === null ? 0 : requestCountIn(state.result, lane)));
  const selected = useAppState((state) => state.selection?.lane === lane && selectedRequestIn(state, lane) === request);
  const beyond = useAppState((state) => isFutureHidden(state) && when > state.at);
  const part = useTimeNote();
  const note = useAppState(({ scenario }) => part?.timeNote(when, scenario) ?? '');
  const text = beyond ? 'hidden beyond the playhead' : decisionText(marks, index);
  return (
    // The list box has the focus, and the page's global keys move the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className="visually-hidden"
      aria-selected={selected}
      aria-posinset={request + 1}
      aria-setsize={requests}
      onClick={() => actions.select(lane, request, when)}
    >
      {`Request ${request + 1} of ${requests}, ${formatInstantExact(when)}${note}, ${text}`}
    </div>
  );
}

/** `denied, retry, N2` */
function decisionText(marks: Marks, index: number): string {
  const outcome = OUTCOME_NAMES[outcomeOf(marks.verdict[index] as number)];
  return `${outcome}${marks.retry?.[index] === 1 ? ', retry' : ''}${nodeSuffix(marks, index)}`;
}

/** When a key selects a request in this lane while the focus is in another lane's list box, the focus comes along. */
function useFollowedSelection(list: RefObject<HTMLElement | null>, lane: number): void {
  const selection = useAppState((state) => (state.selection?.lane === lane ? state.selection : null));
  useEffect(() => {
    if (selection !== null && laneOfList(document.activeElement) !== null) list.current?.focus({ preventScroll: true });
  }, [selection, list]);
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
