/** Opens a scenario: a preset, a link, a file, or saved work. */
import {
  decodeLink,
  encodeLink,
  microsFromSeconds,
  minimalDocument,
  presetNotes,
  presets,
  presetScenario,
  secondsFromMicros,
  type LinkView,
  type ReadResult,
  type Scenario,
} from '../sim/index.ts';
import { emptyHistory, recordStep } from './history.ts';
import type { SavedWork } from './persistence.ts';
import { isReadAtOnce, readOutside } from './readOutside.ts';
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

/** A scenario as JSON, or a link: from a file, dropped on the page or pasted. What cannot be opened changes nothing. */
export function openFileText(store: Store, source: string | Blob): void {
  readOutside(store, source, (read) => {
    if (!read.ok) {
      store.notify(invalidLinkNotice(read.message, typeof source === 'string' ? source.trim() : ''));
      return;
    }
    openScenario(store, { ...read, label: 'open file', record: true });
    if (read.viewWarning !== null)
      store.notify({ kind: 'linked-run', text: read.viewWarning, actions: [{ do: 'dismiss' }] });
  });
}

/** The notice for a link or file that cannot be opened; with its text, if that is short enough to be shown or copied. */
function invalidLinkNotice(words: string, text: string): Notice {
  const showable = text !== '' && text.length <= MAX_SHOWN;
  const actions: readonly NoticeAction[] = showable
    ? [{ do: 'show', text }, { do: 'copy', text }, { do: 'dismiss' }]
    : [{ do: 'dismiss' }];
  return { kind: 'link', text: words, actions };
}

/** A longer text would block the page when it is shown. */
const MAX_SHOWN = 100_000;

/**
 * Opens the initial scenario: the address's link, else the saved work, else the first visit's scenario, playing.
 * @param onLinkOpened called later, when a long link has been read in the worker and is opened
 * @returns what was opened; `failed`: the link is invalid, and the first visit's scenario is shown with a notice;
 *   `reading`: the link is long, and is still being read
 */
export function openInitialScenario(
  store: Store,
  hash: string,
  firstVisit: () => void,
  onLinkOpened: () => void = () => undefined,
): 'link' | 'work' | 'first' | 'failed' | 'reading' {
  const saved = store.persistence.loadWork();
  if (hash.startsWith('#') && hash.length > 1) {
    let opened: 'link' | 'failed' | 'reading' = 'reading';
    readLink(store, hash, (read) => {
      opened = read.ok ? 'link' : 'failed';
      if (read.ok) showLinkedRun(store, read, hash, saved);
      else {
        firstVisit();
        notifyInvalidLink(store, `${read.message} The default scenario is shown instead.`, hash, saved);
      }
      if (read.ok && !isReadAtOnce(hash)) onLinkOpened();
    });
    return opened;
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
export function openLink(
  store: Store,
  hash: string,
  kept: SavedWork | null,
  onOpened: () => void = () => undefined,
): void {
  readLink(store, hash, (read) => {
    if (read.ok) {
      showLinkedRun(store, read, hash, kept);
      onOpened();
    } else notifyInvalidLink(store, read.message, hash, null);
  });
}

/** Unlike a file's text, an address's fragment is never anything but a link. */
function readLink(store: Store, hash: string, onRead: (read: ReadResult) => void): void {
  const decoded = isReadAtOnce(hash) ? decodeLink(hash) : null;
  if (decoded === null) readOutside(store, hash, onRead);
  else onRead(decoded.ok ? decoded : { ok: false, message: decoded.failure.message });
}

type ReadLink = Extract<ReadResult, { ok: true }>;

function showLinkedRun(store: Store, read: ReadLink, hash: string, kept: SavedWork | null): void {
  const stashed = kept !== null && kept.link !== hash && store.persistence.stash(kept);
  openScenario(store, { ...read, label: 'open link', record: kept !== null });
  const told = [read.viewWarning, stashed ? 'This is the linked run. Your own work has been kept.' : null]
    .filter((text) => text !== null)
    .join(' ');
  if (told === '') return;
  const restoreActions: readonly NoticeAction[] = stashed ? [{ do: 'back-to-work', kept }] : [];
  store.notify({ kind: 'linked-run', text: told, actions: [...restoreActions, { do: 'dismiss' }] });
}

function notifyInvalidLink(store: Store, text: string, hash: string, kept: SavedWork | null): void {
  const { actions, ...notice } = invalidLinkNotice(text, hash);
  const restoreActions: readonly NoticeAction[] = kept === null ? [] : [{ do: 'back-to-work', kept }];
  store.notify({ ...notice, actions: [...actions.slice(0, -1), ...restoreActions, { do: 'dismiss' }] });
}
