/** Actions on the goals, and on what they are tuned by. */
import type { Goal, TrafficEntry } from '../sim/index.ts';
import type { ActionContext } from './actionContext.ts';
import * as edits from './scenarioEdits.ts';

export function goalActions({ get, edit, editTraffic, showStatus }: ActionContext) {
  return {
    /** @param index of the goal to replace; null adds one */
    putGoal: (index: number | null, goal: Goal) =>
      edit(index === null ? 'add goal' : 'change of a goal', ({ goals, ...rest }) => ({
        ...rest,
        goals: index === null ? [...goals, goal] : goals.map((old, at) => (at === index ? goal : old)),
      })),
    removeGoal: (index: number) =>
      edit('remove goal', ({ goals, ...rest }) => ({ ...rest, goals: goals.filter((_, at) => at !== index) })),
    /** Sets what was found, what was tried beside it, or the next in the map. @param values as for `withSettings` */
    applySettings: (lane: number, values: Readonly<Record<string, number>>, gesture: string | null = null) =>
      edit(
        `change of ${Object.keys(values).join(' and ')}`,
        (scenario) => edits.withSettings(scenario, lane, values),
        gesture,
      ),
    /** Adds the traffic of which a limiter admits most. @returns whether it was added: a lesson may lock the traffic */
    addWorstTraffic: (entry: TrafficEntry): boolean => {
      const added = editTraffic('add worst traffic', (scenario) =>
        // Of its own stream, so that the phases that are there keep theirs.
        edits.withTraffic(scenario, [...scenario.traffic, { ...entry, stream: edits.unusedStream(scenario) }]),
      );
      if (added) showStatus(`Added worst traffic as phase ${get().scenario.traffic.length}.`, 'undoes this');
      return added;
    },
  };
}
