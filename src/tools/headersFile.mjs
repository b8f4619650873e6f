// The file `_headers`, by which Netlify and Cloudflare Pages are told what to send. Where several of its rules match, both
// hosts send the values of all: two policies would bind together, and the sandbox for scripts would not start. So a policy is
// named for single files only, with the workers by their built names.
import { hostingHeaders } from './contentSecurityPolicy.mjs';

const POLICY = 'Content-Security-Policy';

/** Of the built scripts and styles, whose names change with their content. */
export const ASSET_CACHING = 'public, max-age=31536000, immutable';

/**
 * @param {readonly string[]} files of the build, relative to the page's folder
 * @param {URL | null} address of that folder; null for the host's root
 * @returns {string}
 */
export function headersFile(files, address) {
  const folder = address?.pathname ?? '/';
  const { [POLICY]: _, ...forAll } = hostingHeaders('/');
  const workers = files.filter((file) => hostingHeaders(file)[POLICY] !== hostingHeaders('/')[POLICY]).sort();
  return [
    rule(`${folder}*`, forAll),
    rule(`${folder}assets/*`, { 'Cache-Control': ASSET_CACHING }),
    ...['', 'index.html', 'sw.js', ...workers].map((file) =>
      rule(folder + file, { [POLICY]: hostingHeaders(file)[POLICY] ?? '' }),
    ),
  ].join('');
}

const rule = (/** @type {string} */ path, /** @type {Record<string, string>} */ headers) =>
  `${path}\n${Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('')}`;
