/** Opens a scenario, a link, a log or a product's config from a file: picked, dropped or pasted. */
import { HEAD_BYTES, isLinkText, recogniseFile, recogniseText, WHAT_OPENS } from '../../sim/index.ts';
import type { Actions } from '../../store/actions.ts';
import { MAX_CONFIG_CHARACTERS } from '../../store/configEdits.ts';
import type { ReadableStore } from '../../store/store.ts';
import { loadOrSay } from './loadOrSay.ts';
import { looksLikeLog } from './looksLikeLog.ts';
import { isLogToo, opensAsConfig } from './opensAsConfig.ts';

/** Far more than any scenario: a larger file was picked by mistake and would only block the page. */
const MAX_BYTES = 32 * 1024 * 1024;
/** A larger file goes to the worker as it is, which reads it without a copy in the page. */
const SMALL_BYTES = 20_000;

/** What was given to be opened last: what a slow disk yields after it is not opened over it. */
let newest = Symbol('opening');

/** @returns whether nothing else has been given to be opened since */
function beginOpening(actions: Actions): () => boolean {
  const own = Symbol('opening');
  newest = own;
  // Why the last one could not be read is of no interest once there is another.
  actions.act({ do: 'dismiss' }, 'link');
  return () => newest === own;
}

/** Asks for a file and opens it; a file that cannot be opened becomes a notice. */
export function openFile(store: ReadableStore, actions: Actions): void {
  const input = document.createElement('input');
  input.type = 'file';
  // Any file: logs have no endings in common, and what a file is its first bytes say.
  input.addEventListener('change', () => {
    openFiles(store, actions, [...(input.files ?? [])]);
  });
  input.click();
}

/** Opens one file, or several logs, which are merged; of several others, none. */
export function openFiles(store: ReadableStore, actions: Actions, files: readonly File[]): void {
  if (files.length > 0) void readFiles(store, actions, files);
}

async function readFiles(store: ReadableStore, actions: Actions, files: readonly File[]): Promise<void> {
  const isNewest = beginOpening(actions);
  try {
    const kinds = await Promise.all(files.map(kindOf));
    if (!isNewest()) return;
    const [first, { kind }] = [files[0] as File, kinds[0] as Kind];
    if (files.length === 1 && (await openIfConfig(store, actions, first, kind, isNewest))) return;
    if (kinds.every(({ log }) => log)) actions.openDialog({ name: 'log', files });
    else if (files.length > 1)
      notifyUnreadable(actions, `These are ${files.length} files. Open one at a time, or several logs.`);
    else await readFile(actions, first, kind, isNewest);
  } catch (error) {
    if (!isNewest()) return;
    notifyUnreadable(actions, `This file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface Kind {
  /** As `recogniseFile` names it. */
  readonly kind: string | null;
  readonly log: boolean;
}

async function kindOf(file: File): Promise<Kind> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const kind = recogniseFile(head, file.name);
  return { kind, log: isLog(new TextDecoder().decode(head), kind, file.name) };
}

async function readFile(actions: Actions, file: File, kind: string | null, isNewest: () => boolean): Promise<void> {
  if (kind !== null) notifyUnreadable(actions, `This looks like ${kind}. ${WHAT_OPENS}`);
  else if (file.size > MAX_BYTES)
    notifyUnreadable(actions, `This file is ${Math.round(file.size / 1024 / 1024)} MB. The maximum is 32 MB.`);
  else {
    const source = file.size > SMALL_BYTES ? file : await file.text();
    if (isNewest()) actions.openFileText(source, file.name);
  }
}

/** Opens text that was pasted or dropped. */
export async function openText(store: ReadableStore, actions: Actions, text: string): Promise<void> {
  const isNewest = beginOpening(actions);
  try {
    await readOrOpen(store, actions, text, isNewest);
  } catch (error) {
    notifyUnreadable(actions, `This text cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readOrOpen(
  store: ReadableStore,
  actions: Actions,
  text: string,
  isNewest: () => boolean,
): Promise<void> {
  const head = text.slice(0, HEAD_BYTES);
  const kind = recogniseText(head);
  if (await openIfConfig(store, actions, text, kind, isNewest)) return;
  if (isLog(head, kind))
    actions.openDialog({ name: 'log', files: [new File([text], 'Pasted text', { type: 'text/plain' })] });
  else if (text.length > MAX_BYTES)
    notifyUnreadable(
      actions,
      `This text has ${Math.round(text.length / 1e6)} million characters. The maximum is 32 million.`,
    );
  else if (text.trim() !== '') actions.openFileText(text);
}

/**
 * @returns whether there is nothing left to do: it is a product's config, and open or said why not, or it is no longer the
 * newest that is opened
 */
async function openIfConfig(
  store: ReadableStore,
  actions: Actions,
  source: string | File,
  kind: string | null,
  isNewest: () => boolean,
): Promise<boolean> {
  const length = typeof source === 'string' ? source.length : source.size;
  if (length > MAX_CONFIG_CHARACTERS) return false;
  const text = typeof source === 'string' ? source : await source.text();
  if (!isNewest()) return true;
  if (!opensAsConfig(text, kind)) return false;
  const part = await loadOrSay(actions, () => import('../../store/openConfig.ts'));
  if (!isNewest()) return true;
  const name = typeof source === 'string' ? '' : source.name;
  return part === null || part.openConfig(store, actions, text, isLogToo(text, kind, name));
}

/** A few words that end in a link are a link. */
function isLog(head: string, kind: string | null, name = ''): boolean {
  return !isLinkText(head) && looksLikeLog(head, kind, name);
}

function notifyUnreadable(actions: Actions, text: string): void {
  actions.notify({ kind: 'link', text, actions: [{ do: 'dismiss' }] });
}
