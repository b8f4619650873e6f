import { describe, expect, it } from 'vitest';
import { sliderPosition, nearestStopAt, stopFromKey } from './sliderStops.ts';

const decades = [1, 2, 3, 5, 10, 20, 50, 100];

describe('a position on the rail', () => {
  it.each([
    [1, 0],
    [10, 0.5],
    [100, 1],
    [0.5, 0], // beyond the ends
    [1_000, 1],
  ])('%d: %d', (value, place) => expect(sliderPosition(decades, value)).toBeCloseTo(place, 12));

  it('is that of its stop', () => {
    for (const stop of decades) expect(nearestStopAt(decades, sliderPosition(decades, stop))).toBe(stop);
  });

  it.each([
    [-1, 1],
    [0, 1],
    [0.07, 1], // 1.38, nearer to 1 than to 2 by ratio
    [0.08, 2], // 1.45
    [0.49, 10],
    [2, 100],
  ])('%d has the stop %d', (place, stop) => expect(nearestStopAt(decades, place)).toBe(stop));

  it('is the start if there is only one stop', () => {
    expect(sliderPosition([5], 5)).toBe(0);
    expect(nearestStopAt([5], 0.7)).toBe(5);
  });
});

describe('a key', () => {
  it.each([
    ['ArrowRight', 3, 5],
    ['ArrowUp', 3, 5],
    ['ArrowLeft', 3, 2],
    ['ArrowDown', 3, 2],
    ['ArrowRight', 4, 5], // a value typed between two stops
    ['ArrowLeft', 4, 3],
    ['PageUp', 5, 10],
    ['PageDown', 10, 5],
    ['PageUp', 3, 5], // 6 is not a stop
    ['PageUp', 2, 5], // neither is 4, and 5 is nearer to it than 3
    ['PageDown', 1, 1],
    ['PageUp', 100, 100],
    ['ArrowRight', 100, 100],
    ['ArrowLeft', 1, 1],
    ['Home', 20, 1],
    ['End', 20, 100],
    ['Enter', 20, undefined],
    [' ', 20, undefined],
  ])('%s from %d goes to %s', (key, from, to) => expect(stopFromKey(decades, from, key)).toBe(to));

  it('always moves with Page, however far apart the stops are', () => {
    expect(stopFromKey([1, 10, 100], 10, 'PageUp')).toBe(100);
    expect(stopFromKey([1, 10, 100], 10, 'PageDown')).toBe(1);
  });
});
