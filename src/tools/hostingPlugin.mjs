// What the build and `vite preview` add for hosting: the policy, and the script that speaks where the page cannot run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostingHeaders, PAGE_POLICY } from './contentSecurityPolicy.mjs';
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

/** @returns {import('vite').Plugin} */
export function hosting() {
  return {
    name: 'spillway:hosting',
    buildStart() {
      if (this.environment.mode !== 'build') return;
      // Vite bundles modules only, and would copy a file of public/ without a hash.
      this.emitFile({ type: 'asset', name: 'boot.js', source: readFileSync(join(root, BOOT), 'utf8') });
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
          html: html.replaceAll('<link rel="stylesheet" crossorigin', '<link rel="stylesheet"'),
          tags: [policy, bootScript(`./${boot.fileName}`)],
        };
      },
    },
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [path = '/'] = (request.url ?? '/').split('?');
        for (const [name, value] of Object.entries(hostingHeaders(path))) response.setHeader(name, value);
        next();
      });
    },
  };
}
