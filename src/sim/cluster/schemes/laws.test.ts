/**
 * Laws of the schemes that use a store. Atomic schemes never admit more than their single-process limiter guarantees, by
 * their nodes' clocks and in any order of messages.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limiterById } from '../../limiters/index.ts';
import type { Limiter, Options, Policy } from '../../limiters/limiter.ts';
import { outcomeOf } from '../../verdict.ts';
import { defaultOptions } from '../../limiters/testing.ts';
import { SECOND, type Duration, type Instant } from '../../time.ts';
import { commandNameOf, send, type Command, type Message } from '../command.ts';
import type { BoundClock, Scheme } from '../scheme.ts';
import { prepareForTest } from './simulateRequests.testing.ts';
import { schemePrograms } from './programs.ts';
import { redisCooldown } from './redisCooldown.ts';
import { redisIncr } from './redisIncr.ts';
import { redisSubWindow } from './redisSubWindow.ts';
import { redisTokenBucket } from './redisTokenBucket.ts';
import {
  SteppedCluster,
  excess,
  interleavings,
  SteppedRequest,
  STORE_SCHEMES,
  type SteppedArrival,
} from './interleavings.testing.ts';

const SEED = 20_261_122;

interface Variant {
  readonly scheme: Scheme;
  readonly options: Options;
}

/** A variant, and the clock by whose instants it keeps the bound of its single-process limiter. */
interface Guarantee extends Variant {
  readonly by: BoundClock;
}

/** Each scheme that speaks to a store, in each of its variants. */
const EVERY: readonly Variant[] = STORE_SCHEMES.flatMap((scheme) => {
  const knob = scheme.knobs.find(({ id }) => id === 'variant' || id === 'concurrency');
  const chosen = knob?.kind === 'choice' ? knob.choices.map((choice): Options => ({ [knob.id]: choice })) : [{}];
  return chosen.map((options) => ({ scheme, options }));
});

/** Those that claim to be atomic, by having no atomic version, and two more that admit no more, if less reliably. */
const ATOMIC: readonly Guarantee[] = [
  ...EVERY.filter(({ scheme, options }) => scheme.atomicVariant(options, () => null) === null),
  { scheme: redisIncr, options: { variant: 'set-then-get' } },
  { scheme: redisTokenBucket, options: { concurrency: 'watch', retries: 9 } },
].map(guaranteeOf);

function guaranteeOf(variant: Variant): Guarantee {
  const { id, singleProcess, boundClock } = variant.scheme;
  if (singleProcess === undefined || boundClock === undefined)
    throw new TypeError(
      `${id} claims to be atomic: its singleProcess and boundClock say which bound it keeps, by which clock`,
    );
  return { ...variant, by: boundClock };
}

it('schemes that are atomic are found', () => expect(ATOMIC.length).toBeGreaterThan(7));

type Bound = (length: Duration) => number;

/** The bound of the single-process limiter. */
function boundOf({ scheme }: Guarantee, policy: Policy): Bound {
  const limiter = limiterById(scheme.singleProcess ?? '') as Limiter;
  const horizon = 3_600 * SECOND;
  const params = limiter.prepare({ policy, options: defaultOptions(limiter), edition: 'corrected', epoch: 0, horizon });
  return (length) => limiter.bound(params, length);
}

/** By how much a run exceeds the bound. */
function excessOf({ by }: Guarantee, bound: Bound, cluster: SteppedCluster): number {
  let latest = -Infinity;
  const grants = [...cluster.requests]
    .sort((a, b) => a.order - b.order)
    .flatMap(({ decision, admitted, at: ran, context: { now, cost } }) => {
      if (decision !== null) latest = Math.max(latest, now);
      const at = { nodes: now, 'latest of the nodes': latest, store: ran }[by];
      return admitted ? [{ at, permits: cost }] : [];
    });
  return excess(grants, bound);
}

/** Every way to choose so many of the items, with repetition, each in rising order. */
function* combinations<T>(items: readonly T[], count: number): Generator<readonly T[]> {
  if (count === 0) yield [];
  else
    for (const [index, item] of items.entries())
      for (const others of combinations(items.slice(index), count - 1)) yield [item, ...others];
}

/** Requests of two nodes, by instants among these, with a clock that is right and one that is not. */
function* traffic(instants: readonly Instant[], many: number, skew: Duration): Generator<readonly SteppedArrival[]> {
  for (const chosen of combinations(instants, many)) {
    yield chosen.map((at, index) => ({ node: index % 2, at, now: index % 2 === 0 ? at : at + skew }));
  }
}

describe('two nodes, every order of their messages', () => {
  const policies: readonly Policy[] = [
    { n: 1, T: SECOND, capacity: 1 },
    { n: 2, T: SECOND, capacity: 2 },
  ];

  it.each(ATOMIC)('$scheme.id $options never admits more than $scheme.singleProcess', (guarantee) => {
    const { scheme, options } = guarantee;
    // A try that is made again can meet every other message, so that few requests make many orders.
    const watches = options['concurrency'] === 'watch';
    let orders = 0;
    let worst = -Infinity;
    for (const policy of policies) {
      const { T } = policy;
      const made = prepareForTest(scheme, { policy, options, nodes: 2 });
      const bound = boundOf(guarantee, policy);
      const edges = [1_000, T - 1, T, T + 1_000];
      for (const skew of [0, -0.2 * SECOND, 0.2 * SECOND]) {
        const all = [
          ...traffic([...edges, T / 2], 2, skew),
          ...traffic(watches ? [1_000, T] : [...edges, T / 2], 3, skew),
          ...(watches ? [] : traffic(edges, 4, skew)),
        ];
        for (const asked of all) {
          for (const cluster of interleavings(made, asked)) {
            orders++;
            worst = Math.max(worst, excessOf(guarantee, bound, cluster));
          }
        }
      }
    }
    // What it lets in does reach the bound.
    expect(worst).toBe(0);
    expect(orders).toBeGreaterThan(5_000);
  });

  it('lock: nor does it, as long as no lock expires', () => {
    const policy = policies[0] as Policy;
    const options = { concurrency: 'lock', lockTtl: 10, lockRetry: 0.1, timeout: 0.1 };
    const made = prepareForTest(redisTokenBucket, { policy, options, nodes: 2 });
    const runs = [
      ...interleavings(
        made,
        [0, 1, 2].map((request) => ({ node: request % 2, at: 0 })),
      ),
    ];
    expect(new Set(runs.map(({ admittedPermits }) => admittedPermits))).toEqual(new Set([1]));
    expect(runs.length).toBeGreaterThan(100);
  });
});

interface TestSchedule {
  readonly policy: Policy;
  readonly asked: readonly SteppedArrival[];
  /** Which of the requests that may go on does, and how much later; node deaths. */
  readonly steps: readonly { readonly choice: number; readonly later: Duration; readonly dies: boolean }[];
}

const policies: readonly Policy[] = [
  { n: 1, T: SECOND, capacity: 1 },
  { n: 3, T: SECOND, capacity: 2 },
  { n: 4, T: 700_001, capacity: 6 },
  { n: 7, T: 2 * SECOND, capacity: 7 },
];

/** How far clocks are wrong, and how late a message may be, at most. */
const WRONG = 120_000;
const LATE = 100_000;

const schedules: fc.Arbitrary<TestSchedule> = fc
  .record({
    policy: fc.constantFrom(...policies),
    skew: fc.array(fc.integer({ min: -WRONG, max: WRONG }), { minLength: 5, maxLength: 5 }),
    gaps: fc.array(
      fc.record({
        gap: fc.constantFrom('same', 'same', 'micro', 'interval', 'window', 'double'),
        by: fc.integer({ min: -50_000, max: 50_000 }),
        node: fc.integer({ min: 0, max: 4 }),
        cost: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.constant(2)),
      }),
      { minLength: 2, maxLength: 24 },
    ),
    steps: fc.array(
      fc.record({
        choice: fc.nat(50),
        later: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(20_000)),
        dies: fc.nat(30).map((chance) => chance === 0),
      }),
      { minLength: 1, maxLength: 60 },
    ),
  })
  .map(({ policy, skew, gaps, steps }) => {
    const { n, T } = policy;
    let at: Instant = SECOND;
    const asked = gaps.map(({ gap, by, node, cost }): SteppedArrival => {
      const length = { same: 0, micro: 1, interval: T / n + by, window: T + by, double: 2 * T + by }[gap];
      at += Math.max(0, Math.round(length));
      return { node, at, now: at + (skew[node] as number), cost: Math.min(cost, n, policy.capacity) };
    });
    return { policy, asked, steps };
  });

/** Runs to the end. No message is held up for longer than `LATE`. */
function play(
  scheme: Scheme,
  options: Options,
  { policy, asked, steps }: TestSchedule,
  edition?: 'published',
): SteppedCluster {
  const cluster = new SteppedCluster(
    prepareForTest(scheme, { policy, options, nodes: 5, ...(edition && { edition }) }),
    asked,
  );
  for (let turn = 0; ; turn++) {
    const ready = cluster.ready();
    if (ready.length === 0) return cluster;
    const { choice, later, dies } = steps[turn % steps.length] as TestSchedule['steps'][number];
    const sooner = (number: number): Instant => (cluster.requests[number] as SteppedRequest).notBefore;
    const first = ready.reduce((earliest, number) => Math.min(earliest, sooner(number)), Infinity);
    const near = ready.filter((number) => sooner(number) <= Math.max(first, cluster.now) + LATE - 20_000);
    const chosen = near[choice % near.length] as number;
    const overdue = near.find((number) => cluster.now - sooner(number) > LATE - 40_000);
    cluster.step(overdue ?? chosen, overdue === undefined ? later : 0);
    if (dies) cluster.die(overdue ?? chosen);
  }
}

/** What costs a score nothing ahead may cost more than one: its bound is for requests of cost 1. */
function priced(schedule: TestSchedule, { singleProcess }: Scheme): TestSchedule {
  if (singleProcess !== 'cooldown-score') return schedule;
  return { ...schedule, asked: schedule.asked.map((one) => ({ ...one, cost: 1 })) };
}

describe('more nodes, random orders', () => {
  it.each(ATOMIC)('$scheme.id $options never admits more than $scheme.singleProcess', (guarantee) => {
    const { scheme, options } = guarantee;
    const run = fc.property(schedules, (schedule) => {
      const cluster = play(scheme, options, priced(schedule, scheme));
      expect(excessOf(guarantee, boundOf(guarantee, schedule.policy), cluster)).toBeLessThanOrEqual(0);
    });
    fc.assert(run, { seed: SEED, numRuns: 400 });
  });

  const RACING: readonly Guarantee[] = [
    { scheme: redisIncr, options: { variant: 'multi' }, by: 'nodes' },
    { scheme: redisIncr, options: { variant: 'incr-expire' }, by: 'store' },
    { scheme: redisIncr, options: { variant: 'list' }, by: 'store' },
    { scheme: redisSubWindow, options: { variant: 'none' }, by: 'nodes' },
    { scheme: redisTokenBucket, options: { concurrency: 'none' }, by: 'latest of the nodes' },
    {
      scheme: redisTokenBucket,
      options: { concurrency: 'lock', lockTtl: 0.005 },
      by: 'latest of the nodes',
    },
    { scheme: redisCooldown, options: { variant: 'incr' }, by: 'nodes' },
  ];
  it.each(RACING)('$scheme.id, $options, does', (racing) => {
    const { scheme, options } = racing;
    const worst = fc
      .sample(schedules, { seed: SEED, numRuns: 400 })
      .map((schedule) =>
        excessOf(racing, boundOf(racing, schedule.policy), play(scheme, options, priced(schedule, scheme))),
      );
    expect(Math.max(...worst)).toBeGreaterThan(0);
  });

  it('the published script does, since its time steps back', () => {
    const guarantee = ATOMIC.find(({ options }) => options['concurrency'] === 'lua') as Guarantee;
    const worst = fc
      .sample(schedules, { seed: SEED, numRuns: 400 })
      .map((schedule) =>
        excessOf(
          guarantee,
          boundOf(guarantee, schedule.policy),
          play(redisTokenBucket, { concurrency: 'lua' }, schedule, 'published'),
        ),
      );
    expect(Math.max(...worst)).toBeGreaterThan(0);
  });
});

describe('locks', () => {
  it('are released, or expire', () => {
    const options = { concurrency: 'lock', lockTtl: 0.03 };
    const outlived = { released: 0, expired: 0 };
    const run = fc.property(schedules, (schedule) => {
      const { store, now, requests } = play(redisTokenBucket, options, schedule);
      const left = store.execute(send('PTTL', 'k:lock'), now, 9) as number;
      // −2: it is gone. −1 would be one that nobody takes away.
      expect(left === -2 || (left > 0 && left <= 30)).toBe(true);
      if (left > 0) expect(requests.some(({ died }) => died)).toBe(true);
      outlived[left > 0 ? 'expired' : 'released']++;
      expect(store.execute(send('SET', 'k:lock', 'next', 'NX'), now + 30_000, 9)).toBe('OK');
    });
    fc.assert(run, { seed: SEED, numRuns: 400 });
    expect(outlived).toEqual({ released: expect.any(Number) as number, expired: expect.any(Number) as number });
    expect(Math.min(outlived.released, outlived.expired)).toBeGreaterThan(5);
  });

  it('are waited for until the timeout has passed', () => {
    const options = { concurrency: 'lock', lockTtl: 3, lockRetry: 0.05, timeout: 0.1 };
    const policy = policies[0] as Policy;
    const cluster = new SteppedCluster(prepareForTest(redisTokenBucket, { policy, options }), [
      { node: 0, at: 0 },
      { node: 1, at: 0 },
    ]);
    cluster.step(0);
    while (cluster.ready().includes(1)) cluster.step(1);
    expect(cluster.log.filter(({ request }) => request === 1)).toHaveLength(3);
    expect(cluster.now).toBe(100_000);
    expect(cluster.outcomeTexts[1]).toBe('others held the lock during every try');
  });
});

describe('watch', () => {
  it('retries that many times, and then has no answer', () => {
    const policy = policies[0] as Policy;
    const made = prepareForTest(redisTokenBucket, { policy, options: { concurrency: 'watch', retries: 2 }, nodes: 2 });
    const others = [1, 2, 3].map((node) => ({ node, at: 0 }));
    const cluster = new SteppedCluster(made, [{ node: 0, at: 0 }, ...others]);
    for (const other of [1, 2, 3]) {
      cluster.step(0);
      cluster.step(0);
      while (cluster.ready().includes(other)) cluster.step(other);
      cluster.step(0);
    }
    expect(cluster.outcomeTexts).toEqual([
      'others wrote to the key during every try',
      'allow 0',
      'deny 0 in 1000000',
      'deny 0 in 1000000',
    ]);
    expect(cluster.log.filter(({ request }) => request === 0)).toHaveLength(9);
  });
});

describe('every program', () => {
  it.each(EVERY)('$scheme.id, $options, is a function of its context and its replies', ({ scheme, options }) => {
    const run = fc.property(schedules, (schedule) => {
      const made = prepareForTest(scheme, { policy: schedule.policy, options, nodes: 5 });
      for (const [number, played] of play(scheme, options, schedule).requests.entries()) {
        const again = new SteppedRequest(made, played.arrival, number);
        for (const { message, reply } of played.sent) {
          expect(again.pendingMessage).toEqual(message);
          again.receive(message, reply, 0);
        }
        expect([again.effects, again.replies]).toEqual([played.effects, played.replies]);
        expect([again.decision, again.error]).toEqual([played.decision, played.error]);
      }
    });
    fc.assert(run, { seed: SEED, numRuns: 25 });
  });

  it.each(EVERY)('$scheme.id, $options, explains its decisions', ({ scheme, options }) => {
    const run = fc.property(schedules, (schedule) => {
      const { params } = prepareForTest(scheme, { policy: schedule.policy, options, nodes: 5 });
      const code = scheme.code(params);
      expect(code.length).toBeLessThanOrEqual(9);
      for (const { decision, context, sent } of play(scheme, options, schedule).requests) {
        for (const name of sent.flatMap(({ message }) => namesIn(message))) {
          expect(code.filter((line) => new RegExp(`\\b${name}\\b`).test(line))).not.toEqual([]);
        }
        if (decision === null) continue;
        const said = scheme.explain(decision, context, params);
        expect(said.holds).toBe(outcomeOf(decision.verdict) !== 'deny');
        expect([said.evaluatedCondition, isTrue(said.evaluatedCondition)]).toEqual([
          said.evaluatedCondition,
          said.holds,
        ]);
        expect(`${said.sentence} ${said.evaluatedCondition}`).not.toMatch(/NaN|Infinity|undefined/);
        expect(said.sentence.split(/(?<=\.) /).every((one) => /^[A-Z].*\.$/.test(one))).toBe(true);
      }
    });
    fc.assert(run, { seed: SEED, numRuns: 25 });
  });
});

describe('every program names the commands after which its node may die', () => {
  it.each(EVERY)('$scheme.id, $options', ({ scheme, options }) => {
    const declared = scheme.crashPoints?.(options, () => []) ?? [];
    const followed = new Set<string>();
    const run = fc.property(schedules, (schedule) => {
      for (const { sent, pendingMessage } of play(scheme, options, schedule).requests) {
        const answered = pendingMessage === null ? sent.slice(0, -1) : sent;
        for (const { message } of answered) followed.add(commandNameOf(message));
      }
    });
    fc.assert(run, { seed: SEED, numRuns: 100 });
    expect([...followed].sort()).toEqual([...declared].sort());
  });
});

describe('every gauge', () => {
  it.each(schemePrograms)('$id: has finite bounds', (scheme) => {
    for (const policy of policies) {
      const { params } = prepareForTest(scheme, { policy, nodes: 2 });
      const gauge = scheme.embeddedGauge?.(params) ?? scheme.gauge;
      const [low, full] = [gauge.low(params), gauge.full(params)];
      expect([Number.isFinite(low), Number.isFinite(full), low < full]).toEqual([true, true, true]);
    }
  });
});

/** The commands by which a message goes, those of a transaction included. */
function namesIn(message: Message): readonly Command[0][] {
  return message.kind === 'transaction'
    ? ['MULTI', ...message.commands.map(([name]) => name), 'EXEC']
    : [commandNameOf(message)];
}

/** `1,200.5 + 1 ≤ 10`, worked out as printed. */
function isTrue(numbers: string): boolean {
  const [, left = '', relation, right = ''] = /^(.*) ([≤≥]) (.*)$/.exec(numbers) ?? [];
  const sum = (side: string) =>
    side.split(' + ').reduce((total, term) => {
      const value = Number(term.replace('−', '-').replaceAll(',', ''));
      if (Number.isNaN(value)) throw new TypeError(`no number: ${term}`);
      return total + value;
    }, 0);
  return relation === '≤' ? sum(left) <= sum(right) : sum(left) >= sum(right);
}
