// What the build and `vite preview` add for hosting: the policy, the script that speaks where the page cannot run, what
// describes the page where its address is pasted, and a file of headers for hosts that read one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify } from 'vite';
import { hostingHeaders, PAGE_POLICY } from './contentSecurityPolicy.mjs';
import { ASSET_CACHING, headersFile } from './headersFile.mjs';
import { linkPreview, siteAddress } from './linkPreview.mjs';
import { root } from './run.mjs';

const BOOT = 'src/boot.js';

/**
 * Not for `vite dev`, which puts scripts and styles of its own into the page.
 *
 * @type {import('vite').HtmlTagDescriptor}
 */
const policy = {
  tag: 'meta',
  attrs: { 'http-equiv': 'Content-Security-Policy', content: PAGE_POLICY },
  injectTo: 'head-prepend', // it binds only what comes after it
};

/** @returns {import('vite').HtmlTagDescriptor} */
const bootScript = (/** @type {string} */ src) => ({
  tag: 'script',
  attrs: { defer: true, src },
  injectTo: 'head-prepend', // it listens for the failures of the scripts after it
});

/**
 * Without comments and indentation, which every visitor would wait for.
 *
 * @param {string} html
 */
const compact = (html) => html.replaceAll(/<!--[^]*?-->/g, '').replaceAll(/\s*\n\s*/g, '\n');

/** @returns {import('vite').Plugin} */
export function hosting() {
  const address = siteAddress(process.env['SPILLWAY_ADDRESS']);
  return {
    name: 'spillway:hosting',
    async buildStart() {
      if (this.environment.mode !== 'build') return;
      // Vite bundles modules only, and would copy a file of public/ without a hash.
      const { code } = await minify('boot.js', readFileSync(join(root, BOOT), 'utf8'));
      this.emitFile({ type: 'asset', name: 'boot.js', source: code });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile(Object.keys(bundle), address) });
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return [bootScript(`/${BOOT}`)];
        const boot = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes('boot.js'));
        if (!boot) throw new Error(`${BOOT} is missing in the build.`);
        return {
          // In a frame without an origin, and from a file, the browser refuses a sheet that is asked for with CORS: the page
          // could not even say legibly why it does not run.
          html: compact(html.replaceAll('<link rel="stylesheet" crossorigin', '<link rel="stylesheet"')),
          tags: [policy, bootScript(`./${boot.fileName}`), ...linkPreview(html, address)],
        };
      },
    },
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [path = '/'] = (request.url ?? '/').split('?');
        for (const [name, value] of Object.entries(hostingHeaders(path))) response.setHeader(name, value);
        // The page, which Vite sends in the place of a missing file as well, gets its own `no-cache` from there.
        if (path.startsWith('/assets/')) response.setHeader('Cache-Control', ASSET_CACHING);
        next();
      });
    },
  };
}
