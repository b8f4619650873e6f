/** What is visible of a run when its length changes. */
import { expect, it } from 'vitest';
import { scenarioOf, SECOND } from '../sim/index.ts';
import { rangeAfterRun, wholeRange, type Range } from './slices/view.ts';
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

it('what a script sends after the scenario’s end is part of the whole run, up to and including its last request', () => {
  const scenario = scenarioOf({ policy: { n: 10, T: 60 }, traffic: [{ kind: 'script', code: 'send(323)' }] });
  const whole = (end: number) => wholeRange(scenario, end * SECOND);
  const after = (range: Range, before: number, end: number) =>
    rangeAfterRun(range, before * SECOND, scenario, end * SECOND);
  expect(whole(30)).toEqual({ from: 0, to: 60 * SECOND });
  expect(whole(323)).toEqual({ from: 0, to: 323 * SECOND + 1 });
  // Known only once it has run, and again after each change of the script.
  expect(after(whole(0), -1, 323)).toEqual(whole(323));
  expect(after(whole(323), 323, 90)).toEqual(whole(90));
  expect(after(whole(90), 90, 60)).toEqual(whole(60));
  const part = { from: 5 * SECOND, to: 60 * SECOND };
  expect(after(part, 90, 323)).toBe(part);
});
