/** Actions on the traffic: phases in forms, sent requests, and drawing on the track. */
import type { Duration, Instant, Scenario, TrafficEntry } from '../sim/index.ts';
import type { ActionContext, Edit } from './actionContext.ts';
import { createDrag, type Drag } from './drag.ts';
import * as edits from './scenarioEdits.ts';
import { currentPhaseSelection } from './selectors.ts';
import { sentText } from './sentText.ts';
import { wholeRange } from './slices/view.ts';
import type { State } from './state.ts';
import { requestCountOf, trafficItemsText, withoutItems, type TrafficItems } from './trafficEdits.ts';

/** A drag on the track. */
export interface TrackDrag extends Drag {
  /** Replaces what this drag has painted by requests at these instants. */
  paint(at: readonly Instant[]): void;
}

export function trafficActions(context: ActionContext) {
  return { ...phaseActions(context), ...sendActions(context), ...trackActions(context) };
}

function phaseActions({ get, set, editTraffic, showStatus }: ActionContext) {
  return {
    addPhase: (entry: TrafficEntry) => {
      const added = editTraffic('add phase', (scenario) => edits.withTraffic(scenario, [...scenario.traffic, entry]));
      if (!added) return;
      const count = get().scenario.traffic.length;
      set({ focusedPhase: count - 1 });
      showStatus(`Added phase ${count}.`, 'undoes this');
    },
    /** @returns whether it changed anything: a lock may forbid it */
    changePhase: (phase: number, entry: TrafficEntry, gesture: string | null = null): boolean =>
      editTraffic(
        `change of phase ${phase + 1}`,
        (scenario) => edits.withTraffic(scenario, scenario.traffic.with(phase, entry)),
        gesture,
      ),
    movePhase: (from: number, to: number) => {
      if (to < 0 || to >= get().scenario.traffic.length) return;
      const moved = editTraffic(`move of phase ${from + 1}`, (scenario) =>
        edits.withTraffic(scenario, edits.moveItem(scenario.traffic, from, to)),
      );
      if (moved) set({ focusedPhase: to });
    },
    removePhase: (phase: number) => {
      const removed = editTraffic(`removal of phase ${phase + 1}`, (scenario) =>
        edits.withTraffic(scenario, scenario.traffic.toSpliced(phase, 1)),
      );
      if (!removed) return;
      set({ focusedPhase: null });
      showStatus(`Removed phase ${phase + 1}.`, 'undoes this');
    },
    choosePhase: (phase: number) => set({ focusedPhase: phase }),
  };
}

function sendActions(context: ActionContext) {
  const { store, get, player, editTraffic, showStatus, whenRunSettled, setRange } = context;
  /** How many requests have been sent since the last report, by instant. */
  const sent = new Map<Instant, number>();

  /** Shows what became of the requests sent, once their run has finished. */
  const reportSent = (): void => {
    const requests = [...sent];
    if (requests.length === 0) return;
    sent.clear();
    whenRunSettled(() => {
      const { result, scenario } = get();
      if (result?.scenario !== scenario) return;
      store.ask('admittedOf', { entry: edits.clicksIn(scenario), requests }, (admitted) =>
        showStatus(sentText(requests, admitted)),
      );
    });
  };

  return {
    /** Sends at the playhead; all of one gesture is one undo step. @returns whether anything was sent */
    send: (count: number, gesture: string): boolean => {
      const end = get().result?.end ?? 0;
      const at = edits.snapToUnit(player.at);
      const change = (scenario: Scenario): Scenario => edits.withSentRequests(scenario, at, count, shownKeyOf(get()));
      if (!editTraffic('send', change, gesture)) return false;
      sent.set(at, (sent.get(at) ?? 0) + count);
      // The range grows with the run, so that the new request is visible.
      if (at >= end) setRange({ from: get().range.from, to: wholeRange(get().scenario).to });
      return true;
    },
    reportSent,
    /** Sends one request where the track was clicked. The playhead stays, and so does the run's length. */
    place: (at: Instant, unit: Duration) => {
      const instant = edits.snapToUnit(at, unit);
      const change = (scenario: Scenario): Scenario => edits.withClicks(scenario, [instant], shownKeyOf(get()));
      if (!editInPlace(context, 'send', change, null)) return;
      sent.set(instant, 1);
      reportSent();
    },
  };
}

function trackActions(context: ActionContext) {
  const { get, set, editTraffic, showStatus } = context;
  const redraw: Edit = (label, change, gesture = null) => editInPlace(context, label, change, gesture);
  return {
    redraw,
    startDrag: (): TrackDrag => {
      const drag = createDrag(context, redraw, 'selection', 'phaseSelection');
      const paint: TrackDrag['paint'] = (at) =>
        drag.update('painting', (scenario) => edits.withClicks(scenario, at, shownKeyOf(get())));
      return { ...drag, paint };
    },
    /** Selects these on the track, or nothing. */
    mark: (items: TrafficItems | null) => {
      const selected = currentPhaseSelection(get());
      const some = items !== null && (items.phases.length > 0 || requestCountOf(items) > 0);
      // The line would go on saying what is selected, and which keys move it.
      if (!some && selected !== null) showStatus(`Deselected ${trafficItemsText(selected)}.`);
      set({ phaseSelection: some ? { ...items, traffic: get().scenario.traffic } : null });
    },
    removeMarked: () => {
      const selected = currentPhaseSelection(get());
      if (selected === null) return;
      const { focusedPhase, scenario } = get();
      const focused = focusedPhase === null ? undefined : scenario.traffic[focusedPhase];
      if (!editTraffic(`removal of ${trafficItemsText(selected)}`, (old) => withoutItems(old, selected))) return;
      const { traffic } = get().scenario;
      const index =
        traffic.length === scenario.traffic.length ? focusedPhase : traffic.findIndex((entry) => entry === focused);
      set({ phaseSelection: null, focusedPhase: index === -1 ? null : index });
      showStatus(`Removed ${trafficItemsText(selected)}.`, 'undoes this');
    },
  };
}

/** The key whose level and count are shown: requests sent by hand count there. */
function shownKeyOf({ shownKey, chartData }: State): string | undefined {
  const shown = shownKey ?? chartData?.lanes[0]?.key;
  return shown === '' ? undefined : shown;
}

/** An edit that leaves every phase and request at its index: what is selected on the track stays selected. */
function editInPlace(
  { get, set, editTraffic }: ActionContext,
  label: string,
  change: (scenario: Scenario) => Scenario,
  gesture: string | null,
): boolean {
  const selected = currentPhaseSelection(get());
  const changed = editTraffic(label, change, gesture);
  if (changed && selected !== null) set({ phaseSelection: { ...selected, traffic: get().scenario.traffic } });
  return changed;
}
