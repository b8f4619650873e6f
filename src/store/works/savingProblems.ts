/** Says once, per cause, that nothing is saved; says nothing more once saving works again. */
import { asSentence } from '../asSentence.ts';
import type { Store } from '../store.ts';

export interface SavingProblems {
  /** Nothing can be saved as long as the page is open. */
  readonly unavailable: (reason: string) => void;
  readonly notSaved: (error: unknown) => void;
  readonly saved: () => void;
  /** The next failure is said even if its cause has been said before. */
  readonly sayAgain: () => void;
}

export function createSavingProblems(store: Pick<Store, 'notify' | 'removeNotices'>): SavingProblems {
  let said: string | null = null;
  let lasting: string | null = null;
  const say = (text: string): void => {
    if (said === text) return;
    said = text;
    store.notify({ kind: 'storage', text, actions: [{ do: 'save-file' }, { do: 'dismiss' }] });
  };
  return {
    unavailable: (reason) => {
      lasting = `Nothing is saved in this browser: ${reason}.`;
      say(lasting);
    },
    notSaved: (error) => say(lasting ?? notSavedText(error)),
    sayAgain: () => {
      said = null;
    },
    saved: () => {
      if (said === null) return;
      said = null;
      store.removeNotices('storage');
    },
  };
}

/** Why a write failed, as a sentence. */
export function notSavedText(error: unknown): string {
  const { name, message } = error as DOMException;
  return name === 'QuotaExceededError'
    ? 'This browser has no room left, so what you change is not saved. Delete works, or save a file.'
    : `What you change is not saved in this browser: ${asSentence(message)}`;
}
