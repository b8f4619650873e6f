/** How much a lane may do, how much of it is spent, and where that ended the lane. */
import type { Instant } from '../time.ts';
import { MAX_DECISIONS, type LanePlan } from './lanePlan.ts';
import type { Plan } from './plan.ts';

export interface Budget {
  readonly decisions: number;
  /** Permits asked for. */
  readonly permits: number;
  /** Calls into the sandbox: a sleep costs no decision. */
  readonly steps: number;
  /** The same at one instant: time stands still where no client sleeps. */
  readonly stepsPerInstant: number;
}

export interface EarlyStop {
  readonly at: Instant;
  /** Too many decisions, permits that the limiter would have to keep, steps of scripts, or such steps at one instant. */
  readonly by: 'decisions' | 'permits' | 'steps' | 'stepsAtOnce';
  readonly limit: number;
}

/** Calls into the sandbox that the scripts of a lane may take: a few seconds. */
const MAX_SCRIPT_STEPS = 500_000;
/** Ten for each of as many clients as a script may start. */
const MAX_SCRIPT_STEPS_PER_INSTANT = 100_000;

/** An equal share for each lane: what one makes of its clients does not limit the others. */
export function maxDecisionsPerLane({ lanes }: Pick<Plan, 'lanes'>): number {
  return Math.floor(MAX_DECISIONS / Math.max(1, lanes.length));
}

export function budgetFor(lane: LanePlan, decisions: number): Budget {
  const keepsPermits = lane.kind === 'limiter' && lane.scheme.storesEachPermit === true;
  return {
    decisions,
    permits: keepsPermits ? MAX_DECISIONS : Infinity,
    steps: MAX_SCRIPT_STEPS,
    stepsPerInstant: MAX_SCRIPT_STEPS_PER_INSTANT,
  };
}

export class BudgetMeter {
  decisions = 0;
  steps = 0;
  earlyStop: EarlyStop | null = null;
  readonly #budget: Budget;
  #permits = 0;
  #stepsBeforeNow = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  countDecision(cost: number): void {
    this.decisions++;
    this.#permits += cost;
  }

  /** Time has gone on. */
  startInstant(): void {
    this.#stepsBeforeNow = this.steps;
  }

  /** Whether one event more, at that instant, would be too much. */
  isExhausted(at: Instant): boolean {
    const { decisions, permits, steps, stepsPerInstant } = this.#budget;
    if (this.decisions >= decisions) this.earlyStop = { at, by: 'decisions', limit: decisions };
    else if (this.#permits >= permits) this.earlyStop = { at, by: 'permits', limit: permits };
    else if (this.steps >= steps) this.earlyStop = { at, by: 'steps', limit: steps };
    else if (this.steps - this.#stepsBeforeNow >= stepsPerInstant)
      this.earlyStop = { at, by: 'stepsAtOnce', limit: stepsPerInstant };
    return this.earlyStop !== null;
  }
}
