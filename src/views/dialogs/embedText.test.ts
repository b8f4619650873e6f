import { expect, it } from 'vitest';
import { embedWords, snippetText } from './embedText.ts';

const ADDRESS = 'https://spillway.example/tools/#1~AbCdEf.q64.aB-_';
const END = 'sandbox="allow-scripts allow-same-origin allow-popups" loading="lazy" style="border: 0"></iframe>';

it('is a frame with the link, the title and the height', () => {
  expect(snippetText({ address: ADDRESS, title: 'Edge burst', height: 612 })).toBe(
    `<iframe src="${ADDRESS}" title="Edge burst · Spillway" width="100%" height="612" ${END}`,
  );
});

it.each([
  ['without a title', '', 'Spillway'],
  [
    'with markup in it',
    '"><script>alert(1)</script>&',
    '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp; · Spillway',
  ],
  ['with line breaks in it', 'one\n\ttwo', 'one two · Spillway'],
  ['that turns the code around it', 'a\u202E\u2066b', 'a b · Spillway'],
  ['that is long', 'x'.repeat(101), `${'x'.repeat(100)}… · Spillway`],
  ['whose hundredth character is an emoji', `${'x'.repeat(99)}🚦y`, `${'x'.repeat(99)}🚦… · Spillway`],
  ['from right to left', 'حد المعدل', 'حد المعدل · Spillway'],
])('names a run %s', (_, title, name) =>
  expect(snippetText({ address: ADDRESS, title, height: 1 })).toContain(` title="${name}" width=`),
);

it('says what readers may do', () => {
  expect(embedWords('run', 'watch').hidden).toContain('the policy');
  expect(embedWords('run', 'try').hidden).not.toContain('the policy');
  expect(embedWords('run', 'try').locked).toContain('n, T and the capacity');
  expect(embedWords('tune', 'watch').shown).toContain('the map');
  expect(embedWords('learn', 'watch').locked).toBe(embedWords('learn', 'try').locked);
});
