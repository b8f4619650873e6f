/** Who got how much: when it is asked, and of which run an answer is. */
import { describe, expect, it } from 'vitest';
import { BASE_DOCUMENT, openTestPlayground } from './testing.ts';

const DOCUMENT = {
  ...BASE_DOCUMENT,
  traffic: [{ kind: 'times', at: [1, 1, 1, 12], key: ['a', 'b', 'a', 'a'], label: 'good' }],
  lanes: [...BASE_DOCUMENT.lanes, { limiter: 'leaky-queue' }],
};

async function page() {
  const opened = await openTestPlayground(DOCUMENT);
  const asked = () => opened.client.asked.filter((kind) => kind === 'fairness').length;
  const shares = () => opened.store.getState().fairness;
  return { ...opened, asked, shares };
}

describe('shares', () => {
  it('are asked for when their tab is opened, and not before', async () => {
    const { store, actions, settled, asked, shares } = await page();
    for (const tab of ['why', 'compare', null] as const) actions.openDrawer(tab);
    actions.setPolicy({ n: 3 });
    await settled();
    expect([asked(), shares()]).toEqual([0, null]);
    actions.openDrawer('fairness');
    await settled();
    expect(shares()).toMatchObject({ result: store.getState().result, lane: 0, range: store.getState().range });
    expect(shares()?.answer.keys.map(({ key, requests }) => [key, requests])).toEqual([
      ['a', 3],
      ['b', 1],
    ]);
    expect(shares()?.answer.lanes).toHaveLength(3);
    expect(shares()?.answer.lanes[0]?.byLabel?.good.requests).toBe(4);
  });

  it('are asked for again for another lane, range, width or run, and for nothing else', async () => {
    const { store, actions, settled, asked, shares } = await page();
    actions.openDrawer('fairness');
    await settled();
    const again = async (act: () => void) => {
      const before = asked();
      act();
      await settled();
      return asked() - before;
    };
    expect(await again(() => actions.focusLane(2))).toBe(1);
    expect(shares()?.lane).toBe(2);
    expect(await again(() => actions.setRange({ from: 0, to: 5e6 }))).toBe(1);
    expect(shares()?.range).toEqual({ from: 0, to: 5e6 });
    expect(await again(() => actions.setStripColumns(20))).toBe(1);
    expect(shares()?.answer.keys[0]?.densities.admitted).toHaveLength(10);
    expect(await again(() => actions.setStripColumns(20))).toBe(0);
    expect(await again(() => actions.setPolicy({ n: 1 }))).toBe(1);
    expect(shares()?.result).toBe(store.getState().result);
    expect(await again(() => actions.seek(3e6))).toBe(0);
    expect(await again(() => actions.setKey('b'))).toBe(0);
    expect(await again(() => actions.openDrawer(null))).toBe(0);
    expect(await again(() => actions.setPolicy({ n: 2 }))).toBe(0);
  });

  it('are those of the run that is shown: an answer that comes too late is let go', async () => {
    const { store, client, actions, settled, shares } = await page();
    const strange: unknown[] = [];
    store.subscribe((state, before) => {
      if (state.fairness !== before.fairness && state.fairness?.result !== state.result) strange.push(state.fairness);
    });
    client.hold('fairness');
    actions.openDrawer('fairness');
    actions.setPolicy({ n: 1 });
    await settled();
    expect(shares()).toBeNull();
    client.release('fairness');
    await settled();
    expect(shares()?.result).toBe(store.getState().result);
    expect(strange).toEqual([]);
  });

  it('follow their lane while a new order is under way, and are of what is there when it is gone', async () => {
    const { store, client, actions, settled, shares } = await page();
    actions.openDrawer('fairness');
    actions.focusLane(2);
    await settled();
    client.hold('simulate');
    actions.moveLane(2, 0);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    // In the run that is still shown it stands where it stood.
    expect(store.getState().busy).toBe(true);
    expect(shares()?.lane).toBe(2);
    client.release('simulate');
    await settled();
    expect(shares()?.lane).toBe(0);
    actions.removeLane(0);
    await settled();
    expect(shares()?.result.scenario.lanes).toHaveLength(2);
    expect(shares()?.lane).toBe(0);
  });

  it('are asked for again of a worker that was replaced, once it knows the run', async () => {
    const { store, client, actions, settled, asked } = await page();
    actions.openDrawer('fairness');
    await settled();
    client.replaceWorker();
    const before = asked();
    actions.setRange({ from: 0, to: 5e6 });
    await settled();
    expect(asked()).toBe(before);
    store.rerun();
    await settled();
    expect(asked()).toBe(before + 1);
  });
});
