/** Phases and sent requests. */
import { outcomeOf, secondsFromMicros, type Instant, type Traffic, type Verdict } from '../sim/index.ts';
import type { Desk } from './desk.ts';
import * as edits from './edits.ts';
import { wholeRange } from './store.ts';

export function trafficActions({ store, get, set, player, editTraffic, say, undoable, whenSettled, setRange }: Desk) {
  let lastSent: Instant | null = null;

  /** The key whose level and count are shown: what a hand sends counts there. */
  const shownKey = (): string | undefined => {
    const { key, looked } = get();
    const shown = key ?? looked?.lanes[0]?.key;
    return shown === '' ? undefined : shown;
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
    /** Says what became of the last request sent, once its run has come back. */
    reportSent: () => {
      const at = lastSent;
      if (at === null) return;
      lastSent = null;
      whenSettled(() => {
        const { result, scenario } = get();
        if (result?.of === scenario) store.ask('verdicts', { at }, (verdicts) => say(sentWords(at, verdicts)));
      });
    },
  };
}

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
