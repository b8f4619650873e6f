/** Schemes of several processes among the lanes: added, changed, and their options set. */
import { describe, expect, it } from 'vitest';
import { minimalDocument, scenarioOf, schemes } from '../sim/index.ts';
import { newLane } from './scenarioEdits.ts';
import { BASE_DOCUMENT, openTestPlayground } from './testing.ts';

describe('a scheme', () => {
  it.each(schemes.map(({ id }) => id))('%s is added as the format reads it', (id) => {
    const lane = newLane(id);
    const scenario = scenarioOf({ lanes: [lane] });
    expect(scenario.lanes).toEqual([lane]);
    expect(minimalDocument(scenario)).toEqual({ lanes: [{ limiter: id }] });
  });

  it('is none of an unknown name', () => {
    expect(() => newLane('redis')).toThrow('There is no limiter redis.');
  });

  it('takes the place of a limiter on that lane’s policy, and is named', async () => {
    const { store, actions, settled } = await openTestPlayground({
      ...BASE_DOCUMENT,
      lanes: [{ limiter: 'gcra', policy: { n: 3 } }],
    });
    actions.chooseLimiter(0, 'token-server');
    await settled();
    expect(store.getState().scenario.lanes).toEqual([{ ...newLane('token-server'), policy: { n: 3 } }]);
    expect(store.getState().status).toBe('Lane 1 is now Token server. Ctrl+Z undoes this.');
    actions.undo();
    expect(store.getState().scenario.lanes[0]?.limiter).toBe('gcra');
  });

  it('has options that may be given and left out again', async () => {
    const { store, actions, settled } = await openTestPlayground({
      ...BASE_DOCUMENT,
      lanes: [{ limiter: 'quota-lease' }],
    });
    const options = () => store.getState().scenario.lanes[0]?.options;
    const usual = options();
    actions.setOption(0, 'lease', 2);
    actions.setOption(0, 'weights', [1]);
    await settled();
    expect(options()).toEqual({ ...usual, lease: 2, weights: [1] });
    actions.setOption(0, 'lease', null);
    actions.setOption(0, 'weights', null);
    await settled();
    expect(options()).toEqual(usual);
    expect(Object.keys(options() ?? {})).not.toContain('lease');
  });

  it('holds a limiter with all that is its own', async () => {
    const { store, actions } = await openTestPlayground({ ...BASE_DOCUMENT, lanes: [{ limiter: 'layered' }] });
    const inner = { ...newLane('redis-incr'), policy: { n: 7 } };
    actions.setOption(0, 'inner', inner);
    const [lane] = scenarioOf(minimalDocument(store.getState().scenario)).lanes;
    expect(lane?.options['inner']).toEqual(inner);
  });
});
