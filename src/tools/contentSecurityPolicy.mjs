// What the page may load and run, said once: the build writes it into the page, `npm start` sends it as a header, and
// hosting.md repeats it for other hosts, where a test compares it.

/** @typedef {Readonly<Record<string, readonly string[]>>} Directives the sources that each directive admits */

/**
 * Every directive here is one that a `<meta>` may set as well. There is no `frame-ancestors`: anyone may put the page into a
 * frame, since it holds nothing of an account that a click could be stolen from.
 *
 * @type {Directives}
 */
const page = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'frame-src': ["'self'"], // Share shows what the page will be like in a frame
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default'], // src/trustedTypes.ts
};

/**
 * A worker takes its policy from the response that brought its file, and without one it has none, whatever the page's says:
 * so in Chromium 156, Firefox 153 and WebKitGTK 2.50. So the sandbox of scripts may compile WebAssembly there, and the page
 * may not. (WebKitGTK does not ask the policy about WebAssembly at all.)
 *
 * @type {Directives}
 */
const worker = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'connect-src': ["'self'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
};

/** @param {Directives} directives */
const written = (directives) =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');

export const PAGE_POLICY = written(page);
export const WORKER_POLICY = written(worker);

/** Matches the path of a worker's file, as the build names it. */
const WORKER_FILE = /\.worker-[^/]*\.js$/;

/**
 * @param {string} path of a file of the build, as in its address
 * @returns {Record<string, string>} what a host sends with it
 */
export function hostingHeaders(path) {
  return {
    'Content-Security-Policy': WORKER_FILE.test(path) ? WORKER_POLICY : PAGE_POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
}
