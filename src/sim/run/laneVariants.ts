/**
 * Runs lanes of one plan with many settings, one after another, on the same arrivals: nothing is kept of a run but what its
 * caller measures before the next.
 */
import type { Arrivals } from '../arrivals.ts';
import { paramsForRun, type KeyState } from '../limiters/limiter.ts';
import type { LaneTrace } from '../metrics/trace.ts';
import { resolvePolicy, type Lane } from '../scenario/scenario.ts';
import { mapSlices } from '../slices.ts';
import type { Duration } from '../time.ts';
import { maxDecisionsPerLane } from './budget.ts';
import { isOwnCodeError, laneErrorSentence, planLane, type LimiterPlan } from './lanePlan.ts';
import { decideSlice, sliceOf } from './openLoop.ts';
import type { Plan } from './plan.ts';
import { ScriptFailure } from './scriptFailure.ts';
import { runEventDrivenLane } from './simulate.ts';

export interface VariantRun {
  /** Valid until the next run. */
  readonly trace: LaneTrace;
  /** The lane's own window. */
  readonly T: Duration;
}

export class LaneVariants {
  readonly #plan: Plan;
  readonly #verdicts: Uint8Array<ArrayBuffer>;
  /** Made with the first lane that delays. */
  #waits: Float64Array<ArrayBuffer> | null = null;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#verdicts = new Uint8Array(plan.isClosedLoop ? 0 : plan.arrivals.count);
  }

  /**
   * @param lane takes the place of the scenario's lane `laneIndex`; its requests are exactly those of a run with it
   * @returns a sentence if its limiter cannot run that policy, or a script fails with it
   */
  *run(lane: Lane, laneIndex: number): Generator<undefined, VariantRun | string> {
    const plan = this.#plan;
    const policy = resolvePolicy({ policy: plan.scenario.policy, lanes: [lane] }, 0);
    const lanePlan = planLane(plan.scenario, lane, policy, plan, laneIndex);
    if (typeof lanePlan === 'string') return lanePlan;
    try {
      if (lanePlan.kind === 'limiter' && !plan.isClosedLoop)
        return { trace: yield* this.#decide(lanePlan, plan.arrivals), T: policy.T };
      const slices = runEventDrivenLane(plan, lanePlan, maxDecisionsPerLane(plan));
      return { trace: yield* mapSlices(slices, () => undefined), T: policy.T };
    } catch (error) {
      if (error instanceof ScriptFailure) return error.message;
      if (isOwnCodeError(error)) return laneErrorSentence(lane.limiter, error);
      throw error;
    }
  }

  *#decide({ algorithm: limiter, params: ofPlan }: LimiterPlan, arrivals: Arrivals): Generator<undefined, LaneTrace> {
    const params = paramsForRun(limiter, ofPlan);
    const delays = limiter.outcomes.includes('delay');
    if (delays) this.#waits = this.#waits?.fill(0) ?? new Float64Array(arrivals.count);
    // Another view for each run: what is remembered of a trace is remembered by its verdicts.
    const trace = { arrivals, verdicts: this.#verdicts.subarray(), waits: delays ? this.#waits : null };
    const states: (KeyState | undefined)[] = Array.from({ length: Math.max(1, arrivals.keys.length) });
    const slice = sliceOf(limiter);
    for (let from = 0; from < arrivals.count; from += slice) {
      decideSlice(limiter, params, states, trace, from, Math.min(arrivals.count, from + slice));
      yield;
    }
    return trace;
  }
}
