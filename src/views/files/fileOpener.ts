/** What opens files and pasted text. It is loaded after the first chart, or with the first file. */
import type { Actions } from '../../store/actions.ts';
import type { ReadableStore } from '../../store/store.ts';
import { NOT_LOADED } from '../ui/lazyPart.ts';
import type * as fileOpener from './openFile.ts';

export async function withFileOpener(actions: Actions, open: (opener: typeof fileOpener) => unknown): Promise<void> {
  try {
    await open(await import('./openFile.ts'));
  } catch {
    actions.notify({ kind: 'defect', text: NOT_LOADED, actions: [{ do: 'reload' }, { do: 'dismiss' }] });
  }
}

export function chooseFile(store: ReadableStore, actions: Actions): void {
  void withFileOpener(actions, ({ openFile }) => openFile(store, actions));
}
