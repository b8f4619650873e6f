/** Real systems on several nodes: what each keeps of its own, what it sends, and whose clock counts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultOptions, optionVariants } from '../limiters/testing.ts';
import { catalogue } from '../limiters/index.ts';
import type { Limiter, Options } from '../limiters/limiter.ts';
import { runsOnNodes } from '../limiters/story.ts';
import { openSession } from '../inspect/session.ts';
import { runToEnd } from '../slices.ts';
import { systems } from '../systems/index.ts';
import { isDenied } from '../verdict.ts';
import { isScheme, type LaneRun } from './laneRun.ts';
import { simulateToEnd } from './simulate.ts';
import { planOfDocument } from './testing.ts';

const SEED = 20_261_123;
const AT_ONCE = { latency: { kind: 'fixed', mean: 0 } };

const onNodes = systems.filter(({ story }) => runsOnNodes(story));
const perProcess = onNodes.filter(({ story }) => story.runs === 'per process');
const inRedis = onNodes.filter(({ story }) => story.runs === 'in Redis');
const shared = systems.filter(({ story }) => !runsOnNodes(story));

/** Each system with each choice that it offers. */
const variants = (all: readonly Limiter[]) =>
  all.flatMap((system) =>
    optionVariants(system).map((options) => [system.id, changed(system, options), system] as const),
  );

/** The options that differ from their defaults, as a document has them. */
function changed(system: Limiter, options: Options): Options {
  const defaults = defaultOptions(system);
  return Object.fromEntries(Object.entries(options).filter(([id, value]) => value !== defaults[id]));
}

interface Traffic {
  readonly n: number;
  readonly T: number;
  readonly spare: number;
  readonly epoch: number;
  readonly requests: readonly { readonly gap: number; readonly key: string; readonly cost: number }[];
}

/** Whole ms, as Redis counts times to live. Two at one instant are on their way together, which is no single process. */
const traffics: fc.Arbitrary<Traffic> = fc.record({
  n: fc.integer({ min: 1, max: 4 }),
  T: fc.constantFrom(1, 60),
  spare: fc.integer({ min: 0, max: 3 }),
  epoch: fc.constantFrom(0, 1_700_000_003),
  requests: fc.array(
    fc.record({
      gap: fc.oneof(
        fc.constantFrom(0.001, 0.1, 0.25, 1, 15, 60),
        fc.integer({ min: 1, max: 90_000 }).map((ms) => ms / 1_000),
      ),
      key: fc.constantFrom('a', 'b'),
      cost: fc.constantFrom(1, 1, 1, 2, 3),
    }),
    { minLength: 1, maxLength: 40 },
  ),
});

function documentOf({ n, T, spare, epoch, requests }: Traffic, lane: object, cluster?: object): object {
  let now = 0;
  return {
    epoch,
    policy: { n, T, capacity: n + spare },
    traffic: [
      {
        kind: 'times',
        at: requests.map(({ gap }) => (now = Math.round((now + gap) * 1_000) / 1_000)),
        key: requests.map(({ key }) => key),
        cost: requests.map(({ cost }) => cost),
      },
    ],
    lanes: [lane],
    ...(cluster && { cluster }),
  };
}

const laneOf = (document: object): LaneRun => simulateToEnd(planOfDocument(document)).lanes[0] as LaneRun;

const answersOf = ({ verdicts, waits }: LaneRun) =>
  [...verdicts].map((verdict, request) => [verdict, waits?.[request] ?? 0]);

/** Some policies are refused, with the same words in a cluster as without. @returns whether it was not */
function sameOrRefused(document: object, plain: object): boolean {
  let expected: unknown;
  try {
    expected = answersOf(laneOf(plain));
  } catch (error) {
    expect(() => laneOf(document)).toThrow((error as Error).message);
    return false;
  }
  expect(answersOf(laneOf(document))).toEqual(expected);
  return true;
}

describe('on one node, where asking takes no time and all clocks are right', () => {
  it.each(variants(onNodes))('%s %o decides as one process does', (limiter, options) => {
    const lane = { limiter, options };
    let compared = 0;
    const law = (traffic: Traffic): void => {
      const alone = documentOf(traffic, lane, { nodes: 1, ...AT_ONCE });
      compared += Number(sameOrRefused(alone, documentOf(traffic, lane)));
    };
    fc.assert(fc.property(traffics, law), { numRuns: 40, seed: SEED });
    expect(compared).toBeGreaterThan(0);
  });
});

describe('on three nodes', () => {
  it.each(variants(perProcess))('%s %o decides as three that take turns', (limiter, options) => {
    const lane = { limiter, options };
    const law = (traffic: Traffic) => {
      // Each of the three lanes counts time from its first request on, so all take the run's length.
      const turn = (node: number): Traffic => {
        let elapsed = 0;
        const own: Traffic['requests'][number][] = [];
        for (const [index, request] of traffic.requests.entries()) {
          elapsed += request.gap;
          if (index % 3 !== node) continue;
          own.push({ ...request, gap: elapsed });
          elapsed = 0;
        }
        return { ...traffic, requests: own };
      };
      const together = () => answersOf(laneOf(documentOf(traffic, lane, { nodes: 3 })));
      let apart;
      try {
        apart = [0, 1, 2].map((node) =>
          turn(node).requests.length === 0 ? [] : answersOf(laneOf(documentOf(turn(node), lane))),
        );
      } catch (error) {
        expect(together).toThrow((error as Error).message);
        return;
      }
      expect(together()).toEqual(traffic.requests.map((_, index) => apart[index % 3]?.[Math.floor(index / 3)]));
    };
    fc.assert(fc.property(traffics, law), { numRuns: 20, seed: SEED });
  });

  it.each([...shared, ...catalogue].map(({ id }) => [id]))('%s is one ideal instance', (id) => {
    const lane = { limiter: id };
    const traffic: Traffic = {
      n: 2,
      T: 60,
      spare: 1,
      epoch: 0,
      requests: [0, 0.5, 0, 0.25, 30, 31, 1, 1, 1].map((gap) => ({ gap, key: 'a', cost: 1 })),
    };
    const clustered = laneOf(documentOf(traffic, lane, { nodes: 3 }));
    expect(isScheme(clustered)).toBe(false);
    expect(answersOf(clustered)).toEqual(answersOf(laneOf(documentOf(traffic, lane))));
  });

  // Links with a cluster have named these since before any system ran on its nodes.
  it.each([
    ['nginx-limit-req', { burst: 3 }, 'A 0.4 0.8 1.2 D 1.5 0.5 0.9 1.3 A'],
    ['guava-bursty', {}, 'A 0.4 0.8 1.2 1.6 2 1 1.4 1.8 A'],
    ['guava-warming-up', {}, 'A 1.35 2.6 3.75 4.8 5.75 5.2 5.95 6.6 4.45'],
    ['exponential', {}, 'A A A A D D A A A A'],
  ])('%s %o decides as it did in the first links', (limiter, options, answers) => {
    const { verdicts, waits } = laneOf({
      policy: { n: 4, T: 2 },
      duration: 10,
      traffic: [{ kind: 'times', at: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 2, 2.1, 2.2, 5] }],
      lanes: [{ limiter, options }],
      cluster: { nodes: 3 },
    });
    const answer = (verdict: number, wait = 0) => (isDenied(verdict) ? 'D' : wait === 0 ? 'A' : wait / 1e6);
    expect([...verdicts].map((verdict, request) => answer(verdict, waits?.[request])).join(' ')).toBe(answers);
  });

  it.each(perProcess.map(({ id }) => [id]))('%s multiplies its limit', (limiter) => {
    const document = (nodes: number) => ({
      policy: { n: 6, T: 60 },
      duration: 60,
      traffic: [{ kind: 'burst', at: 30, count: 90 }],
      lanes: [{ limiter }],
      ...(nodes > 1 && { cluster: { nodes } }),
    });
    const admitted = (nodes: number) => [...laneOf(document(nodes)).verdicts].filter((one) => !isDenied(one)).length;
    // p-throttle refuses nothing; its promise is the delay.
    expect(admitted(3)).toBe(limiter === 'p-throttle' ? 90 : 3 * admitted(1));
  });
});

/** What a lane sends for its first requests, as Why? shows it. */
function messagesOf(lane: object, requests: number, more: object = {}): readonly string[][] {
  const session = openSession(
    simulateToEnd(
      planOfDocument({
        policy: { n: 2, T: 60, capacity: 3 },
        epoch: 1_700_000_000,
        duration: 60,
        traffic: [{ kind: 'times', at: Array.from({ length: requests }, (_, index) => 1 + index), key: 'k' }],
        lanes: [lane],
        cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 } },
        ...more,
      }),
    ),
  );
  return Array.from({ length: requests }, (_, request) => {
    const { sequence } = runToEnd(session.why(0, request));
    return (sequence?.messages ?? [])
      .filter((message) => message.request === request)
      .map(({ text, reply }) => `${text} → ${reply}`);
  });
}

describe('in Redis, a node sends what the product sends', () => {
  it.each([
    [
      { limiter: 'redis-cell' },
      [['CL.THROTTLE k 2 2 60 1 → [0, 30000000000]'], ['CL.THROTTLE k 2 2 60 1 → [0, 59000000000]']],
    ],
    [
      { limiter: 'spring-gateway', policy: { n: 1, T: 1, capacity: 3 } },
      [
        ['EVAL "request_rate_limiter" k.tokens k.timestamp 1 3 1 → [1, 2, 1000]'],
        ['EVAL "request_rate_limiter" k.tokens k.timestamp 1 3 1 → [1, 2, 1000]'],
      ],
    ],
    [
      { limiter: 'envoy-ratelimit' },
      [
        ['INCRBY k_1699999980 1\nEXPIRE k_1699999980 60 → [1, 1]'],
        ['INCRBY k_1699999980 1\nEXPIRE k_1699999980 60 → [2, 1]'],
      ],
    ],
    [
      { limiter: 'rack-attack' },
      [
        ['GET rack::attack:28333333:k → nil', 'SET rack::attack:28333333:k 1 EX 40 → OK'],
        ['GET rack::attack:28333333:k → 1', 'INCRBY rack::attack:28333333:k 1 → 2'],
      ],
    ],
    [
      { limiter: 'upstash' },
      [
        ['EVAL "slidingWindow" k:28333333 k:28333332 2 1700000001000 60000 1 → [0, 1]'],
        ['EVAL "slidingWindow" k:28333333 k:28333332 2 1700000002000 60000 1 → [1, 1]'],
      ],
    ],
    [
      { limiter: 'upstash', options: { algorithm: 'fixedWindow' } },
      [['EVAL "fixedWindow" k:28333333 60000 1 → 1'], ['EVAL "fixedWindow" k:28333333 60000 1 → 2']],
    ],
    [
      { limiter: 'upstash', options: { algorithm: 'tokenBucket' } },
      [
        ['EVAL "tokenBucket" k 3 60000 2 1700000001000 1 → [1, 3, 1700000061000]'],
        ['EVAL "tokenBucket" k 3 60000 2 1700000002000 1 → [1, 2, 1700000061000]'],
      ],
    ],
  ])('%o', (lane, sent) => {
    expect(messagesOf(lane, 2)).toEqual(sent);
  });

  it('and in its own process, none sends anything', () => {
    for (const { id } of perProcess) expect([id, messagesOf({ limiter: id }, 3)]).toEqual([id, [[], [], []]]);
  });
});

/** Which requests pass, of some at an instant each. */
function passed(lane: object, at: readonly number[], cluster: object): string {
  const { verdicts } = laneOf({
    policy: { n: 2, T: 60, capacity: 2 },
    duration: 600,
    traffic: [{ kind: 'times', at, key: 'k' }],
    lanes: [lane],
    cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 }, ...cluster },
  });
  return [...verdicts].map((verdict) => (isDenied(verdict) ? 'D' : 'A')).join('');
}

describe('the clock that counts', () => {
  const behind = { skew: [{ node: 1, offset: -60, drift: 0 }] };

  it.each(inRedis.map(({ id }) => [id]))('of %s', (limiter) => {
    // Nodes take turns. By the nodes’ clocks, each fills a window of its own.
    const windows = ['envoy-ratelimit', 'rack-attack', 'upstash'].includes(limiter);
    expect(passed({ limiter }, [61, 62, 63, 64], behind)).toBe(windows ? 'AAAA' : 'AADD');
    expect(passed({ limiter }, [61, 62, 63, 64], {})).toBe('AADD');
  });

  it('of a system in one process is its node’s', () => {
    const lane = { limiter: 'kong' };
    expect(passed(lane, [0, 1, 2, 3, 4, 5, 60, 61], {})).toBe('AAAADDAA');
    expect(passed(lane, [0, 1, 2, 3, 4, 5, 60, 61], { skew: [{ node: 1, offset: 55, drift: 0 }] })).toBe('AAAADAAA');
  });
});

describe('races', () => {
  it('two processes of Rack::Attack find no counter, both open it, and one request is never counted', () => {
    const document = (limiter: string) => ({
      policy: { n: 2, T: 60 },
      duration: 60,
      traffic: [{ kind: 'times', at: [1, 1, 2, 3, 4], key: 'k' }],
      lanes: [{ limiter }],
      cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 } },
    });
    const run = simulateToEnd(planOfDocument(document('rack-attack')));
    expect([...(run.lanes[0]?.verdicts ?? [])].map(isDenied)).toEqual([false, false, false, true, true]);
    const { sequence } = runToEnd(openSession(run).why(0, 1));
    expect(sequence?.race).toBe(null);
    // It is the third that passes on top, and it read no stale count itself.
    expect(runToEnd(openSession(run).why(0, 2)).sequence).toMatchObject({ race: null, hasAtomicVersion: false });
    for (const { id } of inRedis.filter((system) => system.id !== 'rack-attack'))
      expect([id, [...laneOf(document(id)).verdicts].filter((one) => !isDenied(one)).length]).toEqual([id, 2]);
  });

  it('of three that find no counter, the one above the limit has won a race', () => {
    const run = simulateToEnd(
      planOfDocument({
        policy: { n: 2, T: 60 },
        duration: 60,
        traffic: [{ kind: 'times', at: [1, 1, 1], key: 'k' }],
        lanes: [{ limiter: 'rack-attack' }],
        cluster: { nodes: 3, latency: { kind: 'fixed', mean: 0.001 } },
      }),
    );
    const { sequence } = runToEnd(openSession(run).why(0, 2));
    expect(sequence?.race).toMatchObject({ read: { name: 'GET' }, write: { name: 'SET' } });
  });

  it('what one process of Upstash has refused, the other still asks for', () => {
    const sent = messagesOf({ limiter: 'upstash' }, 6).map((messages) => messages.length);
    // Nodes take turns: both count, then each asks once more, and remembers the refusal.
    expect(sent).toEqual([1, 1, 1, 1, 0, 0]);
    expect(
      messagesOf({ limiter: 'upstash', options: { ephemeralCache: 'false' } }, 6).map((messages) => messages.length),
    ).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

it('a process of Upstash shuts a refused key out through the millisecond in which the window ends', () => {
  const lane = { limiter: 'upstash', options: { algorithm: 'fixedWindow' } };
  expect(passed(lane, [1, 2, 3, 60, 60.001], { nodes: 1 })).toBe('AADDA');
});

describe('when Redis does not answer', () => {
  it.each([
    ['spring-gateway', 'A'],
    ['envoy-ratelimit', 'A'],
    ['rack-attack', 'A'],
    ['upstash', 'A'],
    ['redis-cell', 'D'],
  ])('%s answers %s', (limiter, answer) => {
    const faults = [{ kind: 'store-down', at: 9, until: 400 }];
    expect(passed({ limiter }, [1, 2, 10, 11], { faults })).toBe(`AA${answer}${answer}`);
  });

  it('a process that comes back has forgotten what it counted', () => {
    const faults = [{ kind: 'node-down', node: 0, at: 5, until: 6 }];
    expect(passed({ limiter: 'kong' }, [1, 2, 3, 4, 7, 8, 9, 10], { nodes: 1 })).toBe('AADDDDDD');
    expect(passed({ limiter: 'kong' }, [1, 2, 3, 4, 7, 8, 9, 10], { nodes: 1, faults })).toBe('AADDAADD');
  });
});
