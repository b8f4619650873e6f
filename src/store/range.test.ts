/** What is visible of a run when its length changes. */
import { expect, it } from 'vitest';
import { SECOND } from '../sim/index.ts';
import { openTestPlayground } from './testing.ts';

const seconds = ({ from, to }: { readonly from: number; readonly to: number }) => [from / SECOND, to / SECOND];

it('a run that is in sight as a whole stays so, by T, by its own duration, and by undo', async () => {
  // Without a duration an empty run lasts T.
  const { store, actions } = await openTestPlayground({ policy: { n: 10, T: 60 }, lanes: [{ limiter: 'gcra' }] });
  const range = () => seconds(store.getState().range);
  expect(range()).toEqual([0, 60]);
  actions.setPolicy({ T: 1 });
  expect(range()).toEqual([0, 1]);
  actions.setPolicy({ T: 90 });
  expect(range()).toEqual([0, 90]);
  actions.editRun('duration', (scenario) => ({ ...scenario, duration: 30 }));
  expect(range()).toEqual([0, 30]);
  actions.undo();
  expect(range()).toEqual([0, 90]);
});

it('a part that was chosen stays, and so does the scale under the hand that moves a phase', async () => {
  const burst = { kind: 'burst', at: 5, count: 3 };
  const { store, actions } = await openTestPlayground({ policy: { n: 10, T: 10 }, traffic: [burst] });
  const range = () => seconds(store.getState().range);
  const [first] = store.getState().scenario.traffic;
  actions.changePhase(0, { ...first, at: 50 } as typeof first & object);
  expect(range()).toEqual([0, 15]);
  actions.showAll();
  store.setState({ range: { from: 2 * SECOND, to: 4 * SECOND } });
  actions.setPolicy({ T: 1 });
  expect(range()).toEqual([2, 4]);
});
