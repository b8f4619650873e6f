/** Keys and costs. */
import { describe, expect, it } from 'vitest';
import { openLoopArrivals, type TrafficEntry } from './index.ts';
import type { Arrivals } from '../arrivals.ts';

const COUNT = 100_000;
const base = { kind: 'burst', stream: 0, key: 'u', cost: 1, at: 0, count: COUNT, spread: 10 } as const;
const run = (entry: Exclude<TrafficEntry, { kind: 'recording' }>): Arrivals =>
  openLoopArrivals([entry], { seed: 1, durationSeconds: 60 });

/** How often each key occurs, by name. */
function shares({ key, keys, count }: Arrivals): Record<string, number> {
  const found: Record<string, number> = {};
  for (let i = 0; i < count; i++) {
    const name = keys[key === null ? 0 : key[i]!]!;
    found[name] = (found[name] ?? 0) + 1;
  }
  return found;
}

/** Five standard deviations around the number expected of COUNT requests. */
function expectShare(found: number | undefined, probability: number): void {
  const deviation = Math.sqrt(COUNT * probability * (1 - probability));
  expect(Math.abs((found ?? 0) - COUNT * probability)).toBeLessThan(5 * deviation);
}

describe('keys', () => {
  it('are one for all by default', () => {
    expect(run(base)).toMatchObject({ key: null, keys: ['u'] });
  });

  it('are drawn evenly', () => {
    const found = shares(run({ ...base, keys: { count: 7, share: 'even' } }));
    expect(Object.keys(found).sort()).toEqual(['u-1', 'u-2', 'u-3', 'u-4', 'u-5', 'u-6', 'u-7']);
    for (const count of Object.values(found)) expectShare(count, 1 / 7);
  });

  it("are drawn by Zipf's law: key i with weight 1/i", () => {
    const found = shares(run({ ...base, keys: { count: 4, share: 'zipf' } }));
    for (const rank of [1, 2, 3, 4]) expectShare(found[`u-${rank}`], 1 / rank / (1 + 1 / 2 + 1 / 3 + 1 / 4));
  });

  it('have a noisy neighbour with half of all requests', () => {
    const found = shares(run({ ...base, keys: { count: 5, share: 'noisy' } }));
    expectShare(found['u-1'], 1 / 2);
    for (const quiet of [2, 3, 4, 5]) expectShare(found[`u-${quiet}`], 1 / 8);
    expect(shares(run({ ...base, keys: { count: 2, share: 'noisy' } }))).toHaveProperty('u-2');
  });

  it.each(['even', 'zipf', 'noisy'] as const)('may be a share (%s) of a single one', (share) => {
    expect(run({ ...base, keys: { count: 1, share } })).toMatchObject({ key: null, keys: ['u-1'] });
  });

  it('are listed only if they occur', () => {
    const few = run({ ...base, count: 3, keys: { count: 1_000_000, share: 'even' } });
    expect(few.keys).toHaveLength(3);
    // In the order of their numbers, not of occurrence.
    expect(few.keys.map((name) => Number(name.slice(2)))).toEqual(
      few.keys.map((name) => Number(name.slice(2))).sort((a, b) => a - b),
    );
    expect(run({ ...base, count: 0 }).keys).toEqual([]);
  });

  it('with equal names are one key across entries', () => {
    const listed = { ...base, kind: 'times', clicks: false, at: [0, 0, 0], key: ['b', 'u', 'b'] } as const;
    const { key, keys, count } = openLoopArrivals([{ ...base, count: 2 }, listed], { seed: 1, durationSeconds: 60 });
    expect(keys).toEqual(['u', 'b']);
    expect(Array.from({ length: count }, (_, i) => keys[key![i]!])).toEqual(['u', 'b', 'u', 'b', 'u']);
  });

  it('and costs never change the arrivals', () => {
    const plain = { ...base, kind: 'poisson', from: 0, rate: 100 } as const;
    const { at } = run(plain);
    const rich = run({ ...plain, keys: { count: 10, share: 'zipf' }, cost: { of: [1, 5], weights: [9, 1] } });
    expect(rich.at).toEqual(at);
    expect(run({ ...plain, keys: { count: 10, share: 'zipf' } }).key).toEqual(rich.key);
    expect(run({ ...plain, cost: { of: [1, 5], weights: [9, 1] } }).cost).toEqual(rich.cost);
  });

  it('of clicks stay when a click is added at an earlier instant', () => {
    const clicks = { ...base, kind: 'times', clicks: true, keys: { count: 1000, share: 'even' } } as const;
    const before = run({ ...clicks, at: [10, 20] });
    const after = run({ ...clicks, at: [10, 20, 5] });
    const names = ({ key, keys }: Arrivals) => Array.from(key!, (index) => keys[index]);
    expect(names(after).slice(1)).toEqual(names(before));
  });
});

describe('costs', () => {
  it('are null when all are 1', () => {
    expect(run(base).cost).toBeNull();
  });

  it('are the same for all', () => {
    expect(run({ ...base, count: 3, cost: 5 }).cost).toEqual(Uint32Array.of(5, 5, 5));
  });

  it('are drawn by weight, never those of weight 0', () => {
    const { cost } = run({ ...base, cost: { of: [1, 5, 9], weights: [3, 1, 0] } });
    expectShare(cost!.filter((one) => one === 1).length, 3 / 4);
    expectShare(cost!.filter((one) => one === 5).length, 1 / 4);
  });
});
