/** The page's side of offline use: registers the service worker, and tells when a newer release has come. */
import { releaseName, WHICH_RELEASE } from './release.ts';

const UPDATE_INTERVAL_MS = 3_600_000;
/** To store the page takes two cores a second or two. In a first visit's first seconds its run and the hand need them. */
const FIRST_VISIT_DELAY_MS = 5_000;

/**
 * Resolves once the page is kept for offline use; in a browser without service workers, or under a test that blocks them,
 * it may never.
 *
 * @param entry the address of the page's entry file
 * @param onNewRelease called once for each release that is newer than the page
 * @throws {DOMException} where the browser forbids service workers: in private windows of some, or in a sandboxed frame
 */
export async function followReleases(entry: string, onNewRelease: () => void): Promise<void> {
  const release = releaseName(entry);
  await holdLock(release);
  const { serviceWorker } = navigator;
  let check = (): Promise<void> => Promise.resolve();
  serviceWorker.addEventListener('controllerchange', () => void check());
  if (serviceWorker.controller === null) await new Promise((then) => setTimeout(then, FIRST_VISIT_DELAY_MS));
  await serviceWorker.register('./sw.js');
  const registration = await serviceWorker.ready;

  let told = release;
  check = async () => {
    if (!(await isUpToDate(registration)) || registration.active === null) return;
    const newest = await askWhichRelease(registration.active);
    if (newest === told) return;
    told = newest;
    onNewRelease();
  };
  setInterval(() => void check(), UPDATE_INTERVAL_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check();
  });
  await check();
}

/** Held until the tab is gone, however it goes: so the service worker knows which releases are in use. */
function holdLock(name: string): Promise<void> {
  return new Promise((granted, refused) => {
    const whileOpen = (): Promise<never> => {
      granted();
      return new Promise(() => undefined);
    };
    navigator.locks.request(name, { mode: 'shared' }, whileOpen).catch(refused);
  });
}

/** Whether the active service worker is the one on the server. The page may be newer than an active one that is not. */
async function isUpToDate(registration: ServiceWorkerRegistration): Promise<boolean> {
  try {
    await registration.update();
  } catch {
    return false; // There is no network. The next check may find one.
  }
  // One that is on its way brings a `controllerchange`.
  return registration.installing === null && registration.waiting === null;
}

/** The release that a service worker keeps. */
function askWhichRelease(worker: ServiceWorker): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data), { once: true });
    port1.start();
    worker.postMessage(WHICH_RELEASE, [port2]);
  });
}
