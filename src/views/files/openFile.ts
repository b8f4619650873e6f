/** A scenario, or a link, out of a file. */
import type { Actions } from '../../store/actions.ts';

/** No scenario is anywhere near as large: what is was picked by mistake, and would only keep the page busy. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Asks for a file and opens it; a file that cannot be opened becomes a notice. */
export function openFile(actions: Actions): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,.txt,application/json,text/plain';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) void readFile(actions, file);
  });
  input.click();
}

async function readFile(actions: Actions, file: File): Promise<void> {
  if (file.size > MAX_BYTES) {
    notifyUnreadable(actions, `${file.name} has ${Math.round(file.size / 1024 / 1024)} MB; a scenario has at most 32.`);
    return;
  }
  let text: string;
  try {
    text = await file.text();
  } catch (error) {
    notifyUnreadable(actions, `${file.name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return;
  }
  actions.openFileText(text);
}

function notifyUnreadable(actions: Actions, text: string): void {
  actions.notify({ kind: 'link', text, actions: [{ do: 'dismiss' }] });
}
