/** The level of a program over a range: asked for at its requests, and often in between. */
import type { LevelRange } from '../limiters/limiter.ts';
import type { Duration, Instant } from '../time.ts';
import type { OwnProgram, PlainState, ProgramSetting } from './program.ts';

/** A level may be any curve: it is drawn as a line with so many corners in each T. */
const CORNERS = 64;
/** Between two requests, it is asked for at most so often in a pixel column. */
const STEPS_PER_COLUMN = 2;

export function cornerOf({ policy }: ProgramSetting): Duration {
  return Math.max(1, Math.ceil(policy.T / CORNERS));
}

/** @param state before the first of the requests */
export function putLevels(
  program: OwnProgram,
  setting: ProgramSetting,
  state: PlainState,
  { replay, first, end, from, to, columns }: LevelRange,
  put: (at: Instant, level: number) => void,
): void {
  const step = Math.max(cornerOf(setting), Math.ceil((to - from) / columns / STEPS_PER_COLUMN));
  const instants: Instant[] = [];
  const costs: number[] = [];
  let now = from;
  for (let request = first; request <= end; request++) {
    const until = request < end ? replay.instantAt(request) : to;
    for (; now < until; now += step) {
      instants.push(now);
      costs.push(0);
    }
    instants.push(until);
    costs.push(request < end ? replay.costAt(request) : 0);
    now = until + step;
  }
  const levels = program.levels(setting, state, Float64Array.from(instants), Float64Array.from(costs));
  for (const [index, instant] of instants.entries()) {
    put(instant, levels[2 * index] as number);
    if (costs[index] !== 0) put(instant, levels[2 * index + 1] as number);
  }
}
