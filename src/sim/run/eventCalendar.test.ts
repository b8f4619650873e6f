import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NEVER } from '../time.ts';
import type { Actor } from './actor.ts';
import { EventCalendar } from './eventCalendar.ts';

const SEED = { seed: 20_261_124 };
const END = 10_000_000;

interface Pending {
  readonly at: number;
  readonly entry: number;
  /** In the order in which they were scheduled; it stands in every number of the event. */
  readonly order: number;
}

const actor = (entry: number): Actor => ({ entry }) as Actor;

function recordOf({ at, order }: Pending) {
  const [client, job, keyIndex, cost] = [order + 1, order + 2, order + 3, order + 4];
  return { at, client, job, number: 1 + (order % 3), keyIndex, cost, previousWait: order + 0.5 };
}

/** Instants with many of the same, and crowds of a few microseconds with gaps between. */
const waits = fc.oneof(
  fc.constantFrom(0, 0, 1, 2, 1_000, 50_000, 1_000_000),
  fc.integer({ min: 0, max: 30 }),
  fc.integer({ min: 0, max: 3_000_000 }),
);
const pushes = fc.array(fc.record({ wait: waits, entry: fc.integer({ min: 0, max: 3 }) }), { maxLength: 400 });

it('events come by time, then by entry, then as they were scheduled, with all their numbers', () => {
  fc.assert(
    fc.property(pushes, fc.array(fc.record({ pops: fc.nat(20), pushes }), { maxLength: 8 }), (first, rounds) => {
      const calendar = new EventCalendar(END);
      const pending: Pending[] = [];
      let [now, order] = [0, 0];
      const push = (more: typeof first): void => {
        for (const { wait, entry } of more) {
          const event = { at: Math.min(END - 1, now + wait), entry, order: order++ };
          pending.push(event);
          calendar.pushTry(actor(entry), recordOf(event));
        }
      };
      const pop = (count: number): void => {
        pending.sort((a, b) => a.at - b.at || a.entry - b.entry || a.order - b.order);
        for (const event of pending.splice(0, count)) {
          const record = recordOf({ at: 0, entry: 0, order: 0 });
          expect(calendar.nextAt).toBe(event.at);
          expect(calendar.precedesEntry(event.entry)).toBe(false);
          expect(calendar.precedesEntry(event.entry + 1)).toBe(true);
          expect(calendar.pop(record)).toBe(event.entry);
          expect(record).toEqual(recordOf(event));
          now = event.at;
        }
        expect(calendar.nextAt).toBe(pending[0]?.at ?? NEVER);
        expect(calendar.pendingRetries).toBe(pending.filter((event) => recordOf(event).number > 1).length);
      };
      push(first);
      for (const round of rounds) {
        pop(round.pops);
        push(round.pushes);
        if (pending.length === 0) continue;
        pending.sort((a, b) => a.at - b.at || a.entry - b.entry || a.order - b.order);
        expect(calendar.nextAt).toBe(pending[0]!.at);
      }
      pop(Infinity);
    }),
    { ...SEED, numRuns: 300 },
  );
});

it('a crowd in one corner of a bucket is sorted like any other, and those of one instant keep their order', () => {
  const calendar = new EventCalendar(1_024 * 1_000_000);
  const crowd = Array.from({ length: 5_000 }, (_, order) => ({
    at: 2_000_000 + ((order * 7_919) % 500),
    entry: 0,
    order,
  }));
  crowd.push({ at: 2_900_000, entry: 0, order: 5_000 });
  for (const event of crowd) calendar.pushTry(actor(0), recordOf(event));
  const found = crowd.map(() => {
    const record = recordOf({ at: 0, entry: 0, order: 0 });
    expect(calendar.nextAt).not.toBe(NEVER);
    calendar.pop(record);
    return record;
  });
  expect(calendar.nextAt).toBe(NEVER);
  expect(found).toEqual(crowd.toSorted((a, b) => a.at - b.at || a.order - b.order).map(recordOf));
});

it('events past the end come last, sorted like any other', () => {
  const calendar = new EventCalendar(END);
  const before = Array.from({ length: 40 }, (_, order) => ({ at: END - 40 + order, entry: 0, order }));
  const after = [130_000, 100_000, 100_000].map((late, index) => ({ at: END + late, entry: 0, order: 40 + index }));
  for (const event of [...before, ...after]) calendar.pushTry(actor(0), recordOf(event));
  const found: number[] = [];
  while (calendar.nextAt !== NEVER) {
    const record = recordOf({ at: 0, entry: 0, order: 0 });
    calendar.pop(record);
    found.push(record.client - 1);
  }
  expect(found).toEqual([...before.keys(), 41, 42, 40]);
});
