/** How many checkpoints a run keeps, which one precedes a request, and that the run goes on from it as it did. */
import { expect, it } from 'vitest';
import { runToEnd } from '../slices.ts';
import type { Checkpoint } from './clusterCheckpoints.ts';
import type { InFlightMessage } from './inFlight.ts';
import { isScheme, type SchemeRun } from './laneRun.ts';
import type { Observer } from './observer.ts';
import { observeLane, simulateToEnd } from './simulate.ts';
import { planOfDocument } from './testing.ts';

function checkpointsOf(keys: number, traffic: object = { kind: 'poisson', rate: 200 }) {
  const plan = planOfDocument({
    policy: { n: 100, T: 1 },
    traffic: [{ keys: { count: keys, share: 'even' }, ...traffic }],
    duration: 100,
    cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 } },
    lanes: [{ limiter: 'redis-token-bucket', options: { concurrency: 'none' } }],
  });
  const [lane] = simulateToEnd(plan).lanes;
  if (lane === undefined || !isScheme(lane)) throw new Error('no distributed lane');
  const found = Array.from({ length: lane.arrivals.count }, (_, row) => lane.checkpoints?.before(row) ?? null);
  return { found, kept: [...new Set(found)].filter((one) => one !== null) };
}

it('keeps one a slice, and gives the last one before a request arrived', () => {
  const { found, kept } = checkpointsOf(10);
  expect(kept.length).toBeGreaterThan(5);
  for (const [row, checkpoint] of found.entries()) {
    const earlier = kept.filter(({ position }) => position.decisions <= row);
    expect(checkpoint).toBe(earlier.at(-1) ?? null);
  }
});

it('keeps none where clients answer back', () => {
  const clients = { kind: 'clients', count: 20, rate: 10, retry: { strategy: 'retry-poll', every: 0.1 } };
  expect(checkpointsOf(5, clients).kept).toEqual([]);
});

/** With answers that come late, and after the last checkpoints all that can happen to nodes, links and the store. */
function troubledRun(lane: object) {
  const plan = planOfDocument({
    policy: { n: 40, T: 1 },
    traffic: [{ kind: 'poisson', rate: 200, keys: { count: 5, share: 'even' } }],
    duration: 60,
    cluster: {
      nodes: 3,
      routing: 'random',
      latency: { kind: 'exponential', mean: 0.015 },
      service: 0.0005,
      faults: [
        { kind: 'node-down', node: 1, at: 5, until: 6 },
        { kind: 'node-down', node: 0, at: 56, until: 57 },
        { kind: 'store-slow', at: 57, until: 58, factor: 4 },
        { kind: 'link-down', node: 2, at: 58, until: 58.5 },
        { kind: 'store-down', at: 59, until: 59.5 },
      ],
    },
    lanes: [lane],
  });
  const [laneRun] = simulateToEnd(plan).lanes;
  if (laneRun === undefined || !isScheme(laneRun)) throw new Error('no distributed lane');
  return { plan, laneRun };
}

/** What the store executes and what is decided, in order, and what became of each message in the end. */
function recordOf({ plan, laneRun }: ReturnType<typeof troubledRun>, checkpoint: Checkpoint | null) {
  const events: string[] = [];
  const messages = new Map<string, InFlightMessage>();
  const nameOf = ({ request: { row }, index }: InFlightMessage): string => `${row}/${index}`;
  const observer: Observer = {
    wantsExplanation: () => false,
    onSent: (message) => void messages.set(nameOf(message), message),
    beforeExecute() {},
    afterExecute: (message) => void events.push(`${nameOf(message)}: ${JSON.stringify(message.reply)}`),
    onFailure: ({ row }, { message }) => void events.push(`${row}: ${message}`),
    onDecision: ({ row }, decision, path, at) =>
      void events.push(`${row}: ${path} at ${at}, ${JSON.stringify(decision)}`),
    isDone: () => false,
  };
  runToEnd(observeLane(plan, laneRun.plan, observer, checkpoint));
  const fates = new Map(
    [...messages].map(([name, message]) => {
      const { request: _, message: __, ...fate } = message;
      return [name, fate];
    }),
  );
  return { events, fates };
}

function lastCheckpoints({ checkpoints, arrivals }: SchemeRun): readonly Checkpoint[] {
  const all = new Set(Array.from({ length: arrivals.count }, (_, row) => checkpoints?.before(row) ?? null));
  return [...all].filter((one) => one !== null).slice(-3);
}

it.each([
  { limiter: 'redis-token-bucket', options: { concurrency: 'none' } },
  { limiter: 'redis-token-bucket', options: { concurrency: 'watch' } },
  { limiter: 'redis-token-bucket', options: { concurrency: 'lock' } },
  { limiter: 'redis-incr', options: { variant: 'incr-expire' } },
])('goes on from a checkpoint as the whole run did: $limiter, $options', (lane) => {
  const run = troubledRun(lane);
  const whole = recordOf(run, null);
  const checkpoints = lastCheckpoints(run.laneRun);
  expect(checkpoints.length).toBe(3);
  for (const checkpoint of checkpoints) {
    const { events, fates } = recordOf(run, checkpoint);
    expect(events.length).toBeGreaterThan(1_000);
    expect(events).toEqual(whole.events.slice(-events.length));
    for (const [name, fate] of fates) expect([name, fate]).toEqual([name, whole.fates.get(name)]);
  }
});
