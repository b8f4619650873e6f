import { expect, it } from 'vitest';
import { scenarioOf, type Scenario } from '../../sim/index.ts';
import { withLane, withOption, withPolicy, withSettings, withTraffic } from '../../store/scenarioEdits.ts';
import { sameBut, sameTraffic } from './sameBut.ts';

function scenarioWith(policy: object): Scenario {
  return scenarioOf({
    policy,
    traffic: [{ kind: 'burst', at: 1, count: 3 }],
    lanes: [{ limiter: 'token-bucket' }, { limiter: 'sub-window' }],
  });
}

function parsedTraffic(traffic: readonly object[]): Scenario['traffic'] {
  return scenarioOf({ traffic }).traffic;
}

const follows = scenarioWith({ n: 10, T: 10 });
const fixed = scenarioWith({ n: 10, T: 10, capacity: 10 });

it.each<[string, Scenario, (before: Scenario) => Scenario, boolean]>([
  ['another n', follows, (before) => withSettings(before, 0, { n: 9 }), true],
  ['another n below a capacity of its own', fixed, (before) => withSettings(before, 0, { n: 9 }), true],
  ['another title', follows, (before) => ({ ...before, title: 'Another' }), true],
  ['an option of another lane', follows, (before) => withLane(before, 1, (lane) => withOption(lane, 'k', 3)), true],
  ['another T', follows, (before) => withSettings(before, 0, { T: 300 }), false],
  ['a capacity that no longer follows n', follows, (before) => withPolicy(before, { capacity: 10 }), false],
  ['another edition', follows, (before) => withLane(before, 0, (lane) => ({ ...lane, edition: 'published' })), false],
  ['other traffic', follows, (before) => withTraffic(before, []), false],
  [
    'another limit of a stack',
    follows,
    (before) => withLane(before, 0, (lane) => ({ ...lane, of: [{ limiter: 'gcra', key: 'all' }] }) as never),
    false,
  ],
  ['other goals', follows, (before) => ({ ...before, goals: [{ measure: 'refused', at: 'most', value: 0 }] }), false],
  ['another seed', follows, (before) => ({ ...before, seed: before.seed + 1 }), false],
])('with %s, an answer about n of lane 1 holds or not', (_, before, change, holds) => {
  expect(sameBut(before, change(before), 0, 'n')).toBe(holds);
});

it('a map over n and T holds for any of both', () => {
  const other = withSettings(follows, 0, { n: 9, T: 300 });
  expect(sameBut(follows, other, 0, 'n', 'T')).toBe(true);
  expect(sameBut(follows, withPolicy(other, { capacity: 3 }), 0, 'n', 'T')).toBe(false);
  // Whether the capacity follows n is no matter of n alone.
  expect(sameBut(follows, other, 0, 'n', 'capacity')).toBe(false);
});

it('requests depend on the traffic, and with a script on the policy', () => {
  const scripted = withTraffic(follows, parsedTraffic([{ kind: 'script', code: 'send(1)' }]));
  expect(sameTraffic(follows, withSettings(follows, 0, { n: 9 }))).toBe(true);
  expect(sameTraffic(follows, { ...follows, seed: 2 })).toBe(false);
  expect(sameTraffic(scripted, withSettings(scripted, 0, { n: 9 }))).toBe(false);
  expect(sameTraffic(scripted, { ...scripted, title: 'Another' })).toBe(true);
});
