/**
 * The level of one key as a curve, and its second quantity, from the limiter's own closed form at and between decisions.
 * A single replay of the key gives both.
 */
import type { Limiter, Params, KeyState } from '../limiters/limiter.ts';
import { CurveBuilder } from '../metrics/downsample.ts';
import type { LaneChartData } from '../metrics/chartData.ts';
import type { Duration, Instant } from '../time.ts';
import type { Replay } from './replay.ts';

/** Between decisions a level is monotonic, so a few of its steps per pixel column are enough. */
const STEPS_PER_COLUMN = 4;

/** Requests per slice: a few milliseconds. */
const SLICE = 1 << 15;

export type LevelCurves = Pick<LaneChartData, 'level' | 'secondaryLevel'>;

export function* levelCurves(
  replay: Replay,
  from: Instant,
  to: Instant,
  columns: number,
): Generator<undefined, LevelCurves> {
  const first = replay.countBefore(from);
  const end = replay.countBefore(to);
  const tracer = new LevelTracer(replay, first, from, to, columns);
  for (let position = first; position < end; position += SLICE) {
    tracer.processRequests(position, Math.min(end, position + SLICE));
    yield;
  }
  return tracer.finish(to);
}

/** Replays a key and records its level. */
class LevelTracer {
  readonly #replay: Replay;
  readonly #limiter: Limiter;
  readonly #params: Params;
  readonly #state: KeyState;
  readonly #level: CurveBuilder;
  readonly #second: CurveBuilder | null;
  readonly #from: Instant;
  /** The duration of a pixel column. */
  readonly #columnWidth: Duration;
  #now: Instant;
  /** The end of the pixel column that contains `now`. */
  #columnEnd: Instant;

  constructor(replay: Replay, position: number, from: Instant, to: Instant, columns: number) {
    const { algorithm: limiter, params } = replay.lane.plan;
    this.#replay = replay;
    this.#limiter = limiter;
    this.#params = params;
    this.#state = replay.stateAfter(position);
    this.#level = new CurveBuilder(from, to, columns);
    this.#second = limiter.secondaryGauge === undefined ? null : new CurveBuilder(from, to, columns);
    this.#from = from;
    this.#columnWidth = Math.max(1, (to - from) / columns);
    this.#now = from;
    this.#columnEnd = from + this.#columnWidth;
    this.#push(from);
  }

  /** Replays the key's requests [first, end). */
  processRequests(first: number, end: number): void {
    for (let position = first; position < end; position++) {
      const at = this.#replay.instantAt(position);
      this.#advanceTo(at);
      this.#limiter.decide(this.#state, this.#params, at, this.#replay.costAt(position));
      this.#push(at);
    }
  }

  finish(to: Instant): LevelCurves {
    this.#advanceTo(to);
    return { level: this.#level.finish(), secondaryLevel: this.#second?.finish() ?? null };
  }

  #advanceTo(until: Instant): void {
    // Within a column the end points are enough, because the level is monotonic. When a column has many requests, not
    // looking for steps halves the time (a million requests of a sliding log: 143 → 72 ms).
    if (until >= this.#columnEnd) {
      this.#pushSteps(until);
      this.#columnEnd = this.#from + (Math.floor((until - this.#from) / this.#columnWidth) + 1) * this.#columnWidth;
    }
    if (until > this.#now) {
      this.#push(until);
      this.#now = until;
    }
  }

  /** Pushes the level at each of its breakpoints up to `until`; between them it is a straight line. */
  #pushSteps(until: Instant): void {
    const column = this.#columnWidth;
    let now = this.#now;
    let steps = 0;
    let stepsEnd = now + column;
    for (;;) {
      let step = this.#limiter.nextBreakpoint(this.#state, this.#params, now);
      if (step > until) break;
      if (step >= stepsEnd) {
        steps = 0;
        stepsEnd = step + column;
      } else if (++steps > STEPS_PER_COLUMN) {
        step = Math.ceil(stepsEnd);
        if (step > until) break;
        steps = 0;
        stepsEnd = step + column;
      }
      // Time is whole microseconds: the last value before a jump is the one a microsecond earlier.
      if (step - 1 > now) this.#push(step - 1);
      this.#push(step);
      now = step;
    }
    this.#now = now;
  }

  #push(at: Instant): void {
    this.#level.push(at, this.#limiter.level(this.#state, this.#params, at));
    this.#second?.push(at, this.#limiter.secondaryGauge?.level(this.#state, this.#params, at) ?? 0);
  }
}
