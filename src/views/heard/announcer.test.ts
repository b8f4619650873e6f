import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTestPlayground } from '../../store/testing.ts';
import { REST_MS, startAnnouncer } from './announcer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A playground whose announcer speaks into `said`, a minute after it was opened. */
async function listen() {
  const playground = await openTestPlayground();
  const said: string[] = [];
  const announcer = startAnnouncer(playground.store, (text) => said.push(text));
  return {
    ...playground,
    announcer,
    /** What was said since the last time, once all is at rest. */
    heard: async () => {
      await playground.settled();
      await vi.advanceTimersByTimeAsync(REST_MS);
      return said.splice(0);
    },
  };
}

it('says nothing of what the page opens with', async () => {
  const { heard } = await listen();
  expect(await heard()).toEqual([]);
});

it('says what every lane decided after a step, once', async () => {
  const { actions, heard } = await listen();
  actions.seek(0);
  actions.step(1);
  expect(await heard()).toEqual(['Request 1, 1 s: both lanes admit.']);
  expect(await heard()).toEqual([]);
});

it('says where a run of steps ends, not each of them', async () => {
  const { actions, heard, settled } = await listen();
  actions.seek(0);
  for (let step = 0; step < 3; step++) {
    actions.step(1);
    await settled();
    await vi.advanceTimersByTimeAsync(REST_MS / 2);
  }
  expect(await heard()).toEqual(['Request 3, 1 s: lane 1 denies, the window is full; lane 2 denies, too few tokens.']);
});

it('says what a change of n made, when the hand rests', async () => {
  const { actions, heard, announcer } = await listen();
  announcer.setHandDown(true);
  actions.setPolicy({ n: 1, T: 10 }, 'drag');
  expect(await heard()).toEqual([]);
  actions.setPolicy({ n: 3, T: 10 }, 'drag');
  expect(await heard()).toEqual([]);
  announcer.setHandDown(false);
  expect(await heard()).toEqual(['n 3: now 4 and 4 of 4 admitted.']);
});

it('says where a jump leads', async () => {
  const { actions, heard } = await listen();
  actions.seek(0);
  actions.seek(12e6);
  expect(await heard()).toEqual(['12 s, after request 4 of 4. Levels: 1 permit used and 1 token left.']);
});

it('leaves a request sent by hand to the status line', async () => {
  const { actions, store, heard } = await listen();
  actions.seek(12e6);
  expect(await heard()).toEqual(['12 s, after request 4 of 4. Levels: 1 permit used and 1 token left.']);
  actions.send(1, 'press');
  actions.reportSent();
  // What was said before is of a run without it.
  expect(await heard()).toEqual(['']);
  expect(store.getState().status).toMatch(/^Sent at/);
  actions.undo();
  expect(await heard()).toEqual(['Now 3 and 3 of 4 admitted.']);
});

it('names another document', async () => {
  const { actions, heard } = await listen();
  actions.startNew();
  expect(await heard()).toEqual(['Opened.']);
});

it('says nothing while playing, and what was let in at the end', async () => {
  const { store, heard } = await listen();
  store.setState({ playing: true });
  store.setState({ at: 5e6 });
  expect(await heard()).toEqual([]);
  store.setState({ playing: false, playedThrough: true, at: 20e6 });
  expect(await heard()).toEqual(['The run ends at 20 s: 3 and 3 of 4 admitted.']);
});

it('says nothing after it has been stopped', async () => {
  const { actions, announcer, heard } = await listen();
  actions.step(1);
  announcer.stop();
  expect(await heard()).toEqual([]);
});

it('says what is shown of the run, and how, when only that was changed', async () => {
  const { actions, heard } = await listen();
  actions.zoom(2, 4e6);
  actions.zoom(2, 4e6);
  const [zoomed] = await heard();
  expect(zoomed).toMatch(/^Shows \d.* s to \d.* s\.$/);
  actions.showAll();
  expect(await heard()).toEqual([expect.stringMatching(/^Shows the whole run, 0 s to \d+ s\.$/)]);
  actions.setChartLayout('stacked');
  expect(await heard()).toEqual(['Layout: Stacked.']);
  actions.setMode('learn');
  expect(await heard()).toEqual(['Mode: Learn.']);
});

it('leaves a span that was dragged to the status line, and a place that comes into sight to what is there', async () => {
  const { actions, heard } = await listen();
  actions.zoomTo({ from: 5e6, to: 6e6 });
  actions.say('Shows 5 s to 6 s.');
  expect(await heard()).toEqual([]);
  actions.seek(12e6);
  expect(await heard()).toEqual([expect.stringMatching(/^12 s, after request 4 of 4\. /)]);
});
