/** The run: every lane decides on the same arrivals, and on those that its own answers make. */
import type { Limiter, Params, KeyState } from '../limiters/limiter.ts';
import { DELAY } from '../verdict.ts';
import { summarizeLane, type LaneSummary } from '../metrics/summary.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import type { Arrivals } from '../arrivals.ts';
import { microsFromSeconds, NEVER } from '../time.ts';
import { openActors } from './actorSet.ts';
import { runClosedLoop, type Budget } from './closedLoop.ts';
import { runClusterLoop, observeClusterLoop } from './clusterLoop.ts';
import type { LaneRun } from './laneRun.ts';
import { MAX_DECISIONS, type LanePlan, type LimiterPlan, type SchemePlan } from './lanePlan.ts';
import type { Plan } from './plan.ts';
import { runToEnd, mapSlices } from '../slices.ts';
import type { Observer } from './observer.ts';

export interface Run {
  readonly plan: Plan;
  readonly lanes: readonly LaneRun[];
}

/** How far a run has come, in decisions. */
export interface Progress {
  readonly done: number;
  /** Null where nobody knows: clients may try for ever. */
  readonly total: number | null;
}

/** Decisions between two chances to call a run off: a few milliseconds. */
const SLICE = 1 << 17;
/** Calls into the sandbox that the scripts of a lane may take: a few seconds. */
const MAX_SCRIPT_STEPS = 500_000;
/** Ten for each of as many clients as a script may start. */
const MAX_SCRIPT_STEPS_PER_INSTANT = 100_000;

/**
 * Runs a plan slice by slice; whoever drives the generator may stop at any slice, and then calls `return`.
 * @throws {ScriptFailure} when a script fails in the middle of a run
 */
export function* simulate(plan: Plan): Generator<Progress, Run> {
  const total = plan.isClosedLoop ? null : plan.arrivals.count * plan.lanes.length;
  // An equal share each: what one lane makes of its clients is not what the others may do.
  const maxDecisions = Math.floor(MAX_DECISIONS / Math.max(1, plan.lanes.length));
  const lanes: LaneRun[] = [];
  let before = 0;
  for (const lanePlan of plan.lanes) {
    const slices =
      plan.isClosedLoop || lanePlan.kind === 'scheme'
        ? runEventDrivenLane(plan, lanePlan, maxDecisions)
        : runOpenLoopLane(plan, lanePlan);
    const run = yield* mapSlices(slices, (made) => ({ done: before + made, total }));
    lanes.push(run);
    before += run.arrivals.count;
    // However few its decisions: starting its scripts anew, or its figures, may have taken long.
    yield { done: before, total };
  }
  return { plan, lanes };
}

function* runOpenLoopLane(plan: Plan, lanePlan: LimiterPlan): Generator<number, LaneRun> {
  const { arrivals } = plan;
  const trace = emptyTrace(arrivals, lanePlan.scheme);
  const states: (KeyState | undefined)[] = Array.from({ length: Math.max(1, arrivals.keys.length) });
  for (let from = 0; from < arrivals.count; from += SLICE) {
    const to = Math.min(arrivals.count, from + SLICE);
    decideSlice(lanePlan.scheme, lanePlan.params, states, trace, from, to);
    yield to;
  }
  const summary = yield* summarizeInSlices(plan, lanePlan, trace, 0);
  return { plan: lanePlan, ...trace, summary, report: null };
}

/** A lane that was decided elsewhere, with its figures. */
export function laneRunOf(plan: Plan, lane: LanePlan, trace: LaneTrace): LaneRun {
  return { plan: lane, ...trace, summary: runToEnd(summarizeInSlices(plan, lane, trace, 0)), report: null };
}

/** @param tryingLater jobs whose next try would come after the end */
function summarizeInSlices(
  plan: Plan,
  lane: LanePlan,
  trace: LaneTrace,
  pendingRetries: number,
): Generator<number, LaneSummary> {
  const slices = summarizeLane(trace, lane.policy.T, jobStatsInputOf(plan, pendingRetries));
  return mapSlices(slices, () => trace.arrivals.count);
}

/** What the figures need to tell of jobs; null without clients and without timeouts. */
function jobStatsInputOf(
  { scenario: { traffic }, end }: Plan,
  pendingRetries: number,
): Parameters<typeof summarizeLane>[2] {
  if (traffic.every(({ kind, timeout }) => kind !== 'clients' && kind !== 'script' && timeout === undefined))
    return null;
  const timeouts = traffic.map(({ timeout }) => (timeout === undefined ? NEVER : microsFromSeconds(timeout)));
  return { timeouts, retryingAfterEnd: pendingRetries, end };
}

/** A lane whose traffic answers back, or that takes its time to decide. @param most decisions that it may make */
export function* runEventDrivenLane(plan: Plan, lanePlan: LanePlan, maxDecisions: number): Generator<number, LaneRun> {
  const actorSet = openActors(plan, lanePlan);
  try {
    const slices =
      lanePlan.kind === 'scheme'
        ? runClusterLoop(plan, lanePlan, actorSet.actors, budgetFor(lanePlan, maxDecisions))
        : runClosedLoop(plan, lanePlan, actorSet.actors, budgetFor(lanePlan, maxDecisions));
    const { trace, ...closed } = yield* slices;
    const summary = yield* summarizeInSlices(plan, lanePlan, trace, closed.pendingRetries);
    return { plan: lanePlan, ...trace, summary, report: plan.isClosedLoop ? closed : null };
  } finally {
    actorSet.close();
  }
}

/** The same lane of several processes once more, with somebody watching. */
export function* observeLane(plan: Plan, lanePlan: SchemePlan, observer: Observer): Generator<undefined, void> {
  const actorSet = openActors(plan, lanePlan);
  try {
    const maxDecisions = Math.floor(MAX_DECISIONS / Math.max(1, plan.lanes.length));
    yield* observeClusterLoop(plan, lanePlan, actorSet.actors, budgetFor(lanePlan, maxDecisions), observer);
  } finally {
    actorSet.close();
  }
}

function budgetFor(lane: LanePlan, decisions: number): Budget {
  const keeps = lane.kind === 'limiter' && lane.scheme.storesEachPermit === true;
  return {
    decisions,
    permits: keeps ? MAX_DECISIONS : Infinity,
    steps: MAX_SCRIPT_STEPS,
    stepsPerInstant: MAX_SCRIPT_STEPS_PER_INSTANT,
  };
}

/** The same, to the end, for whoever has nothing else to do meanwhile. */
export function simulateToEnd(plan: Plan): Run {
  return runToEnd(simulate(plan));
}

export function emptyTrace(arrivals: Arrivals, limiter: Limiter): LaneTrace {
  return {
    arrivals,
    verdicts: new Uint8Array(arrivals.count),
    waits: limiter.outcomes.includes('delay') ? new Float64Array(arrivals.count) : null,
  };
}

/**
 * The hot loop. One key and unit costs, by far the commonest traffic, go without look-ups.
 *
 * One call site for all limiters is enough: a decision takes 10 to 60 ns, 5 to 17 above a loop written for its limiter
 * (`npm run bench`). A loop made anew for each of the first nine, so that `decide` can be inlined, was tried: the fixed
 * window went from 10 to 4 ns, the eight others stayed. Taking `decide` out of the loop gained 0.4 ns.
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
  if (key === null && cost === null && waits === null) {
    const state = (states[0] ??= limiter.init(params));
    for (let i = from; i < to; i++) {
      verdicts[i] = limiter.decide(state, params, at[i] as number, 1);
    }
    return;
  }
  for (let i = from; i < to; i++) {
    const k = key === null ? 0 : (key[i] as number);
    const state = (states[k] ??= limiter.init(params));
    const verdict = limiter.decide(state, params, at[i] as number, cost === null ? 1 : (cost[i] as number));
    verdicts[i] = verdict;
    if (verdict === DELAY && waits !== null) waits[i] = state['wait'] as number;
  }
}
