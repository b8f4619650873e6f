import { expect, it } from 'vitest';
import { scenarioOf, type Cluster } from '../../sim/index.ts';
import { clusterItems } from './clusterText.ts';

const clusterOf = (cluster: object): Cluster =>
  scenarioOf({ cluster, lanes: [{ limiter: 'redis-incr' }] }).cluster as Cluster;

it('says nodes, latency and routing, and nothing of what is as it should be', () => {
  expect(clusterItems(clusterOf({ nodes: 3, latency: { kind: 'fixed', mean: 0.001 } }))).toEqual([
    'Cluster: 3 nodes, 1 ms each way, requests to each in turn',
  ]);
  expect(clusterItems(clusterOf({ nodes: 1, latency: { kind: 'exponential', mean: 0.01 }, service: 0.002 }))).toEqual([
    'Cluster: 1 node, 10 ms on average each way, the store busy for 2 ms with each command, requests to each in turn',
  ]);
});

it('says what caused the result: clocks, faults and delayed messages', () => {
  const cluster = clusterOf({
    nodes: 2,
    routing: { weights: [9, 1] },
    latency: { kind: 'uniform', from: 0.001, to: 0.02 },
    skew: [{ node: 1, offset: 0.01, drift: -0.5, step: { at: 5, by: -0.05 } }],
    faults: [
      { kind: 'crash-after', node: 0, command: 'INCR', at: 0 },
      { kind: 'store-flush', at: 3 },
    ],
    moves: [{ lane: 0, request: 0, command: 0, delay: 0.004 }],
  });
  expect(clusterItems(cluster)).toEqual([
    'Cluster: 2 nodes, 1 ms to 20 ms each way, requests at random, weighted 9 : 1',
    'Clocks: N2 +10 ms, losing 500 ms a second, −50 ms at 5 s',
    'Faults: N1 dies after INCR, from 0 s; store loses its data at 3 s',
    'Delayed by hand: 1 message',
  ]);
});
