import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideSlice, emptyTrace } from '../sim/engine/simulate.ts';
import { catalogue } from '../sim/limiters/index.ts';
import { caseOf, casesOf, POLICIES, type Case } from '../sim/limiters/testing.ts';
import { specialisedLoop } from './specialised.ts';

/** Gaps of nothing, of a few microseconds, around a millisecond and a second, and long silences; in bursts. */
const instants = fc
  .array(
    fc.record({
      gap: fc.oneof(
        fc.constantFrom(0, 1, 999, 1_000, 999_999, 1_000_000, 86_400_000_000),
        fc.integer({ min: 0, max: 2_000 }),
        fc.integer({ min: 0, max: 10_000_000 }),
      ),
      times: fc.integer({ min: 1, max: 20 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((bursts) => {
    let now = 0;
    return Float64Array.from(bursts.flatMap(({ gap, times }) => Array.from({ length: times }, () => (now += gap))));
  });

function engineVerdicts({ limiter, params }: Case, at: Float64Array): number[] {
  const trace = emptyTrace({ count: at.length, at, key: null, cost: null, keys: ['a'] }, limiter);
  decideSlice(limiter, params, [], trace, 0, at.length);
  return [...trace.verdicts];
}

/** 2^31 seconds after 1970, and 2^32: where a 32-bit clock turns, and where it reads 0. */
const NEAR_TURN = 2_147_483_640;
const NEAR_ZERO = 4_294_967_290;

const cases = catalogue.flatMap((limiter) => [
  ...casesOf(limiter),
  ...limiter.editions.flatMap((edition) =>
    [NEAR_TURN, NEAR_ZERO].flatMap((epoch) =>
      POLICIES.slice(0, 4).map((policy) => caseOf(limiter, { edition, policy, epoch })),
    ),
  ),
]);

describe('a loop written for one limiter', () => {
  for (const played of cases) {
    const loop = specialisedLoop(played.limiter.id, played.setting.edition);
    // The benchmark says which have none.
    if (loop === undefined) continue;
    it(`decides as the engine: ${played.name}`, () => {
      fc.assert(
        fc.property(instants, (at) => {
          const verdicts = new Uint8Array(at.length);
          loop(played.params, at, verdicts);
          expect([...verdicts]).toEqual(engineVerdicts(played, at));
        }),
        { seed: 20_261_121, numRuns: 25 },
      );
    });
  }
});
