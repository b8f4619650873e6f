/** For tests only: the maximum that a limiter admits over all traffic, found by exhaustive search. */
import type { Duration, Instant } from '../time.ts';
import { cloneState, type KeyState } from './limiter.ts';
import { outcomeOf } from '../verdict.ts';
import type { Case } from './testing.ts';

interface ReachableState {
  readonly state: KeyState;
  /** By instant, the most that was admitted from there on, of all traffics that end in this state. */
  readonly maxAdmittedSince: Float64Array;
}

/**
 * The most permits that requests of cost 1, any number at each of these rising instants, get within any span [t, t +
 * length). Traffic that leads to the same state is merged from there on, so small policies are searched exhaustively.
 */
export function maxOverAllTraffic(
  { limiter, params }: Case,
  instants: readonly Instant[],
): (length: Duration) => number {
  /** By first and last instant, the most that any traffic gets between them. */
  const max = instants.map(() => new Float64Array(instants.length));
  let reached = mergeByState([{ state: limiter.init(params), maxAdmittedSince: new Float64Array(instants.length) }]);
  for (const [last, now] of instants.entries()) {
    reached = mergeByState(
      reached.flatMap(({ state, maxAdmittedSince }) => {
        // None, one, two, and so on until the first denial, which may change the state as well.
        const after = [{ state, maxAdmittedSince }];
        let [verdict, count] = ['allow', maxAdmittedSince];
        while (verdict !== 'deny') {
          const next = cloneState((after.at(-1) as ReachableState).state);
          verdict = outcomeOf(limiter.decide(next, params, now, 1));
          if (verdict !== 'deny') count = count.map((permits, first) => (first <= last ? permits + 1 : 0));
          after.push({ state: next, maxAdmittedSince: count });
        }
        return after;
      }),
    );
    for (const { maxAdmittedSince: since } of reached) {
      for (const [first, permits] of since.entries()) {
        const row = max[first] as Float64Array;
        row[last] = Math.max(row[last] as number, permits);
      }
    }
  }
  return (length) =>
    Math.max(
      ...instants.flatMap((first, i) =>
        instants.flatMap((last, j) => (last >= first && last - first < length ? [max[i]?.[j] as number] : [])),
      ),
    );
}

function mergeByState(all: readonly ReachableState[]): ReachableState[] {
  const byState = new Map<string, ReachableState>();
  for (const one of all) {
    const name = JSON.stringify(Object.values(one.state), (_, value: unknown) =>
      value === -Infinity ? 'never' : value,
    );
    const other = byState.get(name);
    byState.set(name, {
      state: one.state,
      maxAdmittedSince:
        other === undefined
          ? one.maxAdmittedSince
          : one.maxAdmittedSince.map((permits, i) => Math.max(permits, other.maxAdmittedSince[i] as number)),
    });
  }
  return [...byState.values()];
}
