/** A scenario, or a link, out of a file. */
import { openFileText } from '../../store/openScenario.ts';
import type { Store } from '../../store/store.ts';

/** No scenario is anywhere near as large: what is was picked by mistake, and would only keep the page busy. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Asks for a file and opens it; a file that cannot be opened becomes a notice. */
export function openFile(store: Store): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,.txt,application/json,text/plain';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) void readFile(store, file);
  });
  input.click();
}

async function readFile(store: Store, file: File): Promise<void> {
  if (file.size > MAX_BYTES) {
    notifyUnreadable(store, `${file.name} has ${Math.round(file.size / 1024 / 1024)} MB; a scenario has at most 32.`);
    return;
  }
  let text: string;
  try {
    text = await file.text();
  } catch (error) {
    notifyUnreadable(store, `${file.name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return;
  }
  openFileText(store, text);
}

function notifyUnreadable(store: Store, text: string): void {
  store.notify({ kind: 'link', text, actions: [{ do: 'dismiss' }] });
}
