/** Asks for a file. What reads it is loaded after the first chart, or with the first file. */
import type { Actions } from '../../store/actions.ts';
import { NOT_LOADED } from '../ui/lazyPart.ts';

export async function chooseFile(actions: Actions): Promise<void> {
  try {
    (await import('./openFile.ts')).openFile(actions);
  } catch {
    actions.notify({ kind: 'defect', text: NOT_LOADED, actions: [{ do: 'reload' }, { do: 'dismiss' }] });
  }
}
