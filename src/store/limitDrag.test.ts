/** A limit that is dragged in a lane's chart, and what else the hand does there. */
import { describe, expect, it } from 'vitest';
import { scenarioOf, SECOND } from '../sim/index.ts';
import { withSetting } from './scenarioEdits.ts';
import { openTestPlayground } from './testing.ts';

const BASE = { policy: { n: 4, T: 10 }, duration: 20, traffic: [{ kind: 'steady', from: 0, rate: 1 }] };
const withLane = (own: object, policy: object = {}) =>
  scenarioOf({
    ...BASE,
    policy: { ...BASE.policy, ...policy },
    lanes: [{ limiter: 'token-bucket', policy: own }, { limiter: 'gcra' }],
  });

describe('a limit is set where the lane has it from', () => {
  it.each<[string, object, object, 'n' | 'capacity', object, object]>([
    ['n of all', {}, {}, 'n', { n: 9 }, {}],
    ['its own n', { n: 2 }, {}, 'n', {}, { n: 9 }],
    ['a capacity that followed n no longer does', {}, {}, 'capacity', { capacity: 9 }, {}],
    ['the capacity of all', {}, { capacity: 3 }, 'capacity', { capacity: 9 }, {}],
    ['its own capacity', { capacity: 2 }, { capacity: 3 }, 'capacity', {}, { capacity: 9 }],
    ['a capacity that followed its own n is its own', { n: 2 }, {}, 'capacity', {}, { n: 2, capacity: 9 }],
    [
      'its own n does not make the capacity of all its own',
      { n: 2 },
      { capacity: 3 },
      'capacity',
      { capacity: 9 },
      { n: 2 },
    ],
  ])('%s', (_, own, policy, setting, changed, ownAfter) => {
    const before = withLane(own, policy);
    const after = withSetting(before, 0, setting, 9);
    expect(after.policy).toEqual({ ...BASE.policy, ...policy, ...changed });
    expect(after.lanes[0]!.policy).toEqual(ownAfter);
    expect(after.lanes[1]!.policy).toEqual({});
    expect(() => scenarioOf(after)).not.toThrow();
    expect(withSetting(after, 0, setting, 9)).toBe(after);
  });
});

it('a drag of a limit runs every lane on its way, is one step, and Esc takes it back', async () => {
  const { store, actions, settled, admitted } = await openTestPlayground(BASE_WITH_LANE);
  const [before, first] = [store.getState().scenario, admitted()];
  const drag = actions.startLaneDrag();
  for (const n of [5, 6, 8]) drag.update('change of n', (scenario) => withSetting(scenario, 0, 'n', n));
  await settled();
  expect(admitted()).not.toEqual(first);
  expect([store.getState().scenario.policy.n, store.getState().history.past.length]).toEqual([8, 1]);
  drag.revert();
  expect(store.getState().scenario).toBe(before);
  expect(store.getState().history.past).toHaveLength(0);
});

const BASE_WITH_LANE = { ...BASE, lanes: [{ limiter: 'fixed-window' }] };

it('a scrub stops the playhead where the hand is, away from any selection', async () => {
  const { store, actions } = await openTestPlayground(BASE_WITH_LANE);
  actions.select(0, 3, 3 * SECOND);
  actions.play();
  actions.scrub(7 * SECOND);
  const { playing, selection } = store.getState();
  expect([store.player.at, playing, selection]).toEqual([7 * SECOND, false, null]);
});

it('a span that is zoomed to stays in sight: playing on stops if it would leave it', async () => {
  const { store, actions } = await openTestPlayground(BASE_WITH_LANE);
  actions.seek(5 * SECOND);
  actions.play();
  actions.zoomTo({ from: 4 * SECOND, to: 9 * SECOND });
  expect([store.getState().range, store.player.playing]).toEqual([{ from: 4 * SECOND, to: 9 * SECOND }, true]);
  actions.zoomTo({ from: 12 * SECOND, to: 14 * SECOND });
  expect([store.getState().range, store.player.playing]).toEqual([{ from: 12 * SECOND, to: 14 * SECOND }, false]);
});
