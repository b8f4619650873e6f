/** Policy and lanes. */
import { describedById, MOST_LANES, type Edition, type Lane } from '../sim/index.ts';
import { withLanesAt } from './clusterEdits.ts';
import type { Desk } from './desk.ts';
import * as edits from './edits.ts';

export function laneActions({ get, set, edit, say, undoable }: Desk) {
  const full = (): boolean => {
    const is = get().scenario.lanes.length >= MOST_LANES;
    if (is) say(`There are ${MOST_LANES} lanes already, which is the most.`);
    return is;
  };
  /** Lanes change places: what is selected, and what the forms are about, goes with them; null: it is gone. */
  const renumberLanes = (to: (lane: number) => number | null): void => {
    const { selection, lane, picked } = get();
    const selected = selection === null ? null : to(selection.lane);
    set({
      picked: picked.flatMap((one) => to(one) ?? []),
      selection: selection === null || selected === null ? null : { ...selection, lane: selected },
      lane: Math.max(0, Math.min(to(lane) ?? lane, get().scenario.lanes.length - 1)),
    });
  };
  const laneName = (lane: number): string => `lane ${lane + 1}`;

  const addLane = (limiter: string): void => {
    if (full()) return;
    edit('add lane', (scenario) => edits.withLanes(scenario, [...scenario.lanes, edits.newLane(limiter)]));
    say(`Added lane ${get().scenario.lanes.length}, ${nameOf(limiter)}. Ctrl+Z takes it away.`);
  };
  const changeLimiter = (lane: number, limiter: string): void =>
    edit(`limiter of ${laneName(lane)}`, (scenario) =>
      edits.withLane(scenario, lane, ({ policy }) => ({ ...edits.newLane(limiter), policy })),
    );

  return {
    // Policy
    setPolicy: (patch: edits.PolicyPatch, gesture: string | null = null) =>
      edit('change of the policy', (scenario) => edits.withPolicy(scenario, patch), gesture),
    setLanePolicy: (lane: number, patch: edits.PolicyOverride, gesture: string | null = null) =>
      edit(`change of ${laneName(lane)}`, (scenario) => edits.withLanePolicy(scenario, lane, patch), gesture),

    // Lanes
    addLane,
    changeLimiter,
    /** What was chosen in a dialog, which closes: for that lane, or for a new one. */
    chooseLimiter: (lane: number | null, limiter: string) => {
      set({ dialog: null });
      if (lane === null) {
        addLane(limiter);
        return;
      }
      const current = get().scenario.lanes[lane]?.limiter;
      if (current === undefined || current === limiter) return;
      changeLimiter(lane, limiter);
      say(`Lane ${lane + 1} is ${nameOf(limiter)} now. Ctrl+Z brings ${nameOf(current)} back.`);
    },
    setEdition: (lane: number, edition: Edition) =>
      edit(`edition of ${laneName(lane)}`, (scenario) =>
        edits.withLane(scenario, lane, (old) => ({ ...old, edition })),
      ),
    setOption: (lane: number, id: string, value: edits.OptionValue | null, gesture: string | null = null) =>
      edit(
        `option ${id} of ${laneName(lane)}`,
        (scenario) => edits.withLane(scenario, lane, (old) => edits.withOption(old, id, value)),
        gesture,
      ),
    renameLane: (lane: number, label: string) =>
      edit(`name of ${laneName(lane)}`, (scenario) =>
        edits.withLane(scenario, lane, (old) => edits.labelled(old, label)),
      ),
    duplicateLane: (lane: number) => {
      if (full()) return;
      edit(`copy of ${laneName(lane)}`, (scenario) =>
        withLanesAt(scenario, scenario.lanes.toSpliced(lane, 0, scenario.lanes[lane] as Lane), (old) =>
          old === lane ? [lane, lane + 1] : [old > lane ? old + 1 : old],
        ),
      );
      renumberLanes((old) => (old > lane ? old + 1 : old));
      say(`Duplicated lane ${lane + 1}. Ctrl+Z takes the copy away.`);
    },
    moveLane: (from: number, to: number) => {
      const { length } = get().scenario.lanes;
      if (from >= length || to < 0 || to >= length || to === from) return;
      const place = (old: number): number => {
        if (old === from) return to;
        if (old > from && old <= to) return old - 1;
        return old < from && old >= to ? old + 1 : old;
      };
      edit(`move of ${laneName(from)}`, (scenario) =>
        withLanesAt(scenario, edits.moved(scenario.lanes, from, to), (old) => [place(old)]),
      );
      renumberLanes(place);
      say(`Moved lane ${from + 1} to place ${to + 1}.`);
    },
    removeLane: (lane: number) => {
      const place = (old: number): number | null => (old === lane ? null : old > lane ? old - 1 : old);
      edit(`removal of ${laneName(lane)}`, (scenario) =>
        withLanesAt(scenario, scenario.lanes.toSpliced(lane, 1), (old) => [place(old) ?? []].flat()),
      );
      renumberLanes(place);
      undoable(`Removed lane ${lane + 1}`);
    },
  };
}

/** A scenario may keep a limiter that this version does not know. */
function nameOf(limiter: string): string {
  return describedById(limiter)?.name ?? limiter;
}
