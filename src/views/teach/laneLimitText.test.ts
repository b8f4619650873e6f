import { expect, it } from 'vitest';
import { loadSystems, scenarioOf } from '../../sim/index.ts';
import { laneLimitText } from './laneLimitText.ts';

it('the limit of a lane is its own n per T; of a stack it is all of its limits', async () => {
  await loadSystems();
  const of = [
    { limiter: 'token-bucket', policy: { n: 2, T: 1 } },
    { limiter: 'fixed-window' },
    { limiter: 'sliding-log', policy: { T: 60 }, key: 'all' },
  ];
  const lanes = [
    { limiter: 'gcra', policy: { n: 3 } },
    { limiter: 'stack', policy: { n: 100 }, of },
  ];
  const scenario = scenarioOf({ policy: { n: 10, T: 10 }, lanes });
  expect(lanes.map((_, index) => laneLimitText(scenario, index))).toEqual([
    '3 per 10 s',
    '2 per second, 100 per 10 s and 100 per minute for all keys',
  ]);
});
