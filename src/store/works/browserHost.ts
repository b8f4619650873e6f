/** The browser's side of works: its storage, locks and messages, and when a page is left. */
import type { WorksHost } from './loadWorks.ts';
import type { KeyValueStorage } from './migration.ts';
import type { TabChannel, TabMessage } from './tabs.ts';
import type { TabWorks } from './works.ts';

export function browserWorksHost(): WorksHost {
  return {
    hasDatabase: (globalThis as { indexedDB?: IDBFactory }).indexedDB !== undefined,
    // A browser without messages between tabs has no locks either; one of them alone is of no use.
    locks: 'BroadcastChannel' in globalThis ? (navigator as { locks?: LockManager }).locks : undefined,
    channel: browserChannel(),
    pageStorage: storageOrNull(() => localStorage),
    tabStorage: storageOrNull(() => sessionStorage),
    now: () => Date.now(),
    newId: randomId,
  };
}

function browserChannel(): TabChannel {
  if (!('BroadcastChannel' in globalThis)) return { post: () => undefined, listen: () => undefined };
  const channel = new BroadcastChannel('spillway.works');
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data)),
  };
}

/** 128 random bits; `crypto.randomUUID` exists only at secure addresses. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Null where the browser forbids access, which throws there. */
function storageOrNull(open: () => KeyValueStorage): KeyValueStorage | null {
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
