import { describe, expect, it } from 'vitest';
import { catalogue, limiterById } from '../limiters/index.ts';
import { bytesOf, type Limiter } from '../limiters/limiter.ts';
import { decisionTask, survey } from './profile.ts';

const rows = catalogue.flatMap((limiter) =>
  limiter.editions.map((edition) => [`${limiter.id}, ${edition}`, limiter, edition] as const),
);

describe.each(rows)('%s', (_, limiter, edition) => {
  const measured = survey(limiter, edition);
  const breaksBound = edition === 'published' && limiter.errata.some((erratum) => erratum.breaks.includes('bound'));

  it('is found out by no traffic, unless it says so', () => {
    if (!breaksBound) expect(measured.found).toBeLessThanOrEqual(measured.claimed);
    // What nobody gets near is no finding.
    expect(measured.found).toBeGreaterThanOrEqual(9);
    expect(measured.bytes).toBeGreaterThanOrEqual(8);
    expect(measured.tried).toBe(10_000);
  });

  it('can be timed', () => {
    expect(decisionTask(limiter, edition)).not.toThrow();
  });
});

describe('what is known of some', () => {
  const of = (id: string) => survey(limiterById(id) as Limiter, 'corrected');

  it('comes out', () => {
    expect(of('fixed-window')).toMatchObject({ claimed: 20, found: 20, bytes: 16 });
    expect(of('sliding-log')).toMatchObject({ claimed: 10, found: 10 });
    // A hundred instants, and where they begin and end.
    expect(of('sliding-log').bytes).toBe(100 * 8 + 16);
    expect(of('token-bucket')).toMatchObject({ claimed: 19, found: 19, bytes: 16 });
  });

  it('a state is measured by its numbers and arrays', () => {
    expect(bytesOf({ one: 1, other: 2, times: new Float64Array(3), counts: new Uint32Array(5) })).toBe(16 + 24 + 20);
  });
});
