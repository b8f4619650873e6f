/**
 * Turns, one after the other. What a press of → asks depends on where the press before it has led, so it waits for that
 * answer; and whoever moves on by hand takes the turn from all that still wait.
 */

export interface Turn {
  /** False once `forget` was called: what comes of it then is nobody's concern. */
  readonly holds: () => boolean;
  /** The next one begins. */
  readonly end: () => void;
}

export interface Turns {
  /** Begins at once when no other turn is under way. Beyond the most that may wait, it never does. */
  take(begin: (turn: Turn) => void): void;
  /** Lets go of all that wait and of the one that is under way. */
  forget(): void;
}

/** @param most how many may wait: a key that is held down on a slow machine is not to walk on long after its release */
export function createTurns(most: number): Turns {
  let waiting: ((turn: Turn) => void)[] = [];
  let underWay: symbol | null = null;

  const next = (): void => {
    const begin = waiting.shift();
    underWay = begin === undefined ? null : Symbol('turn');
    const mine = underWay;
    const holds = (): boolean => underWay === mine;
    begin?.({
      holds,
      end: () => {
        if (holds()) next();
      },
    });
  };

  return {
    take(begin) {
      if (waiting.length < most) waiting.push(begin);
      if (underWay === null) next();
    },
    forget() {
      waiting = [];
      underWay = null;
    },
  };
}
