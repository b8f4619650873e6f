import { describe, expect, it } from 'vitest';
import { levelScale, levelTicks, windowCountTicks, yOf, type LevelGauge } from './scale.ts';
import { viewportOf } from './testing.ts';

const gauge = (full: number, low = 0, wall: LevelGauge['wall'] = 'floor'): LevelGauge => ({ full, low, wall, n: 10 });
const { plot } = viewportOf(0, 1);
/** The share of the plot's height at which a value is drawn. */
const share = (of: LevelGauge, value: number, height = plot.height) =>
  1 - (yOf({ ...plot, y: 0, height }, levelScale(of, height, 0), value) - 0) / height;

describe('levels', () => {
  it.each([1, 10, 600, 999_999, 0.25])('a bound of %d is at 86 %% of the plot, zero at its foot', (full) => {
    expect(share(gauge(full), full)).toBeCloseTo(0.86, 9);
    expect(share(gauge(full), 0)).toBe(0);
  });

  it.each([46, 54, 62, 107, 133, 149])('the bound lies between two pixels of a plot of %d', (height) => {
    const y = share(gauge(10), 10, height) * height;
    expect(y).toBeCloseTo(Math.round(y), 9);
    expect(Math.abs(y - 0.86 * height)).toBeLessThanOrEqual(0.5);
  });

  it.each([11, 20, 100, 400, 700, 19_701, 4e6])(
    'a level of %d over a bound of 10 is visible, and the bound below it',
    (most) => {
      for (const height of [46, 62, 133, 149, 151]) {
        const scale = levelScale(gauge(10), height, most);
        const at = (value: number) => (value - scale.low) / (scale.high - scale.low);
        expect(at(most)).toBeGreaterThan(0.94);
        expect(at(most)).toBeLessThanOrEqual(1);
        expect(at(10)).toBeGreaterThan(0);
      }
    },
  );

  it('a debt raises zero to a third, and the bound stays where it is', () => {
    expect(share(gauge(10, -5), 0)).toBeCloseTo(0.33, 9);
    expect(share(gauge(10, -5), 10)).toBeCloseTo(0.86, 9);
  });

  it('a deeper debt has its lowest value at the foot', () => {
    expect(share(gauge(10, -40), -40)).toBe(0);
    expect(share(gauge(10, -40), 10)).toBeCloseTo(0.86, 9);
  });

  it('without a bound the axis ends at a round number, with n marked', () => {
    const endless = gauge(Infinity);
    const scale = levelScale(endless, 150, 33);
    expect(scale).toEqual({ low: 0, high: 40 });
    expect(levelTicks(endless, scale, 150).map(({ label }) => label)).toEqual(['0', 'n 10', '20', '40']);
  });

  it('with a bound the ticks are 0 and the bound', () => {
    const scale = levelScale(gauge(1_000), 150, 0);
    expect(levelTicks(gauge(1_000), scale, 150).map(({ label }) => label)).toEqual(['0', '1,000']);
  });

  it.each([-0.5, -30, -500])('the same with a debt of %d', (low) => {
    const scale = levelScale(gauge(100, low), 150, 100);
    expect(levelTicks(gauge(100, low), scale, 150).map(({ label }) => label)).toEqual(['0', '100']);
  });
});

it('what is dragged out of a scale that is held has no tick', () => {
  const held = levelScale(gauge(10), 150, 0);
  expect(levelTicks(gauge(15), held, 150).map(({ label }) => label)).toEqual(['0']);
  expect(windowCountTicks(30, 25, 150).map(({ at }) => at)).toEqual([0, 10, 20]);
});

describe('window counts', () => {
  it('have n and the ticks that fit beside it', () => {
    expect(windowCountTicks(10, 25, 150).map(({ label }) => label)).toEqual(['0', 'n 10', '20']);
  });

  it('have labels that are just as far apart as a label is high', () => {
    // From 40 to 60 there are 13 px, and then one less.
    expect(windowCountTicks(10, 60, 39).map(({ at }) => at)).toEqual([10, 40, 60]);
    expect(windowCountTicks(10, 60, 38).map(({ at }) => at)).toEqual([10, 40]);
  });

  it.each([
    [10, 25, 46],
    [1, 12, 30],
    [999, 1200, 54],
    [40, 80, 149],
    [1_000_000, 1_200_000, 62],
  ])('n %d, top %d on %d px: at most four labels, and none touch', (n, top, height) => {
    const ticks = windowCountTicks(n, top, height);
    expect(ticks.length).toBeLessThanOrEqual(4);
    expect(ticks.some(({ at }) => at === n)).toBe(true);
    const apart = ticks.slice(1).map(({ at }, i) => ((at - (ticks[i]?.at ?? 0)) / top) * height);
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(13);
  });
});
