import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestPlayground } from './testing.ts';
import { viewedStoreOf } from './viewedStore.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function openViewed() {
  const { store, actions } = await openTestPlayground();
  const viewed = viewedStoreOf(store);
  const heard: (readonly [n: number, before: number])[] = [];
  const unsubscribe = viewed.subscribe((state, before) => {
    if (state.scenario !== before.scenario) heard.push([state.scenario.policy.n, before.scenario.policy.n]);
  });
  const first = store.getState().scenario.policy.n;
  return { store, actions, viewed, heard, first, unsubscribe, n: () => viewed.getState().scenario.policy.n };
}

describe('the store for a part of the page', () => {
  it('in view follows at once', async () => {
    const { actions, heard, first, n } = await openViewed();
    actions.setPolicy({ n: 3 });
    expect(n()).toBe(3);
    actions.setPolicy({ n: 4 });
    expect(heard).toEqual([
      [3, first],
      [4, 3],
    ]);
  });

  it('out of view follows once nothing changes, once for all changes until then', async () => {
    const { store, actions, viewed, heard, first, n } = await openViewed();
    viewed.setInView(false);
    for (const next of [3, 4, 5]) {
      actions.setPolicy({ n: next });
      vi.advanceTimersByTime(50);
    }
    expect([n(), heard]).toEqual([first, []]);
    await vi.waitUntil(() => !store.getState().busy);
    vi.advanceTimersByTime(100);
    expect([n(), heard]).toEqual([5, [[5, first]]]);
  });

  it('out of view follows once a second while changes go on', async () => {
    const { actions, viewed, heard, first, n } = await openViewed();
    viewed.setInView(false);
    for (let change = 1; change <= 25; change++) {
      actions.setPolicy({ n: first + change });
      vi.advanceTimersByTime(50);
    }
    expect([n(), heard]).toEqual([first + 20, [[first + 20, first]]]);
  });

  it('that comes into view shows at once how things stand', async () => {
    const { actions, viewed, heard, first, n } = await openViewed();
    viewed.setInView(false);
    actions.setPolicy({ n: 3 });
    viewed.setInView(true);
    expect([n(), heard]).toEqual([3, [[3, first]]]);
    vi.advanceTimersByTime(1_000);
    expect(heard).toHaveLength(1);
  });

  it('is forgotten by the store once nobody listens', async () => {
    const { store, actions, viewed, heard, unsubscribe } = await openViewed();
    viewed.setInView(false);
    actions.setPolicy({ n: 3 });
    unsubscribe();
    vi.advanceTimersByTime(1_000);
    expect(heard).toEqual([]);
    // Who listens then begins with how things stand.
    const again = vi.fn();
    viewed.subscribe(again);
    expect(viewed.getState()).toBe(store.getState());
    expect(again).not.toHaveBeenCalled();
  });
});
