/** From a scenario to something that can be run: limiters with their parameters, and the traffic they will all see. */
import { limiterById } from '../limiters/index.ts';
import { Unusable, type Edition, type Limiter, type Params, type Policy } from '../limiters/limiter.ts';
import type { Arrivals } from '../metrics/trace.ts';
import { durationOf, plainOptions, resolvePolicy, type Lane, type Scenario } from '../scenario/scenario.ts';
import { Inexact } from '../ticks.ts';
import { microsFromSeconds, type Instant } from '../time.ts';
import { countOpenLoop, isOpenLoop, openLoop } from '../traffic/index.ts';
import { number } from '../words.ts';

/** No run makes more decisions than this. */
export const MOST_DECISIONS = 20_000_000;

export interface LanePlan {
  readonly limiter: Limiter;
  readonly label: string;
  readonly edition: Edition;
  readonly policy: Policy;
  readonly params: Params;
}

/** What a limiter must be able to count. */
export interface Extent {
  /** The scenario's duration, or the last explicit request if that is later, microseconds. */
  readonly end: Instant;
  /** All that the traffic asks for. */
  readonly permits: number;
}

export interface Plan extends Extent {
  readonly scenario: Scenario;
  readonly lanes: readonly LanePlan[];
  readonly arrivals: Arrivals;
}

/** A scenario that is valid but cannot be run: where, and what to change. */
export interface Refusal {
  readonly path: string;
  readonly sentence: string;
}

export type Planned =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

export function plan(scenario: Scenario): Planned {
  const refusals = [...tooMany(scenario), ...notYet(scenario)];
  if (refusals.length > 0) return { ok: false, refusals };
  const duration = durationOf(scenario);
  const arrivals = openLoop(scenario.traffic, { seed: scenario.seed, horizon: duration });
  const last = arrivals.count === 0 ? 0 : (arrivals.at[arrivals.count - 1] as number);
  const end = Math.max(microsFromSeconds(duration), last);
  const permits = arrivals.cost?.reduce((sum, one) => sum + one, 0) ?? arrivals.count;
  const lanes: LanePlan[] = [];
  for (const [index, lane] of scenario.lanes.entries()) {
    const made = planLane(scenario, lane, resolvePolicy(scenario, index), { end, permits });
    if (typeof made !== 'string') lanes.push(made);
    else refusals.push({ path: `lanes[${index}]`, sentence: `Lane ${index + 1}, ${made}` });
  }
  if (refusals.length > 0) return { ok: false, refusals };
  return { ok: true, plan: { scenario, lanes, arrivals, end, permits } };
}

/** A lane with its parameters, or the limiter's name and why it cannot run. */
export function planLane(scenario: Scenario, lane: Lane, policy: Policy, { end, permits }: Extent): LanePlan | string {
  const limiter = limiterById(lane.limiter) as Limiter;
  const { edition, label = limiter.name } = lane;
  // A limiter that keeps every permit needs memory for them all, and one request may ask for a million.
  if (limiter.keepsPermits === true && permits > MOST_DECISIONS) {
    return (
      `${limiter.name}: it keeps every permit, and this traffic asks for ${number(permits)}; ` +
      `the most is ${number(MOST_DECISIONS)}. Lower a cost or a rate, shorten the run, or change the limiter.`
    );
  }
  try {
    const params = limiter.prepare({
      policy,
      options: plainOptions(lane),
      edition,
      epoch: scenario.epoch,
      // Charts look a window past the end, and a retry may be promised there.
      horizon: end + policy.T,
    });
    return { limiter, label, edition, policy, params };
  } catch (error) {
    if (!(error instanceof Inexact) && !(error instanceof Unusable)) throw error;
    return `${limiter.name}: ${error.message}.`;
  }
}

/** Counted before anything is made, so that a scenario that is too large costs nothing. */
function tooMany(scenario: Scenario): Refusal[] {
  const requests = countOpenLoop(scenario.traffic, { seed: scenario.seed, horizon: durationOf(scenario) });
  const lanes = Math.max(1, scenario.lanes.length);
  if (requests * lanes <= MOST_DECISIONS) return [];
  // How many a Poisson phase makes is known only when they have been made.
  const upTo = scenario.traffic.some(({ kind }) => kind === 'poisson') ? 'up to ' : '';
  return [
    {
      path: 'traffic',
      sentence:
        `This makes ${upTo}${number(requests * lanes)} decisions ` +
        `(${number(requests)} requests × ${lanes} ${lanes === 1 ? 'lane' : 'lanes'}); ` +
        `the most is ${number(MOST_DECISIONS)}. Lower a rate, shorten the run, or remove a lane.`,
    },
  ];
}

/** What the format promises and this version does not run yet: kept in the scenario, named here. */
function notYet(scenario: Scenario): Refusal[] {
  const refusals: Refusal[] = [];
  for (const [index, lane] of scenario.lanes.entries()) {
    if (limiterById(lane.limiter) === undefined) {
      refusals.push({
        path: `lanes[${index}].limiter`,
        sentence: `Lane ${index + 1} is ${lane.limiter}, which this version keeps but does not run yet. Change or remove it.`,
      });
    }
  }
  for (const [index, entry] of scenario.traffic.entries()) {
    if (!isOpenLoop(entry)) {
      refusals.push({
        path: `traffic[${index}].kind`,
        sentence: `Phase ${index + 1} is ${entry.kind}, which this version keeps but does not run yet. Change or remove it.`,
      });
    }
  }
  return refusals;
}
