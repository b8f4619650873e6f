/** A lane of one limiter on open-loop traffic: one pass over the arrivals. */
import { keyOrBusiest, type Arrivals } from '../arrivals.ts';
import type { KeyState, Limiter, Params } from '../limiters/limiter.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { DELAY } from '../verdict.ts';
import { firstAtOrAfter } from '../search.ts';
import type { LimiterPlan } from './lanePlan.ts';
import { LevelTracer, type FirstLook, type LevelCurves } from './levelTracer.ts';

/** Decisions per slice: a few milliseconds. */
const SLICE = 1 << 17;

/** The trace, and the level of the key that is looked at first. */
export interface OpenLoopResult {
  readonly trace: LaneTrace;
  readonly levels: LevelCurves | null;
}

/**
 * Yields the number of decisions made so far.
 * @param look whose level is recorded on the way; null for none
 */
export function* runOpenLoop(
  arrivals: Arrivals,
  { algorithm: limiter, params }: LimiterPlan,
  look: FirstLook | null,
): Generator<number, OpenLoopResult> {
  const trace = emptyTrace(arrivals, limiter);
  const states: (KeyState | undefined)[] = Array.from({ length: Math.max(1, arrivals.keys.length) });
  const { count } = arrivals;
  const first = look === null ? count : firstAtOrAfter(arrivals.at, look.from, count);
  const end = look === null ? count : firstAtOrAfter(arrivals.at, look.to, count);
  yield* inSlices(0, first, (from, to) => decideSlice(limiter, params, states, trace, from, to));
  if (look === null) return { trace, levels: null };
  const key = keyOrBusiest(arrivals, look.key);
  const state = (states[key] ??= limiter.init(params));
  const tracer = new LevelTracer(limiter, params, state, look);
  yield* inSlices(first, end, (from, to) => decideTraced(limiter, params, states, trace, key, tracer, from, to));
  const levels = tracer.finish();
  yield* inSlices(end, count, (from, to) => decideSlice(limiter, params, states, trace, from, to));
  return { trace, levels };
}

/** Processes the requests [first, end) in slices, and yields how many are done after each. */
function* inSlices(first: number, end: number, decide: (from: number, to: number) => void): Generator<number, void> {
  for (let from = first; from < end; from += SLICE) {
    const to = Math.min(end, from + SLICE);
    decide(from, to);
    yield to;
  }
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

/** `decideSlice`, with the level of one key before and after each decision. */
function decideTraced(
  limiter: Limiter,
  params: Params,
  states: (KeyState | undefined)[],
  { arrivals, verdicts, waits }: LaneTrace,
  tracedKey: number,
  tracer: LevelTracer,
  from: number,
  to: number,
): void {
  const { at, key, cost } = arrivals;
  const { decide } = limiter;
  for (let i = from; i < to; i++) {
    const k = key === null ? 0 : (key[i] as number);
    const state = (states[k] ??= limiter.init(params));
    const instant = at[i] as number;
    if (k === tracedKey) tracer.advanceTo(instant);
    const verdict = decide(state, params, instant, cost === null ? 1 : (cost[i] as number));
    if (k === tracedKey) tracer.push(instant);
    verdicts[i] = verdict;
    if (verdict === DELAY && waits !== null) waits[i] = state['wait'] as number;
  }
}
