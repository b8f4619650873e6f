/**
 * The line that says what was done. A store has one: a new sentence replaces the one that is shown, whichever part of the
 * page said it.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { State } from './state.ts';

/** What undoing does to what was done. */
export type UndoHint = 'undoes this' | 'delays it again' | 'brings back what was there';

/**
 * Shows what was done, in one sentence, and how to undo it.
 * @param sentence empty where there is nothing to say any more
 */
export type Say = (sentence: string, undo?: UndoHint | null) => void;

export interface StatusLine {
  readonly showStatus: Say;
  /** The same, whatever else is said in this task: an action that was refused would go on to say what it did. */
  readonly showOnly: Say;
}

/** The status line shows a sentence for this long. */
const STATUS_DURATION_MS = 6_000;

/** @param hasKeys whether there is a keyboard to undo with: with a touch screen, Undo is a button */
export function createStatusLine(
  { setState: set }: Pick<StoreApi<State>, 'setState'>,
  hasKeys: () => boolean,
): StatusLine {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held = false;
  const showStatus: Say = (sentence, undo = null) => {
    if (held) return;
    clearTimeout(timer);
    set({ status: sentence === '' || undo === null ? sentence : `${sentence} ${undoSentence(undo, hasKeys())}` });
    timer = setTimeout(() => set({ status: '' }), STATUS_DURATION_MS);
  };
  const showOnly: Say = (sentence, undo) => {
    showStatus(sentence, undo);
    held = true;
    queueMicrotask(() => {
      held = false;
    });
  };
  return { showStatus, showOnly };
}

function undoSentence(undo: UndoHint, hasKeys: boolean): string {
  if (hasKeys) return `Ctrl+Z ${undo}.`;
  return undo === 'undoes this' ? 'Undo takes it back.' : `Undo ${undo}.`;
}
