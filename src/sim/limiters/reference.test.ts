/** Every rule against `reference.ts`: the same verdicts, levels and waits over long random traffic. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextBelow, makeStream, nextFloat, type RandomStream } from '../random.ts';
import { DAY, MILLISECOND, NEVER, SECOND } from '../time.ts';
import { cooldownScore } from './cooldownScore.ts';
import { catalogue } from './index.ts';
import { ALLOW, DELAY, DENY, DENY_TOO_LARGE } from '../verdict.ts';
import { referenceLimiters, searchWait } from './reference.ts';
import { caseOf, casesOf, maxTestCost, POLICIES, type Case } from './testing.ts';
import { everyRule } from '../systems/everyRule.testing.ts';

const DECISIONS = 1_500;

/** A whole number in [0, range), also past 2^32. */
function within(random: RandomStream, range: number): number {
  return Math.floor(nextFloat(random) * range);
}

/** An instant after `now`: a moment, a clock's tick, a multiple of T/n or T, give or take a microsecond, or a silence. */
function later(random: RandomStream, now: number, { config }: Case): number {
  const { n, T } = config.policy;
  const tick = (unit: number) => (Math.floor(now / unit) + 1 + nextBelow(random, 2)) * unit;
  const nudge = nextBelow(random, 3) - 1;
  switch (nextBelow(random, 12)) {
    case 0:
    case 1:
    case 2:
      return now;
    case 3:
      return now + 1;
    case 4:
      return now + within(random, T / n);
    case 5:
    case 6:
      return now + Math.max(0, Math.round(((1 + nextBelow(random, 3)) * T) / n) + nudge);
    case 7:
      return now + within(random, T);
    case 8:
      return Math.max(now, tick(T) + nudge);
    case 9:
      return Math.max(now, tick(nextBelow(random, 2) === 0 ? MILLISECOND : SECOND) + nudge);
    case 10:
      return now + T + nudge;
    default:
      return nextBelow(random, 10) === 0 ? now + 2 * T + nextBelow(random, 1000) : now + nextBelow(random, 3);
  }
}

function costIn(random: RandomStream, most: number): number {
  const draw = nextBelow(random, 10);
  return draw < 7 ? 1 : draw === 7 ? 1 + nextBelow(random, most) : draw === 8 ? 2 : most + nextBelow(random, 2);
}

interface Comparison {
  /** What the two said differently, the first few. */
  readonly differences: readonly string[];
  readonly admitted: number;
  readonly denied: number;
  /** Denials that no wait helps, of costs that could fit. */
  readonly never: number;
}

/** Plays the same traffic to a limiter and its reference. */
function compare(testCase: Case, seed: number, decisions = DECISIONS): Comparison {
  const { limiter, params, config } = testCase;
  const reference = referenceLimiters[limiter.id]?.(config);
  if (reference === undefined) throw new TypeError(`${limiter.id} is not written a second time: see reference.ts`);
  const random = makeStream(seed, 0, 0);
  const state = limiter.init(params);
  const differences: string[] = [];
  let naive = reference.initial;
  let now = 0;
  let [admitted, denied, never] = [0, 0, 0];
  for (let i = 0; i < decisions && differences.length < 3; i++) {
    now = later(random, now, testCase);
    const at = BigInt(now);
    const cost = costIn(random, Math.min(Number(reference.maxCost), maxTestCost(testCase)));
    const differ = (what: string, found: unknown, expected: unknown) =>
      differences.push(
        `request ${i} at ${now} µs, cost ${cost}: ${what} ${String(found)}, by the rule ${String(expected)}`,
      );

    const tooLarge = BigInt(cost) > reference.maxCost;
    const answer = tooLarge ? { admitted: false, next: naive } : reference.decide(naive, at, BigInt(cost));
    naive = answer.next;
    const verdict = limiter.decide(state, params, now, cost);
    const wait = answer.wait ?? 0n;
    const expected = tooLarge ? DENY_TOO_LARGE : !answer.admitted ? DENY : wait > 0n ? DELAY : ALLOW;
    if (verdict !== expected) differ('verdict', verdict, expected);
    if (verdict === DELAY && state['wait'] !== Number(wait)) differ('wait', state['wait'], wait);

    for (const instant of [now, now + within(random, (2 * config.policy.T) / config.policy.n)]) {
      const level = limiter.level(state, params, instant);
      const exact = reference.level(naive, BigInt(instant));
      if (!(Math.abs(level - exact) <= 1e-9 * Math.max(1, Math.abs(exact))))
        differ(`level at ${instant}`, level, exact);
    }

    if (answer.admitted) admitted++;
    else denied++;
    // The search takes its time: all of the first waits, then some.
    if (!answer.admitted && (denied < 400 || i % 16 === 0)) {
      const promised = limiter.retryAfter(state, params, now, cost);
      const exact = searchWait(reference, naive, at, BigInt(cost));
      if (exact === null && !tooLarge) never++;
      if (promised !== (exact === null ? NEVER : Number(exact))) differ('retry after', promised, exact);
    }
  }
  return { differences, admitted, denied, never };
}

it('has a second implementation of every limiter, and of nothing else', () => {
  expect(Object.keys(referenceLimiters).sort(), 'a limiter is written a second time in a *.reference.ts').toEqual(
    everyRule.map(({ id }) => id).sort(),
  );
});

it('has a table of the decisions of every limiter of the catalogue', () => {
  const fileOf = (id: string) => `${id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}.test.ts`;
  const isThere = (file: string) => existsSync(join(import.meta.dirname, file));
  const missing = catalogue.map(({ id }) => fileOf(id)).filter((file) => !isThere(file));
  expect(missing, 'a limiter’s readable table is in a test beside it, named after its id').toEqual([]);
});

describe.each(everyRule)('$id decides as its sentence says', (limiter) => {
  it.each(casesOf(limiter).map((testCase) => [testCase.name, testCase] as const))('%s', (_, testCase) => {
    const { differences, admitted, denied } = compare(testCase, 20_260_101);
    expect(differences).toEqual([]);
    // A traffic that never gets through, or always, would prove little. But some let nothing in, ever (exponential, n = 1),
    // and a queue without an end refuses nothing.
    const admits = limiter.retryAfter(limiter.init(testCase.params), testCase.params, 0, 1) < NEVER;
    if (admits) expect(admitted).toBeGreaterThan(DECISIONS / 50);
    // Guava's counts in seconds: at thousands of permits a second it stores or waits for more than is asked for here.
    const { options, policy } = testCase.config;
    const refuses = options['mode'] === undefined || (options['mode'] === 'tryAcquire' && policy.T > MILLISECOND);
    // Nor does one that claims no bound: the published gate, whose interval is cut to 0.
    if (refuses && limiter.bound(testCase.params, 1) < Infinity) expect(denied).toBeGreaterThan(DECISIONS / 50);
  });
});

describe('cooldown-score with a calendar', () => {
  // Around the turn of the 32-bit clock, around its 0, and far from both.
  const INT32 = 2_147_483_648;
  const epochs = [
    1_700_000_000.25,
    INT32 - 1,
    INT32 - 100,
    INT32 - 5000.5,
    2 * INT32 - 60,
    2 * INT32 - 7,
    3 * INT32 - 30,
    -30,
  ];
  // 13 per 1.000003 s is 13 million ticks a second: past 2^53 across the turn, and refused.
  const policies = POLICIES.filter(({ n, T }) => T < DAY && n !== 13);
  const cases = epochs.flatMap((epoch) =>
    policies.map((policy) => caseOf(cooldownScore, { edition: 'published', policy, epoch, horizon: 40 * DAY })),
  );

  it.each(cases.map((testCase) => [testCase.name, testCase] as const))('%s', (_, testCase) => {
    const { differences, admitted } = compare(testCase, 7, 400);
    expect(differences).toEqual([]);
    expect(admitted).toBeGreaterThan(0);
  });

  it('meets denials that no wait helps', () => {
    const hopeless = cases.filter((testCase) => compare(testCase, 7, 400).never > 0);
    expect(hopeless.length).toBeGreaterThan(3);
  });
});
