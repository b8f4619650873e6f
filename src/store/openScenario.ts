/** Opens a scenario: a preset, a link, a file, or saved work. */
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
  /** Whether opening is an undo step, or starts a new history. */
  readonly record: boolean;
  /** Whether the caption is still true (it is not once the scenario has been changed). */
  readonly captionValid?: boolean;
} & ({ readonly scenario: Scenario; readonly view: LinkView | null } | { readonly link: string });

/** Shows the whole run, paused at its end, unless a view is given. */
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
  // Notices about a previous link no longer apply.
  store.removeNotices('link', 'linked-run');
  const range = view === null ? wholeRange(scenario) : rangeOfView(view, scenario);
  store.setState({
    scenario,
    // A copy differs from the opened scenario by identity, so its caption is hidden.
    opened: captionValid ? scenario : { ...scenario },
    history: record
      ? recordStep(before.history, { scenario: before.scenario, opened: before.opened }, label, null)
      : emptyHistory,
    range,
    selection: view?.selected === undefined ? null : { ...view.selected, at: microsFromSeconds(view.at) },
    // The old explanation belongs to the previous scenario.
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
  // The run's end is not known yet; the scenario's is good enough to place the playhead.
  const end = wholeRange(scenario).to;
  store.player.setEnd(end);
  store.player.seek(view === null ? end : microsFromSeconds(view.at));
}

function rangeOfView(view: LinkView, scenario: Scenario): { from: number; to: number } {
  const range = { from: microsFromSeconds(view.from), to: microsFromSeconds(view.to) };
  return range.to > range.from ? range : wholeRange(scenario);
}

/** The current view, as a link holds it. */
function currentView(store: ReadableStore): LinkView {
  const { range, selection } = store.getState();
  return {
    at: secondsFromMicros(selection?.at ?? store.player.at),
    from: secondsFromMicros(range.from),
    to: secondsFromMicros(range.to),
    ...(selection === null ? {} : { selected: { lane: selection.lane, request: selection.request } }),
  };
}

/** The current scenario as a link, to share or save. */
export function currentLink(store: ReadableStore, withView: boolean): string {
  const { scenario } = store.getState();
  return withView ? encodeLink(scenario, currentView(store)) : encodeLink(scenario);
}

/** The current work as it is saved; null, with a notice, when it is too large for a link. */
export function currentSavedWork(store: Store): SavedWork | null {
  try {
    return { link: currentLink(store, true), told: isCaptionValid(store) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    store.notify({
      kind: 'storage',
      text: `${error.message} It is not saved in this browser. Use Save file.`,
      actions: [{ do: 'dismiss' }],
    });
    return null;
  }
}

/** The caption describes the scenario as it was opened; requests sent by clicks do not invalidate it. */
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

/** Cached per scenario, since it is read at every change of the state. */
const presetMatches = new WeakMap<Scenario, boolean>();

/** Whether a scenario with a preset's notes is still that preset: a link does not record that it was edited. */
function matchesItsPreset(scenario: Scenario): boolean {
  let keeps = presetMatches.get(scenario);
  if (keeps === undefined) {
    const preset = presets.find((one) => presetNotes(one) === scenario.notes);
    keeps = preset === undefined || comparableText(scenario) === comparableText(presetScenario(preset));
    presetMatches.set(scenario, keeps);
  }
  return keeps;
}

/** Everything that a preset's notes depend on, comparable across a reload or a link. */
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

/** The notice for a link or file that cannot be opened, with its text so that it can be copied. */
function invalidLinkNotice(words: string, text: string): Notice {
  return {
    kind: 'link',
    text: words,
    actions: [{ do: 'show', text }, { do: 'copy', text }, { do: 'dismiss' }] satisfies NoticeAction[],
  };
}

/**
 * Opens the initial scenario: the address's link, else the saved work, else the first visit's scenario, playing.
 * @returns what was opened; `failed`: the link is invalid, and the first visit's scenario is shown with a notice
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
    // Saving what is shown instead must not overwrite the unreadable text.
    store.persistence.stash(saved);
    store.notify(
      invalidLinkNotice(`The work saved in this browser cannot be read: ${decoded.failure.message}`, saved.link),
    );
  }
  return 'first';
}

/** Opens a link as an undo step over the current work, which is stashed and can be restored from a notice. */
export function openLink(store: Store, hash: string, kept: SavedWork | null): void {
  const decoded = decodeLink(hash);
  if (!decoded.ok) {
    notifyInvalidLink(store, decoded.failure.message, hash, null);
    return;
  }
  const stashed = kept !== null && kept.link !== hash && store.persistence.stash(kept);
  openScenario(store, { ...decoded, label: 'open link', record: kept !== null });
  const told = [decoded.viewWarning, stashed ? 'This is the linked run. Your own work has been kept.' : null]
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
