import { describe, expect, it } from 'vitest';
import { packRecording } from '../traffic/recordingData.ts';
import { columnsFrom } from '../traffic/testing.ts';
import { laneFairness } from '../inspect/fairness.ts';
import { planOf } from './plan.ts';
import { scenarioOf } from '../scenario/scenario.ts';
import { simulateToEnd } from './simulate.ts';

const log = columnsFrom([
  { at: 0, client: 'a' },
  { at: 1, client: 'b', bad: true },
  { at: 2, client: 'a' },
  { at: 3, client: 'b', bad: true },
  { at: 4, client: 'b', bad: true },
]);

function fairnessWith(others: readonly object[], lane: object) {
  const recording = { kind: 'recording', data: packRecording(log) };
  const policy = { n: 2, T: 100 };
  const plan = planOf(scenarioOf({ policy, duration: 50, traffic: [...others, recording], lanes: [lane] }));
  return laneFairness(simulateToEnd(plan)).map(({ byLabel }) => byLabel);
}

const CLIENTS = [
  { kind: 'clients', count: 2, rate: 1, keys: 'own', arrivals: 'poisson', retry: { strategy: 'backoff' } },
  { kind: 'clients', phases: [{ jobs: 3, rate: 1 }], key: 'x', retry: { strategy: 'retry-poll' } },
];

describe('requests that a log counts as bad', () => {
  it.each([
    ['alone', [], { limiter: 'fixed-window' }],
    ['beside clients that react', CLIENTS, { limiter: 'fixed-window' }],
    ['on several nodes', [], { limiter: 'redis-incr' }],
    ['on several nodes, beside clients that react', CLIENTS, { limiter: 'redis-incr' }],
  ])('stay bad %s', (_, others, lane) => {
    expect(fairnessWith(others, lane)).toMatchObject([
      { good: { requests: 2, denied: 0 }, bad: { requests: 3, admitted: 2, denied: 1 } },
    ]);
  });
});
