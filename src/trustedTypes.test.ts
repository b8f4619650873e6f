import { expect, it } from 'vitest';
import { ownScriptUrl } from './trustedTypes.ts';

it.each(['https://example.org/', 'https://example.org/a/spillway/', 'https://example.org/a/index.html?x=/y/#/z/'])(
  'the page at %s admits its own workers and its service worker',
  (page) => {
    const folder = page.replace(/[^/]*(?:\?.*)?$/, '');
    for (const file of ['assets/simulation.worker-DiUlLf_O-.js', 'sw.js']) {
      expect(ownScriptUrl(`./${file}`, page)).toBe(folder + file);
      expect(ownScriptUrl(folder + file, page)).toBe(folder + file);
    }
  },
);

it.each([
  'https://elsewhere.org/a/assets/simulation.worker-x.js',
  'http://example.org/a/assets/simulation.worker-x.js',
  'https://example.org:8443/a/assets/simulation.worker-x.js',
  'https://user@example.org/a/assets/simulation.worker-x.js',
  '//elsewhere.org/assets/simulation.worker-x.js',
  '/assets/simulation.worker-x.js',
  '/a/assets/../../assets/simulation.worker-x.js',
  '../a/assets/b/simulation.worker-x.js',
  './assets/%2e%2e/sw.js#.worker-x.js',
  './assets/entry-x.js',
  './assets/simulation.worker-x.js?code',
  './assets/simulation.worker-x.js#code',
  './simulation.worker-x.js',
  './b/sw.js',
  './sw.js.js',
  '',
  'blob:https://example.org/0b3c',
  'data:text/javascript,0',
  'javascript:0',
])('and not %s', (url) => {
  expect(ownScriptUrl(url, 'https://example.org/a/')).toBeNull();
});
