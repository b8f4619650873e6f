/** The scenario with a bug in its user's limiter: what it decides, for good, and that it is mended as its comment says. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ownExample } from '../../sim/own/ownExample.ts';
import { planOf } from '../../sim/run/plan.ts';
import { simulateToEnd } from '../../sim/run/simulate.ts';
import { scenarioOf } from '../../sim/scenario/scenario.ts';
import { loadSystems } from '../../sim/systems/load.ts';
import { loadSandbox } from '../index.ts';

beforeAll(async () => {
  await loadSystems();
  await loadSandbox();
});

/** A letter for each request of each lane: admitted or denied. */
function decisionsOf(document: unknown): readonly string[] {
  return simulateToEnd(planOf(scenarioOf(document))).lanes.map(({ verdicts }) =>
    Array.from(verdicts, (verdict) => (verdict === 0 ? 'A' : 'D')).join(''),
  );
}

describe('the example of a limiter of one’s own', () => {
  it('admits ten and then none, where the textbook’s bucket goes on', () => {
    const [textbook = '', own] = decisionsOf(ownExample);
    expect(own).toBe('A'.repeat(10) + 'D'.repeat(65));
    expect(textbook).toHaveLength(75);
    expect(textbook.replaceAll('D', '')).toHaveLength(69);
    expect(ownExample.notes).toContain('69 of 75');
  });

  it('decides as the textbook’s without its bug', () => {
    const text = JSON.stringify(ownExample);
    const mended = text.replace('Math.floor(((now - state.at) * n) / T)', '((now - state.at) * n) / T + 1e-9');
    expect(mended).not.toBe(text);
    const [textbook, own] = decisionsOf(JSON.parse(mended));
    expect(own).toBe(textbook);
  });
});
