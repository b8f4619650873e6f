import { expect, it } from 'vitest';
import { arrivalsAt, unitArrivals, type Arrivals } from './arrivals.ts';

const column = (...values: readonly number[]) => Uint32Array.from(values);

it('some of the requests have all that they had among the others', () => {
  const all: Arrivals = {
    count: 4,
    at: Float64Array.of(0, 10, 20, 30),
    key: column(0, 1, 0, 1),
    cost: column(1, 2, 3, 4),
    bad: Uint8Array.of(0, 1, 0, 1),
    keys: ['a', 'b'],
    entry: Uint16Array.of(0, 0, 1, 2),
    tries: { client: column(1, 1, 2, 2), job: column(1, 1, 1, 2), number: column(1, 2, 1, 1) },
  };
  expect(arrivalsAt(all, [1, 3])).toEqual({
    count: 2,
    at: Float64Array.of(10, 30),
    key: column(1, 1),
    cost: column(2, 4),
    bad: Uint8Array.of(1, 1),
    keys: ['a', 'b'],
    entry: column(0, 2),
    tries: { client: column(1, 2), job: column(1, 2), number: column(2, 1) },
  });
  const plain = unitArrivals(Float64Array.of(0, 10));
  expect(arrivalsAt(plain, column(1))).toEqual({ ...unitArrivals(Float64Array.of(10)), entry: column(0) });
});
