/**
 * A queue of key presses. What a press of → asks depends on where the previous press led, so it waits for that answer; any
 * other move of the playhead cancels the waiting presses.
 */

export interface PressTurn {
  /** False once `clear` was called: then its answer is ignored. */
  readonly isCurrent: () => boolean;
  /** Ends this turn and begins the next. */
  readonly done: () => void;
}

export interface PressQueue {
  /** Begins at once if no other turn is active. */
  enqueue(begin: (turn: PressTurn) => void): void;
  /** Whether a turn waits for the active one to end. */
  hasWaiting(): boolean;
  /** Cancels the active turn and all waiting ones. */
  clear(): void;
}

export function createPressQueue(): PressQueue {
  let waiting: ((turn: PressTurn) => void)[] = [];
  let active: symbol | null = null;

  const next = (): void => {
    const begin = waiting.shift();
    active = begin === undefined ? null : Symbol('turn');
    const own = active;
    const isCurrent = (): boolean => active === own;
    begin?.({
      isCurrent,
      done: () => {
        if (isCurrent()) next();
      },
    });
  };

  return {
    enqueue(begin) {
      waiting.push(begin);
      if (active === null) next();
    },
    hasWaiting: () => waiting.length > 0,
    clear() {
      waiting = [];
      active = null;
    },
  };
}
