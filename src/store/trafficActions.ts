/** Phases and sent requests, by form, by hand and as drawn on the track. */
import {
  outcomeOf,
  secondsFromMicros,
  type Duration,
  type Instant,
  type Scenario,
  type Traffic,
  type Verdict,
} from '../sim/index.ts';
import type { Desk } from './desk.ts';
import * as edits from './edits.ts';
import { markedOf } from './selectors.ts';
import { wholeRange } from './store.ts';
import { isOne, requestsOf, severalWords, without, type Several } from './trafficEdits.ts';

/** A drag on the track: whatever it does, it is one undo step, or none. */
export interface Drag {
  /** Puts what the hand makes of the scenario, as it was when the drag began, in place of what it made before. */
  to(label: string, change: (before: Scenario) => Scenario): void;
  /** The same with requests by hand. */
  paint(at: readonly Instant[]): void;
  /** Whether there is anything that an undo would take back. */
  made(): boolean;
  /** As if it had never begun. */
  takeBack(): void;
}

export function trafficActions({ store, get, set, player, editTraffic, say, undoable, whenSettled, setRange }: Desk) {
  let lastSent: Instant | null = null;

  /** The key whose level and count are shown: what a hand sends counts there. */
  const shownKey = (): string | undefined => {
    const { key, looked } = get();
    const shown = key ?? looked?.lanes[0]?.key;
    return shown === '' ? undefined : shown;
  };

  /** Says what became of the last request sent, once its run has come back. */
  const reportSent = (): void => {
    const at = lastSent;
    if (at === null) return;
    lastSent = null;
    whenSettled(() => {
      const { result, scenario } = get();
      if (result?.of === scenario) store.ask('verdicts', { at }, (verdicts) => say(sentWords(at, verdicts)));
    });
  };

  /** An edit that leaves every phase and request in its place: what is selected stays so. */
  const redraw = (label: string, change: (scenario: Scenario) => Scenario, gesture: string | null): void => {
    const { scenario } = get();
    const marked = markedOf(get());
    const next = change(scenario);
    if (next === scenario) return;
    editTraffic(label, () => next, gesture);
    if (marked !== null) set({ marked: { ...marked, of: get().scenario.traffic } });
  };

  return {
    // Traffic
    addPhase: (entry: Traffic) => {
      editTraffic('add phase', (scenario) => edits.withTraffic(scenario, [...scenario.traffic, entry]));
      set({ phase: get().scenario.traffic.length - 1 });
    },
    changePhase: (phase: number, entry: Traffic, gesture: string | null = null) => {
      editTraffic(
        `change of phase ${phase + 1}`,
        (scenario) => edits.withTraffic(scenario, scenario.traffic.with(phase, entry)),
        gesture,
      );
    },
    movePhase: (from: number, to: number) => {
      if (to < 0 || to >= get().scenario.traffic.length) return;
      editTraffic(`move of phase ${from + 1}`, (scenario) =>
        edits.withTraffic(scenario, edits.moved(scenario.traffic, from, to)),
      );
      set({ phase: to });
    },
    removePhase: (phase: number) => {
      editTraffic(`removal of phase ${phase + 1}`, (scenario) =>
        edits.withTraffic(scenario, scenario.traffic.toSpliced(phase, 1)),
      );
      set({ phase: null });
      undoable(`Removed phase ${phase + 1}`);
    },
    /** Sends at the playhead; all of one gesture is one undo step. */
    send: (count: number, gesture: string) => {
      const end = get().result?.end ?? 0;
      const at = edits.clickInstant(player.at);
      lastSent = at;
      editTraffic('send', (scenario) => edits.withSent(scenario, at, count, shownKey()), gesture);
      // The range grows with the run, so that what was just sent is seen.
      if (at >= end) setRange({ from: get().range.from, to: wholeRange(get().scenario).to });
    },
    reportSent,

    // The track
    /** One request where the track was clicked. The playhead stays, and so does the run's length. */
    place: (at: Instant, unit: Duration) => {
      const instant = edits.clickInstant(at, unit);
      redraw('send', (scenario) => edits.withRequests(scenario, [instant], shownKey()), null);
      lastSent = instant;
      reportSent();
    },
    redraw,
    startDrag: (): Drag => {
      const before = get();
      const gesture = `drag-${++drags}`;
      let made = before.scenario;
      const putBack = (): void => {
        const { scenario, history, selection, playedThrough, marked = null } = before;
        set({ scenario, history, selection, playedThrough, marked });
      };
      const to: Drag['to'] = (label, change) => {
        // An undo while the mouse is down ends what it does.
        if (get().scenario !== made) return;
        const next = change(before.scenario);
        if (next !== before.scenario) redraw(label, () => next, gesture);
        else if (made !== before.scenario) putBack();
        made = next;
      };
      return {
        to,
        paint: (at) => to('painting', (scenario) => edits.withRequests(scenario, at, shownKey())),
        made: () => made !== before.scenario && get().scenario === made,
        takeBack: () => {
          if (made !== before.scenario && get().scenario === made) putBack();
        },
      };
    },
    choosePhase: (phase: number) => set({ phase }),
    /** Selects these on the track, or nothing. */
    mark: (several: Several | null) => {
      const some = several !== null && (several.phases.length > 0 || requestsOf(several) > 0);
      set({ marked: some ? { ...several, of: get().scenario.traffic } : null });
    },
    removeMarked: () => {
      const marked = markedOf(get());
      if (marked === null) return;
      const { phase, scenario } = get();
      const chosen = phase === null ? undefined : scenario.traffic[phase];
      editTraffic(`removal of ${severalWords(marked)}`, (old) => without(old, marked));
      const { traffic } = get().scenario;
      const place = traffic.length === scenario.traffic.length ? phase : traffic.findIndex((entry) => entry === chosen);
      set({ marked: null, phase: place === -1 ? null : place });
      say(`Removed ${severalWords(marked)}. Ctrl+Z brings ${isOne(marked) ? 'it' : 'them'} back.`);
    },
  };
}

/** Counted for the whole page: no drag goes on with the undo step of another. */
let drags = 0;

/** `Sent at 12.400 s: admitted by 2 lanes, denied by 1.` */
function sentWords(at: Instant, verdicts: readonly Verdict[]): string {
  const lanes = (count: number) => `${count} ${count === 1 ? 'lane' : 'lanes'}`;
  const denied = verdicts.filter((verdict) => outcomeOf(verdict) === 'deny').length;
  const admitted = verdicts.length - denied;
  const parts = [
    ...(admitted > 0 ? [`admitted by ${lanes(admitted)}`] : []),
    ...(denied > 0 ? [`denied by ${admitted > 0 ? denied : lanes(denied)}`] : []),
  ];
  const when = `Sent at ${secondsFromMicros(at).toFixed(3)} s`;
  return parts.length === 0 ? `${when}.` : `${when}: ${parts.join(', ')}.`;
}
