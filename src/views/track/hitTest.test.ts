import { describe, expect, it } from 'vitest';
import { phaseBlocks } from './blockLayout.ts';
import { hitAt } from './hitTest.ts';
import { scenarioWith, TEST_TRACK } from './testing.ts';

/** What is at x and a height above the bottom: `0 body`, `1 to, beside it`, `request 2 of 0`, or nothing. */
function at(traffic: readonly object[], x: number, up: number, touch = false): string {
  const scenario = scenarioWith(...traffic);
  const hit = hitAt(phaseBlocks(scenario.traffic, TEST_TRACK), scenario.traffic, TEST_TRACK, {
    x,
    y: TEST_TRACK.height - up,
    touch,
  });
  if (hit === null) return 'nothing';
  if (hit.on === 'request') return `request ${hit.request.index} of ${hit.request.phase}`;
  return `${hit.phase} ${hit.part}${hit.inside ? '' : ', beside it'}`;
}

/** 100 to 300, 33 high. */
const STEADY = { kind: 'steady', from: 10, to: 30, rate: 10 };
/** 305 to 400, 23 high. */
const NEXT = { kind: 'steady', from: 30.5, to: 40, rate: 1 };

describe('a block', () => {
  it.each<[number, number, string]>([
    [200, 15, '0 body'],
    [110, 15, '0 from'],
    [290, 15, '0 to'],
    [92, 15, '0 from, beside it'],
    [89, 15, 'nothing'],
    [92, 40, 'nothing'],
    [200, 30, '0 rate'],
    [200, 45, '0 rate, beside it'],
    [200, 48, 'nothing'],
    [104, 32, '0 rate'],
    [101, 28, '0 from'],
  ])('at %d, %d up: %s', (x, up, hit) => expect(at([STEADY], x, up)).toBe(hit));

  it('gives its nearest edge to a point between two', () => {
    expect([301, 304].map((x) => at([STEADY, NEXT], x, 10))).toEqual(['0 to, beside it', '1 from, beside it']);
    expect([299, 306].map((x) => at([STEADY, NEXT], x, 10))).toEqual(['0 to', '1 from']);
  });

  it('that is narrower is hit, wherever in the list it is', () => {
    const all = { kind: 'steady', to: 100, rate: 20 };
    for (const traffic of [
      [STEADY, all],
      [all, STEADY],
    ]) {
      const [narrow, wide] = traffic[0] === STEADY ? [0, 1] : [1, 0];
      expect([110, 200, 290, 310].map((x) => at(traffic, x, 15))).toEqual([
        `${narrow} from`,
        `${narrow} body`,
        `${narrow} to`,
        `${wide} body`,
      ]);
    }
  });

  it('on top is hit', () => {
    expect(at([STEADY, { ...STEADY, from: 20 }], 250, 15)).toBe('1 body');
    expect(at([STEADY, { ...STEADY, from: 20 }], 150, 15)).toBe('0 body');
  });

  it('that is narrow is moved from within and stretched from beside', () => {
    const narrow = { kind: 'steady', from: 10, to: 11, rate: 10 };
    expect([94, 101, 105, 109, 115].map((x) => at([narrow], x, 15))).toEqual([
      '0 from, beside it',
      '0 body',
      '0 body',
      '0 body',
      '0 to, beside it',
    ]);
  });

  it('clipped by the range has no edge there', () => {
    const all = { kind: 'steady', rate: 10, to: 120 };
    expect([1, 999].map((x) => at([all], x, 15))).toEqual(['0 from', '0 body']);
  });

  it('has a larger hit area for touch', () => {
    expect([false, true].map((touch) => at([STEADY], 86, 15, touch))).toEqual(['nothing', '0 from, beside it']);
  });

  it.each<[string, object, number, number, string]>([
    ['a burst', { kind: 'burst', at: 10, count: 10 }, 100, 15, '0 body'],
    ['a burst, just before', { kind: 'burst', at: 10, count: 10 }, 99, 15, '0 body'],
    ['a burst, just after', { kind: 'burst', at: 10, count: 10 }, 101, 15, '0 body'],
    ['its count', { kind: 'burst', at: 10, count: 10 }, 102, 40, '0 rate, beside it'],
    ['its spread', { kind: 'burst', at: 10, count: 10 }, 108, 15, '0 to, beside it'],
    ['the first corner of a ramp', { kind: 'ramp', from: 10, to: 30, rate: [10, 1] }, 105, 32, '0 first'],
    ['the last corner', { kind: 'ramp', from: 10, to: 30, rate: [10, 1] }, 295, 24, '0 last, beside it'],
    ['between them', { kind: 'ramp', from: 10, to: 30, rate: [10, 1] }, 200, 27, '0 body'],
    ['above a ramp', { kind: 'ramp', from: 10, to: 30, rate: [10, 1] }, 200, 32, 'nothing'],
    ['the corner of nothing', { kind: 'ramp', from: 10, to: 30, rate: [0, 10] }, 105, 6, '0 first, beside it'],
    ['the edge of nothing', { kind: 'ramp', from: 10, to: 30, rate: [0, 10] }, 95, 6, '0 from, beside it'],
    ['clients that set their own pace', { kind: 'clients', retry: { strategy: 'abuser' } }, 500, 14, 'nothing'],
    ['a script', { kind: 'script', code: '' }, 3, 5, '0 body'],
  ])('%s', (_, entry, x, up, hit) => expect(at([entry], x, up)).toBe(hit));
});

describe('requests', () => {
  const times = { kind: 'times', at: [30, 10, 10.6] };

  it.each<[number, number, string]>([
    [100, 5, 'request 1 of 0'],
    [104, 5, 'request 2 of 0'],
    [295, 5, 'request 0 of 0'],
    [294, 5, 'nothing'],
    [295, 17, 'request 0 of 0'],
    [200, 20, '0 body'],
    [200, 10, 'nothing'],
    [200, 29, 'nothing'],
  ])('at %d, %d up: %s', (x, up, hit) => expect(at([times], x, up)).toBe(hit));

  it('have priority over their block', () => {
    expect(at([times, { ...STEADY, from: 0 }], 295, 5)).toBe('request 0 of 0');
    expect(at([times, { ...STEADY, from: 0 }], 280, 8)).toBe('1 body');
  });

  it('at the same instant: the last is hit', () => {
    expect(at([{ kind: 'times', at: [10, 20, 10] }], 99, 5)).toBe('request 2 of 0');
    expect(at([{ kind: 'times', at: [10, 20, 10] }], 101, 5)).toBe('request 2 of 0');
  });
});
