/** The traffic of which a lane's limiter admits most within T, as a phase that can be added to the scenario. */
import { laneErrorSentence, searchWorstTraffic, type Plan } from '../sim/engine.ts';
import { formatNumber, secondsFromMicros } from '../sim/index.ts';

export interface WorstQuery {
  readonly lane: number;
}

export type Worst =
  | {
      readonly ok: true;
      /** Permits that take effect within [from, from + T), from in seconds. */
      readonly permits: number;
      readonly from: number;
      /** The most that the limiter's rule allows within any T; null where it promises nothing. */
      readonly bound: number | null;
      /** Number of random patterns tried: there may be worse traffic. */
      readonly patterns: number;
      /** As in a document, of a client of its own. */
      readonly entry: { readonly kind: 'times'; readonly at: readonly number[]; readonly key: string };
    }
  | { readonly ok: false; readonly sentence: string };

/** Decisions spent, about: two seconds. */
const MAX_DECISIONS = 40_000_000;
const MAX_PATTERNS = 10_000;
const MAX_BURST = 20_000;

export function* worstOf(plan: Plan, { lane }: WorstQuery): Generator<undefined, Worst> {
  const lanePlan = plan.lanes.find(({ laneIndex }) => laneIndex === lane);
  if (lanePlan === undefined)
    return {
      ok: false,
      sentence: plan.failedLanes.find(({ laneIndex }) => laneIndex === lane)?.error ?? 'There is no such lane.',
    };
  if (lanePlan.kind === 'scheme')
    return {
      ok: false,
      sentence: 'Worst traffic can be searched for only with limiters in one process. Choose a lane with one.',
    };
  const { algorithm, params, policy } = lanePlan;
  const burst = policy.n + policy.capacity;
  if (burst > MAX_BURST)
    return {
      ok: false,
      sentence: `n and capacity add up to ${formatNumber(burst)}. Worst traffic is searched for up to ${formatNumber(MAX_BURST)}; lower n or the capacity.`,
    };
  // A pattern is a few crowds.
  const patterns = Math.min(MAX_PATTERNS, Math.ceil(MAX_DECISIONS / (8 * burst)));
  let worst;
  try {
    worst = yield* searchWorstTraffic(algorithm, params, policy, patterns);
  } catch (error) {
    // A user's code that runs the scenario's own traffic may fail on other.
    return { ok: false, sentence: laneErrorSentence(algorithm.id, error) };
  }
  const { permits, from, at } = worst;
  const bound = algorithm.bound(params, policy.T);
  return {
    ok: true,
    permits,
    from: secondsFromMicros(from),
    bound: Number.isFinite(bound) ? bound : null,
    patterns,
    entry: { kind: 'times', at: at.map(secondsFromMicros), key: unusedKey(plan.arrivals.keys) },
  };
}

function unusedKey(keys: readonly string[]): string {
  const taken = new Set(keys);
  let key = 'worst';
  for (let number = 2; taken.has(key); number++) key = `worst ${number}`;
  return key;
}
