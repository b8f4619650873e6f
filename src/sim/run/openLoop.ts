/** A lane of one limiter on open-loop traffic: one pass over the arrivals. */
import { keyOrBusiest, type Arrivals } from '../arrivals.ts';
import { paramsForRun, type KeyState, type Limiter, type Params } from '../limiters/limiter.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { DELAY } from '../verdict.ts';
import { firstAtOrAfter } from '../search.ts';
import { CheckpointRecorder, type LimiterCheckpoints } from './limiterCheckpoints.ts';
import { hotLoopsOf } from './hotLoopsOf.ts';
import type { LimiterPlan } from './lanePlan.ts';
import { LevelTracer, type FirstLook, type LevelCurves } from './levelTracer.ts';

/** Decisions that take a few milliseconds. */
const SLICE = 1 << 17;
/** The same where each decision is a program's, some hundred times slower. */
const SLOW_SLICE = 1 << 13;

/** How many decisions a slice has. */
export function sliceOf(limiter: Pick<Limiter, 'decideSlice'>): number {
  return limiter.decideSlice === undefined ? SLICE : SLOW_SLICE;
}

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
  const look = limiter.decideSlice === undefined ? asked : null;
  const slice = sliceOf(limiter);
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

/** Without levels. A limiter whose decisions are a program's has a loop of its own. */
export function decideSlice(
  limiter: Limiter,
  params: Params,
  states: (KeyState | undefined)[],
  trace: LaneTrace,
  from: number,
  to: number,
): void {
  if (limiter.decideSlice !== undefined) return limiter.decideSlice(params, states, trace, from, to);
  const { arrivals, verdicts, waits } = trace;
  const { at, key, cost } = arrivals;
  if (key === null && cost === null) {
    const state = (states[0] ??= limiter.init(params));
    return hotLoopsOf(limiter).decide(limiter, params, state, trace, from, to);
  }
  const { decide } = limiter;
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
  const { decideColumn } = hotLoopsOf(limiter);
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
