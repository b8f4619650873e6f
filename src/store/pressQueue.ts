/**
 * Presses take turns. What a press of → asks depends on where the press before it led, so it waits for that answer; any
 * other move of the playhead cancels the presses that still wait.
 */

export interface PressTurn {
  /** False once `clear` was called: then its answer is ignored. */
  readonly isCurrent: () => boolean;
  /** The next one begins. */
  readonly done: () => void;
}

export interface PressQueue {
  /** Begins at once when no other turn is under way. Beyond the most that may wait, it never does. */
  enqueue(begin: (turn: PressTurn) => void): void;
  /** Lets go of all that wait and of the one that is under way. */
  clear(): void;
}

/** @param most how many may wait: a key that is held down on a slow machine is not to walk on long after its release */
export function createPressQueue(maxWaiting: number): PressQueue {
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
      if (waiting.length < maxWaiting) waiting.push(begin);
      if (active === null) next();
    },
    clear() {
      waiting = [];
      active = null;
    },
  };
}
