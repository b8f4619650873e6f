import { useState } from 'react';

export interface UndoGesture {
  /** The same id until `end`: edits with one id are one undo step. */
  readonly id: () => string;
  readonly end: () => void;
  /** Makes a change that is a separate undo step. */
  readonly once: (change: () => void) => void;
}

/** Counted globally, so that a form mounted again does not continue the undo step of the previous one. */
let gestureCount = 0;

/** Groups the edits of one gesture, such as typing or dragging, into one undo step. */
export function useUndoGesture(): UndoGesture {
  const [gesture] = useState(createUndoGesture);
  return gesture;
}

export function createUndoGesture(): UndoGesture {
  let name: string | null = null;
  const end = (): void => {
    name = null;
  };
  return {
    id: () => (name ??= `gesture-${++gestureCount}`),
    end,
    once: (change) => {
      end();
      change();
      end();
    },
  };
}
