import { describe, expect, it } from 'vitest';
import { rateTicks } from './rateScale.ts';
import { scenarioWith, TEST_TRACK } from './testing.ts';

const ticksOf = (entry: object, policy = TEST_TRACK.policy) =>
  rateTicks(scenarioWith(entry).traffic[0]!, { ...TEST_TRACK, policy });
const steady = { kind: 'steady', to: 10, rate: 1 };
const labels = (ticks: ReturnType<typeof ticksOf>) => ticks.flatMap(({ label }) => label || []);

describe('the scale of rates', () => {
  it('has 1, 2 and 5 in each power of ten, from a tenth of the limit to a hundred times it', () => {
    const ticks = ticksOf(steady);
    expect(ticks).toHaveLength(10);
    expect(labels(ticks)).toEqual(['6/min', '1/s', '10/s', '100/s']);
  });

  it('is logarithmic: each power of ten is as high as the next', () => {
    const heights = ticksOf(steady).flatMap(({ height, label }) => (label === '' ? [] : height));
    expect(heights.map((height) => Math.round(height * 100) / 100)).toEqual([12, 22.67, 33.33, 44]);
    const [one, two, five, ten] = ticksOf(steady).map(({ height }) => height);
    expect((two! - one!) / (ten! - one!)).toBeCloseTo(Math.log10(2), 6);
    expect((five! - one!) / (ten! - one!)).toBeCloseTo(Math.log10(5), 6);
  });

  it('begins and ends between round figures where the limit is none', () => {
    expect(labels(ticksOf(steady, { n: 7, T: 10 }))).toEqual(['6/min', '1/s', '10/s']);
  });

  it('counts the requests of a burst', () => {
    expect(labels(ticksOf({ kind: 'burst', at: 3, count: 10, spread: 2 }))).toEqual(['1', '10', '100']);
  });
});
