import { describe, expect, it } from 'vitest';
import { readGalleryFile } from './gallery.ts';

const LANE = { admitted: 2, denied: 1, peak: 2, decisions: 'AAD', hash: '0123abcd' };
const FILE = {
  title: 'Three at once',
  question: 'Which of three gets in?',
  tags: ['bursts'],
  source: { name: 'A write-up', url: 'https://example.org/write-up' },
  opensAt: 1.5,
  scenario: {
    policy: { n: 2, T: 10 },
    duration: 20,
    traffic: [{ kind: 'times', at: [1, 1, 1] }],
    lanes: [{ limiter: 'fixed-window' }],
  },
  lanes: [LANE],
};

/** The file, with these fields in place of its own; `undefined` takes one away. */
const read = (changes: object) => readGalleryFile('three.json', JSON.stringify({ ...FILE, ...changes }));
const message = (changes: object): string => {
  const result = read(changes);
  return result.ok ? 'It was read.' : result.message;
};

describe('a file of the gallery', () => {
  it('is a scenario with its title, and its question as notes', () => {
    const result = read({});
    expect(result).toMatchObject({
      ok: true,
      item: {
        file: 'three.json',
        opensAt: 1.5,
        tags: ['bursts'],
        source: FILE.source,
        lanes: [{ ...LANE, delayed: 0 }],
      },
    });
    expect(result.ok && result.item.scenario).toMatchObject({ title: FILE.title, notes: FILE.question, duration: 20 });
  });

  it('may have notes, no source, and open at its end', () => {
    const scenario = { ...FILE.scenario, title: 'Another', notes: 'The third is refused.' };
    const result = read({ scenario, source: undefined, opensAt: undefined });
    expect(result).toMatchObject({ ok: true, item: { opensAt: 20 } });
    expect(result.ok && result.item.scenario).toMatchObject({ title: FILE.title, notes: 'The third is refused.' });
  });

  it.each<[string, object, string]>([
    ['no title', { title: undefined }, 'title is missing. It may be text of 1 to 60 characters.'],
    ['a title of 5,000 characters', { title: 'x'.repeat(5_000) }, 'It may be text of 1 to 60 characters.'],
    ['tags that are no list', { tags: 'bursts' }, 'tags is "bursts". It may be a list of 1 to 8 words.'],
    ['a misspelt field', { tag: ['bursts'] }, 'tag is not a known field. It may be title, question, tags'],
    [
      'a source that is a script',
      { source: { name: 'x', url: 'javascript:alert(1)' } },
      'source.url is "javascript:alert(1)". It may be an address that begins with https://',
    ],
    [
      'an unknown limiter',
      { scenario: { lanes: [{ limiter: 'no-such' }] } },
      'scenario.lanes[0].limiter is "no-such".',
    ],
    ['a scenario that is a list', { scenario: [] }, 'scenario is []. It may be an object'],
    ['a newer scenario', { scenario: { version: 99 } }, 'three.json: '],
    ['an instant before the beginning', { opensAt: -1 }, 'opensAt is −1.'],
    ['no figures', { lanes: undefined }, 'lanes is missing.'],
    [
      'figures of another scenario',
      { lanes: [LANE, LANE] },
      'lanes is a list of 2. It may be one for each of the scenario’s lanes, 1',
    ],
    ['a count that is none', { lanes: [{ ...LANE, denied: 0.5 }] }, 'lanes[0].denied is 0.5.'],
  ])('with %s is refused in a sentence that names it', (_, changes, sentence) => {
    expect(message(changes)).toMatch(/^gallery\/three\.json: .*[.?]$/);
    expect(message(changes)).toContain(sentence);
  });

  it.each([
    ['nothing', '', 'gallery/three.json: This is not JSON'],
    ['a page', '<!doctype html>', 'gallery/three.json: This is not JSON'],
    ['a list', '[]', 'gallery/three.json: It is []. It may be an object with title'],
    ['too much', ' '.repeat(200_001), 'gallery/three.json: A file of the gallery has at most 200,000 characters.'],
  ])('that holds %s is refused', (_, content, sentence) => {
    const result = readGalleryFile('three.json', content);
    expect(result.ok ? '' : result.message).toContain(sentence);
  });

  it('tells three problems, and counts the others', () => {
    expect(message({ title: 1, question: 1, tags: 1, opensAt: 'x', source: 1 })).toMatch(/2 more problems\.$/);
  });
});
