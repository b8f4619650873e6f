/**
 * Which measures go one way only as a parameter grows, so that bisection finds what looking at every value would. Only what
 * follows from a limiter's rule is declared; `monotone.test.ts` looks for counterexamples over the whole catalogue. No
 * limiter's T is among them: a longer T is a slower rate and a larger allowance at once.
 */
import type { Plan } from '../sim/engine.ts';
import type { Lane, Measure } from '../sim/index.ts';

/** Never up as the value grows, or never down. */
export type Trend = 'rising' | 'falling';

interface Declaration {
  /**
   * Parameters in which ever fewer clients are refused. Until a client's first refusal every value has counted the same
   * requests, all of them, and a greater one leaves at least as much room.
   */
  readonly clients: readonly string[];
  /**
   * Parameters with which a request that is admitted stays admitted, as long as every request costs 1: windows that begin
   * whatever is refused, each with its first n requests.
   */
  readonly nested?: readonly string[];
}

const WINDOW: Declaration = { clients: ['n'], nested: ['n'] };
const COUNTER: Declaration = { clients: ['n'] };
const BUCKET: Declaration = { clients: ['n', 'capacity'] };

/**
 * By limiter, and edition where only one of two is meant. Missing are those that lose fractions, more of them at some rates
 * (`token-bucket-lazy`, `token-bucket-throttler`, the published leaky meter), that change their mode (`hybrid`), compute in
 * doubles (Guava's), or let a score that has just run out begin anew (`cooldown-score`).
 */
const DECLARED: Readonly<Record<string, Declaration>> = {
  'fixed-window': WINDOW,
  'simple-window': WINDOW,
  'quota-reset': WINDOW,
  'sliding-log': COUNTER,
  'sliding-counter': COUNTER,
  'sub-window': COUNTER,
  'token-bucket': BUCKET,
  gcra: BUCKET,
  'leaky-meter/corrected': BUCKET,
  // Its ticks are elsewhere with another n.
  'token-bucket-ticked': { clients: ['capacity'] },
  'quota-and-linear': BUCKET,
  exponential: COUNTER,
  'leaky-interval': COUNTER,
  'leaky-queue': BUCKET,
  'nginx-limit-req': { clients: ['n', 'burst'] },
};

/** How a measure goes while ever more requests are admitted and none of them is refused again. */
const NESTED_TRENDS: Readonly<Partial<Record<Measure, Trend>>> = {
  refused: 'falling',
  goodRefused: 'falling',
  longestSpell: 'falling',
  badAdmitted: 'rising',
  peak: 'rising',
  peakSecond: 'rising',
  badTime: 'rising',
};

/** The trend of a measure in a parameter of a lane; null where it may go up and down. */
export function trendOf(plan: Plan, lane: Lane, parameter: string, measure: Measure): Trend | null {
  // Clients that react send other requests with another value.
  if (plan.isClosedLoop) return null;
  const declared = DECLARED[lane.limiter] ?? DECLARED[`${lane.limiter}/${lane.edition}`];
  if (measure === 'clientsRefused') return declared?.clients.includes(parameter) === true ? 'falling' : null;
  const isNested = declared?.nested?.includes(parameter) === true && hasUnitCosts(plan);
  return isNested ? (NESTED_TRENDS[measure] ?? null) : null;
}

function hasUnitCosts({ arrivals: { cost } }: Plan): boolean {
  return cost === null || cost.every((permits) => permits === 1);
}
