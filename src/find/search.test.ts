/** The finder against brute force, what it must and must not find, and that its answer depends on nobody's speed. */
import { describe, expect, it } from 'vitest';
import { runToEnd } from '../sim/engine.ts';
import { limiterById, OwnCodeError, type Limiter } from '../sim/index.ts';
import { countTraffics, searchAll, type TrafficSpace } from './exhaustive.ts';
import { find } from './finder.ts';
import { Search } from './search.ts';
import { admits, differ, over, refuses, type Question } from './question.ts';
import { showing, shrink } from './shrink.ts';
import { answerBy, contenderById, contenderFor, policyOf } from './testing.ts';
import type { Request } from './trial.ts';
import { foundSentence, triedSentence } from './words.ts';

const EFFORT = { requests: 5, tries: 2_000, seed: 1 };

const foundBy = (question: Question, effort = EFFORT) => find(question, effort);

/** Every traffic of that space, the shorter ones first, one after another and each from its beginning. */
function* allTraffics({ requests, instants, keys, anyOrder }: TrafficSpace): Generator<readonly Request[]> {
  let some: readonly (readonly Request[])[] = [[]];
  for (let length = 1; length <= requests; length++) {
    some = some.flatMap((traffic) =>
      instants.flatMap((at) =>
        Array.from({ length: traffic.length === 0 ? 1 : keys }, (_, key) => ({ at, key, cost: 1 })).flatMap((request) =>
          anyOrder || traffic.length === 0 || (traffic.at(-1) as Request).at <= at ? [[...traffic, request]] : [],
        ),
      ),
    );
    yield* some;
  }
}

/** What the tree finds, task by task. */
function shortestInTree(question: Question, space: TrafficSpace): number | null {
  const found = space.instants.flatMap((at) => {
    const traffic = runToEnd(searchAll(question, space, { at, key: 0, cost: 1 }, space.requests));
    return traffic === null ? [] : [traffic.length];
  });
  return found.length === 0 ? null : Math.min(...found);
}

describe('all short traffics', () => {
  const policy = policyOf(2, 1);
  const instants = [0, 400_000, 500_000, 999_999, 1_000_000];
  const lane = (id: string) => contenderById(id, policy);
  const questions: readonly (readonly [string, Question])[] = [
    ...['sliding-log', 'sliding-counter', 'token-bucket', 'leaky-queue', 'simple-window'].map(
      (id) => [`fixed-window and ${id}`, differ(lane('fixed-window'), lane(id))] as const,
    ),
    ['gcra and token-bucket', differ(lane('gcra'), lane('token-bucket'))],
    ['more than 3 of a window', over(lane('fixed-window'), { n: 3, T: 600_000 })],
    ['more than 1 of a queue', over(lane('leaky-queue'), { n: 1, T: 500_001 })],
    ['refusals of a bucket', refuses(lane('gcra'), { n: 2, T: 400_000 })],
    ['admissions of a bucket', admits(lane('gcra'), { n: 2, T: 1_000_000 })],
  ];

  it.each(questions)('are all tried, and the shortest is found: %s', (_, question) => {
    for (const requests of [1, 2, 3, 4]) {
      const space = { requests, instants, keys: 1, anyOrder: false };
      const all = [...allTraffics(space)];
      expect(countTraffics(space)).toBe(all.length);
      const shortest = all.find((traffic) => showing(question, traffic)?.traffic.length === traffic.length);
      expect(shortestInTree(question, space)).toBe(shortest?.length ?? null);
    }
  });

  it('are counted with keys, and with time that steps back', () => {
    for (const keys of [1, 2])
      for (const anyOrder of [false, true]) {
        const space = { requests: 3, instants: [0, 1, 2, 3], keys, anyOrder };
        expect(countTraffics(space)).toBe([...allTraffics(space)].length);
        let tried = 0;
        const never = { ...differ(lane('gcra'), lane('gcra')), keys, anyOrder };
        for (const at of space.instants)
          for (const some of searchAll(never, space, { at, key: 0, cost: 1 }, 3)) tried += some;
        expect(tried).toBe(countTraffics(space));
      }
  });
});

describe('the finder', () => {
  it.each([1, 2, 3, 10])('finds the edge of a window in n + 1 requests, n = %i', (n) => {
    const [window, log] = [
      contenderById('fixed-window', policyOf(n, 60)),
      contenderById('sliding-log', policyOf(n, 60)),
    ];
    const { found } = foundBy(differ(window, log));
    expect(found?.requests).toHaveLength(n + 1);
    expect(foundBy(over(window, { n, T: 60_000_000 })).found?.requests).toHaveLength(n + 1);
  });

  it('says what it found in facts', () => {
    const policy = policyOf(3, 60);
    const { found, sought } = foundBy(
      differ(contenderById('fixed-window', policy), contenderById('sliding-log', policy)),
    );
    expect(sought).toBe('Fixed window and Sliding log differ');
    expect(found && foundSentence(found)).toBe(
      '4 requests: 3 at 1 s and 1 at 60 s. ' +
        'Fixed window admits the last (the window had room); Sliding log refuses the last (the log is full).',
    );
  });

  it.each([1, 2, 3])('finds nothing between two that are the same, and says where it looked, n = %i', (n) => {
    const policy = policyOf(n, 60);
    const { found, tried } = foundBy(differ(contenderById('gcra', policy), contenderById('token-bucket', policy)));
    expect(found).toBeNull();
    expect(tried.random).toBe(EFFORT.tries);
    expect(triedSentence(tried)).toMatch(
      /^None with up to 5 requests on these \d+ instants \([\d,]+ traffic patterns\); none in 2,000 random patterns/,
    );
  });

  /** Edition, its corrected form, n, and the most requests that show it. */
  const EDITIONS = [
    ['sliding-log', 2, 4],
    ['sliding-counter', 2, 4],
    ['leaky-meter', 3, 5],
    ['token-bucket-lazy', 2, 4],
    ['token-bucket-throttler', 2, 3],
    ['leaky-interval', 3, 2],
  ] as const;
  it.each(EDITIONS)('tells the published %s from the corrected, n = %i, in at most %i requests', (id, n, most) => {
    const policy = policyOf(n, n === 3 ? 1 : 2);
    const { correctedBy = id } = (limiterById(id) as Limiter).errata[0] ?? {};
    const corrected = contenderById(correctedBy, policy, 'corrected');
    const { found } = foundBy(differ(contenderById(id, policy, 'published'), corrected));
    expect(found?.requests.length).toBeLessThanOrEqual(most);
  });

  it('needs every request that it leaves', () => {
    const policy = policyOf(10, 60);
    const question = differ(contenderById('sliding-counter', policy), contenderById('sliding-log', policy));
    const { found } = foundBy(question);
    expect(found?.by).toBe('random');
    const requests = found?.requests as readonly Request[];
    expect(showing(question, requests)?.traffic).toHaveLength(requests.length);
    for (const left of requests.keys())
      expect(
        showing(
          question,
          requests.filter((_, index) => index !== left),
        ),
      ).toBeNull();
  });

  it.each([2, 3, 4])('shrinks a long traffic to n + 1 requests, n = %i', (n) => {
    const question = differ(
      contenderById('fixed-window', policyOf(n, 60)),
      contenderById('sliding-log', policyOf(n, 60)),
    );
    const instants = [3, 7, 11, 19.5, 31.234567, 42, 58.000001, 63.2, 64, 65, 66.5];
    const shown = showing(
      question,
      instants.map((at) => ({ at: at * 1e6, key: 0, cost: 1 })),
    );
    expect(shown?.traffic.length).toBeGreaterThan(n + 1);
    const { traffic } = runToEnd(shrink(question, shown as NonNullable<typeof shown>, [0, 60_000_000]));
    expect(traffic).toHaveLength(n + 1);
    for (const { at } of traffic) expect(at % 1e6).toBe(0);
  });

  it('pauses on the way, and says what it has tried since: in the end, all there is', () => {
    const policy = policyOf(2, 1);
    const effort = { ...EFFORT, requests: 7 };
    const search = new Search(differ(contenderById('gcra', policy), contenderById('token-bucket', policy)), effort);
    const phases = ['exhaustive', 'random'] as const;
    const [exhaustive, random] = phases.map((phase) => {
      const pauses = Array.from({ length: search.tasks[phase] }, (_, index) => [
        ...search.run({ phase, index, longest: effort.requests }),
      ]).flat();
      expect(pauses.length).toBeGreaterThan(search.tasks[phase]);
      return pauses.reduce((sum, tried) => sum + tried, 0);
    });
    expect([exhaustive, random]).toEqual([search.all.traffics, effort.tries]);
  });

  it('counts the last T without its first instant', () => {
    const allowance = { n: 2, T: 1_000_000 };
    const log = limiterById('sliding-log') as Limiter;
    const closed = contenderFor(
      { ...log, prepare: (config) => log.prepare({ ...config, options: { boundary: 'closed' } }) },
      policyOf(2, 1),
    );
    const open = contenderById('sliding-log', policyOf(2, 1));
    // Exactly T after the first two, the closed one still counts them.
    const { found } = foundBy(refuses(closed, allowance));
    expect(found?.requests.map(({ at }) => at)).toEqual([0, 0, 1_000_000]);
    for (const question of [admits(open, allowance), over(open, allowance), refuses(open, allowance)])
      expect(foundBy(question).found).toBeNull();
    expect(foundBy(admits(open, { n: 2, T: 1_000_001 })).found?.requests).toHaveLength(3);
  });

  it('waits in line: a limiter that delays takes effect later', () => {
    const queue = contenderFor(limiterById('leaky-queue') as Limiter, policyOf(2, 1));
    const within = (T: number) => foundBy({ ...over(queue, { n: 1, T }), costs: false }).found;
    expect(within(500_000)).toBeNull();
    expect(within(500_001)?.requests).toHaveLength(2);
  });

  it('counts what waits as admitted, where a limiter that delays refuses', () => {
    // One runs and three wait: more than 3 were admitted, although but one took effect.
    const queue = contenderFor(limiterById('leaky-queue') as Limiter, policyOf(1, 1, 3));
    expect(foundBy({ ...refuses(queue, { n: 3, T: 1_000_000 }), costs: false }).found).toBeNull();
  });
});

describe('code that fails', () => {
  const policy = policyOf(10, 60);
  const log = limiterById('sliding-log') as Limiter;
  /** A log that cannot decide at that instant. */
  const failingAt = (instant: number) =>
    contenderFor(
      {
        ...log,
        decide(state, params, now, cost) {
          if (now === instant) throw new OwnCodeError('no', 3, null, { at: now });
          return log.decide(state, params, now, cost);
        },
      },
      policy,
    );
  const searchWith = (instant: number) =>
    new Search(differ(contenderById('fixed-window', policy), failingAt(instant)), {
      requests: 4,
      tries: 40_000,
      seed: 3,
    });

  it('is no answer where something is found all the same, whoever does the tasks', () => {
    const search = searchWith(60_000_001);
    const alone = answerBy(1, search);
    expect(alone.found).not.toBeNull();
    for (const workers of [2, 5]) expect(answerBy(workers, search)).toEqual(alone);
  });

  it('is the answer where nothing is found, with its line', () => {
    for (const workers of [1, 3])
      expect(() => answerBy(workers, searchWith(0))).toThrow(
        expect.objectContaining({ name: 'OwnCodeError', line: 3, at: 0 }),
      );
  });
});

it('is ready at once also for a huge limit: no crowd of a million is tried out', () => {
  const lane = contenderById('token-bucket', policyOf(1_000_000, 60));
  let decisions = 0;
  const counted = { ...lane, decide: (...args: Parameters<typeof lane.decide>) => (decisions++, lane.decide(...args)) };
  expect(new Search(over(counted, { n: 1_000_000, T: 60_000_000 }), EFFORT).space.instants).toContain(60_000_000);
  expect(decisions).toBeLessThan(25_000);
});

describe('the same seed', () => {
  const [small, large] = [policyOf(2, 60), policyOf(10, 60)];
  const questions: readonly (readonly [string, Question])[] = [
    ['found among all', differ(contenderById('fixed-window', small), contenderById('sliding-counter', small))],
    ['found at random', differ(contenderById('fixed-window', large), contenderById('sliding-counter', large))],
    ['rarely', admits(contenderById('sliding-log', policyOf(4, 0.002), 'published'), { n: 4, T: 1_999 })],
    ['not found', differ(contenderById('gcra', small), contenderById('token-bucket', small))],
  ];
  it.each(questions)('gives the same on any number of workers: %s', (_, question) => {
    const search = new Search(question, { requests: 4, tries: 9_000, seed: 7 });
    const alone = answerBy(1, search);
    for (const workers of [2, 3, 5]) expect(answerBy(workers, search)).toEqual(alone);
    expect(find(question, search.effort)).toEqual(alone);
  });
});
