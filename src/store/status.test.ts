/** A status is shown only while what it speaks of is so. */
import { expect, it } from 'vitest';
import { BASE_DOCUMENT, openTestPlayground } from './testing.ts';

type Page = Awaited<ReturnType<typeof openTestPlayground>>;

/** Presses that are answered by a status, and how it begins. */
const SAYING: readonly [string, (page: Page) => void, RegExp][] = [
  ['of a disagreement', ({ actions }) => actions.stepDisagreement(1), /^Disagreement 1 of /],
  ['that there is nothing to undo', ({ actions }) => actions.undo(), /^Nothing to undo\./],
  [
    'of a zoom',
    ({ actions }) => {
      actions.zoomTo({ from: 2_000_000, to: 5_000_000 });
      actions.say('Shows 2.000 s to 5.000 s.');
    },
    /^Shows/,
  ],
];

const ENDING: readonly [string, (page: Page) => void][] = [
  ['the policy', ({ actions }) => actions.setPolicy({ n: 3 })],
  ['the selection', ({ actions }) => actions.select(1, 0, 1_000_000)],
  ['the range', ({ actions }) => actions.showAll()],
  ['the playhead by hand', ({ actions }) => actions.seek(3_000_000)],
  ['to playing', ({ actions }) => actions.play()],
];

const openLanesThatDisagree = (): Promise<Page> =>
  openTestPlayground({
    ...BASE_DOCUMENT,
    policy: { n: 1, T: 2 },
    traffic: [{ kind: 'times', at: [1, 1.5, 2, 2.5, 3, 3.5] }],
    lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
  });

it.each(SAYING.flatMap(([what, say, said]) => ENDING.map(([change, end]) => [what, change, say, said, end] as const)))(
  'a status %s goes with a change of %s',
  async (_what, _change, say, said, end) => {
    const page = await openLanesThatDisagree();
    say(page);
    await page.settled();
    expect(page.store.getState().status).toMatch(said);
    end(page);
    await page.settled();
    expect(page.store.getState().status).toBe('');
    page.actions.pause();
  },
);

it('stays while its own change is run, and while playback slides the range', async () => {
  const { store, actions, settled } = await openLanesThatDisagree();
  actions.removeLane(1);
  await settled();
  expect(store.getState().status).toMatch(/^Removed lane 2/);
  actions.seek(0);
  actions.zoomTo({ from: 0, to: 1_000_000 });
  actions.play();
  actions.say('Sent at 0.000 s.');
  const { range } = store.getState();
  store.player.seek(range.to + 1_000_000);
  expect(store.getState().range.from).toBeGreaterThan(range.from);
  expect(store.getState().status).toBe('Sent at 0.000 s.');
  actions.pause();
});
