/** A value once it has stayed the same for a while: what is said aloud must not change while a limit is dragged. */
import { useEffect, useState } from 'react';

const REST_MS = 700;

export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
