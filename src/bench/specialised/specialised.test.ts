import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideSlice, emptyTrace } from '../../sim/run/openLoop.ts';
import { unitArrivals } from '../../sim/arrivals.ts';
import { caseOf, casesOf, POLICIES, type Case } from '../../sim/limiters/testing.ts';
import { UnsupportedPolicyError, type Policy } from '../../sim/limiters/limiter.ts';
import { systems } from '../../sim/systems/index.ts';
import type { System } from '../../sim/systems/system.ts';
import { PrecisionLossError } from '../../sim/ticks.ts';
import { decisionLoops, hasSpecialisedLoop, specialisedLoop } from './index.ts';
import { everyRule } from '../../sim/systems/everyRule.testing.ts';

/**
 * Gaps of nothing, of a few microseconds, around a millisecond, a second, the policy's own T/n and T, and silences; in
 * bursts, and to the horizon at most, as the parameters were prepared for it.
 */
function instantsFor({ config: { policy, horizon } }: Case): fc.Arbitrary<Float64Array> {
  const { n, T } = policy;
  const around = [1_000, 1_000_000, Math.floor(T / n), Math.floor((3 * T) / (2 * n)), Math.floor(T / 7), T, 2 * T];
  const burst = fc.record({
    gap: fc.oneof(
      fc.constantFrom(0, 0, 1, 5 * T, 86_400_000_000),
      fc.tuple(fc.constantFrom(...around), fc.integer({ min: -1, max: 1 })).map(([gap, by]) => gap + by),
      fc.integer({ min: 0, max: 2_000 }),
      fc.integer({ min: 0, max: Math.ceil((4 * T) / n) }),
    ),
    times: fc.integer({ min: 1, max: 20 }),
  });
  return fc.array(burst, { minLength: 1, maxLength: 60 }).map((bursts) => {
    let now = 0;
    const advance = (gap: number) => (now = Math.min(horizon, now + gap));
    return Float64Array.from(bursts.flatMap(({ gap, times }) => Array.from({ length: times }, () => advance(gap))));
  });
}

/** The first request that loop and engine do not answer alike, with both answers; `null` when there is none. */
function disagreement({ limiter, config, params }: Case, at: Float64Array): object | null {
  const trace = emptyTrace(unitArrivals(at), limiter);
  decideSlice(limiter, params, [], trace, 0, at.length);
  const verdicts = new Uint8Array(at.length);
  const waits = new Float64Array(at.length);
  specialisedLoop(limiter.id, config.edition)(params, at, verdicts, waits);
  for (let request = 0; request < at.length; request++) {
    const engine = { verdict: trace.verdicts[request], wait: trace.waits?.[request] ?? 0 };
    const hand = { verdict: verdicts[request], wait: waits[request] };
    if (engine.verdict !== hand.verdict || engine.wait !== hand.wait) return { request, engine, hand };
  }
  return null;
}

/** 2^31 seconds after 1970, and 2^32: where a 32-bit clock turns, and where it reads 0. */
const NEAR_TURN = 2_147_483_640;
const NEAR_ZERO = 4_294_967_290;

/** A system with its defaults, on a policy that it can express. */
function caseOrNone(system: System, policy: Policy): readonly Case[] {
  try {
    return [caseOf(system, { policy })];
  } catch (error) {
    if (error instanceof UnsupportedPolicyError || error instanceof PrecisionLossError) return [];
    throw error;
  }
}

const cases = everyRule
  .flatMap((limiter) => [
    ...casesOf(limiter),
    ...limiter.editions.flatMap((edition) =>
      [NEAR_TURN, NEAR_ZERO].flatMap((epoch) =>
        POLICIES.slice(0, 4).map((policy) => caseOf(limiter, { edition, policy, epoch })),
      ),
    ),
  ])
  .concat(systems.flatMap((system) => POLICIES.flatMap((policy) => caseOrNone(system, policy))))
  .filter(({ limiter, config }) => hasSpecialisedLoop(limiter.id, config.edition));

describe('a loop written for one limiter', () => {
  it('belongs to a limiter and edition that exist', () => {
    const lanes = [...everyRule, ...systems].flatMap(({ id, editions }) =>
      editions.map((edition) => `${id} ${edition}`),
    );
    expect(lanes).toEqual(expect.arrayContaining(Object.keys(decisionLoops)));
    expect(cases.length).toBeGreaterThan(100);
    const tried = new Set(cases.map(({ limiter }) => limiter.id));
    expect(systems.filter(({ id }) => !tried.has(id))).toEqual([]);
  });

  for (const testCase of cases) {
    it(`decides as the engine: ${testCase.name}`, () => {
      fc.assert(
        fc.property(instantsFor(testCase), (at) => {
          expect(disagreement(testCase, at)).toBeNull();
        }),
        { seed: 20_261_121, numRuns: 25 },
      );
    });
  }
});
