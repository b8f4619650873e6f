/** A scenario run beside the one on the screen, for what compares the two or asks it something of its own. */
import { hasScripts, planInSlices } from '../run/plan.ts';
import { simulate } from '../run/simulate.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { openScenarioSession, type ScenarioSession } from './scenarioSession.ts';

/** In slices. Or why it cannot be run, a sentence: a script has its sandbox in the run on the screen only. */
export function* runBeside(scenario: Scenario): Generator<unknown, ScenarioSession | string> {
  if (hasScripts(scenario)) return 'It has a script, and scripts run only in the run on the screen.';
  const planned = yield* planInSlices(scenario, null);
  if (!planned.ok) return planned.problems.map(({ sentence }) => sentence).join(' ');
  return openScenarioSession(yield* simulate(planned.plan));
}
