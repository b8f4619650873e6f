import { useEffect, useMemo, useRef } from 'react';

/** How long typing rests before it is one undo step. */
const pause = 800;

export interface Commit<Value> {
  /** The value stands unless another comes within the pause. */
  readonly later: (value: Value) => void;
  /** What waits, if anything, stands now. */
  readonly now: () => void;
}

/** Gathers changes that follow one another closely into one; what still waits stands when its control goes away. */
export function useCommit<Value>(onCommit: (value: Value) => void): Commit<Value> {
  const latest = useRef(onCommit);
  useEffect(() => {
    latest.current = onCommit;
  });

  const waiting = useRef<{ readonly value: Value; readonly timer: ReturnType<typeof setTimeout> } | null>(null);

  const commit = useMemo(() => {
    function now(): void {
      if (waiting.current === null) return;
      const { value, timer } = waiting.current;
      clearTimeout(timer);
      waiting.current = null;
      latest.current(value);
    }
    function later(value: Value): void {
      if (waiting.current !== null) clearTimeout(waiting.current.timer);
      waiting.current = { value, timer: setTimeout(now, pause) };
    }
    return { later, now };
  }, []);

  useEffect(() => commit.now, [commit]);
  return commit;
}
