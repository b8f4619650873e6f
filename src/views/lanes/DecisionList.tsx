/**
 * The decisions in range as a list box over the marks: what a screen reader walks through. Only the active option and
 * its neighbours exist; ← and → go on from there.
 */
import { useId } from 'react';
import { nodeName, NO_NODE, outcomeOf, type LaneLook, type Marks } from '../../sim/index.ts';
import { useActions, useApp } from '../../store/react.tsx';
import { requestsIn, selectedIn } from '../../store/selectors.ts';
import { count } from '../format/numbers.ts';
import { exactClock } from '../format/time.ts';
import styles from './Lanes.module.css';

const WORDS = { allow: 'admitted', delay: 'delayed', deny: 'denied' } as const;

export function DecisionList({ lane, look }: { lane: number; look: LaneLook | null }) {
  const id = useId();
  const actions = useActions();
  const requests = useApp((state) => (state.result === null ? 0 : requestsIn(state.result, lane)));
  const selected = useApp((state) => selectedIn(state, lane));
  const isLane = useApp((state) => state.selection?.lane === lane);
  const at = useApp((state) => state.at);
  const marks = look?.marks ?? null;
  const name = `Decisions of lane ${lane + 1}`;
  if (look === null) return null;
  if (marks === null) {
    return (
      <div
        role="img"
        aria-label={`${name}: ${count(look.inRange)} in range, shown as densities; zoom in for single ones`}
        className="visually-hidden"
      />
    );
  }
  const active = activeIn(marks, selected, at);
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
          const outcome = WORDS[outcomeOf(marks.verdict[i] as number)];
          const again = marks.retry?.[i] === 1 ? ', retry' : '';
          const text = `Request ${request + 1} of ${requests}, ${exactClock(when)}, ${outcome}${again}${takenBy(marks, i)}`;
          return (
            // The list box has the focus, and the page's own keys move what is active.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={request}
              id={optionId(request)}
              role="option"
              tabIndex={-1}
              className="visually-hidden"
              aria-selected={isLane && request === selected}
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

/** `, N2`; nothing where one process decides, or where no node took it. */
function takenBy({ nodes }: Marks, i: number): string {
  const node = nodes?.[i] ?? NO_NODE;
  return node === NO_NODE ? '' : `, ${nodeName(node)}`;
}

/** The selected mark; else the last one up to the playhead, or the first. */
function activeIn(marks: Marks, selected: number | null, at: number): number {
  const chosen = selected === null ? -1 : marks.request.indexOf(selected);
  if (chosen >= 0) return chosen;
  return Math.max(
    0,
    marks.at.findLastIndex((when) => when <= at),
  );
}
