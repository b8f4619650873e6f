/** Undo and redo over whole values: the store keeps scenarios, which are small documents. */

export const MAX_STEPS = 500;

export interface HistoryStep<T> {
  readonly value: T;
  /** What was done, for the status line: `removal of lane 2`. */
  readonly label: string;
}

export interface History<T> {
  readonly past: readonly HistoryStep<T>[];
  readonly future: readonly HistoryStep<T>[];
  /** The gesture of the last edit; edits of one gesture (a drag, a held key) make one step. */
  readonly gesture: string | null;
  /** Whether steps before the oldest were dropped: undo does not go back to the beginning. */
  readonly cut: boolean;
}

export const emptyHistory = { past: [], future: [], gesture: null, cut: false } as const;

/**
 * The history after `present` was replaced by an edit.
 * @param isBack whether the edit came back to a value; a gesture that ends where it began leaves no step
 */
export function recordStep<T>(
  history: History<T>,
  present: T,
  label: string,
  gesture: string | null,
  isBack: (began: T) => boolean = () => false,
): History<T> {
  if (gesture !== null && gesture === history.gesture) {
    const began = history.past.at(-1);
    return began !== undefined && isBack(began.value)
      ? { ...history, past: history.past.slice(0, -1), future: [], gesture: null }
      : { ...history, future: [] };
  }
  const past = [...history.past, { value: present, label }];
  return { past: past.slice(-MAX_STEPS), future: [], gesture, cut: history.cut || past.length > MAX_STEPS };
}

/** The history and the value after one step back or forward; null if there is none. */
export function moveInHistory<T>(
  history: History<T>,
  present: T,
  direction: 'undo' | 'redo',
): { readonly history: History<T>; readonly step: HistoryStep<T> } | null {
  const [from, to] = direction === 'undo' ? [history.past, history.future] : [history.future, history.past];
  const step = from.at(-1);
  if (step === undefined) return null;
  const rest = from.slice(0, -1);
  const other = [...to, { value: present, label: step.label }];
  return {
    step,
    history:
      direction === 'undo'
        ? { past: rest, future: other, gesture: null, cut: history.cut }
        : { past: other, future: rest, gesture: null, cut: history.cut },
  };
}
