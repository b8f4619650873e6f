import { describe, expect, it } from 'vitest';
import { makeStream } from '../random.ts';
import { Router, type Routing } from './routing.ts';

function router(nodes: number, routing: Routing, seed = 1): Router {
  return new Router(nodes, routing, makeStream(seed, 7, 0));
}

function taken(of: Router, keys: readonly string[]): (number | null)[] {
  return keys.map((key) => of.route(key));
}

const same = (count: number): string[] => Array.from({ length: count }, () => 'k');

describe('round robin', () => {
  it('cycles through the nodes, skips those that are down, and resumes where it was', () => {
    const of = router(3, 'round-robin');
    expect(taken(of, same(4))).toEqual([0, 1, 2, 0]);
    of.setNodeUp(1, false);
    expect(taken(of, same(3))).toEqual([2, 0, 2]);
    of.setNodeUp(1, true);
    expect(taken(of, same(3))).toEqual([0, 1, 2]);
  });

  it('includes an added node, and drops a removed one', () => {
    const of = router(2, 'round-robin');
    expect(of.add()).toBe(2);
    expect(taken(of, same(3))).toEqual([0, 1, 2]);
    of.remove(0);
    expect(taken(of, same(3))).toEqual([1, 2, 1]);
  });

  it('finds no node when all are down', () => {
    const of = router(2, 'round-robin');
    of.setNodeUp(0, false);
    of.setNodeUp(1, false);
    expect(of.route('k')).toBeNull();
  });
});

describe('sticky routing', () => {
  const keys = Array.from({ length: 200 }, (_, index) => `user-${index}`);

  it('sends a key to one node, whatever the seed, and uses all nodes', () => {
    const first = taken(router(4, 'sticky', 1), keys);
    expect(taken(router(4, 'sticky', 99), keys)).toEqual(first);
    expect(new Set(first)).toEqual(new Set([0, 1, 2, 3]));
  });

  it('moves only the keys of a node that is down, and moves them back', () => {
    const of = router(4, 'sticky');
    const before = taken(of, keys);
    of.setNodeUp(2, false);
    taken(of, keys).forEach((node, index) => expect(node).toBe(before[index] === 2 ? 3 : before[index]));
    of.setNodeUp(2, true);
    expect(taken(of, keys)).toEqual(before);
  });
});

describe('random routing', () => {
  const shares = (of: Router, nodes: number): number[] => {
    const counts = Array.from({ length: nodes }, () => 0);
    for (let i = 0; i < 20_000; i++) counts[of.route('k') as number]!++;
    return counts.map((count) => count / 20_000);
  };

  it('is even at random', () => {
    for (const share of shares(router(4, 'random'), 4)) expect(share).toBeCloseTo(0.25, 1);
  });

  it('follows weights; a node that is added weighs 1, and one of weight 0 gets nothing', () => {
    const of = router(3, { weights: [3, 1, 0] });
    const before = shares(of, 3);
    expect(before[0]).toBeCloseTo(0.75, 1);
    expect(before[2]).toBe(0);
    of.add();
    expect(shares(of, 4)[3]).toBeCloseTo(0.2, 1);
    of.setNodeUp(0, false);
    of.setNodeUp(1, false);
    of.setNodeUp(3, false);
    expect(of.route('k')).toBeNull();
  });

  it('is reproducible from the same stream', () => {
    expect(taken(router(5, 'random', 3), same(50))).toEqual(taken(router(5, 'random', 3), same(50)));
    expect(taken(router(5, 'random', 3), same(50))).not.toEqual(taken(router(5, 'random', 4), same(50)));
  });
});
