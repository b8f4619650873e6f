import { describe, expect, it } from 'vitest';
import { scenarioOf } from '../../sim/index.ts';
import {
  changesText,
  exportFileName,
  formatAge,
  importedText,
  nameMatches,
  quotedName,
  scenarioText,
  shownName,
} from './worksText.ts';

describe('the age of a work', () => {
  const now = Date.UTC(2026, 10, 22, 12);
  const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
  it.each([
    [0, 'just now'],
    [59 * second, 'just now'],
    [-3 * hour, 'just now'],
    [minute, '1 minute ago'],
    [59.9 * minute, '59 minutes ago'],
    [hour, '1 hour ago'],
    [23.9 * hour, '23 hours ago'],
    [day, 'yesterday'],
    [6.5 * day, '6 days ago'],
    [8 * day, 'Nov 14, 2026'],
  ])('of %d ms is %s', (age, text) => expect(formatAge(now - age, now)).toBe(text));
});

describe('a name', () => {
  it.each([
    ['', '“Untitled”'],
    ['   ', '“Untitled”'],
    ['Edge burst', '“Edge burst”'],
    ['限流 🚦', '“限流 🚦”'],
    ['x'.repeat(60), `“${'x'.repeat(60)}”`],
    ['🚦'.repeat(200), `“${'🚦'.repeat(59)}…”`],
  ])('%j is quoted as %s', (name, text) => expect(quotedName(name)).toBe(text));

  it('of spaces alone is shown as Untitled', () => expect(shownName(' \t')).toBe('Untitled'));

  it.each([
    ['Edge burst', 'BURST', true],
    ['Überlauf', 'uber', true],
    ['Edge burst', '  edge ', true],
    ['', 'untit', true],
    ['Edge burst', 'log', false],
    ['Edge (burst', '(', true],
  ])('%j is found by %j: %s', (name, search, found) => expect(nameMatches(name, search)).toBe(found));
});

describe('a state of the history', () => {
  const lanes = ['fixed-window', 'gcra', 'sliding-log', 'token-bucket', 'gcra'].map((limiter) => ({ limiter }));
  it.each<[object, string]>([
    [{}, '10 per minute · no lanes · no requests'],
    [
      { lanes: lanes.slice(0, 1), traffic: [{ kind: 'burst', at: 1, count: 2 }] },
      '10 per minute · Fixed window · 1 phase',
    ],
    [
      {
        policy: { n: 3, T: 60 },
        lanes,
        traffic: [
          { kind: 'steady', rate: 2 },
          { kind: 'times', at: [1, 2, 3], clicks: true },
        ],
        cluster: { nodes: 4 },
      },
      '3 per minute · Fixed window, GCRA, Sliding log and 2 more · 1 phase, 3 requests sent · 4 nodes',
    ],
  ])('%j holds %s', (document, text) => expect(scenarioText(scenarioOf(document))).toBe(text));

  it('says what was changed in it', () => {
    const before = scenarioOf({ title: 'One', lanes: lanes.slice(0, 1) });
    expect(changesText({ ...before, title: 'Two', seed: 2 }, before)).toBe('Changed: title, seed.');
    expect(changesText({ ...before, lanes: [] }, before)).toBe('Changed: lanes.');
    expect(changesText({ ...before }, before)).toBe('');
    expect(changesText(before, null)).toBe('');
  });
});

it.each([
  [3, 0, 'Imported 3 works.'],
  [1, 2, 'Imported 1 work. 2 could not be imported.'],
  [0, 2, 'Nothing was imported.'],
])('an import of %d with %d problems: %s', (added, failed, text) => expect(importedText(added, failed)).toBe(text));

it('an export is named by its day', () => {
  expect(exportFileName(new Date(2026, 0, 5, 23, 59))).toBe('spillway-works-2026-01-05.json');
});
