/** Lanes whose limiter cannot run the policy: the others run, and a near policy is offered that it can run. */
import { describe, expect, it } from 'vitest';
import { resolvePolicy, scenarioOf } from '../scenario/scenario.ts';
import { addLimiters } from '../limiters/index.ts';
import { systems } from '../systems/index.ts';
import { planLane, setProgramPlanner } from './lanePlan.ts';
import { planProgram } from './programPlan.ts';
import { planOf, type FailedLane, type Plan } from './plan.ts';

addLimiters(systems);
setProgramPlanner(planProgram);

const MONTH = 2_592_000;

function planWithFailures(document: object): Plan {
  return planOf(scenarioOf({ duration: 10, ...document }));
}

function onlyFailureOf(document: object): FailedLane {
  const { failedLanes } = planWithFailures(document);
  expect(failedLanes).toHaveLength(1);
  return failedLanes[0] as FailedLane;
}

describe('a lane that cannot run its policy', () => {
  it('leaves the others and their places in the scenario', () => {
    const lanes = [{ limiter: 'gcra' }, { limiter: 'nginx-limit-req' }, { limiter: 'fixed-window' }];
    const { failedLanes, lanes: planned } = planWithFailures({ policy: { n: 1, T: MONTH }, lanes });
    expect(planned.map(({ algorithm, laneIndex }) => [algorithm.id, laneIndex])).toEqual([
      ['gcra', 0],
      ['fixed-window', 2],
    ]);
    expect(failedLanes.map(({ laneIndex }) => laneIndex)).toEqual([1]);
    expect(failedLanes[0]?.error).toMatch(/^nginx limit_req: n = 1 per T = 2,592,000 s is less than .*\.$/);
  });

  it.each([
    // As its sentence says: n may be 2,592 or more, T 1,000 s or less. Of the same factor, n.
    ['nginx-limit-req', { n: 1, T: MONTH }, { field: 'n', value: 2592 }],
    // 1,009 is a prime without a divisor of T in common; 1,010 has ten.
    ['token-bucket', { n: 1_009, T: MONTH, capacity: 20_000 }, { field: 'n', value: 1_010 }],
    // A bucket that is too large for any n near 1.
    ['token-bucket', { n: 1, T: MONTH, capacity: 3_500 }, { field: 'capacity', value: 3_474 }],
    ['token-bucket-lazy', { n: 999_999, T: 2_591_999 }, { field: 'n', value: 1_000_000 }],
  ])('%s with %j is offered %j', (limiter, policy, remedy) => {
    expect(onlyFailureOf({ policy, lanes: [{ limiter }] }).remedy).toEqual(remedy);
  });

  it('runs with what is offered, as its own policy', () => {
    for (const limiter of ['token-bucket', 'gcra', 'leaky-queue', 'hybrid', 'redis-token-bucket', 'nginx-limit-req']) {
      for (const policy of [
        { n: 1, T: MONTH, capacity: 1_000_000 },
        { n: 99_991, T: 2_591_999.999, capacity: 1_000_000 },
      ]) {
        const scenario = scenarioOf({ policy, duration: 10, lanes: [{ limiter }] });
        const plan = planOf(scenario);
        const [failed] = plan.failedLanes;
        if (failed === undefined) continue;
        const { field, value } = failed.remedy ?? { field: 'n', value: NaN };
        const lane = { ...scenario.lanes[0]!, policy: { [field]: value } };
        const resolved = resolvePolicy({ policy: scenario.policy, lanes: [lane] }, 0);
        expect(planLane(scenario, lane, resolved, plan, 0), `${limiter} ${field} ${value}`).toBeTypeOf('object');
      }
    }
  });
});
