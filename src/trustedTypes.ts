/**
 * The page's Content-Security-Policy demands Trusted Types: a string becomes a script's address only through the policy
 * here, and markup or code never. The only scripts that the page starts by an address are workers.
 */

/** What TypeScript's own library does not declare yet. */
declare const trustedTypes:
  | { createPolicy(name: string, rules: { createScriptURL: (url: string) => string | null }): unknown }
  | undefined;

/** Files of the build, from the page's folder: its workers and the service worker. */
const OWN_SCRIPT = /^(?:assets\/[\w.-]+\.worker-[\w-]+\.js|sw\.js)$/;

/**
 * @param url absolute, or relative to the page
 * @param page the page's own address
 * @returns the absolute address if it is one of our own scripts, else null, which the browser turns into a TypeError
 * @throws {TypeError} if it is no address at all
 */
export function ownScriptUrl(url: string, page: string): string | null {
  const folder = new URL('.', page).href;
  const { href } = new URL(url, page);
  return href.startsWith(folder) && OWN_SCRIPT.test(href.slice(folder.length)) ? href : null;
}

/** To be called once, before anything starts a worker; does nothing where the browser does not know Trusted Types. */
export function admitOwnScripts(): void {
  if (typeof trustedTypes === 'undefined') return;
  trustedTypes.createPolicy('default', { createScriptURL: (url) => ownScriptUrl(url, document.baseURI) });
}
