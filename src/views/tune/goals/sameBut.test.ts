import { expect, it } from 'vitest';
import { parseScenario, type Scenario } from '../../../sim/index.ts';
import { withLane, withOption, withPolicy, withSettings, withTraffic } from '../../../store/scenarioEdits.ts';
import { sameBut } from './sameBut.ts';

function scenarioOf(policy: object): Scenario {
  const parsed = parseScenario({
    policy,
    traffic: [{ kind: 'burst', at: 1, count: 3 }],
    lanes: [{ limiter: 'token-bucket' }, { limiter: 'sub-window' }],
  });
  if (!parsed.ok) throw new Error('not a scenario');
  return parsed.scenario;
}

const follows = scenarioOf({ n: 10, T: 10 });
const fixed = scenarioOf({ n: 10, T: 10, capacity: 10 });

it.each<[string, Scenario, (before: Scenario) => Scenario, boolean]>([
  ['another n', follows, (before) => withSettings(before, 0, { n: 9 }), true],
  ['another n below a capacity of its own', fixed, (before) => withSettings(before, 0, { n: 9 }), true],
  ['another title', follows, (before) => ({ ...before, title: 'Another' }), true],
  ['an option of another lane', follows, (before) => withLane(before, 1, (lane) => withOption(lane, 'k', 3)), true],
  ['another T', follows, (before) => withSettings(before, 0, { T: 300 }), false],
  ['a capacity that no longer follows n', follows, (before) => withPolicy(before, { capacity: 10 }), false],
  ['another edition', follows, (before) => withLane(before, 0, (lane) => ({ ...lane, edition: 'published' })), false],
  ['other traffic', follows, (before) => withTraffic(before, []), false],
  ['other goals', follows, (before) => ({ ...before, goals: [{ measure: 'refused', at: 'most', value: 0 }] }), false],
  ['another seed', follows, (before) => ({ ...before, seed: before.seed + 1 }), false],
])('with %s, an answer about n of lane 1 holds or not', (_, before, change, holds) => {
  expect(sameBut(before, change(before), 0, 'n')).toBe(holds);
});
