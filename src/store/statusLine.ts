/**
 * The line that says what was done. A store has one: a new sentence replaces the one that is shown, whichever part of the
 * page said it.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { State } from './state.ts';

export interface StatusLine {
  /** Shows what was done, in one sentence. */
  readonly showStatus: (sentence: string) => void;
  /** The same, whatever else is said in this task: an action that was refused would go on to say what it did. */
  readonly showOnly: (sentence: string) => void;
  /** The same, followed by how to undo it. */
  readonly showUndoableStatus: (clause: string) => void;
}

/** The status line shows a sentence for this long. */
const STATUS_DURATION_MS = 6_000;

export function createStatusLine({ setState: set }: Pick<StoreApi<State>, 'setState'>): StatusLine {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held = false;
  const showStatus = (status: string): void => {
    if (held) return;
    clearTimeout(timer);
    set({ status });
    timer = setTimeout(() => set({ status: '' }), STATUS_DURATION_MS);
  };
  const showOnly = (status: string): void => {
    showStatus(status);
    held = true;
    queueMicrotask(() => {
      held = false;
    });
  };
  return { showStatus, showOnly, showUndoableStatus: (clause) => showStatus(`${clause}. Ctrl+Z undoes this.`) };
}
