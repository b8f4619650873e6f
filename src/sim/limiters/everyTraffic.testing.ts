/** For tests only: what the best of all traffics gets from a limiter, found by trying every one of them. */
import type { Duration, Instant } from '../time.ts';
import { cloneState, outcomeOf, type State } from './limiter.ts';
import type { Case } from './testing.ts';

interface Reached {
  readonly state: State;
  /** By instant, the most that was admitted from there on, of all traffics that end in this state. */
  readonly since: Float64Array;
}

/**
 * The most permits that requests of cost 1, any number at each of these rising instants, get within any span
 * [t, t + length).
 * Traffics that lead to the same state are one from there on, so that small policies are searched to the end.
 */
export function mostOfEveryTraffic(
  { limiter, params }: Case,
  instants: readonly Instant[],
): (length: Duration) => number {
  /** By first and last instant, the most that any traffic gets between them. */
  const most = instants.map(() => new Float64Array(instants.length));
  let reached = merged([{ state: limiter.init(params), since: new Float64Array(instants.length) }]);
  for (const [last, now] of instants.entries()) {
    reached = merged(
      reached.flatMap(({ state, since }) => {
        // None, one, two, and so on until the first denial, which may change the state as well.
        const after = [{ state, since }];
        let [verdict, count] = ['allow', since];
        while (verdict !== 'deny') {
          const asked = cloneState((after.at(-1) as Reached).state);
          verdict = outcomeOf(limiter.decide(asked, params, now, 1));
          if (verdict !== 'deny') count = count.map((permits, first) => (first <= last ? permits + 1 : 0));
          after.push({ state: asked, since: count });
        }
        return after;
      }),
    );
    for (const { since } of reached) {
      for (const [first, permits] of since.entries()) {
        const row = most[first] as Float64Array;
        row[last] = Math.max(row[last] as number, permits);
      }
    }
  }
  return (length) =>
    Math.max(
      ...instants.flatMap((first, i) =>
        instants.flatMap((last, j) => (last >= first && last - first < length ? [most[i]?.[j] as number] : [])),
      ),
    );
}

function merged(all: readonly Reached[]): Reached[] {
  const byState = new Map<string, Reached>();
  for (const one of all) {
    const name = JSON.stringify(Object.values(one.state), (_, value: unknown) =>
      value === -Infinity ? 'never' : value,
    );
    const other = byState.get(name);
    byState.set(name, {
      state: one.state,
      since:
        other === undefined ? one.since : one.since.map((permits, i) => Math.max(permits, other.since[i] as number)),
    });
  }
  return [...byState.values()];
}
