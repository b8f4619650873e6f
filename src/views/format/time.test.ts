import { describe, expect, it } from 'vitest';
import {
  formatInstant,
  instantDecimals,
  formatDuration,
  formatDurationLong,
  formatDerivedTime,
  formatInstantExact,
  secondsToUnit,
  figureInUnit,
  formatForField,
  formatSeconds,
  unitToSeconds,
  naturalUnit,
  TIME_UNITS,
  type TimeUnit,
} from './time.ts';

describe('duration', () => {
  it.each([
    [0, '0 s', '0 seconds'],
    [0.000_5, '0.5 ms', '0.5 milliseconds'],
    [0.001, '1 ms', '1 millisecond'],
    [0.1, '100 ms', '100 milliseconds'],
    [0.1 * 3, '300 ms', '300 milliseconds'], // 0.30000000000000004
    [1, '1 s', '1 second'],
    [1.5, '1.5 s', '1.5 seconds'],
    [10, '10 s', '10 seconds'],
    [60, '1 min', '1 minute'],
    [90, '90 s', '90 seconds'], // exact, and no decimals
    [600, '10 min', '10 minutes'],
    [3_600, '1 h', '1 hour'],
    [5_400, '90 min', '90 minutes'],
    [86_400, '1 d', '1 day'],
    [2_592_000, '30 d', '30 days'],
  ])('%d: %s, %s', (seconds, short, words) => {
    expect(formatDuration(seconds)).toBe(short);
    expect(formatDurationLong(seconds)).toBe(words);
  });
});

describe('units of T', () => {
  it.each<[number, TimeUnit, string]>([
    [10, 's', '10'],
    [10, 'ms', '10000'],
    [10, 'min', '0.1666667'],
    [10, 'h', '0.002777778'],
    [10, 'd', '0.0001157407'],
    [0.1, 's', '0.1'],
    [0.1, 'ms', '100'],
    [2_592_000, 'ms', '2592000000'],
    [2_592_000, 'd', '30'],
    [0.001, 'd', '0.000000011574'], // twelve decimals are the most
  ])('%d s in %s: %s', (seconds, unit, text) => {
    expect(formatForField(seconds, unit)).toBe(text);
  });

  it('change the figure, never the value', () => {
    for (const seconds of [0.001, 0.25, 1, 7, 10, 90, 3_600, 100_000, 2_592_000]) {
      for (const unit of TIME_UNITS) expect(unitToSeconds(secondsToUnit(seconds, unit), unit)).toBe(seconds);
    }
  });

  it.each<[number, TimeUnit]>([
    [0.001, 'ms'],
    [0.5, 'ms'],
    [1.5, 's'],
    [90, 's'],
    [120, 'min'],
    [7_200, 'h'],
    [172_800, 'd'],
  ])('%d s is shown in %s by default', (seconds, unit) => expect(naturalUnit(seconds)).toBe(unit));
});

describe('inSeconds', () => {
  it.each([
    [3, '3 s'],
    [9.95, '9.95 s'],
    [0, '0 s'],
    [3_600, '3,600 s'],
    [0.000_001, '0.000001 s'],
  ])('%d: %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text));
});

describe('clock', () => {
  it.each([
    [50_000, 3], // a pixel is 50 ms
    [1_000, 3],
    [999, 4],
    [100, 4],
    [99, 5],
    [10, 5],
    [9, 6],
    [0.01, 6],
  ])('a pixel of %d µs: %d decimals', (pixel, decimals) => expect(instantDecimals(pixel)).toBe(decimals));

  it.each([
    [14_200_000, 56_250, '14.200 s'],
    [14_200_050, 10, '14.20005 s'],
    [14_200_056, 1, '14.200056 s'],
    [0, 1_000, '0.000 s'],
    [86_400_000_000, 1_000_000, '86,400.000 s'],
    [9_999_700, 100, '9.9997 s'],
  ])('%d µs at %d µs a pixel: %s', (micros, pixel, text) => expect(formatInstant(micros, pixel)).toBe(text));

  it.each([
    [10_050_000, '10.050 s'],
    [333, '0.000333 s'],
  ])('in full, %d µs: %s', (micros, text) => expect(formatInstantExact(micros)).toBe(text));

  it.each([
    [0, '0 s'],
    [41, '0.041 ms'],
    [2_346, '2.35 ms'],
    [500_000, '500 ms'],
    [999_999, '1 s'],
    [8_400_000, '8.4 s'],
    [13_900_082, '13.9 s'],
    [33_362_153, '33.4 s'],
    [3_600_000_123, '3,600 s'],
  ])('as a derived figure, %d µs: %s', (micros, text) => expect(formatDerivedTime(micros)).toBe(text));

  it('has three decimals by default', () => expect(formatInstant(10_050_000)).toBe('10.050 s'));
});

it.each([
  [10, 's', 'min', 600, false],
  [0.5, 's', 'ms', 0.001, true],
  [500, 's', 'd', 2_592_000, true],
  [1_296, 'h', 's', 0.36, false],
] as const)('the figure of %d s in %s stays in %s', (seconds, from, to, value, limited) => {
  expect(figureInUnit(seconds, from, to, { min: 0.001, max: 2_592_000 })).toEqual({ value, limited });
});
