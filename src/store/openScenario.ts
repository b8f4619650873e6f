/** Opens a scenario: a preset, a link, a file, or saved work. */
import {
  decodeLink,
  encodeLink,
  joinWithAnd,
  isLinkText,
  isSent,
  microsFromSeconds,
  minimalDocument,
  presetScenario,
  readText,
  recordingsOf,
  secondsFromMicros,
  type Lane,
  type LinkView,
  type Mode,
  type ReadResult,
  type RecordingTraffic,
  type Scenario,
} from '../sim/index.ts';
import { emptyHistory, recordStep } from './history.ts';
import { keepNotesDraft } from './notesDraft.ts';
import { dropUnnamedRecordings, missingRecordings } from './recordings.ts';
import { readOutside } from './readOutside.ts';
import { asSentence } from './asSentence.ts';
import type { Notice, NoticeAction, TitledText } from './slices/dialogs.ts';
import { loadPresets, presetWithNotes } from './knownPresets.ts';
import { PLAYED_IN_S, speedFor } from './player.ts';
import { snapshotOf } from './slices/document.ts';
import { wholeRange } from './slices/view.ts';
import type { State } from './state.ts';
import type { ReadableStore, Store } from './store.ts';
import { UnreadableWork, type StartingPoint, type TabWorks } from './works/works.ts';

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
    focusedLane: 0,
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

function isSameDocument(a: Scenario, b: Scenario): boolean {
  return JSON.stringify(minimalDocument(a)) === JSON.stringify(minimalDocument(b));
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

/**
 * A scenario as JSON, or a link: from a file, dropped on the page or pasted. What cannot be opened changes nothing.
 * @param name the file's; null for text without one
 */
export function openFileText(store: Store, works: TabWorks, source: string | Blob, name: string | null = null): void {
  const isLink = typeof source === 'string' && isLinkText(source);
  readOutside(store, source, (read) => {
    if (read.ok) {
      store.recordings.take(read.recordings ?? []);
      if (takeUpRecordings(store, read.scenario)) return;
      openBeside(store, works, { ...read, label: 'open file', from: isLink ? 'link' : 'file' }, read.viewWarning);
    } else {
      const words = name === null ? read.message : `${name} cannot be opened. ${read.message}`;
      const title = name !== null ? `The text of ${name}` : isLink ? LINK_TEXT : 'The text';
      store.notify(unreadableNotice(words, { title, text: typeof source === 'string' ? source.trim() : '' }));
    }
  });
}

/**
 * Where the run lacks recordings that a file holds, the file is the answer to that: the scenario stays, and runs.
 * @returns whether it was
 */
function takeUpRecordings(store: Store, file: Scenario): boolean {
  const { scenario } = store.getState();
  const missing = new Set(missingRecordings(store.getState()));
  const held = new Set(recordingsOf(file));
  const found = scenario.traffic.flatMap((entry) =>
    entry.kind === 'recording' && missing.has(entry.digest) && held.has(entry.digest) ? [entry] : [],
  );
  if (found.length === 0) return false;
  store.rerun();
  store.notify({ kind: 'linked-run', text: takenUpText(found), actions: [{ do: 'dismiss' }], done: true });
  return true;
}

function takenUpText(found: readonly RecordingTraffic[]): string {
  const names = found.map(({ name }) => (name === '' ? 'a recording without a name' : `“${name}”`));
  return `Loaded ${joinWithAnd(names)} from the file. The scenario is unchanged.`;
}

/**
 * Opens the address's link; the tab's own work stays as it is, among the works.
 * @param onFailed called when the link's text is in a notice that says why not: the address need not keep it
 */
export function openLink(store: Store, works: TabWorks, hash: string, onFailed: () => void = () => undefined): void {
  readLink(store, hash, (read) => {
    if (read.ok) {
      openBeside(store, works, { ...read, label: 'open link', from: 'link', inAddress: true }, read.viewWarning);
      return;
    }
    store.notify(unreadableNotice(read.message, { title: LINK_TEXT, text: hash }));
    onFailed();
  });
}

/** Unlike a file's text, an address's fragment is never anything but a link. */
export function readLink(store: Store, hash: string, onRead: (read: ReadResult) => void): void {
  readOutside(store, hash, onRead, (short) => {
    const decoded = decodeLink(short);
    if (decoded === null) return readText(short);
    return decoded.ok ? decoded : { ok: false, message: decoded.failure.message };
  });
}

/**
 * Shows a scenario that is not the tab's work, which stays as it is, with a notice that leads back to it.
 * @returns whether it is an undo step: no work was let go of, so what was shown is kept nowhere else
 */
export function openBeside(
  store: Store,
  works: Pick<TabWorks, 'letGo'>,
  opening: Omit<OpenOptions, 'record'>,
  warning: string | null = null,
): boolean {
  const left = works.letGo();
  openScenario(store, { ...opening, record: left === null });
  notifyOpened(store, opening, warning, left);
  return left === null;
}

const OWN_WORK_KEPT = 'Your own work is in Works.';

type Opened = Pick<OpenOptions, 'scenario' | 'from'>;

function notifyOpened(store: Store, opened: Opened, warning: string | null, left: string | null): void {
  const ownWork = left === null ? null : `${openedText(opened)}${OWN_WORK_KEPT}`;
  const text = [warning, ownWork, codeNote(opened)].filter((one) => one !== null).join(' ');
  const done = warning === null;
  if (text !== '') store.notify({ kind: 'linked-run', text, actions: [...backTo(left), { do: 'dismiss' }], done });
}

/** Null where no code came from outside. */
function codeNote({ scenario: { lanes }, from }: Opened): string | null {
  return from !== undefined && lanes.some(runsGivenCode)
    ? `The lanes run code that came with the ${from}, in a sandbox.`
    : null;
}

/** Not the code that a lane has where it names none. */
function runsGivenCode({ options, of = [] }: Pick<Lane, 'options' | 'of'>): boolean {
  return options['code'] !== undefined || of.some(runsGivenCode);
}

/** `Opened “Edge burst” from a link. `; empty for what the page itself offers, which says so in the status line. */
function openedText({ scenario: { title }, from }: Opened): string {
  return from === undefined ? '' : `Opened ${title === '' ? 'an untitled scenario' : `“${title}”`} from a ${from}. `;
}

const LINK_TEXT = "The link's text";

/** A longer text would block the page when it is shown. */
const MAX_SHOWN = 100_000;

/** The notice for what cannot be opened; with its text, if that is short enough to be shown or copied. */
function unreadableNotice(words: string, shown: TitledText, work: string | null = null): Notice {
  const showable = shown.text !== '' && shown.text.length <= MAX_SHOWN;
  const showActions: readonly NoticeAction[] = showable
    ? [
        { do: 'show', ...shown },
        { do: 'copy', ...shown },
      ]
    : [];
  return { kind: 'link', text: words, actions: [...showActions, ...backTo(work), { do: 'dismiss' }] };
}

function backTo(work: string | null): readonly NoticeAction[] {
  return work === null ? [] : [{ do: 'open-work', id: work }];
}

/**
 * Opens what the tab starts with: the address's link, else what it showed before a reload, else the work changed last,
 * else the first visit's scenario, playing.
 * @param reloaded whether the tab comes back to the address that it had, by a reload or from its history
 * @returns what was opened; `failed`: the link is damaged, and the first visit's scenario is shown with a notice
 */
export async function openInitialScenario(
  store: Store,
  works: TabWorks,
  hash: string,
  firstVisit: () => void,
  reloaded: boolean,
): Promise<'link' | 'shown' | 'work' | 'first' | 'failed'> {
  const firstVisitInstead = (notice?: Notice): void => {
    firstVisit();
    works.markPlaceholder();
    if (notice !== undefined) store.notify(notice);
  };
  let start: StartingPoint | null = null;
  try {
    start = await works.startingPoint();
  } catch (error) {
    store.notify(worksLostNotice(error as Error));
  }
  const linked = hash.startsWith('#') && hash.length > 1;
  if (linked || start !== null) await loadPresets();
  if (linked) {
    const read = await new Promise<ReadResult>((resolve) => readLink(store, hash, resolve));
    const own = start?.kind === 'work' ? start.id : null;
    if (read.ok) {
      // After a reload the page stands where it stood; a link that is opened anew says itself where that is.
      const shown = reloaded && start?.kind === 'shown' && isSameDocument(start.scenario, read.scenario) ? start : read;
      const { view } = shown;
      openScenario(store, { ...read, view, label: 'open link', record: false, from: 'link', inAddress: true });
      notifyOpened(store, { ...read, from: 'link' }, read.viewWarning, own);
      return 'link';
    }
    firstVisitInstead(
      unreadableNotice(
        `${read.message} The default scenario is shown instead.${own === null ? '' : ` ${OWN_WORK_KEPT}`}`,
        { title: LINK_TEXT, text: hash },
        own,
      ),
    );
    return 'failed';
  }
  if (start?.kind === 'shown') {
    openScenario(store, { ...start, label: 'open link', record: false });
    return 'shown';
  }
  if (start !== null) {
    try {
      await works.open(start.id);
      return 'work';
    } catch (error) {
      firstVisitInstead(
        error instanceof UnreadableWork
          ? unreadableNotice(`The work saved in this browser cannot be read: ${error.message}`, {
              title: "The work's text",
              text: error.text,
            })
          : worksLostNotice(error as Error),
      );
      return 'first';
    }
  }
  firstVisitInstead();
  return 'first';
}

function worksLostNotice({ message }: Error): Notice {
  return {
    kind: 'storage',
    text: `What is saved in this browser cannot be read: ${asSentence(message)}`,
    actions: [{ do: 'dismiss' }],
  };
}
