/** A part of what opens files. */
import type { Actions } from '../../store/actions.ts';
import { NOT_LOADED } from '../ui/lazyPart.ts';

/** Null where the part could not be loaded, which is then said. */
export async function loadOrSay<Part>(actions: Actions, load: () => Promise<Part>): Promise<Part | null> {
  try {
    return await load();
  } catch {
    actions.notify({ kind: 'defect', text: NOT_LOADED, actions: [{ do: 'reload' }, { do: 'dismiss' }] });
    return null;
  }
}
