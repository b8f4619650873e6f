/** A lane of one limiter on open-loop traffic: one pass over the arrivals. */
import { keyOrBusiest, type Arrivals } from '../arrivals.ts';
import { paramsForRun, type KeyState, type Limiter, type Params } from '../limiters/limiter.ts';
import type { PlacedVertex } from '../metrics/downsample.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { DELAY } from '../verdict.ts';
import { decideBlock } from './manyDecisions.ts';
import { firstAtOrAfter } from '../search.ts';
import { CheckpointRecorder, type LimiterCheckpoints } from './limiterCheckpoints.ts';
import type { LimiterPlan } from './lanePlan.ts';
import { LevelTracer, type FirstLook, type LevelCurves } from './levelTracer.ts';

/** Decisions per slice: a few milliseconds. */
const SLICE = 1 << 17;
/** The same where each decision is a program's, some hundred times slower. */
const SLOW_SLICE = 1 << 13;

/** The trace, and the level of the key that is looked at first. */
export interface OpenLoopResult {
  readonly trace: LaneTrace;
  readonly levels: LevelCurves | null;
  /** Null with several keys. */
  readonly checkpoints: LimiterCheckpoints | null;
}

/**
 * Yields the number of decisions made so far.
 * @param asked whose level is recorded on the way; null for none
 */
export function* runOpenLoop(
  arrivals: Arrivals,
  { algorithm: limiter, params: ofPlan }: LimiterPlan,
  asked: FirstLook | null,
): Generator<number, OpenLoopResult> {
  // Levels are asked for one by one, which takes longer than a second pass that asks for many at once.
  const look = limiter.decideMany === undefined ? asked : null;
  const slice = limiter.decideMany === undefined ? SLICE : SLOW_SLICE;
  const params = paramsForRun(limiter, ofPlan);
  const trace = emptyTrace(arrivals, limiter);
  const states: (KeyState | undefined)[] = Array.from({ length: Math.max(1, arrivals.keys.length) });
  const { count } = arrivals;
  const recorder = arrivals.key === null ? new CheckpointRecorder(count) : null;
  /** Processes the requests [first, end) in slices, and yields how many are done after each. */
  function* inSlices(first: number, end: number, decide: (from: number, to: number) => void): Generator<number, void> {
    for (let from = first; from < end;) {
      const checkpoint = recorder === null ? Infinity : (Math.floor(from / recorder.spacing) + 1) * recorder.spacing;
      const to = Math.min(end, from + slice, checkpoint);
      decide(from, to);
      if (to === checkpoint) recorder?.add(states[0] as KeyState);
      yield to;
      from = to;
    }
  }
  const first = look === null ? count : firstAtOrAfter(arrivals.at, look.from, count);
  const end = look === null ? count : firstAtOrAfter(arrivals.at, look.to, count);
  yield* inSlices(0, first, (from, to) => decideSlice(limiter, params, states, trace, from, to));
  if (look === null) return { trace, levels: null, checkpoints: recorder?.finish() ?? null };
  const key = keyOrBusiest(arrivals, look.key);
  const state = (states[key] ??= limiter.init(params));
  const tracer = new LevelTracer(limiter, params, state, look);
  // Where keys share a state, every request moves the level.
  const traced = params === ofPlan ? key : null;
  yield* inSlices(first, end, (from, to) => decideTraced(limiter, params, states, trace, traced, tracer, from, to));
  const levels = tracer.finish();
  yield* inSlices(end, count, (from, to) => decideSlice(limiter, params, states, trace, from, to));
  return { trace, levels, checkpoints: recorder?.finish() ?? null };
}

export function emptyTrace(arrivals: Arrivals, limiter: Limiter): LaneTrace {
  return {
    arrivals,
    verdicts: new Uint8Array(arrivals.count),
    waits: limiter.outcomes.includes('delay') ? new Float64Array(arrivals.count) : null,
  };
}

/**
 * The hot loop. One key with unit costs, by far the most common traffic, needs no look-ups; a limiter that delays has a loop
 * of its own. One call site for all limiters is fast enough, if `decide` is looked up once: `npm run bench` compares it with
 * a hand-written loop for each. Generating a loop per limiter, so that `decide` can be inlined, sped up only the fixed window.
 */
export function decideSlice(
  limiter: Limiter,
  params: Params,
  states: (KeyState | undefined)[],
  { arrivals, verdicts, waits }: LaneTrace,
  from: number,
  to: number,
): void {
  if (limiter.decideMany !== undefined)
    return decideBlock(limiter, params, states, { arrivals, verdicts, waits }, from, to);
  const { at, key, cost } = arrivals;
  const { decide } = limiter;
  if (key === null && cost === null) {
    const state = (states[0] ??= limiter.init(params));
    if (waits === null) for (let i = from; i < to; i++) verdicts[i] = decide(state, params, at[i] as number, 1);
    else {
      for (let i = from; i < to; i++) {
        const verdict = decide(state, params, at[i] as number, 1);
        verdicts[i] = verdict;
        if (verdict === DELAY) waits[i] = state['wait'] as number;
      }
    }
    return;
  }
  for (let i = from; i < to; i++) {
    const k = key === null ? 0 : (key[i] as number);
    const state = (states[k] ??= limiter.init(params));
    const verdict = decide(state, params, at[i] as number, cost === null ? 1 : (cost[i] as number));
    verdicts[i] = verdict;
    if (verdict === DELAY && waits !== null) waits[i] = state['wait'] as number;
  }
}

/** `decideSlice`, with the level of one key before and after each decision on it, or (`null`) on any. */
function decideTraced(
  limiter: Limiter,
  params: Params,
  states: (KeyState | undefined)[],
  trace: LaneTrace,
  tracedKey: number | null,
  tracer: LevelTracer,
  from: number,
  to: number,
): void {
  const { arrivals, verdicts, waits } = trace;
  const { at, key, cost } = arrivals;
  const { decide } = limiter;
  const isPlain = key === null && cost === null;
  for (let i = from; i < to; i++) {
    const instant = at[i] as number;
    if (isPlain && instant < tracer.thinnedUntil) {
      i = decideColumn(limiter, params, states[0] as KeyState, trace, tracer, i, to) - 1;
      continue;
    }
    const k = key === null ? 0 : (key[i] as number);
    const state = (states[k] ??= limiter.init(params));
    const moves = tracedKey === null || k === tracedKey;
    if (moves) tracer.advanceTo(instant);
    const verdict = decide(state, params, instant, cost === null ? 1 : (cost[i] as number));
    if (moves) tracer.push(instant);
    verdicts[i] = verdict;
    if (verdict === DELAY && waits !== null) waits[i] = state['wait'] as number;
  }
}

/**
 * The hot loop of a first look: one key, unit costs, and a pixel column of which only the extremes are still to be found.
 * @returns the position of the first request after that column, or `to`
 */
function decideColumn(
  { decide, level }: Limiter,
  params: Params,
  state: KeyState,
  { arrivals: { at }, verdicts, waits }: LaneTrace,
  tracer: LevelTracer,
  from: number,
  to: number,
): number {
  const until = tracer.thinnedUntil;
  let { min, max } = tracer;
  // Twice the position, and one more for the level after the decision.
  let [minPlace, maxPlace] = [-1, -1];
  let value = 0;
  let i = from;
  for (; i < to; i++) {
    const instant = at[i] as number;
    if (instant >= until) break;
    value = level(state, params, instant);
    if (value < min) {
      min = value;
      minPlace = 2 * i;
    } else if (value > max) {
      max = value;
      maxPlace = 2 * i;
    }
    const verdict = decide(state, params, instant, 1);
    verdicts[i] = verdict;
    if (verdict === DELAY && waits !== null) waits[i] = state['wait'] as number;
    value = level(state, params, instant);
    if (value < min) {
      min = value;
      minPlace = 2 * i + 1;
    } else if (value > max) {
      max = value;
      maxPlace = 2 * i + 1;
    }
  }
  const placed = (place: number, extreme: number): PlacedVertex | null =>
    place < 0 ? null : { at: at[Math.floor(place / 2)] as number, value: extreme, place };
  tracer.skipTo(placed(minPlace, min), placed(maxPlace, max), { at: at[i - 1] as number, value, place: 2 * i - 1 });
  return i;
}
