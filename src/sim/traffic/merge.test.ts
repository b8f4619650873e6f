import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeArrivals, sortedByTime, type EntryArrivals } from './merge.ts';

/** One entry's list: instants close together, so that many are equal, with a key and a cost each. */
const list = fc
  .record({
    at: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 }),
    keys: fc.constantFrom(1, 3),
    stem: fc.constantFrom('a', 'b'),
    costs: fc.boolean(),
  })
  .map(({ at, keys, stem, costs }): Omit<EntryArrivals, 'entry'> => ({
    at: Float64Array.from(at).sort(),
    names: { count: keys, name: (index) => `${stem}-${index}` },
    key: keys === 1 ? null : Uint32Array.from(at, (_, i) => (i * i) % 3),
    cost: costs ? Uint32Array.from(at, (_, i) => i + 1) : null,
    jobs: null,
  }));

interface Row {
  at: number;
  entry: number;
  key: string | undefined;
  cost: number;
}

/** The expected result of `mergeArrivals`: all rows, list after list, sorted stably. */
function naive(lists: readonly EntryArrivals[]): Row[] {
  return lists
    .flatMap(({ entry, at, key, cost, names }) =>
      Array.from(at, (instant, i) => ({
        at: instant,
        entry,
        key: names.name(key === null ? 0 : key[i]!),
        cost: cost === null ? 1 : cost[i]!,
      })),
    )
    .sort((a, b) => a.at - b.at);
}

function rowsOf({ count, at, entry, key, cost, keys }: ReturnType<typeof mergeArrivals>): Row[] {
  return Array.from({ length: count }, (_, i) => ({
    at: at[i]!,
    entry: entry[i]!,
    key: keys[key === null ? 0 : key[i]!],
    cost: cost === null ? 1 : cost[i]!,
  }));
}

describe('mergeArrivals', () => {
  it('is a stable sort of all lists by time', () => {
    fc.assert(
      fc.property(fc.array(list, { maxLength: 9 }), fc.integer({ min: 1, max: 9_000 }), (lists, apart) => {
        // Entry indices need not be consecutive: closed-loop entries are left out. Above 65,535 they need 32 bits.
        const numbered = lists.map((one, i): EntryArrivals => ({ ...one, entry: (i + 1) * apart }));
        const expected = naive(numbered);
        const merged = mergeArrivals(numbered);
        expect(rowsOf(merged)).toEqual(expected);
        expect(new Set(merged.keys)).toEqual(new Set(expected.map(({ key }) => key)));
        expect(merged.keys).toHaveLength(new Set(merged.keys).size);
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('numbers keys by entry, then as the entry names them', () => {
    const names = { count: 3, name: (index: number) => `k-${index}` };
    const other = { count: 1, name: () => 'other' };
    const one = { names, cost: null, jobs: null, at: Float64Array.of(5, 6), key: Uint32Array.of(2, 0) };
    const two = { names: other, cost: null, jobs: null, at: Float64Array.of(1), key: null };
    const merged = mergeArrivals([
      { ...one, entry: 0 },
      { ...two, entry: 1 },
    ]);
    expect(merged.keys).toEqual(['k-0', 'k-2', 'other']);
    expect(merged.key).toEqual(Uint32Array.of(2, 1, 0));
  });

  it('copies nothing for a single list', () => {
    const at = Float64Array.of(1, 2);
    const key = Uint32Array.of(1, 0);
    const cost = Uint32Array.of(3, 4);
    const names = { count: 2, name: String };
    const empty = { entry: 0, at: new Float64Array(0), key: null, cost: null, names, jobs: null };
    const merged = mergeArrivals([empty, { entry: 1, at, key, cost, names, jobs: null }]);
    expect(merged.at).toBe(at);
    expect(merged.key).toBe(key);
    expect(merged.cost).toBe(cost);
    expect(merged.entry).toEqual(Uint16Array.of(1, 1));
  });

  it('of no lists is empty', () => {
    expect(mergeArrivals([])).toEqual({
      count: 0,
      at: new Float64Array(0),
      key: null,
      cost: null,
      entry: new Uint16Array(0),
      keys: [],
      tries: null,
    });
  });
});

it('a list is sorted exactly however late its instants are, with its keys', () => {
  // With its position, an instant this late is more than a double holds.
  const latest = 30 * 86_400e6;
  const at = Float64Array.from({ length: 9_000 }, (_, i) => latest - ((i * 7) % 1_000));
  const key = Uint32Array.from(at.keys());
  const names = { count: key.length, name: String };
  const sorted = sortedByTime({ entry: 0, at, key, cost: null, names, jobs: null });
  const order = [...at.keys()].sort((a, b) => at[a]! - at[b]! || a - b);
  expect(sorted.key).toEqual(Uint32Array.from(order));
  expect(sorted.at).toEqual(Float64Array.from(order, (i) => at[i]!));
});
