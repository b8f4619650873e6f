import { expect, it } from 'vitest';
import { knownLimiters, knownSchemes, loadSystems, type LaneShape, type Spans } from '../../sim/index.ts';
import { decisionsShapeText, levelShapeText, windowCountShapeText } from './shapeText.ts';

await loadSystems();

const NONE: Spans = { count: 0, total: 0, longest: [] };
const ONE: Spans = { count: 1, total: 9.05e6, longest: [[10.95e6, 20e6]] };
const TWO: Spans = {
  count: 2,
  total: 9.9e6,
  longest: [
    [10.05e6, 19.9e6],
    [20e6, 20.05e6],
  ],
};
const MANY: Spans = {
  count: 1_400,
  total: 212e6,
  longest: [
    [1e6, 2e6],
    [3e6, 7.5e6],
    [9e6, 10e6],
  ],
};
const SHAPE: LaneShape = {
  key: 'k',
  admitted: 24,
  delayed: 0,
  denied: 8,
  full: ONE,
  over: NONE,
  most: { count: 10, at: 10.95e6 },
};
const LOG = { wall: 'ceiling', unit: ['request', 'requests'] } as const;
const BUCKET = { wall: 'floor', unit: ['token', 'tokens'] } as const;

it.each([
  [ONE, LOG, 'Full from 10.95 to 20 s.'],
  [TWO, LOG, 'Full from 10.05 to 19.9 s and from 20 to 20.05 s.'],
  [NONE, LOG, 'Never full.'],
  [MANY, BUCKET, 'Out of tokens 1,400 times, 212 s in all, the longest from 3 to 7.5 s.'],
  [NONE, BUCKET, 'Never out of tokens.'],
  [null, LOG, ''],
])('the level: %#', (full, gauge, text) => {
  expect(levelShapeText({ ...SHAPE, full }, gauge)).toBe(text);
});

it('the level reads in English, whatever its unit is', () => {
  const never = [...knownLimiters(), ...knownSchemes()].map(({ gauge: { unit, denySide } }) =>
    levelShapeText({ ...SHAPE, full: NONE }, { wall: denySide, unit }),
  );
  expect(new Set(never)).toEqual(new Set(['Never full.', 'Never out of tokens.', 'Never out of permits.']));
  const stored = { wall: 'floor', unit: ['stored', 'stored'] } as const;
  expect(levelShapeText(SHAPE, stored)).toBe('Out of permits from 10.95 to 20 s.');
});

it.each([
  [NONE, 10, 'At most 10, at 10.95 s; never above the limit of 10.'],
  [TWO, 20, 'At most 20, at 10.95 s; above the limit of 10 from 10.05 to 19.9 s and from 20 to 20.05 s.'],
  [NONE, 0, 'No request was let in.'],
])('the window count: %#', (over, count, text) => {
  expect(windowCountShapeText({ ...SHAPE, over, most: { count, at: 10.95e6 } }, { n: 10 }, false)).toBe(text);
});

it('the window count names its key where there are several', () => {
  const text = (count: number) => windowCountShapeText({ ...SHAPE, most: { count, at: 10.95e6 } }, { n: 10 }, true);
  expect(text(0)).toBe('No request of key k was let in.');
  expect(text(7)).toBe('At most 7 of key k, at 10.95 s; never above the limit of 10.');
});

it.each([
  [{}, '24 admitted and 8 denied.'],
  [{ admitted: 9, delayed: 8, denied: 3 }, '9 admitted, of which 8 delayed, and 3 denied.'],
  [{ admitted: 0, denied: 0 }, 'No requests.'],
])('the decisions: %#', (outcomes, text) => {
  expect(decisionsShapeText({ ...SHAPE, ...outcomes })).toBe(text);
});
