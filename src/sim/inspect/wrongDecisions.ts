/**
 * Looking for decisions: those that do not fit a request's label, a good one refused or a bad one admitted, and a key's
 * refusals.
 */
import { keyAt } from '../arrivals.ts';
import { BAD, GOOD, requestLabelsOf, type Label } from '../metrics/requestLabels.ts';
import type { LaneRun } from '../run/laneRun.ts';
import type { Run } from '../run/runLanes.ts';
import type { Instant } from '../time.ts';
import { firstAtOrAfter } from '../search.ts';
import { isDenied } from '../verdict.ts';
import { labelsOf } from './fairness.ts';
import type { RequestPosition, RequestPositions, SelectedRequest } from './positions.ts';

/** Of requests with that label, those that the lane decides against it. */
export interface WrongQuery {
  readonly lane: number;
  readonly label: Label;
}

/** @returns the next one after the selected request, or else after `at`; after the last, the first again; null without any */
export function nextWrongDecision(
  run: Run,
  positions: RequestPositions,
  { lane, label }: WrongQuery,
  at: Instant,
  selected: SelectedRequest | null,
): RequestPosition | null {
  const { arrivals, verdicts } = run.lanes[lane] as LaneRun;
  const labels = requestLabelsOf(arrivals, labelsOf(run));
  if (labels === null) return null;
  const wanted = label === 'good' ? GOOD : BAD;
  const isWrong = (request: number): boolean =>
    labels[request] === wanted && isDenied(verdicts[request] as number) === (label === 'good');
  const here = selected === null ? null : positions.counterpart(selected, lane);
  const first = here === null ? positions.nextAfter(lane, at) : here + 1;
  for (let i = 0; i < arrivals.count; i++) {
    const request = (first + i) % arrivals.count;
    if (isWrong(request)) return positions.of(lane, request);
  }
  return null;
}

/** @returns a key's first request at or after `at` that the lane refuses; null without any */
export function nextRefusal(
  run: Run,
  positions: RequestPositions,
  lane: number,
  key: string,
  at: Instant,
): RequestPosition | null {
  const { arrivals, verdicts } = run.lanes[lane] as LaneRun;
  const wanted = arrivals.keys.indexOf(key);
  for (let request = firstAtOrAfter(arrivals.at, at); request < arrivals.count; request++) {
    if (keyAt(arrivals, request) === wanted && isDenied(verdicts[request] as number))
      return positions.of(lane, request);
  }
  return null;
}
