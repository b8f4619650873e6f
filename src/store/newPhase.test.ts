import { describe, expect, it } from 'vitest';
import { SECOND, scenarioOf, type Scenario, type TrafficEntry } from '../sim/index.ts';
import { newPhase } from './newPhase.ts';

const RUN = { policy: { n: 10, T: 5 }, duration: 24, lanes: [{ limiter: 'gcra' }] };
const steady = (from: number, to?: number) => ({ kind: 'steady', from, rate: 1, ...(to === undefined ? {} : { to }) });

/** Where a phase is added, in seconds. */
function added(traffic: readonly object[], from = 0, to = 24): readonly [number, number | undefined] {
  const scenario = scenarioOf({ ...RUN, traffic });
  const entry = newPhase(scenario, { from: from * SECOND, to: to * SECOND }) as TrafficEntry & {
    from: number;
    to?: number;
  };
  return [entry.from, entry.to];
}

describe('a new phase', () => {
  it.each([
    ['nothing there: the middle half of what is visible', [], 0, 24, [6, 18]],
    ['one that takes all: over it', [steady(0)], 0, 24, [6, 18]],
    ['then before it, the first of two equal parts', [steady(0), steady(6, 18)], 0, 24, [1.5, 4.5]],
    ['beside one at the beginning', [steady(0, 12)], 0, 24, [15, 21]],
    ['between two', [steady(0, 4), steady(20, 24)], 0, 24, [8, 16]],
    ['a gap that is too narrow is left', [steady(0, 12), steady(14)], 0, 24, [3, 9]],
    ['requests that were sent take no room', [{ kind: 'times', at: [1, 23] }], 0, 24, [6, 18]],
    ['only what is visible counts', [steady(0, 4), steady(8, 9)], 10, 12, [10.5, 11.5]],
    ['far in: within what is visible', [], 5.01, 5.03, [5.015, 5.025]],
  ] as const)('%s', (_, traffic, from, to, expected) => {
    expect(added(traffic, from, to)).toEqual(expected);
  });

  it('has the rate of the policy, the key of the first phase, and a stream of its own', () => {
    const scenario: Scenario = scenarioOf({ ...RUN, traffic: [{ ...steady(0, 4), key: 'b' }] });
    expect(newPhase(scenario, { from: 0, to: 24 * SECOND })).toMatchObject({
      kind: 'steady',
      rate: 2,
      key: 'b',
      stream: 1,
    });
  });
});
