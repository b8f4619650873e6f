import { describe, expect, it, vi } from 'vitest';
import { createPersistence, type KeyValueStorage } from './persistence.ts';

describe('what is kept', () => {
  const memoryStorage = (): KeyValueStorage & { readonly content: Map<string, string> } => {
    const content = new Map<string, string>();
    return {
      content,
      getItem: (key) => content.get(key) ?? null,
      setItem: (key, value) => void content.set(key, value),
      removeItem: (key) => void content.delete(key),
    };
  };

  it('comes back: the work, the settings, and what was put aside, newest first', () => {
    const open = memoryStorage();
    const before = createPersistence(open, vi.fn());
    before.saveWork({ link: '#1.a', told: true });
    before.stash({ link: '#1.b', told: true });
    before.stash({ link: '#1.c', told: false });
    before.saveSettings({ theme: 'dark', singleKeys: false });
    const after = createPersistence(open, vi.fn());
    expect(after.loadWork()).toEqual({ link: '#1.a', told: true });
    expect(after.popStash()).toEqual({ link: '#1.c', told: false });
    expect(after.popStash()).toEqual({ link: '#1.b', told: true });
    expect(after.popStash()).toBeNull();
    expect(after.loadSettings()).toEqual({ theme: 'dark', singleKeys: false });
  });

  it('is ignored when other code wrote there', () => {
    const open = memoryStorage();
    for (const key of ['spillway.work', 'spillway.aside', 'spillway.settings']) open.setItem(key, '{"half');
    const persistence = createPersistence(open, vi.fn());
    expect([persistence.loadWork(), persistence.popStash()]).toEqual([null, null]);
    expect(persistence.loadSettings()).toEqual({ theme: 'system', singleKeys: true });
  });

  it('reports once that the browser saves nothing, and keeps working', () => {
    const failed = vi.fn();
    const broken: KeyValueStorage = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    };
    const persistence = createPersistence(broken, failed);
    persistence.saveWork({ link: '#1.a', told: true });
    persistence.saveWork({ link: '#1.b', told: true });
    expect(failed).toHaveBeenCalledTimes(1);
    expect(persistence.available).toBe(false);
  });
});
