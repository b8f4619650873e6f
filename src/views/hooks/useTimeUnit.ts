import { useState } from 'react';
import { naturalUnit, secondsToUnit, type TimeUnit } from '../format/time.ts';

/**
 * The unit that a field shows seconds in. One in which they were set in the field, or that was chosen, is kept while they are
 * readable in it: otherwise 60 s would become 1 min while 600 is typed, and the next zero would make it 10 h. Those that were
 * set elsewhere have their natural unit.
 */
export function useTimeUnit(seconds: number): {
  readonly unit: TimeUnit;
  /** For seconds about to be set in that unit; by default in the one that is shown. */
  readonly keep: (seconds: number, unit?: TimeUnit) => void;
  readonly reset: () => void;
} {
  const [kept, setKept] = useState<{ readonly unit: TimeUnit; readonly seconds: number } | null>(null);
  const unit =
    kept !== null && (kept.seconds === seconds || isReadableIn(seconds, kept.unit)) ? kept.unit : naturalUnit(seconds);
  return { unit, keep: (next, of = unit) => setKept({ unit: of, seconds: next }), reset: () => setKept(null) };
}

/** Whether seconds are readable in that unit: 0.00001 h is not. */
function isReadableIn(seconds: number, unit: TimeUnit): boolean {
  const figure = secondsToUnit(seconds, unit);
  return figure >= 0.01 && figure < 100_000;
}
