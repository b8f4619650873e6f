import { expect, it } from 'vitest';
import { ownExample } from '../sim/index.ts';
import { defaultLaneName } from './defaultLaneName.ts';
import { parseTestScenario } from './testing.ts';

it('is what the code of a lane calls it, before what runs such code is loaded', () => {
  expect(parseTestScenario(ownExample).lanes.map(defaultLaneName)).toEqual(['Token bucket', 'My bucket']);
  expect(defaultLaneName(parseTestScenario({ lanes: [{ limiter: 'own' }] }).lanes[0]!)).toBe('Your own');
});
