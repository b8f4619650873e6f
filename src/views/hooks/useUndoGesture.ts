import { useRef } from 'react';

export interface UndoGesture {
  /** The same until `end`: edits under one name are one undo step. */
  readonly id: () => string;
  readonly end: () => void;
  /** A choice, which is an undo step of its own. */
  readonly once: (change: () => void) => void;
}

/** Counted for the whole page, so that a form which comes back does not go on with the step of the one before. */
let gestureCount = 0;

/** Names the undo step of what is being typed or dragged. */
export function useUndoGesture(): UndoGesture {
  const name = useRef<string | null>(null);
  const end = (): void => {
    name.current = null;
  };
  return {
    id: () => (name.current ??= `gesture-${++gestureCount}`),
    end,
    once: (change) => {
      end();
      change();
      end();
    },
  };
}
