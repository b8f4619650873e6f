import { expect, it } from 'vitest';
import { simulateToEnd, planOf } from '../sim/engine.ts';
import { scenarioOf } from '../sim/index.ts';
import { clientLoop } from './clientLoop.ts';

it('makes about as many tries as the engine’s clients', () => {
  const duration = 100;
  const policy = { n: 5, T: 10 };
  const traffic = {
    kind: 'clients',
    count: 200,
    rate: 1,
    arrivals: 'poisson',
    retry: { strategy: 'backoff' },
    maxTries: 8,
  };
  const plan = planOf(scenarioOf({ duration, policy, traffic: [traffic], lanes: [{ limiter: 'token-bucket' }] }));
  const tries = simulateToEnd(plan).lanes[0]!.arrivals.count;
  expect(Math.abs(clientLoop({ clients: 200, ...policy, duration }) / tries - 1)).toBeLessThan(0.02);
});
