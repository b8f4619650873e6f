/** The Vite plugin that makes the page installable and builds its service worker. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** --bg of the light theme. */
const BACKGROUND = '#f3f5f7';

export function offlinePlugin(): PluginOption {
  let folder = 'dist';
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/offline',
    filename: 'sw.ts',
    injectRegister: null, // main.tsx does, once the page has loaded
    integration: {
      configureOptions: ({ root, build }) => {
        folder = resolve(root, build.outDir);
      },
      configureCustomSWViteBuild: (options) => {
        options.logLevel = 'warn';
      },
    },
    injectManifest: {
      rollupFormat: 'iife',
      injectionPoint: 'self.releaseFiles',
      globPatterns: ['index.html', 'licences.txt', 'assets/*', 'gallery/index.json'],
      dontCacheBustURLsMatching: /^assets\//,
      // So that nothing else is kept in a file's place: a host's page for missing files, or a file of the next release.
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map((each) => ({ ...each, integrity: integrityOf(join(folder, each.url)) })),
        }),
      ],
    },
    manifest: {
      name: 'Spillway',
      short_name: 'Spillway',
      description: 'A rate-limiting playground: limiters side by side, on the same traffic, in virtual time.',
      lang: 'en',
      start_url: './',
      scope: './',
      display: 'standalone',
      background_color: BACKGROUND,
      theme_color: BACKGROUND,
      icons: [
        { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
  });
}

function integrityOf(file: string): string {
  return `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`;
}
