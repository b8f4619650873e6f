/** What the build writes for hosts, and for those who show a link. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGE_POLICY, WORKER_POLICY } from './contentSecurityPolicy.mjs';
import { headersFile } from './headersFile.mjs';
import { linkPreview, siteAddress } from './linkPreview.mjs';
import { root } from './run.mjs';

const page = readFileSync(join(root, 'index.html'), 'utf8');

describe('the address that a build is told', () => {
  it.each([
    ['https://example.org/spillway/', 'https://example.org/spillway/'],
    ['https://example.org/spillway', 'https://example.org/spillway/'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
  ])('may be %s', (given, address) => expect(siteAddress(given)?.href).toBe(address));

  it.each([undefined, ''])('may be left out: %j', (given) => expect(siteAddress(given)).toBeNull());

  it.each(['example.org', '/spillway/', 'ftp://example.org/', 'https://example.org/#1.abc', 'https://example.org/?a'])(
    'is refused in a sentence: %s',
    (given) => expect(() => siteAddress(given)).toThrow(`SPILLWAY_ADDRESS is ${given}. It may be the page’s address`),
  );
});

describe('what stands for a link where it is pasted', () => {
  const tags = (address: string) =>
    new Map(
      linkPreview(page, siteAddress(address)).map(({ attrs = {} }) => [
        attrs['property'] ?? attrs['name'] ?? attrs['rel'],
        attrs['content'] ?? attrs['href'],
      ]),
    );

  it('has the picture by its full address', () => {
    const all = tags('https://example.org/spillway');
    expect(all.get('og:image')).toBe('https://example.org/spillway/social.png');
    expect(all.get('og:url')).toBe('https://example.org/spillway/');
    expect(all.get('canonical')).toBe('https://example.org/spillway/');
    expect(all.get('twitter:card')).toBe('summary_large_image');
  });

  it('has title and description alone where that is not known', () => {
    const all = tags('');
    expect([...all.keys()]).toEqual(['og:type', 'og:title', 'og:description', 'twitter:card']);
    expect(all.get('og:title')).toMatch(/^Spillway: /);
    expect(all.get('og:description')).toMatch(/^Rate limiters /);
  });

  it('fails the build where the page has neither', () => {
    expect(() => linkPreview('<html></html>', null)).toThrow('no title');
  });

  it('is a PNG of 1200 × 630, small enough for those who fetch it', () => {
    const picture = readFileSync(join(root, 'public', 'social.png'));
    expect(picture.subarray(1, 4).toString()).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(picture.length).toBeLessThan(300_000);
  });
});

describe('_headers', () => {
  const FILES = ['index.html', 'assets/page-a.js', 'assets/tune.worker-b.js', 'assets/simulation.worker-c.js'];
  const policies = (text: string) =>
    new Map(
      [...text.matchAll(/^(\/\S*)\n {2}Content-Security-Policy: (.*)$/gm)].map(([, path, policy]) => [path, policy]),
    );

  it('gives each worker its own policy, and no file two', () => {
    expect([...policies(headersFile(FILES, null))]).toEqual([
      ['/', PAGE_POLICY],
      ['/index.html', PAGE_POLICY],
      ['/sw.js', PAGE_POLICY],
      ['/assets/simulation.worker-c.js', WORKER_POLICY],
      ['/assets/tune.worker-b.js', WORKER_POLICY],
    ]);
  });

  it('is for the folder that the page is in', () => {
    const text = headersFile(FILES, siteAddress('https://example.org/tools/spillway/'));
    expect(text).toMatch(/^\/tools\/spillway\/\*\n/);
    expect([...policies(text).keys()].every((path) => path?.startsWith('/tools/spillway/'))).toBe(true);
  });
});
