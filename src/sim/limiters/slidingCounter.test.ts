import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, NEVER, SECOND } from '../time.ts';
import { cloneState, type Edition } from './limiter.ts';
import { ALLOW, DENY } from '../verdict.ts';
import { slidingCounter } from './slidingCounter.ts';
import { caseOf, playTable, POLICIES } from './testing.ts';

const make = (edition: Edition, n: number, T: number) =>
  caseOf(slidingCounter, { edition, policy: { n, T, capacity: n } });

/** How many of a crowd get in at each instant, one after the other. */
function crowds(edition: Edition, n: number, T: number, instants: readonly number[]): readonly number[] {
  const { limiter, params } = make(edition, n, T);
  const state = limiter.init(params);
  return instants.map((at) => {
    const verdicts = Array.from({ length: n + 2 }, () => limiter.decide(state, params, at, 1));
    return verdicts.filter((verdict) => verdict === ALLOW).length;
  });
}

describe('corrected', () => {
  it('weighs the previous window by what the last minute still covers of it', () => {
    const { actual, expected } = playTable(
      make('corrected', 10, 60 * SECOND),
      `
      time        before              ask  verdict  after               retry
      0           0                   9    allow    9                   -
      60          9                   1    allow    10                  -          · at the edge all nine count
      60          10                  1    deny     10                  6.666667
      66.666666   9+0.000006/60       1    deny     9+0.000006/60       0.000001
      66.666667   9-0.000003/60       1    allow    10-0.000003/60      -
      75          8.75                8    deny     8.75                45         · room when the nine are gone, at 120
      75          8.75                9    deny     8.75                75         · these two have to lose half as well
      75          8.75                10   deny     8.75                105        · and here all their weight
      119.999999  2+0.000009/60       8    deny     2+0.000009/60       0.000001
      120         2                   8    allow    10                  -          · no jump: two count as two
      120         10                  10   deny     10                  120
      150         9                   11   large    9                   never
      180         8                   2    allow    10                  -
      239.999999  2+0.000008/60       8    deny     2+0.000008/60       0.000001
      400         0                   10   allow    10                  -          · a window passed over in silence
      420         10                  1    deny     10                  6
      426         9                   1    allow    10                  -          · exactly one has gone
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('with n = 1 serves every other window', () => {
    const { actual, expected } = playTable(
      make('corrected', 1, 10 * SECOND),
      `
      time       before         ask  verdict  after          retry
      9          0              1    allow    1              -
      9          1              1    deny     1              11        · any weight at all is too much
      19.999999  0.000001/10    1    deny     0.000001/10    0.000001
      20         0              1    allow    1              -
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('counts what steps back in time at the beginning of its window', () => {
    const { actual, expected } = playTable(
      make('corrected', 10, 60 * SECOND),
      `
      time  before  ask  verdict  after  retry
      30    0       9    allow    9      -
      70    7.5     3    deny     7.5    3.333334
      50    9       1    allow    10     -          · all nine count, and no more
      50    10      1    deny     10     16.666667
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('falls straight to the end of its window, and from there by what that counted', () => {
    const { limiter, params } = make('corrected', 10, 60 * SECOND);
    const state = limiter.init(params);
    expect(limiter.nextBreakpoint(state, params, 5 * SECOND)).toBe(NEVER);
    limiter.decide(state, params, 5 * SECOND, 4);
    expect(limiter.nextBreakpoint(state, params, 5 * SECOND)).toBe(60 * SECOND);
    expect(limiter.nextBreakpoint(state, params, 60 * SECOND)).toBe(120 * SECOND);
    expect(limiter.level(state, params, 60 * SECOND)).toBe(4);
    expect(limiter.level(state, params, 75 * SECOND)).toBe(3);
    expect(limiter.nextBreakpoint(state, params, 120 * SECOND)).toBe(NEVER);
  });

  it('shows both windows and the elapsed share of the current one', () => {
    const { limiter, params } = make('corrected', 10, 60 * SECOND);
    const state = limiter.init(params);
    limiter.decide(state, params, 30 * SECOND, 9);
    limiter.decide(state, params, 70 * SECOND, 1);
    const [from, to] = [60 * SECOND, 120 * SECOND];
    const shown = { kind: 'weighted', previous: 9, current: 1, elapsedShare: 0.25, n: 10, from, to };
    expect(limiter.picture(state, params, 75 * SECOND)).toEqual(shown);
    expect(limiter.explain(state, params, 75 * SECOND, 4)).toMatchObject({
      evaluatedCondition: '6.75 + 1 + 4 ≤ 10',
      holds: false,
      countedSpan: [0, 120 * SECOND],
    });
    expect(limiter.windowLength?.(params)).toBe(60 * SECOND);
  });

  it('reaches its bound: n late in a window, and all that their lost weight leaves', () => {
    const T = 60 * SECOND;
    expect(crowds('corrected', 10, T, [T - 1, 2 * T - 2])).toEqual([10, 9]);
    expect(crowds('corrected', 10, T, [T - 1, T + 6 * SECOND])).toEqual([10, 1]);
    const bound = (length: number) => make('corrected', 10, T).limiter.bound(make('corrected', 10, T).params, length);
    expect([1, 2, 6 * SECOND + 1, 6 * SECOND + 2, T, T + 1, T + 2].map(bound)).toEqual([10, 10, 10, 11, 19, 19, 20]);
  });
});

describe('published', () => {
  it('counts every request, and cuts the sum with it to a whole number', () => {
    const { actual, expected } = playTable(
      make('published', 10, 60 * SECOND),
      `
      time      before       ask  verdict  after        retry
      0         0            9    allow    9            -
      60        9            1    allow    10           -
      63        9.55         1    allow    10.55        -       · cut to 10
      66        10.1         1    deny     11.1         7.334   · counted all the same
      69        10.65        1    deny     11.65        11.001  · at 80 s it would be 11, and a tick later 10.99
      72        11.2         1    deny     12.2         14.667
      75        11.75        1    deny     12.75        18.334  · 9 · 0.75 + 5, and 14.75 in the source
      75        12.75        5    deny     17.75        72.273  · beyond the edge: these eleven have to lose weight
      75.0009   17.75        11   large    17.75        never   · the clock still says 75.000
      147.272   6+0.008/60   5    deny     11+0.008/60  27.274
      174.546   5+59.994/60  5    allow    10+59.994/60 -
      `,
    );
    expect(actual).toEqual(expected);
  });

  it('never again admits a client that keeps sending n + 1 per T', () => {
    const { limiter, params } = make('published', 10, SECOND);
    const state = limiter.init(params);
    // Eleven in each window: what of the last ones loses its weight has come again by then.
    const verdicts = Array.from({ length: 11_000 }, (_, i) => {
      return limiter.decide(state, params, Math.floor((i * SECOND) / 11), 1);
    });
    expect(verdicts.filter((verdict) => verdict === ALLOW)).toHaveLength(10);
    expect(limiter.level(state, params, 1000 * SECOND)).toBe(11);
  });

  it('falls in steps of a millisecond while a previous window weighs', () => {
    const { limiter, params } = make('published', 7, 333_333);
    const state = limiter.init(params);
    limiter.decide(state, params, 1500, 6);
    // The clock shows 333 ms up to 333.999 ms, and the window ends by it at 334 ms, 0.667 ms late.
    expect(limiter.nextBreakpoint(state, params, 1500)).toBe(334_000);
    expect(limiter.level(state, params, 333_999)).toBe(6);
    expect(limiter.level(state, params, 334_000)).toBeCloseTo((6 * (333_333 - 667)) / 333_333, 12);
    expect(limiter.nextBreakpoint(state, params, 334_000)).toBe(335_000);
    expect(limiter.nextBreakpoint(state, params, 666_999)).toBe(667_000);
    expect(limiter.nextBreakpoint(state, params, 667_000)).toBe(NEVER);
  });

  it('reports which requests it counted: denied ones too, by its clock', () => {
    const { limiter, params } = make('published', 10, 333_333);
    const state = limiter.init(params);
    limiter.decide(state, params, 0, 9);
    expect(limiter.explain(state, params, 350_999, 3)).toMatchObject({
      // 9 · (1 − 16,667/333,333) = 8.55
      evaluatedCondition: '⌊8.55 + 3⌋ ≤ 10',
      countsDenied: true,
      countedSpan: [0, 667_000],
      executedLines: [1, 2, 4],
    });
  });

  it('does not speak of a previous window where there was none', () => {
    const { limiter, params } = make('corrected', 10, 60 * SECOND);
    expect(limiter.explain(limiter.init(params), params, SECOND, 1).sentence).toBe(
      'Nothing of a previous window counts, and this one has counted 0; with the request that is 1, within the limit of 10.',
    );
  });

  it('prints a truncated sum with enough decimals to show the truncation', () => {
    const { limiter, params } = make('published', 10, 60 * SECOND);
    const state = limiter.init(params);
    limiter.decide(state, params, 0, 9);
    // 9 · 59.999/60 = 8.99985
    expect(limiter.explain(state, params, 60_001_000, 1)).toMatchObject({
      evaluatedCondition: '⌊8.9999 + 1⌋ ≤ 10',
      sentence: expect.stringContaining('8.9999 still count') as unknown,
    });
    expect(limiter.explain(state, params, 60_001_000, 1).sentence).toContain(
      'that is 9.9999, truncated to 9: within the limit of 10.',
    );
  });

  it('reaches its bound: twice n within T', () => {
    const T = 60 * SECOND;
    expect(crowds('published', 10, T, [T - 1])).toEqual([10]);
    const { limiter, params } = make('published', 10, T);
    const state = limiter.init(params);
    const ask = (at: number) => limiter.decide(state, params, at, 1);
    const verdicts = [...Array<number>(10).fill(T - 1), ...Array<number>(10).fill(2 * T - 1000)].map(ask);
    expect(verdicts).toEqual(Array(20).fill(ALLOW));
    expect([1, 2, 1001, 1002, T].map((length) => limiter.bound(params, length))).toEqual([10, 10, 10, 11, 20]);
  });

  it('reaches its bound where a window ends within a millisecond', () => {
    const { limiter, params } = make('published', 10, 333_333);
    const state = limiter.init(params);
    // By the clock the first window ends at 334 ms, and then a bit of the next is gone at once.
    const verdicts = [...Array<number>(10).fill(333_999), 334_000].map((at) => limiter.decide(state, params, at, 1));
    expect(verdicts).toEqual(Array(11).fill(ALLOW));
    expect(limiter.bound(params, 2)).toBe(11);
  });
});

describe.each(['corrected', 'published'] as const)('%s', (edition) => {
  it.each(POLICIES)('the estimate never rises by itself, nor jumps at an edge: $n per $T µs', ({ n, T }) => {
    const { limiter, params } = make(edition, n, T);
    const request = fc.record({ gap: fc.integer({ min: 0, max: T }), cost: fc.integer({ min: 1, max: n }) });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 30 }), fc.array(fc.integer({ min: 0, max: T })), (traffic, looks) => {
        const state = limiter.init(params);
        let now = 0;
        for (const { gap, cost } of traffic) limiter.decide(state, params, (now += gap), cost);
        let level = limiter.level(state, params, now);
        const edge = (Math.floor(now / T) + 1) * T;
        const instants = [edge - 1, edge, edge + 1, ...looks.map((later) => now + 2 * later)].filter((at) => at >= now);
        for (const at of instants.sort((a, b) => a - b)) {
          const next = limiter.level(state, params, at);
          expect(next).toBeLessThanOrEqual(level * (1 + 1e-12));
          level = next;
        }
        // A microsecond, or a millisecond of the published clock, takes its share of the counts and no more.
        const [before, after] = [limiter.level(state, params, edge - 1), limiter.level(state, params, edge)];
        const most = Math.max(state['previous'] as number, state['current'] as number);
        expect(before - after).toBeLessThanOrEqual(((edition === 'published' ? 1000 : 1) * most) / T + 1e-9);
      }),
      { seed: 20_260_105, numRuns: 40 },
    );
  });

  it('is exact where n·T is far past 2^53', () => {
    // A million in thirty days. After a million, k more pass when the previous window weighs a million − k at most.
    const [n, T] = [1_000_000, 30 * DAY];
    const { limiter, params } = make(edition, n, T);
    const state = limiter.init(params);
    limiter.decide(state, params, 0, n);
    for (const k of [1, 2, 3, 333_333, 999_999]) {
      const fresh = cloneState(state);
      limiter.decide(fresh, params, T, n);
      const still = edition === 'published' ? cloneState(state) : fresh;
      const wait = limiter.retryAfter(still, params, T, k);
      // ⌊or not⌋ n·left/T ≤ n − k, in whole numbers.
      const weighs = (left: bigint) => {
        const product = BigInt(n) * left;
        return edition === 'published' ? product / BigInt(T) : (product + BigInt(T) - 1n) / BigInt(T);
      };
      expect(weighs(BigInt(T - wait)) <= BigInt(n - k)).toBe(true);
      expect(weighs(BigInt(T - wait) + BigInt(params['clock'] as number)) <= BigInt(n - k)).toBe(false);
      expect(limiter.decide(cloneState(still), params, T + wait - 1, k)).toBe(DENY);
      expect(limiter.decide(cloneState(still), params, T + wait, k)).toBe(ALLOW);
    }
  });
});
