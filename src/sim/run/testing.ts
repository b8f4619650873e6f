/** For tests only: plans of documents as people write them. */
import { catalogue } from '../limiters/index.ts';
import { parseScenario, sentence, type Scenario } from '../scenario/scenario.ts';
import { isScheme, type LimiterRun } from './laneRun.ts';
import { plan, type Plan } from './plan.ts';
import type { Run } from './simulate.ts';

export function scenarioOf(document: object): Scenario {
  const parsed = parseScenario(document);
  if (!parsed.ok) throw new Error(parsed.problems.map(sentence).join(' '));
  return parsed.scenario;
}

export function planOf(document: object): Plan {
  const planned = plan(scenarioOf(document));
  if (!planned.ok) throw new Error(planned.refusals.map(({ sentence: text }) => text).join(' '));
  return planned.plan;
}

/** The lanes of a run in which one process decides. */
export function limiterLanes({ lanes }: Run): readonly LimiterRun[] {
  return lanes.filter((lane): lane is LimiterRun => !isScheme(lane));
}

/** Every limiter in every edition. */
export const everyLane = catalogue.flatMap(({ id, editions }) => editions.map((edition) => ({ limiter: id, edition })));
