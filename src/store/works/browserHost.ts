/** The browser's side of works: its storage, locks and messages, and when a page is left. */
import type { WorksHost } from './loadWorks.ts';
import type { TabChannel, TabMessage } from './tabs.ts';
import type { TabWorks } from './works.ts';

export function browserWorksHost(): WorksHost {
  return {
    // Some browsers have it and forbid it, which throws.
    hasDatabase: (orNull(() => indexedDB) ?? undefined) !== undefined,
    locks: (navigator as { locks?: LockManager }).locks,
    channel: browserChannel(),
    pageStorage: orNull(() => localStorage),
    tabStorage: orNull(() => sessionStorage),
    now: () => Date.now(),
    newId: randomId,
  };
}

/** Null where there is none, and where the browser forbids it, as Firefox does when cookies are blocked. */
function browserChannel(): TabChannel | null {
  const channel = orNull(() => new BroadcastChannel('spillway.works'));
  if (channel === null) return null;
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data)),
  };
}

/** 128 random bits; `crypto.randomUUID` exists only at secure addresses. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Null where the browser forbids it, or does not have it, which throws. */
function orNull<T>(open: () => T): T | null {
  try {
    return open();
  } catch {
    return null;
  }
}

/** Saves the work when the page is left, frozen or hidden, and finds out what became of it when the page is back. */
export function followPage(works: Pick<TabWorks, 'leave' | 'comeBack'>): void {
  const comeBack = (): void => void works.comeBack();
  addEventListener('pagehide', ({ persisted }) => works.leave(persisted));
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) comeBack();
  });
  document.addEventListener('freeze', () => works.leave(true));
  document.addEventListener('resume', comeBack);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') works.leave(false);
  });
}
