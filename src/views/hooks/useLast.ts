import { useState } from 'react';

/** The value; while it is `lost`, the last one from before. */
export function useLast<T>(value: T, lost: boolean): T {
  const [last, setLast] = useState<{ readonly value: T }>({ value });
  if (!lost && last.value !== value) setLast({ value });
  return lost ? last.value : value;
}
