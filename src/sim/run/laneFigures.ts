/** The figures of a lane that has decided. */
import { summarizeLane, type LaneSummary } from '../metrics/summary.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { mapSlices } from '../slices.ts';
import { microsFromSeconds, NEVER, type Duration } from '../time.ts';
import type { LanePlan } from './lanePlan.ts';
import type { Plan } from './plan.ts';

/** @param pendingRetries number of jobs whose next try would come at or after the end */
export function summarizeInSlices(
  plan: Plan,
  lane: LanePlan,
  trace: LaneTrace,
  pendingRetries: number,
): Generator<number, LaneSummary> {
  const slices = summarizeLane(trace, lane.policy.T, jobStatsInputOf(plan, pendingRetries));
  return mapSlices(slices, () => trace.arrivals.count);
}

/** The input for the figures of jobs; null without clients and timeouts. */
function jobStatsInputOf(plan: Plan, pendingRetries: number): Parameters<typeof summarizeLane>[2] {
  const timeouts = timeoutsOf(plan);
  return timeouts === null ? null : { timeouts, retryingAfterEnd: pendingRetries, end: plan.end };
}

/** By entry of the traffic, how long its senders wait for an answer; null without clients and timeouts. */
export function timeoutsOf({ scenario: { traffic } }: Pick<Plan, 'scenario'>): readonly Duration[] | null {
  if (traffic.every(({ kind, timeout }) => kind !== 'clients' && kind !== 'script' && timeout === undefined))
    return null;
  return traffic.map(({ timeout }) => (timeout === undefined ? NEVER : microsFromSeconds(timeout)));
}
