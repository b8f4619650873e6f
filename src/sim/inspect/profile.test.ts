import { describe, expect, it } from 'vitest';
import { limiterById } from '../limiters/index.ts';
import { stateBytes, type Limiter } from '../limiters/limiter.ts';
import { decisionTask, profileLimiter } from './profile.ts';
import { everyRule } from '../systems/everyRule.testing.ts';

const rows = everyRule.flatMap((limiter) =>
  limiter.editions.map((edition) => [`${limiter.id}, ${edition}`, limiter, edition] as const),
);

describe.each(rows)('%s', (_, limiter, edition) => {
  const measured = profileLimiter(limiter, edition);
  const breaksBound = edition === 'published' && limiter.errata.some((erratum) => erratum.breaks.includes('bound'));

  it('has a bound that no traffic exceeds, unless it says so', () => {
    if (!breaksBound) expect(measured.worstFound).toBeLessThanOrEqual(measured.claimedBound);
    // A bound that no traffic comes near says nothing.
    expect(measured.worstFound).toBeGreaterThanOrEqual(9);
    expect(measured.stateBytes).toBeGreaterThanOrEqual(8);
    expect(measured.trafficsTried).toBe(10_000);
  });

  it('can be timed', () => {
    expect(decisionTask(limiter, edition)).not.toThrow();
  });
});

describe('known figures', () => {
  const of = (id: string) => profileLimiter(limiterById(id) as Limiter, 'corrected');

  it('are found', () => {
    expect(of('fixed-window')).toMatchObject({ claimedBound: 20, worstFound: 20, stateBytes: 16 });
    expect(of('sliding-log')).toMatchObject({ claimedBound: 10, worstFound: 10 });
    // A hundred instants, and where they begin and end.
    expect(of('sliding-log').stateBytes).toBe(100 * 8 + 16);
    expect(of('token-bucket')).toMatchObject({ claimedBound: 19, worstFound: 19, stateBytes: 16 });
  });

  it('state is measured by its numbers and arrays', () => {
    expect(stateBytes({ one: 1, other: 2, times: new Float64Array(3), counts: new Uint32Array(5) })).toBe(16 + 24 + 20);
  });
});
