import { useState } from 'react';

/** The value; while `held`, the one that it had when that began. */
export function useHeld<T>(value: T, held: boolean): T {
  const [kept, keep] = useState<{ readonly value: T } | null>(null);
  if (held && kept === null) keep({ value });
  if (!held && kept !== null) keep(null);
  return held && kept !== null ? kept.value : value;
}
