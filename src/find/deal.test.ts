import { describe, expect, it } from 'vitest';
import { Deal } from './deal.ts';
import type { Dealt, FindTask, TaskOutcome } from './search.ts';

/** A search with so many tasks of each phase, which are done by hand. */
function dealOf(exhaustive: number, random: number): Deal {
  const effort = { requests: 4, tries: 100, seed: 1 };
  return new Deal({ effort, tasks: { exhaustive, random } } as unknown as Dealt);
}

const found = (requests: number): TaskOutcome => ({
  found: { traffic: Array.from({ length: requests }, () => ({ at: 0, key: 0, cost: 1 })), number: 0 },
});
const NOTHING: TaskOutcome = { found: null };

describe('what was found, whoever answers first', () => {
  it.each([
    ['of equally short ones that of the first task', [3, 3], 0],
    ['the shortest', [3, 2], 1],
  ])('is %s', (_, lengths, index) => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const deal = dealOf(2, 0);
      const tasks = [deal.next(), deal.next()] as FindTask[];
      for (const place of order) deal.take(tasks[place]!, found(lengths[place]!));
      expect(deal.settled?.index).toBe(index);
    }
  });

  it('is of random traffics the first, however long', () => {
    const deal = dealOf(1, 2);
    deal.take(deal.next()!, NOTHING);
    const tasks = [deal.next(), deal.next()] as FindTask[];
    deal.take(tasks[1]!, found(2));
    deal.take(tasks[0]!, found(9));
    expect(deal.settled).toMatchObject({ phase: 'random', index: 0 });
  });
});
