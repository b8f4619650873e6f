import { expect, it } from 'vitest';
import { badLinesText, progressText, stampText, summaryText } from './logText.ts';

type LogSummary = Parameters<typeof summaryText>[0];
const SUMMARY = {
  files: ['a.log', 'b.log'],
  formatName: 'nginx or Apache combined',
  requests: 61_204,
  lines: 61_210,
  resolution: 1,
} as unknown as LogSummary;
const withBad = (count: number): LogSummary => ({ ...SUMMARY, badLines: { count, first: [] } });

it('says what is read, in words with units', () => {
  expect(progressText(null)).toBe('Reading');
  expect(progressText({ bytes: 1.5e6, totalBytes: 2e8, lines: 7_001 })).toBe('1.5 of 200 MB, 7,001 lines');
  expect(progressText({ bytes: 12e6, totalBytes: null, lines: 1 })).toBe('12 MB, 1 line');
  expect(summaryText(SUMMARY)).toBe('a.log, b.log: nginx or Apache combined, 61,204 requests, 1 s timestamps.');
  expect(summaryText({ ...SUMMARY, resolution: 1e-6 })).toMatch(/, 1 µs timestamps\.$/);
  expect(summaryText({ ...SUMMARY, resolution: 0.001 })).toMatch(/, 1 ms timestamps\.$/);
  expect(badLinesText(withBad(1))).toBe('1 of 61,210 lines cannot be read and is left out.');
  expect(badLinesText(withBad(6))).toBe('6 of 61,210 lines cannot be read and are left out.');
  expect([stampText(1_767_607_200), stampText(1_767_607_200.25)]).toEqual([
    '2026-01-05 10:00:00',
    '2026-01-05 10:00:00.250',
  ]);
});
