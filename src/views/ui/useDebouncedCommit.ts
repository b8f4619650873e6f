import { useEffect, useMemo, useRef } from 'react';

/** How long typing rests before it is one undo step. */
const COMMIT_DELAY_MS = 800;

export interface DebouncedCommit<Value> {
  /** The value stands unless another comes within the pause. */
  readonly schedule: (value: Value) => void;
  /** What waits, if anything, stands now. */
  readonly flush: () => void;
}

/** Gathers changes that follow one another closely into one; what still waits stands when its control goes away. */
export function useDebouncedCommit<Value>(onCommit: (value: Value) => void): DebouncedCommit<Value> {
  const latest = useRef(onCommit);
  useEffect(() => {
    latest.current = onCommit;
  });

  const pending = useRef<{ readonly value: Value; readonly timer: ReturnType<typeof setTimeout> } | null>(null);

  const commit = useMemo(() => {
    function now(): void {
      if (pending.current === null) return;
      const { value, timer } = pending.current;
      clearTimeout(timer);
      pending.current = null;
      latest.current(value);
    }
    function later(value: Value): void {
      if (pending.current !== null) clearTimeout(pending.current.timer);
      pending.current = { value, timer: setTimeout(now, COMMIT_DELAY_MS) };
    }
    return { schedule: later, flush: now };
  }, []);

  useEffect(() => commit.flush, [commit]);
  return commit;
}
