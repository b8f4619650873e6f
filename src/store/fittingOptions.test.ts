import { expect, it } from 'vitest';
import { newLane } from './scenarioEdits.ts';
import { scenarioOf } from '../sim/index.ts';
import { openTestPlayground } from './testing.ts';

it('a lane that is added or changed on the page has options that fit its capacity', async () => {
  const { store, actions } = await openTestPlayground();
  const burst = (lane: number) => store.getState().scenario.lanes[lane]?.options['burst'];
  actions.setPolicy({ n: 5 });
  actions.addLane('nginx-limit-req');
  expect(burst(2)).toBe(4);
  actions.setLanePolicy(0, { capacity: 1 });
  actions.changeLimiter(0, 'nginx-limit-req');
  expect(burst(0)).toBe(0);
  // What is written into the options stays when the capacity moves.
  actions.setPolicy({ capacity: 50 });
  expect(burst(2)).toBe(4);
});

it('a document without them means the defaults, as ever', () => {
  expect(scenarioOf({ lanes: [{ limiter: 'nginx-limit-req' }] }).lanes[0]?.options).toMatchObject({ burst: 0 });
  expect(newLane('nginx-limit-req').options).toMatchObject({ burst: 0, delay: 0 });
  expect(newLane('gcra', 7)).toEqual(newLane('gcra'));
});
