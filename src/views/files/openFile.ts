/** Opens a scenario or a link from a file: picked, dropped or pasted. */
import { HEAD_BYTES, recogniseFile, WHAT_OPENS } from '../../sim/index.ts';
import type { Actions } from '../../store/actions.ts';

/** Far more than any scenario: a larger file was picked by mistake and would only block the page. */
const MAX_BYTES = 32 * 1024 * 1024;
/** A larger file goes to the worker as it is, which reads it without a copy in the page. */
const SMALL_BYTES = 20_000;

/** Asks for a file and opens it; a file that cannot be opened becomes a notice. */
export function openFile(actions: Actions): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,.txt,application/json,text/plain';
  input.addEventListener('change', () => {
    openFiles(actions, [...(input.files ?? [])]);
  });
  input.click();
}

/** Opens one file; of several, none. */
export function openFiles(actions: Actions, files: readonly File[]): void {
  const [file, ...others] = files;
  if (others.length > 0) notifyUnreadable(actions, `These are ${files.length} files. Open one at a time.`);
  else if (file !== undefined) void readFile(actions, file);
}

async function readFile(actions: Actions, file: File): Promise<void> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    const kind = recogniseFile(head, file.name);
    if (kind !== null) notifyUnreadable(actions, `This looks like ${kind}. ${WHAT_OPENS}`);
    else if (file.size > MAX_BYTES)
      notifyUnreadable(actions, `This file is ${Math.round(file.size / 1024 / 1024)} MB. The most is 32 MB.`);
    else actions.openFileText(file.size > SMALL_BYTES ? file : await file.text());
  } catch (error) {
    notifyUnreadable(actions, `This file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Opens text that was pasted or dropped. */
export function openText(actions: Actions, text: string): void {
  if (text.length > MAX_BYTES)
    notifyUnreadable(
      actions,
      `This text has ${Math.round(text.length / 1e6)} million characters. The most is 32 million.`,
    );
  else if (text.trim() !== '') actions.openFileText(text);
}

function notifyUnreadable(actions: Actions, text: string): void {
  actions.notify({ kind: 'link', text, actions: [{ do: 'dismiss' }] });
}
