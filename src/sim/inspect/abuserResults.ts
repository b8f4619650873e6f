/**
 * How well a lane withstands an abuser, measured from its rows: how many of the abuser's requests it admits before it
 * denies the first. `admittedBeforeDenial` gives the number expected of a bucket with the same q and a.
 */
import { costAt, keyAt } from '../arrivals.ts';
import { isDenied } from '../verdict.ts';
import { clientOffsetsOf } from '../traffic/index.ts';
import type { Plan } from '../run/plan.ts';
import type { LaneRun } from '../run/laneRun.ts';

/** The result for the first client of an entry of abusers, in one lane. */
export interface AbuserResult {
  readonly entry: number;
  /** Its request rate, as a multiple of the lane's n/T. */
  readonly a: number;
  /** How many of its requests were admitted before the first denial; all of them if none was denied. */
  readonly admitted: number;
  readonly denied: boolean;
  /**
   * The capacity of its bucket; null if the limiter is not a bucket that starts full, or if the abuser shares the key
   * or its requests cost more than one permit.
   */
  readonly bucketCapacity: number | null;
}

export function abuserResultsOf(
  { scenario, scripts }: Pick<Plan, 'scenario' | 'scripts'>,
  lane: LaneRun,
): readonly AbuserResult[] {
  const { edition, policy, laneIndex } = lane.plan;
  const isPlainBucket = lane.plan.kind === 'limiter' && lane.plan.algorithm.traits.isPlainBucket === true;
  const startsFull = scenario.lanes[laneIndex]?.options['start'] !== 'empty';
  const q = isPlainBucket && edition === 'corrected' && startsFull ? policy.capacity : null;
  const clientOffsets = clientOffsetsOf(scenario.traffic, scripts);
  return scenario.traffic.flatMap((each, entry): AbuserResult[] => {
    if (each.kind !== 'clients' || each.retry.strategy !== 'abuser') return [];
    const { isAloneOnKey, ...found } = countAdmitted(lane, (clientOffsets[entry] as number) + 1);
    return [{ entry, a: each.retry.a, ...found, bucketCapacity: isAloneOnKey ? q : null }];
  });
}

/**
 * `isAloneOnKey`: until the first denial no other client used its key, and each of its requests asked for one permit of
 * that key.
 */
function countAdmitted({ arrivals, verdicts }: LaneRun, client: number) {
  const clients = arrivals.tries?.client ?? null;
  const first = clients?.indexOf(client) ?? -1;
  const key = first < 0 ? -1 : keyAt(arrivals, first);
  let [admitted, isAloneOnKey] = [0, true];
  for (let row = 0; row < arrivals.count; row++) {
    const isOwn = clients?.[row] === client;
    const sameKey = keyAt(arrivals, row) === key;
    if (isOwn !== sameKey || (isOwn && costAt(arrivals, row) !== 1)) isAloneOnKey = false;
    if (!isOwn) continue;
    if (isDenied(verdicts[row] as number)) return { admitted, denied: true, isAloneOnKey };
    admitted++;
  }
  return { admitted, denied: false, isAloneOnKey };
}
