/** A hash of everything that a lane decides: the same in every engine, or a link would not share a run. */
import { fnv1aHex } from '../sim/fnv.ts';
import { decisionRowsOf, type LaneRun, type Plan } from '../sim/engine.ts';

/** Of longer lanes every row would be an object too many. */
const MAX_ROWS = 100_000;

/** Of each decision its instant, outcome, wait, level and retry-after time; of long lanes its instant and verdict. */
export function decisionHash(plan: Plan, lane: LaneRun): string {
  return lane.arrivals.count > MAX_ROWS ? hashColumns(lane) : hashRows(plan, lane);
}

function hashRows(plan: Plan, lane: LaneRun): string {
  const values = [...decisionRowsOf(plan, lane)].flatMap(({ at, outcome, wait, level, retryAfter }) => [
    at,
    ['allow', 'delay', 'deny'].indexOf(outcome),
    wait,
    level,
    retryAfter ?? -1,
  ]);
  return fnv1aHex(Float64Array.from(values as number[]));
}

function hashColumns({ arrivals, verdicts }: LaneRun): string {
  return `${fnv1aHex(arrivals.at)} ${fnv1aHex(Float64Array.from(verdicts))}`;
}
