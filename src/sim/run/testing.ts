/** For tests only: plans of documents as people write them. */
import { parseScenario, problemMessage, type Scenario } from '../scenario/scenario.ts';
import { isScheme, type LimiterRun } from './laneRun.ts';
import { failedLaneSentence, planToEnd, type Plan } from './plan.ts';
import type { Run } from './runLanes.ts';
import { addLimiters } from '../limiters/index.ts';
import { systems } from '../systems/index.ts';
import { everyRule } from '../systems/everyRule.testing.ts';

addLimiters(systems);

export function parsedScenario(document: object): Scenario {
  const parsed = parseScenario(document);
  if (!parsed.ok) throw new Error(parsed.problems.map(problemMessage).join(' '));
  return parsed.scenario;
}

export function planOf(document: object): Plan {
  const planResult = planToEnd(parsedScenario(document));
  if (!planResult.ok) throw new Error(planResult.problems.map(({ sentence: text }) => text).join(' '));
  const { failedLanes } = planResult.plan;
  if (failedLanes.length > 0) throw new Error(failedLanes.map(failedLaneSentence).join(' '));
  return planResult.plan;
}

/** The lanes of a run in which one process decides. */
export function limiterLanes({ lanes }: Run): readonly LimiterRun[] {
  return lanes.filter((lane): lane is LimiterRun => !isScheme(lane));
}

/** Every limiter in every edition. */
export const everyLimiterLane = everyRule.flatMap(({ id, editions }) =>
  editions.map((edition) => ({ limiter: id, edition })),
);
