import { describe, expect, it } from 'vitest';
import { encodeLink } from './link.ts';
import { scenarioOf } from './scenario.ts';
import { readText } from './readText.ts';

const scenario = scenarioOf({ title: 'Ours', policy: { n: 7 } });
const link = encodeLink(scenario, { at: 1, from: 0, to: 2 });

describe('text from outside', () => {
  it.each([
    ['a link', link],
    ['an address', `https://spillway.example/${link}`],
    ['words that end in a link', `Look at https://spillway.example/${link}.`],
    ['a link of the first release', link.replace(/~[\w-]{6}/, '')],
  ])('opens as %s', (_, text) =>
    expect(readText(text)).toEqual({ ok: true, scenario, view: { at: 1, from: 0, to: 2 }, viewWarning: null }),
  );

  it.each(['{"title":"Ours","policy":{"n":7}}', '\uFEFF{"title":"Ours","policy":{"n":7}}\n'])(
    'opens as a document: %j',
    (text) => expect(readText(text)).toEqual({ ok: true, scenario, view: null, viewWarning: null }),
  );

  it.each([
    ['nothing more', '{"version":1,"scenario":{"title":"Ours","policy":{"n":7}},"lanes":[]}'],
    [
      'its lanes',
      '{"version":1,"scenario":{"title":"Ours","policy":{"n":7}},"lanes":[{"limiter":"gcra","requests":[],"summary":{}}]}',
    ],
  ])('opens as what the command line printed of a run, with %s', (_, text) =>
    expect(readText(text)).toEqual({ ok: true, scenario, view: null, viewWarning: null }),
  );

  it('may be a document whose words have a link in them', () => {
    expect(readText(JSON.stringify({ notes: `See ${link}` }))).toMatchObject({ ok: true, view: null });
  });

  it.each([
    ['{"spillway":"works","works":[]}', 'This is an export of works: open it with Import in Works.'],
    [
      'name,n\na,1\n',
      'This looks like a CSV table. Spillway opens links, scenarios saved as JSON, access logs, and configs with a rate limit.',
    ],
    [
      '{"log":{"entries":[]}}',
      'This looks like a HAR recording. Spillway opens links, scenarios saved as JSON, access logs, and configs with a rate limit.',
    ],
    [
      '{"title":"One"}\n{"title":"Two"}\n',
      'This looks like several JSON documents, one in each line. The command line runs those.',
    ],
    [
      '{"version":1,"lanes":[{"limiter":"gcra","requests":[],"summary":{}}]}',
      'This is the output of a run without its scenario, as older releases printed it.',
    ],
    [
      '{"lanes":[{"limiter":"gcro"}]}',
      'lanes[0].limiter is "gcro". It may be the id of a limiter, such as "token-bucket": the picker lists all limiters. Did you mean "gcra"?',
    ],
    ['{"version":1,"scenario":{"policy":{"n":0}},"lanes":[]}', /^policy\.n is 0\./],
    ['{"policy":{"n":0}}', 'policy.n is 0. It may be a whole number from 1 to 1,000,000.'],
    [
      '{"policy":{"n":0,"T":0,"capacity":0,"x":0}}',
      /^policy\.n is 0\. .* policy\.T is 0\. .* policy\.capacity is 0\. .* 1 more problem\.$/,
    ],
    ['{"title":', /^This is not JSON \(.*\)\.$/],
    [link.slice(0, -1), /^This link is cut off/],
    [
      '.'.repeat(3_000_000),
      'This looks like plain text. Spillway opens links, scenarios saved as JSON, access logs, and configs with a rate limit.',
    ],
  ])('is told what it is: %.40s', (text, message) => {
    expect(readText(text)).toEqual({
      ok: false,
      message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
    });
  });

  it('does not list more than the page can pass on', () => {
    const at = Array.from({ length: 300_000 }, () => 1);
    const traffic = [{ kind: 'times', at }];
    expect(readText(JSON.stringify({ traffic }))).toMatchObject({ ok: true });
    expect(readText(JSON.stringify({ traffic: [...traffic, ...traffic] }))).toEqual({
      ok: false,
      message:
        'This scenario lists 600,000 instants, costs and keys. The page opens at most 500,000; the command line runs more.',
    });
  });

  it('shows nothing that does not show, or turns the words around it', () => {
    const turned = readText(JSON.stringify({ policy: { n: '\u202Egnp.exe\u0000' } }));
    expect(turned).toEqual({
      ok: false,
      message: 'policy.n is "�gnp.exe\\u0000". It may be a whole number from 1 to 1,000,000.',
    });
  });
});
