import { describe, expect, it } from 'vitest';
import { limitSliderStops, windowSliderStops } from './sliderStops.ts';
import { formatDuration } from './time.ts';

describe('stops for requests', () => {
  it('are all whole numbers to 100, then have two significant digits', () => {
    const stops = limitSliderStops(10);
    expect(stops.slice(0, 22)).toEqual(Array.from({ length: 22 }, (_, index) => index + 1));
    expect(stops.slice(97, 103)).toEqual([98, 99, 100, 110, 120, 130]);
    expect(stops.slice(-2)).toEqual([990, 1_000]);
    for (const stop of stops) expect(Number(stop.toPrecision(2))).toBe(stop);
  });

  it.each([
    [1, 1_000],
    [1_000, 1_000],
    [1_001, 10_000],
    [10_000, 10_000],
    [72_000, 100_000],
    [1_000_000, 1_000_000],
  ])('for %d end at %d', (value, end) => {
    expect(limitSliderStops(value).at(-1)).toBe(end);
    expect(limitSliderStops(value)[0]).toBe(1);
  });
});

describe('stops for T', () => {
  const usual = '100 200 500 ms 1 2 3 5 10 15 20 30 s 1 2 3 5 10 15 20 30 min 1 h';

  /** `100 ms`, `200 ms`, `500 ms` as `100 200 500 ms`. */
  function told(stops: readonly number[]): string {
    const texts = stops.map(formatDuration);
    return texts
      .map((text, index) => {
        const [figure = '', unit] = text.split(' ');
        return texts[index + 1]?.split(' ')[1] === unit ? figure : text;
      })
      .join(' ');
  }

  it.each([
    [10, usual],
    [0.1, usual],
    [3_600, usual],
    [0.05, `10 20 50 ${usual}`],
    [0.01, `10 20 50 ${usual}`],
    [0.001, `1 2 5 10 20 50 ${usual}`],
    [3_601, usual.replace('1 h', '1 2 3 6 12 h 1 d')],
    [86_400, usual.replace('1 h', '1 2 3 6 12 h 1 d')],
    [90_000, usual.replace('1 h', '1 2 3 6 12 h 1 2 3 5 10 15 20 30 d')],
    [2_592_000, usual.replace('1 h', '1 2 3 6 12 h 1 2 3 5 10 15 20 30 d')],
  ])('for %d s: %s', (seconds, expected) => expect(told(windowSliderStops(seconds))).toBe(expected));

  it('rise', () => {
    for (const stops of [windowSliderStops(0.001), windowSliderStops(2_592_000), limitSliderStops(1_000_000)]) {
      expect(stops).toEqual([...new Set(stops)].sort((a, b) => a - b));
    }
  });
});
