/** How much work a lane may do, how much it has done, and where exceeding the budget stopped it. */
import type { Instant } from '../time.ts';
import { MAX_DECISIONS } from './lanePlan.ts';
import type { Plan } from './plan.ts';

export interface Budget {
  readonly decisions: number;
  /** Calls into the sandbox: limited separately, because a sleep makes no decision. */
  readonly steps: number;
  /** The same at one instant: time does not advance unless clients sleep. */
  readonly stepsPerInstant: number;
}

export interface EarlyStop {
  readonly at: Instant;
  /** The exhausted part of the budget: decisions, script steps, or script steps at one instant. */
  readonly by: 'decisions' | 'steps' | 'stepsAtOnce';
  readonly limit: number;
}

/** Calls into the sandbox that the scripts of a lane may make: they take a few seconds. */
const MAX_SCRIPT_STEPS = 500_000;
/** Ten for each client, at the maximum number of clients of a script. */
const MAX_SCRIPT_STEPS_PER_INSTANT = 100_000;

/** Each lane gets an equal share, so that the retries of one lane do not limit the others. */
export function maxDecisionsPerLane({ lanes }: Pick<Plan, 'lanes'>): number {
  return Math.floor(MAX_DECISIONS / Math.max(1, lanes.length));
}

export function budgetFor(decisions: number): Budget {
  return {
    decisions,
    steps: MAX_SCRIPT_STEPS,
    stepsPerInstant: MAX_SCRIPT_STEPS_PER_INSTANT,
  };
}

export class BudgetMeter {
  decisions = 0;
  steps = 0;
  earlyStop: EarlyStop | null = null;
  readonly #budget: Budget;
  #stepsBeforeNow = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Called when time has advanced. */
  startInstant(): void {
    this.#stepsBeforeNow = this.steps;
  }

  /** Whether one more event, at that instant, would exceed the budget; sets `earlyStop` if so. */
  isExhausted(at: Instant): boolean {
    const { decisions, steps, stepsPerInstant } = this.#budget;
    if (this.decisions >= decisions) this.earlyStop = { at, by: 'decisions', limit: decisions };
    else if (this.steps >= steps) this.earlyStop = { at, by: 'steps', limit: steps };
    else if (this.steps - this.#stepsBeforeNow >= stepsPerInstant)
      this.earlyStop = { at, by: 'stepsAtOnce', limit: stepsPerInstant };
    return this.earlyStop !== null;
  }
}
