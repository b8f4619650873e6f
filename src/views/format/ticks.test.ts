import { describe, expect, it } from 'vitest';
import { countTicks, countAxisTop, formatBound, formatShortNumber, timeTicks, valueTicks } from './ticks.ts';

const s = 1_000_000;
const min = 60 * s;
const h = 60 * min;
const d = 24 * h;

function told(ticks: readonly { readonly label: string }[]): string {
  return ticks.map(({ label }) => label).join(' · ');
}

describe('time ticks', () => {
  it.each([
    // The first run: three charts of 320, and the track.
    [6 * s, 24 * s, 320, '10 · 15 · 20 s'],
    [6 * s, 24 * s, 1136, '6 · 7 · 8 · 9 · 10 · 11 · 12 · 13 · 14 · 15 · 16 · 17 · 18 · 19 · 20 · 21 · 22 · 23 · 24 s'],
    [6 * s, 24 * s, 249, '10 · 15 · 20 s'],
    [8 * s, 12 * s, 320, '8 · 9 · 10 · 11 · 12 s'],
    [8 * s, 10 * s, 320, '8.0 · 8.5 · 9.0 · 9.5 · 10.0 s'], // equally many decimals
    [0, 60 * s, 320, '0 · 15 · 30 · 45 · 60 s'],
    [0, 119 * s, 320, '0 · 30 · 60 · 90 s'],
    [0, 120 * s, 320, '0:00 · 0:30 · 1:00 · 1:30 · 2:00 min'],
    [0, 1 * h, 320, '0:00 · 15:00 · 30:00 · 45:00 · 60:00 min'],
    [0, 2 * h, 320, '0:00 · 0:30 · 1:00 · 1:30 · 2:00 h'],
    [1 * h, 3 * h, 320, '1:00 · 1:30 · 2:00 · 2:30 · 3:00 h'],
    [0, 1 * d, 320, '0:00 · 6:00 · 12:00 · 18:00 · 24:00 h'],
    [0, 5 * d, 320, '0 d · 1 d · 2 d · 3 d · 4 d · 5 d'],
    [0, 2 * d, 320, '0 d · 12 h · 1 d · 12 h · 2 d'], // within a day, its hours
    [0, 30 * d, 320, '0 d · 10 d · 20 d · 30 d'],
    // Under a tenth of a second: the first in full, then how much later.
    [14.2 * s, 14.25 * s, 320, '14.20 s · +10 ms · +20 ms · +30 ms · +40 ms · +50 ms'],
    [14.2 * s, 14.201 * s, 320, '14.2000 s · +200 µs · +400 µs · +600 µs · +800 µs · +1 ms'],
    [14.2 * s, 14.202 * s, 320, '14.2000 s · +500 µs · +1 ms · +1.5 ms · +2 ms'],
    // Far into a run a second has more digits than 56 px hold.
    [2_592_000 * s, 2_592_010 * s, 320, '2,592,000 · 2,592,005 · 2,592,010 s'],
  ])('%d to %d µs on %d px: %s', (from, to, pixels, labels) => {
    expect(told(timeTicks(from, to, pixels))).toBe(labels);
  });

  it('are in the range, one step apart, at least 56 px each', () => {
    for (let range = 7; range < 40 * d; range = Math.ceil(range * 1.37)) {
      for (const pixels of [249, 308, 320, 1136]) {
        const from = range * 3 + 5;
        const at = timeTicks(from, from + range, pixels).map((tick) => tick.at);
        for (const instant of at) expect(instant >= from && instant <= from + range).toBe(true);
        const apart = at.slice(1).map((instant, index) => instant - (at[index] ?? 0));
        expect(new Set(apart).size).toBeLessThanOrEqual(1);
        expect((Math.min(range, ...apart) / range) * pixels).toBeGreaterThanOrEqual(56);
      }
    }
  });

  it('use the steps of the design', () => {
    const used = new Set<number>();
    for (let range = 100 * 1_000; range < 40 * d; range = Math.ceil(range * 1.02)) {
      const [first, second] = timeTicks(0, range, 560);
      used.add((second?.at ?? 0) - (first?.at ?? 0));
    }
    expect([...used].map((step) => step / s)).toEqual(
      [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30]
        .concat([1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60))
        .concat([1, 2, 3, 6, 12].map((hours) => hours * 3_600))
        .concat([1, 2, 5].map((days) => days * 86_400)),
    );
  });

  it('are empty for an empty range', () => {
    expect(timeTicks(5, 5, 320)).toEqual([]);
    expect(timeTicks(0, 10, 0)).toEqual([]);
  });
});

describe('ticks of a y axis', () => {
  it.each([
    [0, 10, '0 · 5 · 10'],
    [0, 12, '0 · 5 · 10'],
    [0, 25, '0 · 10 · 20'],
    [0, 30, '0 · 10 · 20 · 30'],
    [0, 40, '0 · 20 · 40'],
    [0, 80, '0 · 50'],
    [0, 0.5, '0 · 0.2 · 0.4'],
    [0, 0.3, '0 · 0.1 · 0.2 · 0.3'],
    [0, 3_000, '0 · 1,000 · 2,000 · 3,000'],
    [0, 25_000, '0 · 10k · 20k'],
    [0, 2_500_000, '0 · 1M · 2M'],
    [-20, 40, '−20 · 0 · 20 · 40'],
    [0, 0, ''],
  ])('%d to %d: %s', (low, high, labels) => {
    const ticks = valueTicks(low, high);
    expect(told(ticks)).toBe(labels);
    expect(ticks.length).toBeLessThanOrEqual(4);
  });

  it('are whole numbers on request', () => {
    expect(told(valueTicks(0, 1.2))).toBe('0 · 0.5 · 1');
    expect(told(valueTicks(0, 1.2, { whole: true }))).toBe('0 · 1');
  });

  it.each([
    [0, '0'],
    [9_999, '9,999'],
    [10_000, '10k'],
    [12_500, '12.5k'],
    [2_000_000, '2M'],
    [1_500_000, '1.5M'],
    [-20_000, '−20k'],
    [0.05, '0.05'],
  ])('%d is written %s', (value, text) => expect(formatShortNumber(value)).toBe(text));

  it.each([
    [9_999, '9,999'],
    [12_345, '12.3k'],
    [123_456, '123k'],
    [999_983, '1M'], // not 1,000k
    [-123_456, '−123k'],
    [0.125, '0.125'],
  ])('a bound of %d is written %s', (value, text) => expect(formatBound(value)).toBe(text));
});

describe('window counts', () => {
  it.each([
    [1, 1, 1.2],
    [1, 0, 1.2],
    [10, 10, 12],
    [10, 20, 25], // 23 at least
    [10, 14, 20],
    [20, 0, 25],
    [10, 26, 30],
    [100, 434, 500],
    [100, 435, 600],
    [1_000_000, 3, 1_200_000],
    [100, 1_000_000, 1_200_000],
  ])('n %d, peak %d: up to %d', (n, peak, top) => expect(countAxisTop(n, peak)).toBe(top));

  it('end at most a third above the largest value', () => {
    for (let most = 1; most < 1e6; most = Math.ceil(most * 1.07)) {
      const top = countAxisTop(1, most);
      expect(top).toBeGreaterThanOrEqual(1.15 * most * (1 - 1e-12));
      expect(top).toBeLessThanOrEqual(1.15 * most * 1.34);
    }
  });

  it.each([
    [10, 25, 126, '0 · n 10 · 20'],
    [10, 12, 126, '0 · 5 · n 10'],
    [25, 30, 126, '0 · 20 · n 25'], // not 10 and 30 too: that would be five
    [12, 25, 126, '0 · n 12 · 20'],
    [1, 120, 126, 'n 1 · 50 · 100'], // 0 would be on top of it
    [1_000, 2_500, 126, '0 · n 1,000 · 2,000'],
    [10, 25, 54, '0 · n 10 · 20'], // the lowest row
    [1, 1.2, 126, '0 · n 1'],
  ])('n %d, top %d on %d px: %s', (n, top, pixels, labels) => {
    const ticks = countTicks(n, top, pixels);
    expect(told(ticks)).toBe(labels);
    expect(ticks.length).toBeLessThanOrEqual(4);
  });
});
