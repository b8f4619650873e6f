import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DENY } from '../verdict.ts';
import { admittedBeforeDenial } from '../traffic/clients/index.ts';
import { decisionRowsOf, type DecisionRow } from '../inspect/decisions.ts';
import { endingOf } from '../inspect/ending.ts';
import type { LimiterPlan } from './lanePlan.ts';
import { runEventDrivenLane, simulateToEnd } from './simulate.ts';
import type { LaneRun } from './laneRun.ts';
import { runToEnd } from '../slices.ts';
import { everyLimiterLane, planOfDocument } from './testing.ts';

const SEED = { seed: 20_261_121 };

function run(document: object) {
  return simulateToEnd(planOfDocument(document));
}

function rows(document: object, lane = 0): readonly DecisionRow[] {
  const made = run(document);
  return [...decisionRowsOf(made.plan, made.lanes[lane] as LaneRun)];
}

/** A client's requests, as seconds and outcomes: `0 deny`. */
const outcomeLines = (list: readonly DecisionRow[]): readonly string[] =>
  list.map(({ at, outcome }) => `${at / 1e6} ${outcome}`);

const one = { kind: 'clients', rate: 0.01, key: 'c' };
const policy = { n: 1, T: 10 };
const lanes = [{ limiter: 'fixed-window' }];
/** One request uses up the window just before the client arrives. */
const quotaTaken = { kind: 'times', at: [0], key: 'c' };
const refused = (retry: object, more: object = {}) => ({
  duration: 30,
  policy,
  lanes,
  traffic: [quotaTaken, { ...one, keys: 'shared', from: 0.5, to: 0.6, retry, ...more }],
});

describe('a client that is denied at 0.5 s, by a window that ends at 10 s', () => {
  it.each([
    ['takes it for an answer', { strategy: 'none' }, ['0.5 deny']],
    ['polls', { strategy: 'retry-poll', every: 4 }, ['0.5 deny', '4.5 deny', '8.5 deny', '12.5 allow']],
    [
      'waits twice as long each time',
      { strategy: 'backoff', jitter: 'none' },
      ['0.5 deny', '1.5 deny', '3.5 deny', '7.5 deny', '15.5 allow'],
    ],
    [
      'waits no longer than the cap',
      { strategy: 'backoff', jitter: 'none', base: 2, factor: 3, cap: 3 },
      ['0.5 deny', '2.5 deny', '5.5 deny', '8.5 deny', '11.5 allow'],
    ],
    ['waits whole seconds, rounded up', { strategy: 'retry-after' }, ['0.5 deny', '10.5 allow']],
  ])('%s', (_, retry, expected) => {
    expect(outcomeLines(rows(refused(retry))).slice(1)).toEqual(expected);
  });

  it('gives up after its maximum number of tries', () => {
    const made = run(refused({ strategy: 'retry-poll', every: 4 }, { maxTries: 2 }));
    expect(made.lanes[0]?.summary.jobStats).toMatchObject({
      started: 2,
      retries: 1,
      succeeded: 1,
      givenUp: 1,
      waiting: 0,
    });
  });

  it('still waits at the end if its next try would come later', () => {
    const made = run({ ...refused({ strategy: 'retry-poll', every: 4 }), duration: 8.5 });
    const lane = made.lanes[0] as LaneRun;
    expect(lane.summary.jobStats).toMatchObject({ retries: 1, succeeded: 1, givenUp: 0, waiting: 1 });
    expect(endingOf(made.plan, lane)).toBe('1 job still waits at the end, at 8.500 s.');
  });

  it.each([
    // The one admission is at 0, and a window is 10 s.
    [20, '1 job still waits at the end, at 20.000 s.'],
    [20.5, '1 job still waits at the end, at 20.500 s; none was admitted since 0.000 s.'],
  ])(
    'is said to wait in vain only where nothing was admitted for more than two windows: to %d s',
    (duration, ending) => {
      const poll = { strategy: 'retry-poll', every: 15 };
      const made = run({ ...refused(poll, { cost: 2 }), duration });
      expect(endingOf(made.plan, made.lanes[0] as LaneRun)).toBe(ending);
    },
  );

  it('records client, job and try', () => {
    const [first, ...tries] = rows(refused({ strategy: 'retry-poll', every: 4 })).map((row) => row.try);
    expect(first).toBeNull();
    expect(tries).toEqual([1, 2, 3, 4].map((number) => ({ entry: 1, client: 1, job: 1, number })));
  });
});

it('retries at most once a second after a denial: a shorter retry-after time is rounded up to a second', () => {
  // Of two requests at one instant the bucket admits one; the other gets a retry-after time of 1 ms.
  const document = {
    duration: 3,
    policy: { n: 1, T: 0.001 },
    traffic: [{ kind: 'clients', count: 2, rate: 0.1, keys: 'shared', retry: { strategy: 'retry-after' } }],
    lanes: [{ limiter: 'token-bucket' }],
  };
  expect(outcomeLines(rows(document))).toEqual(['0 allow', '0 deny', '1 allow']);
});

it('gives up where no wait helps', () => {
  const document = { ...refused({ strategy: 'retry-after' }, { cost: 2 }), lanes: [{ limiter: 'token-bucket' }] };
  const made = run(document);
  expect(made.lanes[0]?.summary.jobStats).toMatchObject({ started: 2, retries: 0, givenUp: 1, waiting: 0 });
});

describe('a request’s timeout', () => {
  const queue = (timeout: number, retry: object = { strategy: 'none' }) => ({
    duration: 20,
    policy: { n: 1, T: 2 },
    traffic: [{ kind: 'clients', count: 3, rate: 0.01, keys: 'shared', timeout, retry }],
    lanes: [{ limiter: 'leaky-queue', policy: { capacity: 5 } }],
  });

  it('may pass before its turn: the queue is not affected', () => {
    const made = run(queue(3));
    expect(made.lanes[0]?.summary).toMatchObject({ admitted: 3, delayed: 2 });
    expect(made.lanes[0]?.summary.jobStats).toMatchObject({ succeeded: 2, timedOut: 1, givenUp: 1 });
  });

  it('is followed by another try if the client retries', () => {
    const list = rows(queue(3, { strategy: 'retry-poll', every: 1 }));
    // Served at 0, 2 and 4 s; the third times out at 3 s and retries at 4 s.
    expect(list.map(({ at, wait }) => [at / 1e6, wait / 1e6])).toEqual([
      [0, 0],
      [0, 2],
      [0, 4],
      [4, 2],
    ]);
  });

  it('applies to open-loop traffic too', () => {
    const made = run({ ...queue(3), traffic: [{ kind: 'burst', at: 0, count: 3, timeout: 3 }] });
    expect(made.lanes[0]?.summary.jobStats).toMatchObject({ started: 3, succeeded: 2, timedOut: 1, retries: 0 });
  });
});

describe('a careless client', () => {
  it('bursts, is denied, waits exactly, and continues', () => {
    const document = {
      duration: 1.05,
      policy: { n: 2, T: 0.5 },
      traffic: [{ kind: 'clients', retry: { strategy: 'careless', every: 0.1 } }],
      lanes: [{ limiter: 'fixed-window' }],
    };
    expect(outcomeLines(rows(document)).join(', ')).toBe(
      '0 allow, 0.1 allow, 0.2 deny, 0.5 allow, 0.6 allow, 0.7 deny, 1 allow',
    );
  });

  it('stops for good where no wait helps', () => {
    const document = { ...refused({ strategy: 'careless' }, { cost: 2 }), lanes: [{ limiter: 'gcra' }] };
    const careless = { ...document, traffic: [{ ...one, rate: undefined, cost: 2, retry: { strategy: 'careless' } }] };
    expect(outcomeLines(rows(JSON.parse(JSON.stringify(careless)) as object))).toEqual(['0 deny']);
  });
});

describe('an abuser', () => {
  it.each(['token-bucket', 'gcra'])(
    'is admitted by a %s exactly as often as expected before its first denial',
    (limiter) => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 60 }),
          fc.integer({ min: 1, max: 50 }),
          fc.constantFrom(1, 7, 0.333),
          fc.constantFrom(1.1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7, 8, 10, 20),
          (q, n, T, a) => {
            const made = run({
              duration: 100 * T,
              policy: { n, T, capacity: q },
              traffic: [{ kind: 'clients', retry: { strategy: 'abuser', a }, from: 1 }],
              lanes: [{ limiter }],
            });
            const { verdicts, arrivals } = made.lanes[0] as LaneRun;
            expect(arrivals.at[0]).toBe(1_000_000);
            const first = verdicts.findIndex((verdict) => verdict >= DENY);
            expect(first < 0 ? Infinity : first).toBe(
              admittedBeforeDenial(q, a) < arrivals.count ? admittedBeforeDenial(q, a) : Infinity,
            );
          },
        ),
        { ...SEED, numRuns: 150 },
      );
    },
  );

  it('sends requests at a · n/T of each lane’s own limit', () => {
    const made = run({
      duration: 10,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'clients', retry: { strategy: 'abuser', a: 2 } }],
      lanes: [{ limiter: 'token-bucket' }, { limiter: 'token-bucket', policy: { n: 5 } }],
    });
    expect(made.lanes.map(({ arrivals }) => arrivals.count)).toEqual([20, 10]);
  });
});

it('a client that respects Retry-After is never denied at that time, if it is alone', () => {
  // Alone: one job at a time, the next when the last is done.
  const phases = Array.from({ length: 40 }, () => ({ jobs: 1, rate: 9 }));
  const traffic = [{ kind: 'clients', arrivals: 'poisson', phases, retry: { strategy: 'retry-after' } }];
  const refusals: string[] = [];
  let retries = 0;
  for (const lane of everyLimiterLane.filter(({ edition }) => edition === 'corrected')) {
    for (const own of [policy, { n: 3, T: 7, capacity: 2 }, { n: 20, T: 1 }]) {
      for (const { try: jobTry, outcome } of rows({ duration: 600, policy: own, traffic, lanes: [lane] })) {
        if (jobTry!.number === 1) continue;
        retries++;
        if (outcome === 'deny') refusals.push(lane.limiter);
      }
    }
  }
  expect(refusals).toEqual([]);
  // Shapers deny rarely; the others more often.
  expect(retries).toBeGreaterThan(1_000);
});

describe('backoff', () => {
  it.each(['full', 'equal', 'decorrelated', 'none'] as const)('with jitter %s keeps within its bounds', (jitter) => {
    const [base, cap, factor] = [0.5, 9, 1.7];
    const list = rows({
      duration: 400,
      policy: { n: 1, T: 50 },
      traffic: [
        {
          kind: 'clients',
          count: 30,
          rate: 0.02,
          keys: 'shared',
          retry: { strategy: 'backoff', base, cap, factor, jitter },
        },
      ],
      lanes: [{ limiter: 'token-bucket' }],
    });
    const last = new Map<string, { at: number; wait: number }>();
    const shares: number[] = [];
    for (const { at, try: jobTry } of list) {
      const { client, job, number } = jobTry!;
      const name = `${client} ${job}`;
      const before = last.get(name);
      if (before !== undefined) {
        const wait = at - before.at;
        const whole = Math.min(cap, base * factor ** (number - 2)) * 1e6;
        const [least, most] = {
          none: [whole, whole],
          full: [0, whole],
          equal: [whole / 2, whole],
          decorrelated: [base * 1e6, Math.min(cap * 1e6, 3 * Math.max(base * 1e6, before.wait))],
        }[jitter] as [number, number];
        expect(wait).toBeGreaterThanOrEqual(least - 1);
        expect(wait).toBeLessThanOrEqual(most + 1);
        if (most > least && most < cap * 1e6) shares.push((wait - least) / (most - least));
        last.set(name, { at, wait });
      } else last.set(name, { at, wait: 0 });
    }
    // Uniform between them: the mean is near a half, and both ends are reached.
    if (jitter !== 'none') {
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      expect(Math.abs(mean - 0.5)).toBeLessThan(4 / Math.sqrt(12 * shares.length));
      expect(Math.min(...shares)).toBeLessThan(0.1);
      expect(Math.max(...shares)).toBeGreaterThan(0.9);
    }
  });
});

describe('phases', () => {
  const document = (limiter: object, duration = 60) => ({
    duration,
    policy: { n: 2, T: 4 },
    traffic: [
      {
        kind: 'clients',
        retry: { strategy: 'retry-poll', every: 0.1 },
        phases: [
          { jobs: 2, rate: 0.5 },
          { jobs: 4, rate: 4 },
          { jobs: 1, rate: 1 },
        ],
      },
    ],
    lanes: [limiter],
  });

  it('begin when jobs/rate has passed and each job was admitted', () => {
    const made = run(document({ limiter: 'fixed-window' }));
    // 0 and 2 s in the first; the second begins at 4 s, two of its jobs wait for the window that begins at 8 s.
    expect(made.lanes[0]?.report?.phases).toEqual([
      {
        entry: 0,
        runs: [
          { jobs: 2, from: 0, to: 4_000_000, rate: 0.5 },
          { jobs: 4, from: 4_000_000, to: 8_050_000, rate: (4 * 1e6) / 4_050_000 },
          { jobs: 1, from: 8_050_000, to: 12_050_000, rate: 1 / 4 },
        ],
      },
    ]);
    expect(endingOf(made.plan, made.lanes[0] as LaneRun)).toBeNull();
  });

  it('never begin when one before them does not end', () => {
    const made = run(document({ limiter: 'sliding-log', edition: 'published' }));
    expect(endingOf(made.plan, made.lanes[0] as LaneRun)).toBe(
      '3 jobs still wait at the end, at 60.000 s; none was admitted since 4.000 s. Phase 3 never starts.',
    );
  });

  it('wait for requests in a queue', () => {
    const made = run(document({ limiter: 'leaky-queue' }));
    const [first, second] = made.lanes[0]?.report?.phases[0]?.runs ?? [];
    expect(first?.to).toBe(4_000_000);
    expect(second?.from).toBe(4_000_000);
    expect(second!.to!).toBeGreaterThanOrEqual(4_000_000 + 3 * 2_000_000);
  });
});

it('phases that never start are named with their clients, where several have phases', () => {
  const phases = (rate: number) => [1, 2, 3].map(() => ({ jobs: 5, rate }));
  const retry = { strategy: 'retry-poll' };
  const traffic = [phases(2), phases(100), phases(1)].map((each) => ({ kind: 'clients', phases: each, retry }));
  const made = run({ duration: 4, policy: { n: 1_000, T: 1 }, traffic, lanes: [{ limiter: 'gcra' }] });
  expect(endingOf(made.plan, made.lanes[0] as LaneRun)).toBe(
    'Phase 3 of the clients in phase 1 never starts. Phases 2 to 3 of the clients in phase 3 never start.',
  );
});

it('a lane that would make too many decisions is stopped, keeps its results, and says when it stopped', () => {
  const plan = planOfDocument({
    duration: 1_000,
    policy: { n: 1, T: 1_000 },
    traffic: [
      { kind: 'clients', count: 2, rate: 0.001, keys: 'shared', retry: { strategy: 'retry-poll', every: 0.5 } },
    ],
    lanes: [{ limiter: 'fixed-window' }],
  });
  const lane = runToEnd(runEventDrivenLane(plan, plan.lanes[0] as LimiterPlan, 400));
  // The first was admitted; the other sent requests at 0 s and then twice a second.
  expect(lane.arrivals.count).toBe(400);
  expect(lane.report?.earlyStop).toEqual({ at: 199_500_000, by: 'decisions', limit: 400 });
  expect(endingOf(plan, lane)).toBe(
    'The run stops at 199.500 s, after 400 decisions, the most that a run may make. Let clients wait longer between tries, ' +
      'or shorten the run. 1 job still waits at the end, at 199.500 s.',
  );
});
