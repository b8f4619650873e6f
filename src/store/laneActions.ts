/** Actions on the policy and the lanes. */
import { limiterName, MAX_LANES, resolvePolicy, type Edition, type Lane, type OptionValue } from '../sim/index.ts';
import { withLanesRearranged } from './cluster.ts';
import type { ActionContext } from './actionContext.ts';
import { createDrag, type Drag } from './drag.ts';
import * as edits from './scenarioEdits.ts';
import { withPolicyRestored } from './sentence.ts';

export function laneActions(context: ActionContext) {
  return {
    ...limiterActions(context),
    ...laneOrderActions(context),
    /** An edit of the lanes that a part of the page has worked out which is loaded later: see `configActions.ts`. */
    editLanes: context.edit,
  };
}

/** What runs in a lane, and under which policy. */
function limiterActions(context: ActionContext) {
  const { get, set, edit, showStatus } = context;
  const addLane = (limiter: string): void => {
    if (rejectWhenFull(context)) return;
    const added = edit('add lane', (scenario) => {
      const { n, capacity = n } = scenario.policy;
      return edits.withLanes(scenario, [...scenario.lanes, edits.newLane(limiter, capacity)]);
    });
    if (added) showStatus(`Added lane ${get().scenario.lanes.length}, ${limiterName(limiter)}.`, 'undoes this');
  };
  const changeLimiter = (lane: number, limiter: string): boolean =>
    edit(`change of the limiter in ${laneName(lane)}`, (scenario) =>
      edits.withLane(scenario, lane, ({ policy }) => ({
        ...edits.newLane(limiter, resolvePolicy(scenario, lane).capacity),
        policy,
      })),
    );

  return {
    // Policy
    /** Sets the policy back to the one that the sentence was written for. */
    restorePolicy: () => edit('change of the policy', withPolicyRestored),
    setPolicy: (patch: edits.PolicyPatch, gesture: string | null = null) =>
      edit('change of the policy', (scenario) => edits.withPolicy(scenario, patch), gesture),
    setLanePolicy: (lane: number, patch: edits.LanePolicyPatch, gesture: string | null = null) =>
      edit(`change of ${laneName(lane)}`, (scenario) => edits.withLanePolicy(scenario, lane, patch), gesture),

    /** A drag of a limit in a chart. */
    startLaneDrag: (): Drag => createDrag(context, edit),

    // Lanes
    addLane,
    changeLimiter,
    /** Applies the dialog's choice, to that lane or (`null`) as a new one, and closes the dialog. */
    chooseLimiter: (lane: number | null, limiter: string) => {
      set({ dialog: null });
      if (lane === null) {
        addLane(limiter);
        return;
      }
      const current = get().scenario.lanes[lane]?.limiter;
      if (current === undefined || current === limiter) return;
      if (changeLimiter(lane, limiter)) showStatus(`Lane ${lane + 1} is now ${limiterName(limiter)}.`, 'undoes this');
    },
    setEdition: (lane: number, edition: Edition) =>
      edit(`change of the edition in ${laneName(lane)}`, (scenario) =>
        edits.withLane(scenario, lane, (old) => ({ ...old, edition })),
      ),
    setOption: (lane: number, id: string, value: OptionValue | null, gesture: string | null = null) =>
      edit(
        `change of option ${id} in ${laneName(lane)}`,
        (scenario) => edits.withLane(scenario, lane, (old) => edits.withOption(old, id, value)),
        gesture,
      ),
    /** The limits of a stack. */
    setStack: (lane: number, of: NonNullable<Lane['of']>, gesture: string | null = null) =>
      edit(
        `change of the limits in ${laneName(lane)}`,
        (scenario) => edits.withLane(scenario, lane, (old) => ({ ...old, of })),
        gesture,
      ),
    renameLane: (lane: number, label: string, gesture: string | null = null) =>
      edit(
        `renaming of ${laneName(lane)}`,
        (scenario) => edits.withLane(scenario, lane, (old) => edits.withLabel(old, label)),
        gesture,
      ),
  };
}

/** Which lanes there are, and in which order. */
function laneOrderActions(context: ActionContext) {
  const { get, set, edit, showStatus } = context;
  /** Updates selection, focus and picked lanes after lanes were rearranged; `newIndexOf` gives null for a removed lane. */
  const renumberLanes = (newIndexOf: (lane: number) => number | null): void => {
    const { selection, focusedLane, pickedLanes } = get();
    const selected = selection === null ? null : newIndexOf(selection.lane);
    set({
      pickedLanes: pickedLanes.flatMap((one) => newIndexOf(one) ?? []),
      selection: selection === null || selected === null ? null : { ...selection, lane: selected },
      focusedLane: Math.max(0, Math.min(newIndexOf(focusedLane) ?? focusedLane, get().scenario.lanes.length - 1)),
    });
  };

  return {
    duplicateLane: (lane: number) => {
      if (rejectWhenFull(context)) return;
      const copied = edit(`copy of ${laneName(lane)}`, (scenario) =>
        withLanesRearranged(scenario, scenario.lanes.toSpliced(lane, 0, scenario.lanes[lane] as Lane), (old) =>
          old === lane ? [lane, lane + 1] : [old > lane ? old + 1 : old],
        ),
      );
      if (!copied) return;
      renumberLanes((old) => (old > lane ? old + 1 : old));
      showStatus(`Duplicated lane ${lane + 1}.`, 'undoes this');
    },
    moveLane: (from: number, to: number) => {
      const { length } = get().scenario.lanes;
      if (from >= length || to < 0 || to >= length || to === from) return;
      const newIndexOf = (old: number): number => {
        if (old === from) return to;
        if (old > from && old <= to) return old - 1;
        return old < from && old >= to ? old + 1 : old;
      };
      const moved = edit(`move of ${laneName(from)}`, (scenario) =>
        withLanesRearranged(scenario, edits.moveItem(scenario.lanes, from, to), (old) => [newIndexOf(old)]),
      );
      if (!moved) return;
      renumberLanes(newIndexOf);
      showStatus(`Moved lane ${from + 1} to position ${to + 1}.`);
    },
    removeLane: (lane: number) => {
      const newIndexOf = (old: number): number | null => (old === lane ? null : old > lane ? old - 1 : old);
      const removed = edit(`removal of ${laneName(lane)}`, (scenario) =>
        withLanesRearranged(scenario, scenario.lanes.toSpliced(lane, 1), (old) => [newIndexOf(old) ?? []].flat()),
      );
      if (!removed) return;
      renumberLanes(newIndexOf);
      showStatus(`Removed lane ${lane + 1}.`, 'undoes this');
    },
  };
}

function rejectWhenFull({ get, showStatus }: ActionContext): boolean {
  const atLimit = get().scenario.lanes.length >= MAX_LANES;
  if (atLimit) showStatus(`There are ${MAX_LANES} lanes already, the maximum.`);
  return atLimit;
}

function laneName(lane: number): string {
  return `lane ${lane + 1}`;
}
