/** For tests only: that time grows no faster than what it is taken for. */
import { expect } from 'vitest';

const TIMES_AS_LONG = 8;
/** A square takes 64 times as much. */
const MOST = 25;
/** Collecting garbage, compiling. */
const NOISE_MS = 50;
const TRIES = 3;

/**
 * Fails where text of one kind takes more than in proportion to its length. Both lengths are timed in the same run, since
 * machines differ, and by the processor's time, since they are busy; what takes next to no time passes.
 * @param textOf of about that many characters
 */
export function expectLinearTime(
  length: number,
  textOf: (length: number) => string,
  read: (text: string) => unknown,
): void {
  const time = (text: string): number => {
    const before = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  const [short, long] = [textOf(length / TIMES_AS_LONG), textOf(length)];
  const tries: { readonly short: number; readonly long: number }[] = [];
  const isLinear = (): boolean => tries.some((took) => took.long <= MOST * took.short + NOISE_MS);
  while (tries.length < TRIES && !isLinear()) tries.push({ short: time(short), long: time(long) });
  const begins = long.slice(0, 60);
  expect({ begins, tries, isLinear: isLinear() }).toEqual({ begins, tries, isLinear: true });
}

/** `front`, then one part again and again. */
export const repeated =
  (part: string, front = '') =>
  (length: number): string =>
    front + part.repeat(length / part.length);
