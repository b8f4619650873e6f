/** An edit that follows the pointer: at most one undo step, however long the drag. */
import type { Scenario } from '../sim/index.ts';
import type { ActionContext, Edit } from './actionContext.ts';
import type { State } from './state.ts';

export interface Drag {
  /** Applies a change to the scenario as it was when the drag began, replacing the drag's previous change. */
  readonly update: (label: string, change: (before: Scenario) => Scenario) => void;
  /** Whether the drag has changed anything. */
  readonly hasChanges: () => boolean;
  /** Restores the state from before the drag. */
  readonly revert: () => void;
}

/** Counted for the whole page: no drag continues the undo step of another. */
let dragCount = 0;

/** @param alsoRestored fields that `edit` changes besides the scenario and its history */
export function createDrag({ get, set }: ActionContext, edit: Edit, ...alsoRestored: readonly (keyof State)[]): Drag {
  const before = get();
  const gesture = `drag-${++dragCount}`;
  let current = before.scenario;
  const restore = (): void =>
    set(
      Object.fromEntries(
        (['scenario', 'history', 'playedThrough', ...alsoRestored] as const).map((field) => [field, before[field]]),
      ) as Partial<State>,
    );
  // An undo while the button is down ends the drag.
  const ended = (): boolean => get().scenario !== current;
  return {
    update(label, change) {
      if (ended()) return;
      const next = change(before.scenario);
      if (next !== before.scenario) edit(label, () => next, gesture);
      else if (current !== before.scenario) restore();
      current = next;
    },
    hasChanges: () => current !== before.scenario && !ended(),
    revert() {
      if (current !== before.scenario && !ended()) restore();
    },
  };
}
