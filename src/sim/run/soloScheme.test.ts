/** A scheme on one node that answers at once, beside the run of the same on a cluster of one node without latency. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemes } from '../cluster/schemes/index.ts';
import { outcomeOf } from '../verdict.ts';
import { NEVER, secondsFromMicros } from '../time.ts';
import type { SchemePlan } from './lanePlan.ts';
import { planOf } from './plan.ts';
import { scenarioOf } from '../scenario/scenario.ts';
import { simulateToEnd } from './simulate.ts';
import { SoloScheme } from './soloScheme.ts';

const SEED = 20_261_123;

function planWith(limiter: string, at: readonly number[], key: readonly string[]) {
  const scenario = scenarioOf({
    policy: { n: 3, T: 2 },
    traffic: [{ kind: 'times', at: at.map(secondsFromMicros), key }],
    lanes: [{ limiter }],
    cluster: { nodes: 1, latency: { kind: 'fixed', mean: 0 } },
  });
  return planOf(scenario);
}

/** Gaps, longer than what a program takes where it waits; and which of two keys. */
const traffic = fc.array(fc.tuple(fc.constantFrom(1, 250_000, 333_333, 666_667, 1_999_999, 2_000_000), fc.boolean()), {
  minLength: 1,
  maxLength: 30,
});

describe.each(schemes.map(({ id }) => id))('%s', (id) => {
  it('decides alone as it does in a run, and a copy goes on alike', () => {
    fc.assert(
      fc.property(traffic, fc.nat(29), (steps, fork) => {
        let now = 0;
        const at = steps.map(([gap]) => (now += gap));
        const keys = steps.map(([, isOther]) => (isOther ? 'b' : 'a'));
        const plan = planWith(id, at, keys);
        const [run] = simulateToEnd(plan).lanes;
        let solo = new SoloScheme(plan.lanes[0] as SchemePlan);
        const decided = at.map((instant, index) => {
          if (index === fork) {
            const left = solo;
            solo = solo.copy();
            left.decide('a', instant, 1);
          }
          return solo.decide(keys[index] as string, instant, 1);
        });
        expect(decided.map(({ verdict }) => outcomeOf(verdict))).toEqual(Array.from(run!.verdicts, outcomeOf));
        for (const { takes, retryAfter } of decided) {
          expect(takes).toBeGreaterThanOrEqual(0);
          expect(retryAfter ?? 0).toBeLessThan(NEVER);
        }
      }),
      { seed: SEED, numRuns: 25 },
    );
  });
});
