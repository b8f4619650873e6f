/** Opens a scenario or a link from a file. */
import type { Actions } from '../../store/actions.ts';

/** Far more than any scenario: a larger file was picked by mistake and would only block the page. */
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
    notifyUnreadable(actions, `${file.name} is ${Math.round(file.size / 1024 / 1024)} MB; the limit is 32 MB.`);
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
