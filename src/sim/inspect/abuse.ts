/**
 * How long a lane withstands an abuser, measured from its rows: how many of the abuser's requests it admits before it
 * refuses the first. What a bucket should admit is `admittedAtFirst`, of the same q and a.
 */
import { costOf, keyOf, REFUSED } from '../metrics/trace.ts';
import { clientsBefore } from '../traffic/index.ts';
import type { Plan } from '../run/plan.ts';
import type { LaneRun } from '../run/laneRun.ts';

/** The first client of an entry of abusers, in one lane. */
export interface Abuse {
  readonly entry: number;
  /** How many times the lane's own n/T it asks for. */
  readonly a: number;
  /** Of its requests, before the first that is refused; of all of them where none is. */
  readonly admitted: number;
  readonly refused: boolean;
  /** The capacity of the bucket that it has for itself, one permit a request; null where it has no such thing. */
  readonly q: number | null;
}

/** Corrected, each of them is the same bucket, seen from three sides: full at first, and filled by n/T without a break. */
const BUCKETS: ReadonlySet<string> = new Set(['token-bucket', 'gcra', 'leaky-meter']);

/** @param index the lane's place in the scenario */
export function abusesOf(
  { scenario, scripts }: Pick<Plan, 'scenario' | 'scripts'>,
  lane: LaneRun,
  index: number,
): readonly Abuse[] {
  const { limiter, edition, policy } = lane.plan;
  const full = scenario.lanes[index]?.options['start'] !== 'empty';
  const q = BUCKETS.has(limiter.id) && edition === 'corrected' && full ? policy.capacity : null;
  const before = clientsBefore(scenario.traffic, scripts);
  return scenario.traffic.flatMap((each, entry): Abuse[] => {
    if (each.kind !== 'clients' || each.retry.strategy !== 'abuser') return [];
    const { alone, ...found } = countAdmitted(lane, (before[entry] as number) + 1);
    return [{ entry, a: each.retry.a, ...found, q: alone ? q : null }];
  });
}

/** `alone`: up to there its key was nobody else's, and each of its requests asked for one permit of that key. */
function countAdmitted({ arrivals, verdicts }: LaneRun, client: number) {
  const clients = arrivals.tries?.client ?? null;
  const first = clients?.indexOf(client) ?? -1;
  const key = first < 0 ? -1 : keyOf(arrivals, first);
  let [admitted, alone] = [0, true];
  for (let row = 0; row < arrivals.count; row++) {
    const its = clients?.[row] === client;
    const sameKey = keyOf(arrivals, row) === key;
    if (its !== sameKey || (its && costOf(arrivals, row) !== 1)) alone = false;
    if (!its) continue;
    if ((verdicts[row] as number) >= REFUSED) return { admitted, refused: true, alone };
    admitted++;
  }
  return { admitted, refused: false, alone };
}
