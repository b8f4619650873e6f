import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadGallery, readGallery } from './gallery.ts';

const file = (title: string) =>
  JSON.stringify({
    title,
    question: 'Which gets in?',
    tags: ['bursts'],
    scenario: { lanes: [{ limiter: 'gcra' }] },
    lanes: [{ admitted: 0, denied: 0, peak: 0, hash: '-' }],
  });

describe('the gallery', () => {
  it('is its files, in their order', () => {
    const { items, problems } = readGallery(JSON.stringify({ 'b.json': file('B'), 'a.json': file('A') }));
    expect(items.map(({ title }) => title)).toEqual(['B', 'A']);
    expect(problems).toEqual([]);
  });

  it('shows the others when files are wrong, and says which those are', () => {
    const { items, problems } = readGallery(
      JSON.stringify({
        'good.json': file('Good'),
        'bad.json': file('Bad').replace('"tags":', '"tag":'),
        'page.json': '<!doctype html>',
      }),
    );
    expect(items.map(({ title }) => title)).toEqual(['Good']);
    expect(problems).toEqual([
      expect.stringMatching(/^gallery\/bad\.json: tags is missing/),
      expect.stringMatching(/^gallery\/page\.json: This is not JSON/),
    ]);
  });

  it.each([
    ['missing', ''],
    ['a host’s page for missing files', '<!doctype html>'],
    ['a list', '["a.json"]'],
    ['no texts', '{"a.json":{}}'],
    ['null', 'null'],
  ])('is empty where it is %s, and says so', (_, content) => {
    expect(readGallery(content)).toEqual({ items: [], problems: ['Scenarios from others could not be loaded.'] });
  });
});

describe('the gallery of a host', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is fetched again until nothing is wrong with it, and then no more', async () => {
    const whole = JSON.stringify({ 'a.json': file('A') });
    const answers = [new Response('', { status: 503 }), new Response('<!doctype html>'), new Response(whole)];
    const fetched = vi.fn(() => Promise.resolve(answers.shift()!));
    vi.stubGlobal('fetch', fetched);
    const loaded: number[] = [];
    for (let time = 0; time < 4; time++) loaded.push((await loadGallery()).items.length);
    expect(loaded).toEqual([0, 0, 1, 1]);
    expect(fetched).toHaveBeenCalledTimes(3);
  });
});
