import { expect, it } from 'vitest';
import { ownExample, scenarioOf } from '../sim/index.ts';
import { defaultLaneName } from './defaultLaneName.ts';

it('is what the code of a lane calls it, before what runs such code is loaded', () => {
  expect(scenarioOf(ownExample).lanes.map(defaultLaneName)).toEqual(['Token bucket', 'My bucket']);
  expect(defaultLaneName(scenarioOf({ lanes: [{ limiter: 'own' }] }).lanes[0]!)).toBe('Your own');
});

it('of a stack of one limit for all keys is that limit’s', () => {
  const of = { limiter: 'envoy-local', key: 'all' };
  const lanes = [[of], [{ ...of, label: 'Edge' }], [{ ...of, key: 'each' }], [of, of]];
  const scenario = scenarioOf({ lanes: lanes.map((limits) => ({ limiter: 'stack', of: limits })) });
  expect(scenario.lanes.map(defaultLaneName)).toEqual([
    'Envoy local, all keys',
    'Edge, all keys',
    'Stack of limits',
    'Stack of limits',
  ]);
});
