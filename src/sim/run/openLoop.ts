/** A lane of one limiter on open-loop traffic: one pass over the arrivals. */
import type { Arrivals } from '../arrivals.ts';
import type { KeyState, Limiter, Params } from '../limiters/limiter.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { DELAY } from '../verdict.ts';
import type { LimiterPlan } from './lanePlan.ts';

/** Decisions per slice: a few milliseconds. */
const SLICE = 1 << 17;

/** Yields the number of decisions made so far. */
export function* runOpenLoop(
  arrivals: Arrivals,
  { algorithm: limiter, params }: LimiterPlan,
): Generator<number, LaneTrace> {
  const trace = emptyTrace(arrivals, limiter);
  const states: (KeyState | undefined)[] = Array.from({ length: Math.max(1, arrivals.keys.length) });
  for (let from = 0; from < arrivals.count; from += SLICE) {
    const to = Math.min(arrivals.count, from + SLICE);
    decideSlice(limiter, params, states, trace, from, to);
    yield to;
  }
  return trace;
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
