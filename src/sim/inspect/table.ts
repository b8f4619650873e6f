/** A lane as a table: each of its requests with the decision, and with what its charts show at that instant. */
import { keyAt } from '../arrivals.ts';
import { windowCountIn } from '../metrics/windowCount.ts';
import type { LaneRun } from '../run/laneRun.ts';
import type { Decision, DecisionLookup } from './decisions.ts';
import type { LaneSession } from './laneSession.ts';

export interface TableRow extends Decision {
  /** The level of the request's key right after it; null if no node has observed one yet. */
  readonly level: number | null;
  /** Permits admitted for the request's key in the T up to its instant; of several requests at it, up to this one. */
  readonly count: number;
}

/** Requests [from, to) of a lane, as far as there are any; a slice each, because a row may replay a key. */
export function* tableRows(
  lane: LaneRun,
  session: LaneSession,
  decision: DecisionLookup,
  from: number,
  to: number,
): Generator<undefined, readonly TableRow[]> {
  const { arrivals, plan, summary } = lane;
  const rows: TableRow[] = [];
  for (let request = Math.max(0, from); request < Math.min(to, arrivals.count); request++) {
    const at = arrivals.at[request] as number;
    const key = keyAt(arrivals, request);
    rows.push({
      ...decision(request),
      level: session.snapshot(key, request, at).level,
      count: windowCountIn(lane, key, summary.wait.max, plan.policy.T, at, request),
    });
    yield;
  }
  return rows;
}
