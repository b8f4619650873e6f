import { describe, expect, it } from 'vitest';
import { planOf, simulateToEnd, laneFairness } from '../sim/engine.ts';
import { scenarioOf, type LaneFairness } from '../sim/index.ts';
import { fairnessAsJson, fairnessColumns } from './fairness.ts';

function fairnessIn(document: object): readonly LaneFairness[] {
  return laneFairness(simulateToEnd(planOf(scenarioOf(document))));
}

const base = {
  policy: { n: 2, T: 10 },
  duration: 20,
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'leaky-queue' }],
};
const greedy = { kind: 'times', at: [1, 1, 1, 1, 1], key: 'greedy', label: 'bad' };
const modest = { kind: 'times', at: [2, 3, 3.5], key: 'modest', label: 'good' };

describe('fairness as it is printed', () => {
  it('covers keys and labels', () => {
    const found = fairnessIn({ ...base, traffic: [greedy, modest] });
    expect(found.map(fairnessAsJson)[0]).toEqual({
      keys: 2,
      jainIndex: 1,
      good: { requests: 3, admitted: 2, delayed: 0, denied: 1 },
      bad: { requests: 5, admitted: 2, delayed: 0, denied: 3 },
    });
    const { head, cells } = fairnessColumns(found);
    expect(head).toEqual(['Jain', 'Good refused', 'Bad admitted']);
    expect(cells[0]).toEqual(['1.000', '1 of 3', '2 of 5']);
  });

  it('leaves out what does not apply', () => {
    const { label: _, ...unlabelled } = greedy;
    const one = fairnessIn({ ...base, traffic: [unlabelled] });
    expect(fairnessAsJson(one[0])).toEqual({});
    expect(fairnessColumns(one)).toEqual({ head: [], cells: [[], []] });
    const good = fairnessIn({ ...base, traffic: [modest] });
    expect(fairnessColumns(good).head).toEqual(['Good refused', 'Bad admitted']);
    expect(fairnessColumns(good).cells[0]).toEqual(['1 of 3', '–']);
    const keys = fairnessIn({
      ...base,
      traffic: [{ ...unlabelled, key: ['a', 'b', 'c', 'a', 'a'] }],
    });
    // 2, 1 and 1: 16 / (3 · 6).
    expect(fairnessColumns(keys).cells[0]).toEqual(['0.889']);
  });

  it('never rounds up to equal shares, as on the page', () => {
    const at = Array.from({ length: 81 }, (_, request) => request / 10);
    const key = at.map((_, request) => (request % 2 === 0 ? 'a' : 'b'));
    const [nearly] = fairnessIn({ ...base, policy: { n: 100, T: 10 }, traffic: [{ kind: 'times', at, key }] });
    // 41 and 40: 81² / (2 · (41² + 40²)) = 0.99985.
    expect(nearly?.jain).toBeGreaterThan(0.9995);
    expect(fairnessColumns([nearly!]).cells[0]).toEqual(['0.999']);
  });
});
