/** For tests only: plans of documents as people write them. */
import { scenarioOf } from '../scenario/scenario.ts';
import { isScheme, type LimiterRun } from './laneRun.ts';
import { failedLaneSentence, planOf, type Plan } from './plan.ts';
import type { Run } from './runLanes.ts';
import { addLimiters } from '../limiters/index.ts';
import { systems } from '../systems/index.ts';
import { everyRule } from '../systems/everyRule.testing.ts';

addLimiters(systems);

export function planOfDocument(document: object): Plan {
  const plan = planOf(scenarioOf(document));
  const { failedLanes } = plan;
  if (failedLanes.length > 0) throw new Error(failedLanes.map(failedLaneSentence).join(' '));
  return plan;
}

/** The lanes of a run in which one process decides. */
export function limiterLanes({ lanes }: Run): readonly LimiterRun[] {
  return lanes.filter((lane): lane is LimiterRun => !isScheme(lane));
}

/** Every limiter in every edition. */
export const everyLimiterLane = everyRule.flatMap(({ id, editions }) =>
  editions.map((edition) => ({ limiter: id, edition })),
);
