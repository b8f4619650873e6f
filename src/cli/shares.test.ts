import { describe, expect, it } from 'vitest';
import { plan, simulateAll, standingsOf } from '../sim/engine.ts';
import { parseScenario, type Standing } from '../sim/index.ts';
import { standingAsJson, standingColumns } from './shares.ts';

function standings(document: object): readonly Standing[] {
  const parsed = parseScenario(document);
  if (!parsed.ok) throw new TypeError(JSON.stringify(parsed.problems));
  const planned = plan(parsed.scenario);
  if (!planned.ok) throw new TypeError(JSON.stringify(planned.refusals));
  return standingsOf(simulateAll(planned.plan));
}

const base = {
  policy: { n: 2, T: 10 },
  duration: 20,
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'leaky-queue' }],
};
const greedy = { kind: 'times', at: [1, 1, 1, 1, 1], key: 'greedy', label: 'bad' };
const modest = { kind: 'times', at: [2, 3, 3.5], key: 'modest', label: 'good' };

describe('shares as they are printed', () => {
  it('tell of keys and of labels', () => {
    const found = standings({ ...base, traffic: [greedy, modest] });
    expect(found.map(standingAsJson)[0]).toEqual({
      keys: 2,
      jainIndex: 1,
      good: { requests: 3, admitted: 2, delayed: 0, denied: 1 },
      bad: { requests: 5, admitted: 2, delayed: 0, denied: 3 },
    });
    const { head, cells } = standingColumns(found);
    expect(head).toEqual(['Jain', 'Good refused', 'Bad admitted']);
    expect(cells[0]).toEqual(['1.000', '1 of 3', '2 of 5']);
  });

  it('say nothing of what there is not', () => {
    const { label: _, ...unlabelled } = greedy;
    const one = standings({ ...base, traffic: [unlabelled] });
    expect(standingAsJson(one[0])).toEqual({});
    expect(standingColumns(one)).toEqual({ head: [], cells: [[], []] });
    const good = standings({ ...base, traffic: [modest] });
    expect(standingColumns(good).head).toEqual(['Good refused', 'Bad admitted']);
    expect(standingColumns(good).cells[0]).toEqual(['1 of 3', '–']);
    const keys = standings({
      ...base,
      traffic: [{ ...unlabelled, key: ['a', 'b', 'c', 'a', 'a'] }],
    });
    // 2, 1 and 1: 16 / (3 · 6).
    expect(standingColumns(keys).cells[0]).toEqual(['0.889']);
  });
});
