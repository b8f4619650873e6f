/** Shows a scenario, wherever it is from, and says what is shown: as a view, a link, and whether the caption still holds. */
import {
  encodeLink,
  isSent,
  microsFromSeconds,
  minimalDocument,
  presetScenario,
  secondsFromMicros,
  type LinkView,
  type Mode,
  type Scenario,
} from '../sim/index.ts';
import { emptyHistory, recordStep } from './history.ts';
import { keepNotesDraft } from './notesDraft.ts';
import { dropUnnamedRecordings } from './recordings.ts';
import { presetWithNotes } from './knownPresets.ts';
import { PLAYED_IN_S, speedFor } from './player.ts';
import { snapshotOf } from './slices/document.ts';
import { wholeRange } from './slices/view.ts';
import type { State } from './state.ts';
import type { ReadableStore, Store } from './store.ts';

export interface OpenOptions {
  readonly label: string;
  /** Whether opening is an undo step, or starts a new history. */
  readonly record: boolean;
  /** Whether the caption is still true (it is not once the scenario has been changed). */
  readonly captionValid?: boolean;
  readonly scenario: Scenario;
  readonly view: LinkView | null;
  /** What the scenario came from, if not from the page itself; Reset brings back what a link said. */
  readonly from?: 'link' | 'file';
  /** Whether the page's address says the same. */
  readonly inAddress?: boolean;
}

/** Shows the whole run, paused at its end, unless a view is given. */
export function openScenario(store: Store, opening: OpenOptions): void {
  const { scenario, view, label, record, captionValid = true, from, inAddress = false } = opening;
  keepNotesDraft(store);
  const before = store.getState();
  store.player.pause();
  // Notices about a previous link no longer apply.
  store.removeNotices('link', 'linked-run');
  const range = view === null ? wholeRange(scenario) : rangeOfView(view, scenario);
  store.setState({
    scenario,
    // Lanes that are not those of the scenario: what a caption was written for, and is no longer shown.
    opened: captionValid ? scenario : { ...scenario, lanes: [...scenario.lanes] },
    history: record ? recordStep(before.history, snapshotOf(before), label, null) : emptyHistory,
    ...(from === 'link' ? { linked: { scenario, view, inAddress } } : {}),
    range,
    selection: view?.selected === undefined ? null : { ...view.selected, at: microsFromSeconds(view.at) },
    // The old explanation belongs to the previous scenario.
    why: null,
    captionHidden: false,
    making: false,
    // Another scenario is shown as the one before, but is no part of a lesson; one with a lesson of its own begins it. A
    // link says for itself how.
    ...(view === null
      ? { mode: modeWithoutView(scenario, before), lessonStep: null }
      : {
          chartLayout: view.layout ?? null,
          futureHidden: view.hideFuture === true,
          mode: view.mode ?? 'run',
          lessonStep: view.step ?? null,
        }),
    playedThrough: false,
    ...(view?.selected === undefined ? {} : { drawer: 'why' as const }),
    focusedPhase: null,
    // Where it opens with a request of another lane, the tabs beside Why? are of that lane.
    focusedLane: Math.max(0, Math.min(view?.selected?.lane ?? 0, scenario.lanes.length - 1)),
    clusterPart: null,
    shownKey: null,
    pickedLanes: [],
  });
  if (!record) dropUnnamedRecordings(store.getState());
  // The run's end is not known yet; the scenario's is good enough to place the playhead.
  const end = wholeRange(scenario).to;
  store.player.setEnd(end);
  store.player.seek(view === null ? end : microsFromSeconds(view.at));
  setOpeningSpeed(store);
}

export function setOpeningSpeed({ getState, player }: Store): void {
  const { from, to } = getState().range;
  player.setSpeed(speedFor(to - from, PLAYED_IN_S));
}

function modeWithoutView({ lesson }: Scenario, { mode }: State): Mode {
  if (lesson !== undefined) return 'learn';
  return mode === 'learn' ? 'run' : mode;
}

function rangeOfView(view: LinkView, scenario: Scenario): { from: number; to: number } {
  const range = { from: microsFromSeconds(view.from), to: microsFromSeconds(view.to) };
  return range.to > range.from ? range : wholeRange(scenario);
}

/** The current view, as a link holds it. */
export function currentView(store: ReadableStore): LinkView {
  const { range, selection, chartLayout, futureHidden, mode, lessonStep } = store.getState();
  return {
    at: secondsFromMicros(selection?.at ?? store.player.at),
    from: secondsFromMicros(range.from),
    to: secondsFromMicros(range.to),
    ...(selection === null ? {} : { selected: { lane: selection.lane, request: selection.request } }),
    ...(chartLayout === null ? {} : { layout: chartLayout }),
    ...(futureHidden ? { hideFuture: true } : {}),
    ...(mode === 'run' ? {} : { mode }),
    ...(mode === 'learn' && lessonStep !== null ? { step: lessonStep } : {}),
  };
}

/** The current scenario as a link, to share. */
export function currentLink(store: ReadableStore, withView: boolean): string {
  const { scenario } = store.getState();
  return withView ? encodeLink(scenario, currentView(store)) : encodeLink(scenario);
}

/**
 * Whether lanes, traffic and cluster are still what the caption describes. Requests sent by clicks do not invalidate it;
 * the policy has a mark of its own, see `sentence.ts`.
 */
export function isCaptionValid({ scenario, opened }: Pick<State, 'scenario' | 'opened'>): boolean {
  const [currentPhases, openedPhases] = [phasesWithoutClicks(scenario), phasesWithoutClicks(opened)];
  return (
    scenario.lanes === opened.lanes &&
    scenario.cluster === opened.cluster &&
    currentPhases.length === openedPhases.length &&
    currentPhases.every((entry, index) => entry === openedPhases[index]) &&
    matchesItsPreset(scenario)
  );
}

/** Cached per scenario, since it is read at every change of the state. */
const presetMatches = new WeakMap<Scenario, boolean>();

/** Whether a scenario with a preset's notes is still that preset: a link does not record that it was edited. */
function matchesItsPreset(scenario: Scenario): boolean {
  // Not kept: the presets may be loaded later.
  const preset = presetWithNotes(scenario.notes);
  if (preset === undefined) return true;
  let matches = presetMatches.get(scenario);
  if (matches === undefined) {
    matches = comparableText(scenario) === comparableText(presetScenario(preset));
    presetMatches.set(scenario, matches);
  }
  return matches;
}

/** Everything but the policy that a preset's notes depend on, comparable across a reload or a link. */
function comparableText(scenario: Scenario): string {
  const { lanes, traffic, seed, epoch, cluster } = minimalDocument({
    ...scenario,
    traffic: phasesWithoutClicks(scenario),
  });
  return JSON.stringify([lanes, traffic, seed, epoch, cluster]);
}

function phasesWithoutClicks(scenario: Scenario) {
  return scenario.traffic.filter((entry) => !isSent(entry));
}
