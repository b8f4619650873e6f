/** What opens files and pasted text. It is loaded after the first chart, or with the first file. */
import type { Actions } from '../../store/actions.ts';
import type { ReadableStore } from '../../store/store.ts';
import { loadOrSay } from './loadOrSay.ts';
import type * as fileOpener from './openFile.ts';

export async function withFileOpener(actions: Actions, open: (opener: typeof fileOpener) => unknown): Promise<void> {
  const opener = await loadOrSay(actions, () => import('./openFile.ts'));
  if (opener !== null) await open(opener);
}

export function chooseFile(store: ReadableStore, actions: Actions): void {
  void withFileOpener(actions, ({ openFile }) => openFile(store, actions));
}
