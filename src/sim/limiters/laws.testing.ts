/**
 * For tests only: the laws that every limiter obeys, and the traffic that they are tried with. An edition that breaks one
 * under a particular setting or traffic declares it, and `counterexamples.testing.ts` must show the breach; with
 * everything tried here it keeps the law like the others.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, MILLISECOND, NEVER, SECOND, type Instant } from '../time.ts';
import { cloneState, type Explanation, type Limiter, type KeyState } from './limiter.ts';
import { ALLOW, DELAY, DENY_TOO_LARGE, outcomeOf } from '../verdict.ts';
import { casesOf, maxTestCost, POLICIES, type Case } from './testing.ts';

export const SEED = 20_260_102;

/** A request: how it follows the one before, and what it costs. Both are turned into numbers by the policy. */
export interface Step {
  readonly gap: 'same' | 'micro' | 'fraction' | 'interval' | 'window' | 'edge' | 'milli' | 'second' | 'silence';
  readonly by: number;
  readonly cost: 'one' | 'two' | 'most' | 'above' | number;
}

const GAPS = [
  'same',
  'same',
  'same',
  'micro',
  'fraction',
  'interval',
  'interval',
  'window',
  'edge',
  'milli',
  'second',
  'silence',
] as const;
export const step: fc.Arbitrary<Step> = fc.record({
  gap: fc.constantFrom(...GAPS),
  by: fc.integer({ min: -1, max: 5 }),
  cost: fc.oneof(
    { weight: 6, arbitrary: fc.constant('one' as const) },
    { weight: 1, arbitrary: fc.constantFrom('two' as const, 'most' as const, 'above' as const) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }) },
  ),
});
const traffic = fc.array(step, { minLength: 1, maxLength: 40 });

/** `1 tokens`, `10-th`, and the apostrophe of a typewriter. */
const MISPRINTS =
  /(?<![\d.,−])1 (?:permits|tokens|requests|drops|entries|places|tries|slices)\b|\d-(?:st|nd|rd|th)\b|'/;

export interface Request {
  readonly at: Instant;
  readonly cost: number;
}

/** Requests in order of time: bursts, edges, exact multiples of T/n, each give or take a microsecond, and silences. */
export function requestsOf(steps: readonly Step[], testCase: Case): Request[] {
  const { n, T } = testCase.config.policy;
  const most = maxTestCost(testCase);
  let now = 0;
  return steps.map(({ gap, by, cost }) => {
    const tick = (unit: number) => (Math.floor(now / unit) + 1) * unit + by;
    const next = {
      same: now,
      micro: now + Math.max(1, by),
      fraction: now + Math.floor(((by + 2) * T) / n / 7),
      interval: now + Math.round(((1 + (by % 3)) * T) / n) + Math.sign(by - 2),
      window: now + T + Math.sign(by - 2),
      edge: tick(T),
      milli: tick(MILLISECOND),
      second: tick(SECOND),
      silence: now + 3 * T + by * SECOND,
    }[gap];
    now = Math.max(now, next);
    const costs = { one: 1, two: 2, most, above: most + 1 };
    return { at: now, cost: typeof cost === 'number' ? cost : costs[cost] };
  });
}

/** Runs a law over traffics, handing it every request with the state before it; then the request is decided. */
function overTraffic(
  testCase: Case,
  law: (state: KeyState, request: Request) => void,
  after: (state: KeyState, request: Request, verdict: number) => void = () => undefined,
): void {
  const { limiter, params } = testCase;
  fc.assert(
    fc.property(traffic, (steps) => {
      const state = limiter.init(params);
      for (const request of requestsOf(steps, testCase)) {
        law(state, request);
        const verdict = limiter.decide(state, params, request.at, request.cost);
        after(state, request, verdict);
      }
    }),
    { seed: SEED, numRuns: 8 },
  );
}

/** A request's wait as decided: 0 for one admitted at once. */
const waitOf = (state: KeyState, verdict: number) => (verdict === DELAY ? (state['wait'] as number) : 0);

const admits = ({ limiter, params }: Case, state: KeyState, { at, cost }: Request) =>
  outcomeOf(limiter.decide(cloneState(state), params, at, cost)) !== 'deny';

/** What is wrong with the retry-after time of a denial; empty when it is exact to the microsecond. */
function brokenPromise(testCase: Case, state: KeyState, { at, cost }: Request): string {
  const { limiter, params, config } = testCase;
  const wait = limiter.retryAfter(state, params, at, cost);
  if (wait === NEVER) {
    const { T } = config.policy;
    const far = [0, 1, T, 2 * T + SECOND, 90 * DAY].find((later) => admits(testCase, state, { at: at + later, cost }));
    return far === undefined ? '' : `never, but admitted after ${far}`;
  }
  if (!(Number.isInteger(wait) && wait >= 0)) return `a wait of ${wait}`;
  if (wait > 0 && admits(testCase, state, { at: at + wait - 1, cost })) return `admitted before ${wait}`;
  return admits(testCase, state, { at: at + wait, cost }) ? '' : `still refused after ${wait}`;
}

/** All numbers of a state. */
function numbersIn(state: KeyState): number[] {
  return Object.values(state).flatMap((value) => {
    if (typeof value === 'number') return value;
    return 'byteLength' in value ? Array.from(value) : value.flatMap(numbersIn);
  });
}

/** The largest number of instants within any [t, t + length). */
function mostWithin(instants: readonly Instant[], length: number): number {
  let most = 0;
  let first = 0;
  for (const [last, at] of instants.entries()) {
    while ((instants[first] as Instant) <= at - length) first++;
    most = Math.max(most, last + 1 - first);
  }
  return most;
}

/**
 * `1,200.5 + 1 ≤ 10` worked out exactly as printed, also with differences, `⌊ ⌋` around a side, and `and` between two
 * comparisons; undefined where words stand in for a number.
 */
function readAloud(numbers: string): boolean | undefined {
  if (numbers.includes('just')) return undefined;
  return numbers.split(' and ').every(holdsAsPrinted);
}

function holdsAsPrinted(numbers: string): boolean {
  const sides = /^(.*) ([≤≥<>=]) (.*)$/.exec(numbers);
  if (sides === null) throw new Error(`no comparison: ${numbers}`);
  const one = 10n ** 18n;
  const sum = (side: string): bigint => {
    const floored = /^⌊(.*)⌋$/.exec(side)?.[1];
    if (floored !== undefined) return (sum(floored) / one) * one;
    return side
      .replaceAll(' − ', ' + −')
      .split(' + ')
      .reduce((total, term) => {
        const [, sign, whole = '', fraction = ''] = /^(−?)([\d,]+)(?:\.(\d+))?$/.exec(term) ?? [];
        const value = BigInt(whole.replaceAll(',', '') + fraction.padEnd(18, '0'));
        return total + (sign === '' ? value : -value);
      }, 0n);
  };
  const [left, right] = [sum(sides[1] as string), sum(sides[3] as string)];
  const holds = { '≤': left <= right, '≥': left >= right, '<': left < right, '>': left > right, '=': left === right };
  return holds[sides[2] as keyof typeof holds];
}

/** Every law, for every limiter in all its editions, options and policies. */
export function describeLaws(limiters: readonly Limiter[], policies = POLICIES): void {
  const cases = limiters.flatMap((limiter) =>
    casesOf(limiter, policies).map((testCase) => [testCase.name, testCase] as const),
  );
  describe.each(cases)('%s', (_, testCase) => {
    testLaws(testCase);
  });
}

function testLaws(testCase: Case): void {
  const { limiter, params, config } = testCase;
  const { n, T, capacity } = config.policy;

  it('is unchanged by queries, and a clone continues identically', () => {
    overTraffic(testCase, (state, { at, cost }) => {
      const before = cloneState(state);
      limiter.level(state, params, at);
      limiter.nextBreakpoint(state, params, at);
      limiter.retryAfter(state, params, at, cost);
      limiter.explain(state, params, at, cost);
      limiter.readouts(state, params, at);
      limiter.picture(state, params, at);
      expect(state).toEqual(before);

      const untouched = cloneState(state);
      const verdict = limiter.decide(before, params, at, cost);
      expect(state).toEqual(untouched);
      expect(limiter.decide(untouched, params, at, cost)).toBe(verdict);
      expect(untouched).toEqual(before);
    });
  });

  it('explains what it decides, in numbers that are true as printed', () => {
    overTraffic(testCase, (state, { at, cost }) => {
      const explanation: Explanation = limiter.explain(state, params, at, cost);
      const verdict = limiter.decide(cloneState(state), params, at, cost);
      expect(explanation.verdict).toBe(verdict);
      expect(explanation.holds).toBe(outcomeOf(verdict) !== 'deny');
      expect([explanation.evaluatedCondition, readAloud(explanation.evaluatedCondition) ?? explanation.holds]).toEqual([
        explanation.evaluatedCondition,
        explanation.holds,
      ]);
      expect(explanation.executedLines.length).toBeGreaterThan(0);
      for (const line of explanation.executedLines) expect(explanation.code[line]).toBeTypeOf('string');
      expect(explanation.code.at(explanation.executedLines.at(-1) as number)).toMatch(
        explanation.holds ? /allow/ : /deny/,
      );
      expect(`${explanation.sentence} ${explanation.evaluatedCondition}`).not.toMatch(/NaN|Infinity|undefined/);
      expect(explanation.sentence).not.toMatch(MISPRINTS);
      expect(limiter.readouts(state, params, at).join()).not.toMatch(/NaN|Infinity|undefined/);
      expect(limiter.reasons[verdict]).not.toBe('');
    });
  });

  it('has exact retry-after times: refused until then, admitted then', () => {
    overTraffic(
      testCase,
      () => undefined,
      (state, request, verdict) => {
        expect(outcomeOf(verdict) === 'deny' ? brokenPromise(testCase, state, request) : '').toBe('');
      },
    );
  });

  it('has a retry-after time of 0 exactly for what it would admit', () => {
    overTraffic(testCase, (state, { at, cost }) => {
      expect(limiter.retryAfter(state, params, at, cost) === 0).toBe(admits(testCase, state, { at, cost }));
    });
  });

  it('stays within its bound', () => {
    const lengths = [1, 2, Math.floor(T / n), T - 1, T, T + 1, T + MILLISECOND, 2 * T, Math.floor(3.5 * T)];
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const state = limiter.init(params);
        const admitted: Instant[] = [];
        // A crowd at each instant, larger than what any of them lets in at once.
        for (const { at } of requestsOf(steps, testCase)) {
          for (let i = 0; i < 2 * (n + capacity); i++) {
            const verdict = limiter.decide(state, params, at, 1);
            if (outcomeOf(verdict) !== 'deny') admitted.push(at + waitOf(state, verdict));
          }
        }
        admitted.sort((a, b) => a - b);
        for (const length of lengths) {
          expect(mostWithin(admitted, length)).toBeLessThanOrEqual(limiter.bound(params, length));
        }
      }),
      { seed: SEED, numRuns: 12 },
    );
    expect(limiter.bound(params, 0)).toBe(0);
    // Some never admit anything (exponential, n = 1).
    const least = limiter.retryAfter(limiter.init(params), params, 0, 1) === NEVER ? 0 : 1;
    for (const length of lengths) expect(limiter.bound(params, length)).toBeGreaterThanOrEqual(least);
  });

  const claimsAnyCost = limiter.traits.boundsAnyCost === true && testCase.config.edition === 'corrected';
  it.each(claimsAnyCost ? ['any cost'] : [])('stays within its bound for requests of %s', () => {
    const most = maxTestCost(testCase);
    const lengths = [1, Math.floor(T / n), T - 1, T, T + MILLISECOND, 2 * T];
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.infiniteStream(fc.nat()), (steps, draws) => {
        const state = limiter.init(params);
        const admitted: { at: Instant; cost: number }[] = [];
        for (const { at } of requestsOf(steps, testCase)) {
          for (let i = 0; i < 2 * (n + capacity); i++) {
            const cost = 1 + ((draws.next().value as number) % Math.min(most, 9));
            const verdict = limiter.decide(state, params, at, cost);
            if (outcomeOf(verdict) !== 'deny') admitted.push({ at: at + waitOf(state, verdict), cost });
          }
        }
        const permits = admitted.sort((a, b) => a.at - b.at).flatMap(({ at, cost }) => Array<Instant>(cost).fill(at));
        for (const length of lengths) {
          expect(mostWithin(permits, length)).toBeLessThanOrEqual(limiter.bound(params, length));
        }
      }),
      { seed: SEED, numRuns: 12 },
    );
  });

  it('survives time that stands still or steps back', () => {
    fc.assert(
      fc.property(traffic, fc.array(fc.integer({ min: 0, max: 39 }), { maxLength: 60 }), (steps, order) => {
        const requests = requestsOf(steps, testCase);
        const state = limiter.init(params);
        for (const index of order) {
          const { at, cost } = requests[index % requests.length] as Request;
          expect(limiter.reasons[limiter.decide(state, params, at, cost)]).toMatch(/./);
          expect(Number.isFinite(limiter.level(state, params, at))).toBe(true);
          expect(limiter.retryAfter(state, params, at, cost)).toBeGreaterThanOrEqual(0);
          expect(limiter.nextBreakpoint(state, params, at)).toBeGreaterThan(at);
          limiter.explain(state, params, at, cost);
          limiter.readouts(state, params, at);
          limiter.picture(state, params, at);
          expect(numbersIn(state)).not.toContain(NaN);
        }
      }),
      { seed: SEED, numRuns: 8 },
    );
  });

  it('gains nothing from time that goes back and forth, and keeps its retry-after times', () => {
    const span = Math.max(1, Math.floor(T / 3));
    fc.assert(
      fc.property(traffic, fc.integer({ min: 2, max: 12 }), (steps, turns) => {
        const state = limiter.init(params);
        const requests = requestsOf(steps, testCase);
        const start = (requests.at(-1) as Request).at;
        let admitted = 0;
        for (let i = 0; i < 2 * turns; i++) {
          const at = start + (i % 2 === 0 ? 0 : span);
          for (let j = 0; j < n + capacity + 1; j++) {
            const verdict = limiter.decide(state, params, at, 1);
            if (outcomeOf(verdict) !== 'deny' && at + waitOf(state, verdict) <= start + span) admitted++;
          }
        }
        expect(admitted).toBeLessThanOrEqual(limiter.bound(params, span + 1));
        // Shuffled instants, then the latest once more, until it is refused.
        for (const { at } of [...requests].reverse()) limiter.decide(state, params, at, 1);
        for (let i = 0; i < 3; i++) limiter.decide(state, params, start + span - i * Math.floor(span / 2), 1);
        let verdict = ALLOW;
        // A limiter that never refuses has no retry-after time.
        for (let tries = 0; outcomeOf(verdict) !== 'deny' && tries < 10 * (n + capacity); tries++) {
          verdict = limiter.decide(state, params, start + span, 1);
        }
        if (limiter.outcomes.includes('deny')) {
          expect(brokenPromise(testCase, state, { at: start + span, cost: 1 })).toBe('');
        }
      }),
      { seed: SEED, numRuns: 8 },
    );
  });

  it('refuses first what costs more than it can ever hold, and changes nothing unless it says so', () => {
    const most = limiter.maxCost(params);
    if (most === Infinity) return;
    overTraffic(testCase, (state, { at }) => {
      const before = cloneState(state);
      expect(limiter.decide(state, params, at, most + 1)).toBe(DENY_TOO_LARGE);
      if (limiter.countsTooLarge !== true) expect(state).toEqual(before);
      expect(limiter.retryAfter(state, params, at, most + 1)).toBe(NEVER);
      expect(limiter.explain(state, params, at, most + 1)).toMatchObject({ verdict: DENY_TOO_LARGE, holds: false });
    });
  });

  it('lets any other cost through, sooner or later', () => {
    const { neverGivesTheLast, staysCold } = limiter.traits;
    if (staysCold && Object.entries(staysCold).every(([id, value]) => config.options[id] === value)) return;
    const most = neverGivesTheLast ? limiter.maxCost(params) - 1 : maxTestCost(testCase);
    const idle = limiter.init(params);
    if (most > 0)
      expect(
        limiter.retryAfter(idle, params, 0, most),
        'what maxCost allows is admitted in the end; if its comparison is strict, its traits say neverGivesTheLast',
      ).toBeLessThan(NEVER);
    for (let cost = most + 1; cost <= limiter.maxCost(params) && cost <= maxTestCost(testCase); cost++) {
      expect(limiter.retryAfter(idle, params, 0, cost)).toBe(NEVER);
    }
  });

  it('has a level that is straight from one breakpoint to the next, within its gauge', () => {
    const low = limiter.gauge.low(params);
    overTraffic(
      testCase,
      () => undefined,
      (state, { at }) => {
        let now = at;
        for (let steps = 0; steps < 6; steps++) {
          const level = limiter.level(state, params, now);
          expect(level).toBeGreaterThanOrEqual(low - 1e-9);
          const next = limiter.nextBreakpoint(state, params, now);
          expect(next).toBeGreaterThan(now);
          const last = Math.min(next - 1, now + 10 * T);
          const middle = now + Math.floor((last - now) / 2);
          const end = limiter.level(state, params, last);
          const straight = last === now ? level : level + ((end - level) * (middle - now)) / (last - now);
          const near = (limiter.curved === true ? 1e-3 : 1e-9) * Math.max(1, Math.abs(level));
          expect(Math.abs(limiter.level(state, params, middle) - straight)).toBeLessThan(near);
          if (limiter.secondaryGauge !== undefined) {
            const { secondaryGauge } = limiter;
            const [one, other] = [secondaryGauge.level(state, params, now), secondaryGauge.level(state, params, last)];
            const between = last === now ? one : one + ((other - one) * (middle - now)) / (last - now);
            expect(Math.abs(secondaryGauge.level(state, params, middle) - between)).toBeLessThan(
              1e-9 * Math.max(1, Math.abs(one)),
            );
          }
          if (next === NEVER) break;
          now = next;
        }
      },
    );
  });
}

/** Why? prints a rule above the same rule with its numbers: one for each name, joined by the same signs. */
export function describeEvaluatedConditions(limiters: readonly Limiter[], policies = POLICIES): void {
  /** The signs in order, `≤ +` in `14.333 ≤ 2.5 + 10`. What is in brackets is one number. */
  const signsOf = (condition: string): string =>
    condition
      .replace(/\([^)]*\)/g, '')
      .split(' ')
      .filter((word) => /^([+−≤≥<>=]|and)$/.test(word))
      .join(' ');
  const cases = limiters.flatMap((limiter) => casesOf(limiter, policies));
  it.each(cases.map((each) => [each.name, each] as const))('a rule has a number for each name: %s', (_, each) => {
    const { limiter, params } = each;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const state = limiter.init(params);
        for (const { at, cost } of requestsOf(steps, each)) {
          const { condition, evaluatedCondition } = limiter.explain(state, params, at, cost);
          expect(`${evaluatedCondition}: ${signsOf(evaluatedCondition)}`).toBe(
            `${evaluatedCondition}: ${signsOf(condition)}`,
          );
          limiter.decide(state, params, at, cost);
        }
      }),
      { seed: SEED, numRuns: 8 },
    );
  });
}
