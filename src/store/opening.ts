/** Putting a scenario on the table: a preset, a link, a file, the work that was kept. */
import {
  decodeLink,
  encodeLink,
  microsFromSeconds,
  minimal,
  notesOf,
  parseScenarioText,
  presets,
  scenarioOf,
  secondsFromMicros,
  sentence,
  type LinkView,
  type Scenario,
} from '../sim/index.ts';
import { noHistory, recorded } from './history.ts';
import type { Kept } from './persistence.ts';
import type { Notice, NoticeAction } from './state.ts';
import { wholeRange, type Store } from './store.ts';

export type Opening = {
  readonly label: string;
  /** Whether it is one undo step over what was there, or a new beginning. */
  readonly record: boolean;
  /** Whether the caption holds for it (it does not for a scenario that was changed since it was written). */
  readonly told?: boolean;
} & ({ readonly scenario: Scenario; readonly view: LinkView | null } | { readonly link: string });

/** Shows all of the run, paused at its end, unless a view says where to be. */
export function openWork(store: Store, opening: Opening): void {
  if ('link' in opening) {
    const { link, ...rest } = opening;
    const decoded = decodeLink(link);
    if (decoded.ok) openWork(store, { ...rest, scenario: decoded.scenario, view: decoded.view });
    else store.notify(linkNotice(decoded.failure.sentence, link));
    return;
  }
  const { scenario, view, label, record, told = true } = opening;
  const before = store.getState();
  store.player.pause();
  // What was said of the link before this one is no longer so.
  store.unnotify('link', 'visiting');
  const range = view === null ? wholeRange(scenario) : microRange(view, scenario);
  store.setState({
    scenario,
    // An edited scenario is another object than the opened one: its caption stays silent.
    opened: told ? scenario : { ...scenario },
    history: record
      ? recorded(before.history, { scenario: before.scenario, opened: before.opened }, label, null)
      : noHistory,
    range,
    selection: view?.selected === undefined ? null : { ...view.selected, at: microsFromSeconds(view.at) },
    // An explanation is of a run of what was there before.
    why: null,
    captionHidden: false,
    playedThrough: false,
    ...(view?.selected === undefined ? {} : { drawer: 'why' as const }),
    phase: null,
    lane: 0,
    clusterPart: null,
    key: null,
    picked: [],
  });
  // The run's own end is not known yet; what the scenario says is enough to put the playhead somewhere.
  const end = wholeRange(scenario).to;
  store.player.setEnd(end);
  store.player.seek(view === null ? end : microsFromSeconds(view.at));
}

function microRange(view: LinkView, scenario: Scenario): { from: number; to: number } {
  const range = { from: microsFromSeconds(view.from), to: microsFromSeconds(view.to) };
  return range.to > range.from ? range : wholeRange(scenario);
}

/** Where the page stands, as a link carries it. */
function currentView(store: Store): LinkView {
  const { range, selection } = store.getState();
  return {
    at: secondsFromMicros(selection?.at ?? store.player.at),
    from: secondsFromMicros(range.from),
    to: secondsFromMicros(range.to),
    ...(selection === null ? {} : { selected: { lane: selection.lane, request: selection.request } }),
  };
}

/** The scenario as it stands, as text to share or keep. */
export function currentLink(store: Store, withView: boolean): string {
  const { scenario } = store.getState();
  return withView ? encodeLink(scenario, currentView(store)) : encodeLink(scenario);
}

/** What is kept of the work in hand; null when it is too large to be written down as a link. */
export function currentWork(store: Store): Kept | null {
  try {
    return { link: currentLink(store, true), told: captionHolds(store) };
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
export function captionHolds(store: Store): boolean {
  const { scenario, opened } = store.getState();
  const [present, told] = [phases(scenario), phases(opened)];
  return (
    scenario.notes === opened.notes &&
    scenario.policy === opened.policy &&
    scenario.lanes === opened.lanes &&
    scenario.cluster === opened.cluster &&
    present.length === told.length &&
    present.every((entry, index) => entry === told[index]) &&
    keepsItsPreset(scenario)
  );
}

/** Asked at every change of the state, and the same for one scenario. */
const asPreset = new WeakMap<Scenario, boolean>();

/** Whether what has a preset's notes is that preset still: a link does not say that it was edited before. */
function keepsItsPreset(scenario: Scenario): boolean {
  let keeps = asPreset.get(scenario);
  if (keeps === undefined) {
    const preset = presets.find((one) => notesOf(one) === scenario.notes);
    keeps = preset === undefined || essence(scenario) === essence(scenarioOf(preset));
    asPreset.set(scenario, keeps);
  }
  return keeps;
}

/** All that a preset's sentence speaks of, wherever the scenario has been meanwhile: a reload, a link. */
function essence(scenario: Scenario): string {
  const { policy, lanes, traffic, seed, epoch, cluster } = minimal({ ...scenario, traffic: phases(scenario) });
  return JSON.stringify([policy, lanes, traffic, seed, epoch, cluster]);
}

function phases(scenario: Scenario) {
  return scenario.traffic.filter((entry) => !(entry.kind === 'times' && entry.clicks));
}

/** A file's text: a scenario as JSON, or a link that somebody saved. */
export function openText(store: Store, text: string): void {
  const trimmed = text.trim();
  if (trimmed.startsWith('#') || trimmed.startsWith('http')) {
    openWork(store, { link: trimmed, label: 'open file', record: true });
    return;
  }
  const parsed = parseScenarioText(trimmed);
  if (parsed.ok) openWork(store, { scenario: parsed.scenario, view: null, label: 'open file', record: true });
  else store.notify(linkNotice(parsed.problems.map(sentence).join(' '), trimmed));
}

/** A link or file that cannot be opened: what is wrong, with the text kept so that it can be copied. */
function linkNotice(words: string, text: string): Notice {
  return {
    kind: 'link',
    text: words,
    actions: [{ do: 'show', text }, { do: 'copy', text }, { do: 'dismiss' }] satisfies NoticeAction[],
  };
}

/**
 * What the page opens with: a link in the address, else the work in hand, else the first visit's scenario, playing.
 * `failed`: a link that cannot be opened, with the first visit's scenario below the notice.
 */
export function openAtStart(store: Store, hash: string, firstVisit: () => void): 'link' | 'work' | 'first' | 'failed' {
  const kept = store.persistence.work();
  if (hash.startsWith('#') && hash.length > 1) {
    const decoded = decodeLink(hash);
    if (decoded.ok) {
      openLinked(store, hash, kept);
      return 'link';
    }
    firstVisit();
    notifyBadLink(store, `${decoded.failure.sentence} The default scenario is shown instead.`, hash, kept);
    return 'failed';
  }
  const decoded = kept === null ? null : decodeLink(kept.link);
  if (kept !== null && decoded?.ok === true) {
    openWork(store, { ...decoded, label: 'your work', record: false, told: kept.told });
    return 'work';
  }
  firstVisit();
  if (kept !== null && decoded?.ok === false) {
    // Its text is not to be written over by what is shown instead.
    store.persistence.setAside(kept);
    store.notify(linkNotice(`The work kept in this browser cannot be read: ${decoded.failure.sentence}`, kept.link));
  }
  return 'first';
}

/** Opens a link over the work in hand, as a step that can be undone, and puts that aside, one click away. */
export function openLinked(store: Store, hash: string, kept: Kept | null): void {
  const decoded = decodeLink(hash);
  if (!decoded.ok) {
    notifyBadLink(store, decoded.failure.sentence, hash, null);
    return;
  }
  const aside = kept !== null && kept.link !== hash && store.persistence.setAside(kept);
  openWork(store, { ...decoded, label: 'open link', record: kept !== null });
  const told = [decoded.note, aside ? 'This is the run that the link holds. Your own work is kept.' : null]
    .filter((text) => text !== null)
    .join(' ');
  if (told === '') return;
  const back: readonly NoticeAction[] = aside ? [{ do: 'back-to-work', kept }] : [];
  store.notify({ kind: 'visiting', text: told, actions: [...back, { do: 'dismiss' }] });
}

function notifyBadLink(store: Store, text: string, hash: string, kept: Kept | null): void {
  const { actions, ...notice } = linkNotice(text, hash);
  const back: readonly NoticeAction[] = kept === null ? [] : [{ do: 'back-to-work', kept }];
  store.notify({ ...notice, actions: [...actions.slice(0, 2), ...back, { do: 'dismiss' }] });
}
