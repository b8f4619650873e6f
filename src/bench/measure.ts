/**
 * Measuring on a machine that does other things as well: interleaved, repeated, and the median taken.
 *
 * A time is the lesser of what the clock on the wall and the process's own processor time say. Other programs stretch the
 * first (to ten times, on two busy cores), V8's helper threads the second; the work itself takes neither's excess.
 */

/** The real clock, kept before any benchmark replaces it with a fake one. */
const wallClock = performance.now.bind(performance);

/** @returns the milliseconds since then, see above */
export function startStopwatch(): () => number {
  const cpuBefore = process.cpuUsage();
  const started = wallClock();
  return () => {
    const wall = wallClock() - started;
    const { user, system } = process.cpuUsage(cpuBefore);
    return Math.min(wall, (user + system) / 1_000);
  };
}

/** One thing to be timed: does its work once. */
export interface BenchmarkTask {
  readonly name: string;
  run(): unknown;
}

/**
 * Times every contestant once per round, in an order that rotates, so that none always runs after the same other and a
 * slow phase of the machine affects all alike. Promises are awaited.
 * @returns milliseconds, by contestant and then by round; `warmUps` rounds before are not kept
 */
export async function runInterleaved(
  tasks: readonly BenchmarkTask[],
  rounds: number,
  warmUps: number,
): Promise<readonly (readonly number[])[]> {
  const timings = tasks.map((): number[] => []);
  for (let round = -warmUps; round < rounds; round++) {
    for (let turn = 0; turn < tasks.length; turn++) {
      const index = (turn + round + warmUps) % tasks.length;
      const elapsed = startStopwatch();
      const result = (tasks[index] as BenchmarkTask).run();
      if (result instanceof Promise) await result;
      const time = elapsed();
      if (round >= 0) (timings[index] as number[]).push(time);
    }
  }
  return timings;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? NaN) + upper) / 2;
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
