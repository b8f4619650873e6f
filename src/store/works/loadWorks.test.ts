import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadWorks } from './loadWorks.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import { openTestBrowser } from './testing.ts';

beforeEach(() => void openTestBrowser());
afterEach(() => void vi.useRealTimers());

it('goes on without works where another tab never gives way', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let asked = (): void => undefined;
  const asking = new Promise<void>((resolve) => (asked = resolve));
  const loading = loadWorks({
    hasDatabase: true,
    locks: {
      request: () => {
        asked();
        return new Promise(() => undefined);
      },
      query: () => Promise.resolve({ held: [] }),
    },
    channel: { post: () => undefined, listen: () => undefined },
    pageStorage: null,
    tabStorage: null,
    now: () => 0,
    newId: () => 'id',
  });
  await asking;
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await loading).settings).toEqual(DEFAULT_SETTINGS);
});
