import { useEffect, useMemo, useRef } from 'react';

/** This long after the last change, what was typed becomes one undo step. */
const COMMIT_DELAY_MS = 800;

export interface DebouncedCommit<Value> {
  /** Commits the value unless another one follows within the delay. */
  readonly schedule: (value: Value) => void;
  /** Commits the pending value now, if there is one. */
  readonly flush: () => void;
}

/** Combines changes in quick succession into one commit; a pending one is committed when the component unmounts. */
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
