/**
 * Which measures go one way only as a parameter grows, so that bisection finds what looking at every value would. Limiters
 * declare what follows from their rule (`traits.monotone`); `monotone.test.ts` looks for counterexamples.
 */
import type { Plan } from '../sim/engine.ts';
import { limiterById, type Lane, type Measure } from '../sim/index.ts';

/** Never up as the value grows, or never down. */
export type Trend = 'rising' | 'falling';

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
  const declared = limiterById(lane.limiter)?.traits.monotone ?? null;
  if (declared === null || (declared.edition ?? lane.edition) !== lane.edition) return null;
  if (measure === 'clientsRefused') return declared.clients.includes(parameter) ? 'falling' : null;
  const isNested = declared.nested?.includes(parameter) === true && hasUnitCosts(plan);
  return isNested ? (NESTED_TRENDS[measure] ?? null) : null;
}

function hasUnitCosts({ arrivals: { cost } }: Plan): boolean {
  return cost === null || cost.every((permits) => permits === 1);
}
