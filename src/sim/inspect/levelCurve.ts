/** The level of one key over a range, from a replay of that key. */
import { LevelTracer, type LevelCurves } from '../run/levelTracer.ts';
import { askedLevels } from './askedLevels.ts';
import type { Instant } from '../time.ts';
import type { Replay } from './replay.ts';

/** Requests per slice: a few milliseconds. */
const SLICE = 1 << 15;

export function* levelCurves(
  replay: Replay,
  from: Instant,
  to: Instant,
  columns: number,
): Generator<undefined, LevelCurves> {
  const { algorithm: limiter, params } = replay.lane.plan;
  const first = replay.countBefore(from);
  const end = replay.countBefore(to);
  const { state, decideNext } = replay.walkFrom(first);
  const asked = askedLevels(replay, state, [first, end], { from, to, columns });
  if (asked !== null) return asked;
  const tracer = new LevelTracer(limiter, params, state, { from, to, columns });
  for (let position = first; position < end; position++) {
    const at = replay.instantAt(position);
    tracer.advanceTo(at);
    decideNext();
    tracer.push(at);
    if ((position - first) % SLICE === SLICE - 1) yield;
  }
  return tracer.finish();
}
