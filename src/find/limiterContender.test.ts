import { expect, it } from 'vitest';
import { contenderById, policyOf } from './testing.ts';

it('one request more makes another state, on the same key or on another', () => {
  const lane = contenderById('gcra', policyOf(3, 1));
  const of = (...keys: readonly number[]) => {
    const state = lane.init();
    for (const key of keys) lane.decide(state, key, 0, 1);
    return state;
  };
  expect(lane.isSame(of(0, 1), of(1, 0))).toBe(true);
  for (const [one, other] of [
    [of(0), of(0, 1)],
    [of(0, 1), of(0)],
    [of(0), of(1)],
    [of(0), of(0, 0)],
  ] as const)
    expect(lane.isSame(one, other)).toBe(false);
});
