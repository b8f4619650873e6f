import type { Scenario } from '../../sim/index.ts';
import type { LearningParts } from './learningHost.ts';

/** An edit of the lesson's own, whatever the step locks. @param label the step of undo */
export function replaceScenario({ store, host }: LearningParts, scenario: Scenario, label: string): void {
  const { locks } = store.getState();
  store.setState({ locks: [], selection: null });
  host.edit(label, () => scenario);
  store.setState({ locks });
}
