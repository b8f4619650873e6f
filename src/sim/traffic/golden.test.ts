/**
 * The order of draws, frozen. A link shares a run, so these hashes never change within version 1 of the format: a test
 * that fails here means that links made before would now show other requests.
 */
import { describe, expect, it } from 'vitest';
import { fnv1aHex } from '../fnv.ts';
import { openLoopArrivals, type TrafficEntry } from './index.ts';

const base = { stream: 3, key: 'k', cost: 1, from: 0 } as const;
const steady = { ...base, kind: 'steady', rate: 100 } as const;
const run = (entry: TrafficEntry) => openLoopArrivals([entry], { seed: 42, durationSeconds: 100 });

describe('the draws of', () => {
  it('poisson', () => {
    expect(fnv1aHex(run({ ...base, kind: 'poisson', rate: 100 }).at)).toBe('eb83874e');
  });

  it.each([
    ['even', '37f02a81'],
    ['zipf', 'e29800bd'],
    ['noisy', '72439838'],
  ] as const)('keys, %s', (share, hash) => {
    expect(fnv1aHex(run({ ...steady, keys: { count: 37, share } }).key!)).toBe(hash);
  });

  it('costs', () => {
    expect(fnv1aHex(run({ ...steady, cost: { of: [1, 5, 20], weights: [7, 2, 1] } }).cost!)).toBe('5d34aae1');
  });
});

// No draws, but sums and roots that must be the same on every engine too.
describe('the arithmetic of', () => {
  it('ramp', () => {
    expect(fnv1aHex(run({ ...base, kind: 'ramp', rate: [0.7, 300] }).at)).toBe('ade67705');
  });

  it('daily', () => {
    const daily = { ...base, kind: 'daily', mean: 0.05, peakAt: 50_400, swing: 0.8 } as const;
    expect(fnv1aHex(openLoopArrivals([daily], { seed: 42, durationSeconds: 10 * 86_400 }).at)).toBe('c1c0e9f1');
  });
});
