/** Phases and sent requests, by form, by hand and as drawn on the track. */
import {
  outcomeOf,
  secondsFromMicros,
  type Duration,
  type Instant,
  type Scenario,
  type TrafficEntry,
  type Verdict,
} from '../sim/index.ts';
import type { ActionContext } from './actionContext.ts';
import * as edits from './scenarioEdits.ts';
import { currentPhaseSelection } from './selectors.ts';
import { wholeRange } from './store.ts';
import { isSingleItem, requestCountOf, trafficItemsText, withoutItems, type TrafficItems } from './trafficEdits.ts';

/** A drag on the track: whatever it does, it is one undo step, or none. */
export interface TrackDrag {
  /** Puts what the hand makes of the scenario, as it was when the drag began, in place of what it made before. */
  update(label: string, change: (before: Scenario) => Scenario): void;
  /** The same with requests by hand. */
  paint(at: readonly Instant[]): void;
  /** Whether there is anything that an undo would take back. */
  hasChanges(): boolean;
  /** As if it had never begun. */
  revert(): void;
}

export function trafficActions({
  store,
  get,
  set,
  player,
  editTraffic,
  say,
  undoable,
  whenSettled,
  setRange,
}: ActionContext) {
  let lastSent: Instant | null = null;

  /** The key whose level and count are shown: what a hand sends counts there. */
  const shownKey = (): string | undefined => {
    const { shownKey: key, chartData } = get();
    const shown = key ?? chartData?.lanes[0]?.key;
    return shown === '' ? undefined : shown;
  };

  /** Says what became of the last request sent, once its run has come back. */
  const reportSent = (): void => {
    const at = lastSent;
    if (at === null) return;
    lastSent = null;
    whenSettled(() => {
      const { result, scenario } = get();
      if (result?.scenario === scenario) store.ask('lastVerdicts', { at }, (verdicts) => say(sentText(at, verdicts)));
    });
  };

  /** An edit that leaves every phase and request in its place: what is selected stays so. */
  const editTrafficInPlace = (
    label: string,
    change: (scenario: Scenario) => Scenario,
    gesture: string | null,
  ): void => {
    const { scenario } = get();
    const marked = currentPhaseSelection(get());
    const next = change(scenario);
    if (next === scenario) return;
    editTraffic(label, () => next, gesture);
    if (marked !== null) set({ phaseSelection: { ...marked, traffic: get().scenario.traffic } });
  };

  return {
    // Traffic
    addPhase: (entry: TrafficEntry) => {
      editTraffic('add phase', (scenario) => edits.withTraffic(scenario, [...scenario.traffic, entry]));
      set({ focusedPhase: get().scenario.traffic.length - 1 });
    },
    changePhase: (phase: number, entry: TrafficEntry, gesture: string | null = null) => {
      editTraffic(
        `change of phase ${phase + 1}`,
        (scenario) => edits.withTraffic(scenario, scenario.traffic.with(phase, entry)),
        gesture,
      );
    },
    movePhase: (from: number, to: number) => {
      if (to < 0 || to >= get().scenario.traffic.length) return;
      editTraffic(`move of phase ${from + 1}`, (scenario) =>
        edits.withTraffic(scenario, edits.moveItem(scenario.traffic, from, to)),
      );
      set({ focusedPhase: to });
    },
    removePhase: (phase: number) => {
      editTraffic(`removal of phase ${phase + 1}`, (scenario) =>
        edits.withTraffic(scenario, scenario.traffic.toSpliced(phase, 1)),
      );
      set({ focusedPhase: null });
      undoable(`Removed phase ${phase + 1}`);
    },
    /** Sends at the playhead; all of one gesture is one undo step. */
    send: (count: number, gesture: string) => {
      const end = get().result?.end ?? 0;
      const at = edits.snapToUnit(player.at);
      lastSent = at;
      editTraffic('send', (scenario) => edits.withSentRequests(scenario, at, count, shownKey()), gesture);
      // The range grows with the run, so that what was just sent is seen.
      if (at >= end) setRange({ from: get().range.from, to: wholeRange(get().scenario).to });
    },
    reportSent,

    // The track
    /** One request where the track was clicked. The playhead stays, and so does the run's length. */
    place: (at: Instant, unit: Duration) => {
      const instant = edits.snapToUnit(at, unit);
      editTrafficInPlace('send', (scenario) => edits.withClicks(scenario, [instant], shownKey()), null);
      lastSent = instant;
      reportSent();
    },
    redraw: editTrafficInPlace,
    startDrag: (): TrackDrag => {
      const before = get();
      const gesture = `drag-${++dragCount}`;
      let current = before.scenario;
      const restore = (): void => {
        const { scenario, history, selection, playedThrough, phaseSelection = null } = before;
        set({ scenario, history, selection, playedThrough, phaseSelection });
      };
      const to: TrackDrag['update'] = (label, change) => {
        // An undo while the mouse is down ends what it does.
        if (get().scenario !== current) return;
        const next = change(before.scenario);
        if (next !== before.scenario) editTrafficInPlace(label, () => next, gesture);
        else if (current !== before.scenario) restore();
        current = next;
      };
      return {
        update: to,
        paint: (at) => to('painting', (scenario) => edits.withClicks(scenario, at, shownKey())),
        hasChanges: () => current !== before.scenario && get().scenario === current,
        revert: () => {
          if (current !== before.scenario && get().scenario === current) restore();
        },
      };
    },
    choosePhase: (phase: number) => set({ focusedPhase: phase }),
    /** Selects these on the track, or nothing. */
    mark: (items: TrafficItems | null) => {
      const some = items !== null && (items.phases.length > 0 || requestCountOf(items) > 0);
      set({ phaseSelection: some ? { ...items, traffic: get().scenario.traffic } : null });
    },
    removeMarked: () => {
      const marked = currentPhaseSelection(get());
      if (marked === null) return;
      const { focusedPhase, scenario } = get();
      const focused = focusedPhase === null ? undefined : scenario.traffic[focusedPhase];
      editTraffic(`removal of ${trafficItemsText(marked)}`, (old) => withoutItems(old, marked));
      const { traffic } = get().scenario;
      const index =
        traffic.length === scenario.traffic.length ? focusedPhase : traffic.findIndex((entry) => entry === focused);
      set({ phaseSelection: null, focusedPhase: index === -1 ? null : index });
      say(`Removed ${trafficItemsText(marked)}. Ctrl+Z brings ${isSingleItem(marked) ? 'it' : 'them'} back.`);
    },
  };
}

/** Counted for the whole page: no drag goes on with the undo step of another. */
let dragCount = 0;

/** `Sent at 12.400 s: admitted by 2 lanes, denied by 1.` */
function sentText(at: Instant, verdicts: readonly Verdict[]): string {
  const lanesText = (count: number) => `${count} ${count === 1 ? 'lane' : 'lanes'}`;
  const denied = verdicts.filter((verdict) => outcomeOf(verdict) === 'deny').length;
  const admitted = verdicts.length - denied;
  const parts = [
    ...(admitted > 0 ? [`admitted by ${lanesText(admitted)}`] : []),
    ...(denied > 0 ? [`denied by ${admitted > 0 ? denied : lanesText(denied)}`] : []),
  ];
  const when = `Sent at ${secondsFromMicros(at).toFixed(3)} s`;
  return parts.length === 0 ? `${when}.` : `${when}: ${parts.join(', ')}.`;
}
