import { useRef } from 'react';

export interface Gesture {
  /** The same until `end`: edits under one name are one undo step. */
  readonly name: () => string;
  readonly end: () => void;
}

/** Counted for the whole page, so that a form which comes back does not go on with the step of the one before. */
let made = 0;

/** Names the undo step of what is being typed or dragged. */
export function useGesture(): Gesture {
  const name = useRef<string | null>(null);
  return {
    name: () => (name.current ??= `gesture-${++made}`),
    end: () => {
      name.current = null;
    },
  };
}
