/** What would be decided differently if another limiter stood in a lane's place, on the very requests of a run. */
import { isOwnCodeError, laneErrorSentence, planLane } from '../run/lanePlan.ts';
import type { Run } from '../run/runLanes.ts';
import { ScriptFailure } from '../run/scriptFailure.ts';
import { simulateLane } from '../run/simulate.ts';
import { resolvePolicy, type Lane } from '../scenario/scenario.ts';
import { mapSlices } from '../slices.ts';
import { disagreementCountOf, receiveSameRequests } from './pairing.ts';

/** How a lane compares with another, or a sentence that says why the other cannot run. */
export type LaneDifference =
  | {
      /** Requests that the two decide differently; where they receive different ones, first tries that both received. */
      readonly count: number;
      /** Requests of the lane. */
      readonly requests: number;
      /** Whether the two receive different requests, because clients retry. */
      readonly requestsDiffer: boolean;
    }
  | { readonly problem: string };

/**
 * In slices, because the other lane is run; it is not kept.
 * @param lane in the run; null is the answer if it is not there
 */
export function* laneDifference(
  { plan, lanes }: Run,
  lane: number,
  other: Lane,
): Generator<undefined, LaneDifference | null> {
  const own = lanes[lane];
  if (own === undefined) return null;
  const { scenario } = plan;
  const policy = resolvePolicy({ policy: scenario.policy, lanes: [other] }, 0);
  const planned = planLane(scenario, other, policy, plan, scenario.lanes.length);
  if (typeof planned === 'string') return { problem: planned };
  try {
    const pair = [own, yield* mapSlices(simulateLane(plan, planned, null), () => undefined)];
    return {
      count: disagreementCountOf(pair),
      requests: own.arrivals.count,
      requestsDiffer: !receiveSameRequests(pair),
    };
  } catch (error) {
    if (error instanceof ScriptFailure) return { problem: `${planned.algorithm.name}: ${error.message}` };
    if (isOwnCodeError(error)) return { problem: laneErrorSentence(other.limiter, error) };
    throw error;
  }
}
