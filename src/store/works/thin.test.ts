import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { droppedStates, MAX_STATES, thin } from './thin.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Instants in order, from gaps between a moment and a week. */
const histories = fc
  .array(fc.oneof(fc.integer({ min: 0, max: MINUTE }), fc.integer({ min: 0, max: 7 * DAY })), { maxLength: 120 })
  .map((gaps) => {
    let at = 0;
    return gaps.map((gap) => ({ at: (at += gap) }));
  });

/** What is left if a work is saved at each of these instants. */
function savedAt(instants: readonly number[]): number[] {
  let kept: { at: number }[] = [];
  for (const at of instants) kept = thin([...kept, { at }], at);
  return kept.map(({ at }) => at);
}

const every = (step: number, from: number, to: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) }, (_, index) => from + index * step);

describe('thinning a history', () => {
  it('keeps a part of it in its order, with the first and the newest, and never more than the limit', () => {
    fc.assert(
      fc.property(histories, (states) => {
        const now = states.at(-1)?.at ?? 0;
        const kept = thin(states, now);
        expect(kept).toEqual(states.filter((state) => kept.includes(state)));
        expect(kept).toHaveLength(Math.min(states.length, MAX_STATES));
        expect([kept[0], kept.at(-1)]).toEqual([states[0], states.at(-1)]);
        expect([...kept, ...droppedStates(states, now)]).toHaveLength(states.length);
        expect(thin(kept, now)).toEqual(kept);
      }),
    );
  });

  it('takes time in proportion to the number of states, however many a file has', () => {
    let reads = 0;
    const states = Array.from({ length: 5_000 }, (_, index) => ({
      get at() {
        reads++;
        return index * MINUTE;
      },
    }));
    const kept = thin(states, 5_000 * MINUTE);
    expect(kept).toHaveLength(MAX_STATES);
    expect([kept[0], kept.at(-1)]).toEqual([states[0], states.at(-1)]);
    expect(reads).toBeLessThan(1_000_000);
  });

  it('leaves gaps that are small for their age, however long the work is saved', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 10 * MINUTE }), fc.integer({ min: 100, max: 600 }), (step, count) => {
        const instants = every(step, 0, step * count);
        const now = instants.at(-1) as number;
        const kept = savedAt(instants);
        for (const [index, at] of kept.slice(1).entries()) {
          const before = kept[index] as number;
          expect(at - before).toBeLessThanOrEqual(step + 0.7 * Math.max(MINUTE, Math.min(DAY, now - before)));
        }
      }),
    );
  });

  it('brings back what was there before a bad hour, a week of work later', () => {
    const good = every(10 * MINUTE, 0, 8 * HOUR);
    const bad = every(1_000, 10 * HOUR, 11 * HOUR);
    const later = every(20 * MINUTE, DAY, 7 * DAY);
    const kept = savedAt([...good, ...bad, ...later]);
    expect(kept.findLast((at) => at < 10 * HOUR)).toBeGreaterThan(0);
    expect(kept.filter((at) => at > 7 * DAY - 2 * HOUR).length).toBeGreaterThan(4);
  });
});
