import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aboveText, busiestText, clientsAbove, hasNoClients, nothingText, stairs } from './busiest.ts';

const ascending = fc
  .array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 })
  .map((values) => Float64Array.from(values).sort());

it('counts the clients above a limit', () => {
  fc.assert(
    fc.property(ascending, fc.integer({ min: 0, max: 41 }), (permits, n) => {
      expect(clientsAbove(permits, n)).toBe(permits.filter((each) => each > n).length);
    }),
    { seed: 14 },
  );
});

it('the corners of the staircase give every client its permits, and the range of the readings', () => {
  const readings = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 60 })
    .map((pairs) => [0, 1].map((index) => Float64Array.from(pairs, (pair) => pair[index] as number).sort()));
  fc.assert(
    fc.property(readings, ([own, other]) => {
      const steps = stairs([own!, other!], 200);
      for (const [client, permits] of own!.entries()) {
        const also = other![client]!;
        const step = steps.findLast((each) => each.client <= client);
        expect(step).toMatchObject({ permits, band: [Math.min(permits, also), Math.max(permits, also)] });
      }
      expect(steps.at(-1)).toMatchObject({ client: own!.length, permits: own!.at(-1) });
    }),
    { seed: 14 },
  );
});

it('of more corners than fit, evenly spread clients are shown, and the last', () => {
  const steps = stairs([Float64Array.from({ length: 1_000 }, (_, client) => client)], 10);
  expect(steps.map(({ client }) => client)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000]);
  expect(steps.at(-1)?.permits).toBe(999);
});

it('says a range where the readings of a log differ', () => {
  const [even, start] = [Float64Array.of(1, 5, 9), Float64Array.of(4, 9, 12)];
  expect(aboveText([even], 4)).toBe('2 of 3 clients above n');
  expect(aboveText([even, start], 8)).toBe('1 to 2 of 3 clients above n');
  expect(aboveText([Float64Array.of(3)], 3)).toBe('0 of 1 client above n');
});

it('says that retries are not counted, and why nobody is shown', () => {
  const of = (permits: readonly number[], isClosedLoop: boolean) => ({
    readings: [Float64Array.from(permits)],
    isClosedLoop,
    hasCosts: false,
  });
  expect(busiestText(of([3], false), 10)).toBe('Most requests within any 10 s, clients sorted by that.');
  expect(busiestText(of([3], true), 10)).toBe(
    'Most requests within any 10 s, without retries, clients sorted by that.',
  );
  expect(busiestText({ ...of([3], false), hasCosts: true }, 10)).toBe(
    'Most permits within any 10 s, clients sorted by that.',
  );
  expect(nothingText(of([3], true))).toBeNull();
  expect(nothingText(of([], false))).toBe('The traffic has no requests.');
  expect(nothingText(of([], true))).toMatch(/^Every request depends on the answers before it/);
  expect([of([], false), of([], true), null].map(hasNoClients)).toEqual([true, false, false]);
});
