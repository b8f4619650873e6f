/** What the lanes of a gallery's scenario decide: measured, never written by hand. */
import { planOf, simulateToEnd } from '../../sim/engine.ts';
import { failedLaneSentence, hasScripts } from '../../sim/run/plan.ts';
import { outcomeOf, type MeasuredLane, type Scenario } from '../../sim/index.ts';
import { decisionHash } from '../decisionHash.ts';

const LETTERS = { allow: 'A', delay: 'W', deny: 'D' } as const;
/** As many as a card draws one by one. */
const MOST_DRAWN = 16;

/** @throws Error that says in a sentence why the scenario, or a lane of it, does not run */
export function measureLanes(scenario: Scenario): readonly MeasuredLane[] {
  if (hasScripts(scenario)) throw new Error('Its traffic is a script, which the gallery does not run.');
  const plan = planOf(scenario);
  if (plan.failedLanes.length > 0) throw new Error(plan.failedLanes.map(failedLaneSentence).join(' '));
  return simulateToEnd(plan).lanes.map((lane): MeasuredLane => {
    const { verdicts, summary } = lane;
    const { admitted, delayed, denied, peak } = summary;
    const letters = Array.from(verdicts.subarray(0, MOST_DRAWN + 1), (verdict) => LETTERS[outcomeOf(verdict)]);
    return {
      admitted,
      delayed,
      denied,
      peak: peak?.permits ?? 0,
      ...(letters.length <= MOST_DRAWN ? { decisions: letters.join('') } : {}),
      hash: decisionHash(plan, lane),
    };
  });
}
