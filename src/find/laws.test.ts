/** Every limiter and system against the laws that it claims, and planted defects against those that they break. */
import { describe, expect, it } from 'vitest';
import { everyNth, thorough } from '../thorough.ts';
import { nextBelow, type SchemePlan } from '../sim/engine.ts';
import {
  knownLimiters,
  limiterById,
  loadSystems,
  makeStream,
  MILLISECOND,
  scenarioOf,
  schemes,
  SECOND,
  type Limiter,
} from '../sim/index.ts';
import { UnsupportedPolicyError, type Limiter as AnyLimiter } from '../sim/limiters/limiter.ts';
import { LAWS, notClaimed, type LawName } from './claims.ts';
import type { Contender } from './contender.ts';
import { defects, schemeDefects } from './defects.testing.ts';
import { find } from './finder.ts';
import type { FindResult } from './search.ts';
import { contenderAt, scenarioWith } from './lanes.ts';
import { laws, untried } from './laws.ts';
import { judged, lawLine, untestable, type LawVerdict } from './lawVerdict.ts';
import { differ, refuses } from './question.ts';
import { schemeContender } from './schemeContender.ts';
import { contenderById, contenderFor, policyOf } from './testing.ts';
import { foundSentence } from './words.ts';

await loadSystems();

const EFFORT = { requests: 3, tries: 150, seed: 1 };
/** To look at all that is shown takes long. */
const FEW = { ...EFFORT, requests: 2 };
const EFFORT_OF_FOUR = { ...EFFORT, requests: 4 };
const POLICIES = everyNth([policyOf(3, 60, 5), policyOf(2, 1), policyOf(1, 10)], 3);

function held(law: LawName, contender: Contender, effort = EFFORT): FindResult {
  return find(laws[law].question(contender), effort);
}

/** The sentence of what was found; empty if nothing was. */
function breach(law: LawName, contender: Contender, effort = EFFORT): string {
  const { found } = held(law, contender, effort);
  return found === null ? '' : foundSentence(found);
}

function contendersOf(limiter: Limiter): readonly Contender[] {
  return limiter.editions.flatMap((edition) =>
    POLICIES.flatMap((policy) => {
      try {
        return [contenderFor(limiter, policy, edition)];
      } catch (error) {
        if (error instanceof UnsupportedPolicyError) return [];
        throw error;
      }
    }),
  );
}

/** The user's own needs the sandbox, where its twins are tested. */
const limiters = knownLimiters().filter(({ id }) => id !== 'own');

describe.each(limiters.map((limiter, index) => [limiter.id, limiter, index] as const))('%s', (_, limiter, index) => {
  const contenders = contendersOf(limiter);
  const claiming = (law: LawName) =>
    contenders.filter((contender) => notClaimed(law, contender) === null && untried(law, contender) === null);
  // In `npm test` every limiter is held to its bound, and to every other one of the remaining laws.
  const tried = LAWS.filter((law, place) => thorough || law === 'bound' || (index + place) % 2 === 0);
  it.each(tried.filter((law) => claiming(law).length > 0))('keeps %s wherever it claims to', (law) => {
    const breaches = claiming(law).map((contender) => breach(law, contender, law === 'looking' ? FEW : EFFORT));
    expect(breaches.join('\n').trim(), 'if it is by design, src/find/claims.ts says why this is not claimed').toBe('');
  });

  it('claims to be repeatable under some policy', () => {
    expect(claiming('repeatable').length).toBeGreaterThan(0);
  });
});

describe('what is not claimed', () => {
  it('is said with its bound', () => {
    expect(notClaimed('limit', contenderById('fixed-window', policyOf(10, 60)))).toBe('up to 20 in 1 min: by design');
    expect(notClaimed('limit', contenderById('sliding-log', policyOf(10, 60)))).toBeNull();
  });

  it.each(['fixed-window', 'token-bucket', 'gcra', 'sliding-counter'])(
    'does happen: %s lets more than n through',
    (id) => {
      const contender = contenderById(id, policyOf(2, 1));
      expect(notClaimed('limit', contender)).toMatch(/by design$/);
      expect(held('limit', contender).found).not.toBeNull();
    },
  );

  it('is a published defect where the bound is broken', () => {
    const id = 'leaky-meter';
    const contender = contenderById(id, policyOf(2, 2), 'published');
    expect(notClaimed('bound', contender)).toMatch(/^a defect of the published edition: /);
    expect(notClaimed('bound', contenderById(id, policyOf(2, 2), 'corrected'))).toBeNull();
  });
});

describe('a planted defect', () => {
  const policies = [1, 2, 3].map((n) => [n, policyOf(n, 2)] as const);
  const planted = (limiter: AnyLimiter, n: number) =>
    contenderFor(limiter, (policies[n - 1] as (typeof policies)[number])[1]);

  /** Defect, the law that it breaks, and how many requests more than n show it at most. */
  const BROKEN: readonly (readonly [keyof typeof defects, LawName, number])[] = [
    ['edgeDoubling', 'bound', 1],
    ['wholeSeconds', 'bound', 1],
    ['oneTooMany', 'bound', 1],
    ['oneTooMany', 'limit', 1],
    ['clockBack', 'time', 1],
    ['looks', 'looking', 0],
    ['hidden', 'repeatable', 2],
    ['early', 'retry-after', 2],
    ['late', 'retry-after', 2],
    ['neverForgets', 'silence', 2],
    ['waitsLonger', 'silence', 2],
    ['unboundedKeys', 'memory', 1],
    ['costsOne', 'cost', 1],
  ];
  it.each(BROKEN.flatMap((row) => policies.map(([n]) => [...row, n] as const)))(
    '%s breaks %s, shown by at most n + %i requests, n = %i',
    (name, law, more, n) => {
      if (name === 'costsOne' && n === 1) return;
      const { found } = held(law, planted(defects[name], n));
      expect(found?.requests.length).toBeLessThanOrEqual(n + more);
    },
  );

  it.each([1, 2, 3])('is found beside the textbook: refusals recorded, n = %i', (n) => {
    const recorded = planted(defects.refusalsRecorded, n);
    const log = contenderById('sliding-log', recorded.policy);
    expect(find(differ(recorded, log), { ...EFFORT, requests: 5 }).found?.requests.length).toBeLessThanOrEqual(n + 2);
    const allowance = { n, T: 2 * SECOND };
    expect(find(refuses(recorded, allowance), { ...EFFORT, requests: 5 }).found).not.toBeNull();
    expect(find(refuses(log, allowance), EFFORT).found).toBeNull();
  });

  it.each([1, 2, 3])('is found beside the textbook: lost fractions, n = %i', (n) => {
    const lost = planted(defects.lostFractions, n);
    const question = differ(lost, contenderById('gcra', lost.policy));
    expect(find(question, { ...EFFORT, requests: 5 }).found?.requests.length).toBeLessThanOrEqual(n + 2);
  });

  it.each([1, 2, 3])('breaks keys where they share a state, n = %i', (n) => {
    const window = planted(limiterById('fixed-window') as Limiter, n);
    const shared: Contender = { ...window, decide: (state, _, at, cost) => window.decide(state, 0, at, cost) };
    const { found } = held('keys', shared);
    expect(found?.requests).toHaveLength(n + 1);
    expect(new Set(found?.requests.map(({ key }) => key)).size).toBe(2);
  });

  it('is said in a line', () => {
    const result = held('bound', planted(defects.oneTooMany, 2));
    expect(lawLine(judged('bound', result))).toBe(
      '✕ bound        Never more than it claims in any span: broken. ' +
        '3 requests at 0 s. Sliding log lets 3 take effect within 0.000001 s, and claims at most 2.',
    );
    expect(untestable('bound', planted(defects.oneTooMany, 2))).toBeNull();
    const slow = contenderById('sliding-log', policyOf(1, 2_592_000));
    expect(lawLine(untestable('silence', slow) as LawVerdict)).toMatch(
      /^– silence .*: not tried, it needs a silence of [\d,]+ s, too long for a run of 30 days$/,
    );
  });

  it('is not seen in a limiter that has none', () => {
    for (const law of LAWS) {
      const log = contenderById('sliding-log', policyOf(2, 2));
      expect(held(law, log, { requests: 4, tries: 400, seed: 3 }).found).toBeNull();
    }
  });

  it('of a clock in whole milliseconds is found in the published log', () => {
    const strict = (_: unknown, length: number) => 2 * Math.ceil(length / SECOND);
    const sliding = { ...(limiterById('sliding-log') as Limiter), bound: strict };
    const claimed = contenderFor(sliding, policyOf(2, 1), 'published');
    const { found } = held('bound', claimed, { requests: 4, tries: 0, seed: 1 });
    expect(found?.requests.map(({ at }) => at % MILLISECOND > 0)).toContain(true);
    expect(found?.requests).toHaveLength(3);
  });
});

describe('a silence covers what a lane counts in besides its own T', () => {
  const flat = { limiter: 'fixed-window', policy: { n: 2, T: 1 } };
  it.each([
    ['a limit of a stack', { limiter: 'stack', of: [flat, { limiter: 'sliding-log', policy: { n: 3, T: 86_400 } }] }],
    ['a block', { limiter: 'rate-limiter-flexible', options: { blockDuration: 86_400 } }],
    ['a limit’s block', { limiter: 'stack', of: [flat, { limiter: 'vsthrottle', options: { block: 86_400 } }] }],
  ])('%s', (_, lane) => {
    const contender = contenderAt(scenarioOf({ policy: { n: 2, T: 1 }, lanes: [lane] }), 0) as Contender;
    for (const law of ['silence', 'memory'] as const) {
      expect(untried(law, contender)).toBeNull();
      expect(held(law, contender, EFFORT_OF_FOUR).found).toBeNull();
    }
  });
});

describe('a distributed scheme', () => {
  const scenario = scenarioOf({
    policy: { n: 2, T: 10 },
    lanes: [
      ...schemes.map(({ id }) => ({ limiter: id })),
      { limiter: 'sliding-log' },
      { limiter: 'token-bucket' },
      { limiter: 'fixed-window' },
    ],
    cluster: { nodes: 3 },
  });
  const lane = (id: string): Contender =>
    contenderAt(
      scenario,
      scenario.lanes.findIndex(({ limiter }) => limiter === id),
    ) as Contender;

  it.each(schemes.map(({ id }) => id))('keeps on one node the laws that it claims: %s', (id) => {
    const claimed = LAWS.filter((law) => notClaimed(law, lane(id)) === null);
    expect(claimed).toEqual(['repeatable', 'keys', 'silence', 'memory', 'cost']);
    expect(claimed.map((law) => breach(law, lane(id))).join('')).toBe('');
  });

  it('that never lets a key expire keeps accumulating state, shown by two requests', () => {
    const plan = lane('redis-incr').plan as SchemePlan;
    const planted = schemeContender({ ...plan, algorithm: schemeDefects.keysWithoutExpiry });
    const { found } = held('memory', planted);
    expect(found?.requests).toHaveLength(2);
    expect(found?.evidence.fact).toMatch(/silence, Redis INCR on one node keeps 2 values; before, 1; a new one, 1$/);
  });

  it('decides on one node as its limiter, or otherwise', () => {
    const effort = { requests: 4, tries: 200, seed: 1 };
    const same = [
      ['redis-sliding-log', 'sliding-log'],
      ['redis-token-bucket', 'token-bucket'],
    ] as const;
    for (const [one, other] of same) expect(find(differ(lane(one), lane(other)), effort).found).toBeNull();
    const { found, sought } = find(differ(lane('redis-incr'), lane('fixed-window')), effort);
    expect(sought).toBe('Redis INCR on one node and Fixed window differ');
    expect(found?.requests).toHaveLength(3);
    const made = scenarioWith(scenario, found?.requests ?? [], sought, '');
    expect(made?.cluster).toMatchObject({ nodes: 1, latency: { mean: 0 } });
  });
});

describe('a real system of which each process has one', () => {
  const scenario = scenarioOf({ policy: { n: 2, T: 60 }, lanes: [{ limiter: 'golang-rate' }], cluster: { nodes: 3 } });

  it('is held against the laws of a limiter in one process', () => {
    const lane = contenderAt(scenario, 0) as Contender;
    expect([lane.plan.kind, lane.name]).toEqual(['limiter', 'Go x/time/rate']);
    for (const law of ['looking', 'retry-after', 'time'] as const) expect(notClaimed(law, lane)).toBeNull();
  });

  it('shows what was found on one node, where it was sought', () => {
    expect(scenarioWith(scenario, [{ at: 0, key: 0, cost: 1 }], 'Found', '')?.cluster).toMatchObject({ nodes: 1 });
  });
});

describe('a stack of limits', () => {
  const stackedBy = (key: 'each' | 'all') => {
    const of = [
      { limiter: 'fixed-window', policy: { n: 2, T: 10 } },
      { limiter: 'token-bucket', policy: { n: 3, T: 60 }, key },
    ];
    return scenarioOf({ lanes: [{ limiter: 'stack', of }] });
  };

  it('keeps the laws that it claims, its limits in one state', () => {
    const lane = contenderAt(stackedBy('each'), 0) as Contender;
    const claimed = LAWS.filter((law) => notClaimed(law, lane) === null && untried(law, lane) === null);
    expect(claimed).toContain('bound');
    expect(claimed.map((law) => breach(law, lane, FEW)).join('')).toBe('');
  });

  it('is told from another by the first request that only one limit refuses', () => {
    const lane = contenderAt(stackedBy('each'), 0) as Contender;
    const { found } = find(differ(lane, contenderById('fixed-window', policyOf(2, 10))), EFFORT);
    expect(found?.requests).toHaveLength(4);
  });

  it('is searched with its limit for all keys: a second key tells it from one with a limit each', () => {
    const [each, all] = (['each', 'all'] as const).map((key) => contenderAt(stackedBy(key), 0) as Contender) as [
      Contender,
      Contender,
    ];
    const { found } = find(differ(each, all), EFFORT_OF_FOUR);
    expect(found?.requests.map(({ at, key }) => [at, key])).toEqual([
      [0, 0],
      [0, 0],
      [0, 1],
      [0, 1],
    ]);
    expect(find(differ(all, all), EFFORT_OF_FOUR).found).toBeNull();
  });

  it('does not claim that keys do not touch each other where they share a limit, and they do', () => {
    const lane = contenderAt(stackedBy('all'), 0) as Contender;
    expect(notClaimed('keys', lane)).toBe('one of its limits is for all keys together: by design');
    expect(breach('keys', lane, EFFORT_OF_FOUR)).toContain('without the other key');
    const claimed = LAWS.filter((law) => notClaimed(law, lane) === null && untried(law, lane) === null);
    expect(claimed).toEqual(LAWS.filter((law) => law !== 'keys'));
    expect(claimed.map((law) => breach(law, lane, FEW)).join('')).toBe('');
  });

  const stackOf = (kind: 'each' | 'all') => {
    const lane = contenderAt(stackedBy(kind), 0) as Contender;
    return { lane, play: (state: object, key: number, at: number) => lane.decide(state, key, at, 1) };
  };

  it.each(['each', 'all'] as const)('goes on from a copy as it would have, and leaves it alone: key %s', (key) => {
    const { lane, play } = stackOf(key);
    for (let seed = 0; seed < 50; seed++) {
      const random = makeStream(seed, 0, 0);
      const draw = () => [nextBelow(random, 3), nextBelow(random, 30) * SECOND] as const;
      const state = lane.init();
      const used = lane.init();
      for (let i = 0; i < 6; i++) play(used, ...draw());
      const before = Array.from({ length: nextBelow(random, 5) }, draw);
      for (const request of before) play(state, ...request);
      // Into one that was used, as the search does.
      lane.copy(state, used);
      const after = Array.from({ length: 6 }, draw);
      const expected = after.map((request) => play(state, ...request));
      expect(after.map((request) => play(used, ...request))).toEqual(expected);
    }
  });
});
