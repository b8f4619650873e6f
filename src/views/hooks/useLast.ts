import { useState } from 'react';

/**
 * The value; while it is `lost`, the last one from before.
 * @param watched whether it may get lost: only then is each new value noted, which renders twice
 */
export function useLast<T>(value: T, lost: boolean, watched: boolean): T {
  const [last, setLast] = useState<{ readonly value: T }>({ value });
  if (watched && !lost && last.value !== value) setLast({ value });
  return lost ? last.value : value;
}
