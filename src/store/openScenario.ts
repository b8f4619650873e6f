/** Putting a scenario on the table: a preset, a link, a file, the work that was kept. */
import {
  decodeLink,
  encodeLink,
  microsFromSeconds,
  minimalDocument,
  presetNotes,
  parseScenarioText,
  presets,
  presetScenario,
  secondsFromMicros,
  problemMessage,
  type LinkView,
  type Scenario,
} from '../sim/index.ts';
import { emptyHistory, recordStep } from './history.ts';
import type { SavedWork } from './persistence.ts';
import type { Notice, NoticeAction } from './slices/dialogs.ts';
import { wholeRange } from './slices/view.ts';
import type { ReadableStore, Store } from './store.ts';

export type OpenOptions = {
  readonly label: string;
  /** Whether it is one undo step over what was there, or a new beginning. */
  readonly record: boolean;
  /** Whether the caption holds for it (it does not for a scenario that was changed since it was written). */
  readonly captionValid?: boolean;
} & ({ readonly scenario: Scenario; readonly view: LinkView | null } | { readonly link: string });

/** Shows all of the run, paused at its end, unless a view says where to be. */
export function openScenario(store: Store, opening: OpenOptions): void {
  if ('link' in opening) {
    const { link, ...rest } = opening;
    const decoded = decodeLink(link);
    if (decoded.ok) openScenario(store, { ...rest, scenario: decoded.scenario, view: decoded.view });
    else store.notify(invalidLinkNotice(decoded.failure.message, link));
    return;
  }
  const { scenario, view, label, record, captionValid = true } = opening;
  const before = store.getState();
  store.player.pause();
  // What was said of the link before this one is no longer so.
  store.removeNotices('link', 'linked-run');
  const range = view === null ? wholeRange(scenario) : rangeOfView(view, scenario);
  store.setState({
    scenario,
    // An edited scenario is another object than the opened one: its caption stays silent.
    opened: captionValid ? scenario : { ...scenario },
    history: record
      ? recordStep(before.history, { scenario: before.scenario, opened: before.opened }, label, null)
      : emptyHistory,
    range,
    selection: view?.selected === undefined ? null : { ...view.selected, at: microsFromSeconds(view.at) },
    // An explanation is of a run of what was there before.
    why: null,
    captionHidden: false,
    playedThrough: false,
    ...(view?.selected === undefined ? {} : { drawer: 'why' as const }),
    focusedPhase: null,
    focusedLane: 0,
    clusterPart: null,
    shownKey: null,
    pickedLanes: [],
  });
  // The run's own end is not known yet; what the scenario says is enough to put the playhead somewhere.
  const end = wholeRange(scenario).to;
  store.player.setEnd(end);
  store.player.seek(view === null ? end : microsFromSeconds(view.at));
}

function rangeOfView(view: LinkView, scenario: Scenario): { from: number; to: number } {
  const range = { from: microsFromSeconds(view.from), to: microsFromSeconds(view.to) };
  return range.to > range.from ? range : wholeRange(scenario);
}

/** Where the page stands, as a link carries it. */
function currentView(store: ReadableStore): LinkView {
  const { range, selection } = store.getState();
  return {
    at: secondsFromMicros(selection?.at ?? store.player.at),
    from: secondsFromMicros(range.from),
    to: secondsFromMicros(range.to),
    ...(selection === null ? {} : { selected: { lane: selection.lane, request: selection.request } }),
  };
}

/** The scenario as it stands, as text to share or keep. */
export function currentLink(store: ReadableStore, withView: boolean): string {
  const { scenario } = store.getState();
  return withView ? encodeLink(scenario, currentView(store)) : encodeLink(scenario);
}

/** What is kept of the work in hand; null when it is too large to be written down as a link. */
export function currentSavedWork(store: Store): SavedWork | null {
  try {
    return { link: currentLink(store, true), told: isCaptionValid(store) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    store.notify({
      kind: 'storage',
      text: `${error.message} It is not kept in this browser. Use Save file.`,
      actions: [{ do: 'dismiss' }],
    });
    return null;
  }
}

/** The caption speaks of the scenario as it was opened; requests sent by hand do not make it untrue. */
export function isCaptionValid(store: ReadableStore): boolean {
  const { scenario, opened } = store.getState();
  const [currentPhases, openedPhases] = [phasesWithoutClicks(scenario), phasesWithoutClicks(opened)];
  return (
    scenario.notes === opened.notes &&
    scenario.policy === opened.policy &&
    scenario.lanes === opened.lanes &&
    scenario.cluster === opened.cluster &&
    currentPhases.length === openedPhases.length &&
    currentPhases.every((entry, index) => entry === openedPhases[index]) &&
    matchesItsPreset(scenario)
  );
}

/** Asked at every change of the state, and the same for one scenario. */
const presetMatches = new WeakMap<Scenario, boolean>();

/** Whether what has a preset's notes is that preset still: a link does not say that it was edited before. */
function matchesItsPreset(scenario: Scenario): boolean {
  let keeps = presetMatches.get(scenario);
  if (keeps === undefined) {
    const preset = presets.find((one) => presetNotes(one) === scenario.notes);
    keeps = preset === undefined || comparableText(scenario) === comparableText(presetScenario(preset));
    presetMatches.set(scenario, keeps);
  }
  return keeps;
}

/** All that a preset's sentence speaks of, wherever the scenario has been meanwhile: a reload, a link. */
function comparableText(scenario: Scenario): string {
  const { policy, lanes, traffic, seed, epoch, cluster } = minimalDocument({
    ...scenario,
    traffic: phasesWithoutClicks(scenario),
  });
  return JSON.stringify([policy, lanes, traffic, seed, epoch, cluster]);
}

function phasesWithoutClicks(scenario: Scenario) {
  return scenario.traffic.filter((entry) => !(entry.kind === 'times' && entry.clicks));
}

/** A file's text: a scenario as JSON, or a saved link. */
export function openFileText(store: Store, text: string): void {
  const trimmed = text.trim();
  if (trimmed.startsWith('#') || trimmed.startsWith('http')) {
    openScenario(store, { link: trimmed, label: 'open file', record: true });
    return;
  }
  const parsed = parseScenarioText(trimmed);
  if (parsed.ok) openScenario(store, { scenario: parsed.scenario, view: null, label: 'open file', record: true });
  else store.notify(invalidLinkNotice(parsed.problems.map(problemMessage).join(' '), trimmed));
}

/** A link or file that cannot be opened: what is wrong, with the text kept so that it can be copied. */
function invalidLinkNotice(words: string, text: string): Notice {
  return {
    kind: 'link',
    text: words,
    actions: [{ do: 'show', text }, { do: 'copy', text }, { do: 'dismiss' }] satisfies NoticeAction[],
  };
}

/**
 * What the page opens with: a link in the address, else the work in hand, else the first visit's scenario, playing.
 * @returns `failed`: the link cannot be opened, and the first visit's scenario stands below the notice
 */
export function openInitialScenario(
  store: Store,
  hash: string,
  firstVisit: () => void,
): 'link' | 'work' | 'first' | 'failed' {
  const saved = store.persistence.loadWork();
  if (hash.startsWith('#') && hash.length > 1) {
    const decoded = decodeLink(hash);
    if (decoded.ok) {
      openLink(store, hash, saved);
      return 'link';
    }
    firstVisit();
    notifyInvalidLink(store, `${decoded.failure.message} The default scenario is shown instead.`, hash, saved);
    return 'failed';
  }
  const decoded = saved === null ? null : decodeLink(saved.link);
  if (saved !== null && decoded?.ok === true) {
    openScenario(store, { ...decoded, label: 'your work', record: false, captionValid: saved.told });
    return 'work';
  }
  firstVisit();
  if (saved !== null && decoded?.ok === false) {
    // Its text is not to be written over by what is shown instead.
    store.persistence.stash(saved);
    store.notify(
      invalidLinkNotice(`The work kept in this browser cannot be read: ${decoded.failure.message}`, saved.link),
    );
  }
  return 'first';
}

/** Opens a link over the work in hand, as a step that can be undone, and puts that aside, one click away. */
export function openLink(store: Store, hash: string, kept: SavedWork | null): void {
  const decoded = decodeLink(hash);
  if (!decoded.ok) {
    notifyInvalidLink(store, decoded.failure.message, hash, null);
    return;
  }
  const stashed = kept !== null && kept.link !== hash && store.persistence.stash(kept);
  openScenario(store, { ...decoded, label: 'open link', record: kept !== null });
  const told = [decoded.viewWarning, stashed ? 'This is the run that the link holds. Your own work is kept.' : null]
    .filter((text) => text !== null)
    .join(' ');
  if (told === '') return;
  const restoreActions: readonly NoticeAction[] = stashed ? [{ do: 'back-to-work', kept }] : [];
  store.notify({ kind: 'linked-run', text: told, actions: [...restoreActions, { do: 'dismiss' }] });
}

function notifyInvalidLink(store: Store, text: string, hash: string, kept: SavedWork | null): void {
  const { actions, ...notice } = invalidLinkNotice(text, hash);
  const restoreActions: readonly NoticeAction[] = kept === null ? [] : [{ do: 'back-to-work', kept }];
  store.notify({ ...notice, actions: [...actions.slice(0, 2), ...restoreActions, { do: 'dismiss' }] });
}
