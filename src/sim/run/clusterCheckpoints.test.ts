/** How many checkpoints a run keeps, and which one precedes a request. */
import { expect, it } from 'vitest';
import { isScheme } from './laneRun.ts';
import { simulateToEnd } from './simulate.ts';
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
