/** Opens what comes from outside, a link or a file, beside the tab's own work, and says what came of it. */
import {
  decodeLink,
  isLinkText,
  joinWithAnd,
  readText,
  recordingsOf,
  type Lane,
  type ReadResult,
  type RecordingTraffic,
  type Scenario,
} from '../sim/index.ts';
import { openScenario, type OpenOptions } from './openScenario.ts';
import { readOutside } from './readOutside.ts';
import { missingRecordings } from './recordings.ts';
import type { Notice, NoticeAction, TitledText } from './slices/dialogs.ts';
import type { Store } from './store.ts';
import type { TabWorks } from './works/works.ts';

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

export const OWN_WORK_KEPT = 'Your own work is in Works.';

type Opened = Pick<OpenOptions, 'scenario' | 'from'>;

export function notifyOpened(store: Store, opened: Opened, warning: string | null, left: string | null): void {
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

export const LINK_TEXT = 'The link’s text';

/** A longer text would block the page when it is shown. */
const MAX_SHOWN = 100_000;

/** The notice for what cannot be opened; with its text, if that is short enough to be shown or copied. */
export function unreadableNotice(words: string, shown: TitledText, work: string | null = null): Notice {
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
