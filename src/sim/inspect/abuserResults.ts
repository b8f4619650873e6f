/**
 * How long a lane withstands an abuser, measured from its rows: how many of the abuser's requests it admits before it
 * refuses the first. What a bucket should admit is `admittedAtFirst`, of the same q and a.
 */
import { costAt, keyAt } from '../arrivals.ts';
import { isDenied } from '../verdict.ts';
import { clientOffsetsOf } from '../traffic/index.ts';
import type { Plan } from '../run/plan.ts';
import type { LaneRun } from '../run/laneRun.ts';

/** The first client of an entry of abusers, in one lane. */
export interface AbuserResult {
  readonly entry: number;
  /** How many times the lane's own n/T it asks for. */
  readonly a: number;
  /** Of its requests, before the first that is refused; of all of them where none is. */
  readonly admitted: number;
  readonly denied: boolean;
  /** The capacity of the bucket that it has for itself, one permit a request; null where it has no such thing. */
  readonly bucketCapacity: number | null;
}

/** Corrected, each of them is the same bucket, seen from three sides: full at first, and filled by n/T without a break. */
const BUCKET_EQUIVALENTS: ReadonlySet<string> = new Set(['token-bucket', 'gcra', 'leaky-meter']);

/** @param index the lane's place in the scenario */
export function abuserResultsOf(
  { scenario, scripts }: Pick<Plan, 'scenario' | 'scripts'>,
  lane: LaneRun,
  index: number,
): readonly AbuserResult[] {
  const { scheme, edition, policy } = lane.plan;
  const startsFull = scenario.lanes[index]?.options['start'] !== 'empty';
  const q = BUCKET_EQUIVALENTS.has(scheme.id) && edition === 'corrected' && startsFull ? policy.capacity : null;
  const clientOffsets = clientOffsetsOf(scenario.traffic, scripts);
  return scenario.traffic.flatMap((each, entry): AbuserResult[] => {
    if (each.kind !== 'clients' || each.retry.strategy !== 'abuser') return [];
    const { isAloneOnKey, ...found } = countAdmitted(lane, (clientOffsets[entry] as number) + 1);
    return [{ entry, a: each.retry.a, ...found, bucketCapacity: isAloneOnKey ? q : null }];
  });
}

/** `isAloneOnKey`: up to there its key was nobody else's, and each of its requests asked for one permit of that key. */
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
