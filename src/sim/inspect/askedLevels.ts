/** The level over a range of a limiter that is asked for many levels at once: at its requests, and often in between. */
import type { KeyState, Limiter } from '../limiters/limiter.ts';
import { CurveBuilder } from '../metrics/downsample.ts';
import type { LevelCurves } from '../run/levelTracer.ts';
import { NEVER, type Instant } from '../time.ts';
import type { Replay } from './replay.ts';

/** Between two requests the level is asked for at most so often in a pixel column. */
const STEPS_PER_COLUMN = 2;

/**
 * @param state of the key before its request number `first`; those up to `end` lie in [from, to)
 * @returns null where the limiter cannot be asked so
 */
export function askedLevels(
  replay: Replay,
  state: KeyState,
  [first, end]: readonly [first: number, end: number],
  { from, to, columns }: { readonly from: Instant; readonly to: Instant; readonly columns: number },
): LevelCurves | null {
  const { algorithm: limiter, params } = replay.lane.plan;
  if (limiter.levels === undefined) return null;
  const at: Instant[] = [from];
  const cost: number[] = [0];
  const step = Math.max(1, Math.ceil((to - from) / columns / STEPS_PER_COLUMN));
  const addUpTo = (until: Instant): void => {
    const gap = nextCorner(limiter, state, params, step);
    for (let now = (at.at(-1) as Instant) + gap; now < until; now += gap) {
      at.push(now);
      cost.push(0);
    }
  };
  for (let position = first; position < end; position++) {
    addUpTo(replay.instantAt(position));
    at.push(replay.instantAt(position));
    cost.push(replay.costAt(position));
  }
  addUpTo(to);
  at.push(to);
  cost.push(0);
  const levels = limiter.levels(state, params, Float64Array.from(at), Float64Array.from(cost));
  const curve = new CurveBuilder(from, to, columns);
  for (const [index, instant] of at.entries()) {
    curve.push(instant, levels[2 * index] as number);
    if (cost[index] !== 0) curve.push(instant, levels[2 * index + 1] as number);
  }
  return { level: curve.finish(), secondaryLevel: null };
}

/** Corners of the level are never nearer to each other than `step`. */
function nextCorner(limiter: Limiter, state: KeyState, params: Parameters<Limiter['level']>[1], step: number): number {
  const next = limiter.nextBreakpoint(state, params, 0);
  return next === NEVER ? NEVER : Math.max(step, next);
}
