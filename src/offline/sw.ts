/**
 * The service worker: keeps the page for when the network is gone. It takes over from an older one at once, and loses
 * nothing by it: each release has a cache of its own, kept until no tab uses it, so that an open tab goes on finding its parts
 * when the server has long forgotten them.
 */
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { isReleaseIn, releaseName, WHICH_RELEASE } from './release.ts';

interface ReleaseFile {
  /** Relative to the page's folder. */
  readonly url: string;
  /** Null where the address has a hash. */
  readonly revision: string | null;
}

/** The build writes the list of the release's files in the place of `releaseFiles`. */
declare const self: ServiceWorkerGlobalScope & { readonly releaseFiles: ReleaseFile[] };

/** How long a navigation waits for the network before the kept page is shown. */
const NAVIGATION_TIMEOUT_S = 2;

const folder = self.registration.scope;
const files = self.releaseFiles;
const entry = files.find(({ url }) => url.startsWith('assets/entry-')) as ReleaseFile;
const release = releaseName(new URL(entry.url, folder).href);
const kept = new PrecacheController({ cacheName: release });
kept.addToCacheList(files);

const isPage = ({ origin, pathname }: URL): boolean => [folder, `${folder}index.html`].includes(origin + pathname);

self.addEventListener('install', (event) => {
  // Each file has to be the one that was built, else nothing is kept: a release is whole or waits for the next attempt.
  event.waitUntil(kept.install(event).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('message', (event) => {
  if (event.data !== WHICH_RELEASE) return;
  event.ports[0]?.postMessage(release);
  event.waitUntil(deleteUnusedReleases());
});

// The page itself comes from the network if that answers, so that it is never an old one. The
// browser's own cache is passed by: its copy may be old, and it lets one request that hangs hold up the next.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isPage(url),
  new NetworkOnly({
    networkTimeoutSeconds: NAVIGATION_TIMEOUT_S,
    plugins: [
      {
        requestWillFetch: ({ request }) => Promise.resolve(new Request(request, { cache: 'no-store' })),
        fetchDidSucceed: ({ response }) =>
          response.status >= 500 ? Promise.reject(new Error(response.statusText)) : Promise.resolve(response),
        handlerDidError: () => kept.matchPrecache('index.html'),
      },
    ],
  }),
);

registerRoute(new PrecacheRoute(kept, { directoryIndex: '', cleanURLs: false }));

// Files of other releases, for the tabs that were opened with them. A name with a hash has one content.
registerRoute(
  ({ url }) => url.href.startsWith(`${folder}assets/`),
  async ({ request }) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request),
);

/** Called when a tab has said by its lock which release it uses. */
async function deleteUnusedReleases(): Promise<void> {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Not a tab that shows licences.txt, which takes no lock.
  const tabs = all.filter(({ url }) => isPage(new URL(url)));
  const { held = [] } = await navigator.locks.query();
  const locks = held.filter(({ name = '' }) => isReleaseIn(folder, name));
  // A tab that has just been opened has no lock yet, and could be of any release. (A lock's `clientId` would tell which
  // tab that is, but in Chromium it is not the id that the tab has here.)
  if (locks.length < tabs.length) return;
  const used = new Set([release, ...locks.map(({ name }) => name)]);
  const unused = (await caches.keys()).filter((name) => isReleaseIn(folder, name) && !used.has(name));
  // A newer service worker is about to need what it has just stored.
  const { installing, waiting } = self.registration;
  if (installing !== null || waiting !== null) return;
  await Promise.all(unused.map((name) => caches.delete(name)));
}
