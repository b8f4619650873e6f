import { createActionContext } from './actionContext.ts';
import { withNotes } from './sentence.ts';
import type { Store } from './store.ts';

/** Keeps the sentence that is being written, if one is: when its author is done, and before something else is opened. */
export function keepNotesDraft(store: Store): void {
  const { notesDraft, scenario } = store.getState();
  store.setState({ notesDraft: null });
  // What was only looked at is not changed, by the spaces at its ends either.
  if (notesDraft === null || notesDraft === scenario.notes) return;
  createActionContext(store).edit('change of the sentence', (now) => withNotes(now, notesDraft.trim()));
}
