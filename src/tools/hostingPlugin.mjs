// The part of the build and of `vite preview` that has to do with hosting. Nothing of it is in `vite dev`, which puts
// scripts and styles of its own into the page.
import { hostingHeaders, PAGE_POLICY } from './contentSecurityPolicy.mjs';

/** @returns {import('vite').Plugin} */
export function hosting() {
  return {
    name: 'spillway:hosting',
    transformIndexHtml: {
      order: 'post',
      handler(html, { server }) {
        if (server) return html;
        return {
          // In a frame with an origin of its own, and from a file, the browser refuses a sheet that is asked for with CORS:
          // the page could not even say legibly why it does not run.
          html: html.replaceAll('<link rel="stylesheet" crossorigin', '<link rel="stylesheet"'),
          tags: [
            {
              tag: 'meta',
              attrs: { 'http-equiv': 'Content-Security-Policy', content: PAGE_POLICY },
              injectTo: 'head-prepend', // it binds only what comes after it
            },
          ],
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
