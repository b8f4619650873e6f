/** The policy nearest to one that a lane cannot run: with a single field changed, and that as little as possible. */
import { schemeById } from '../cluster/schemes/index.ts';
import { limiterById } from '../limiters/index.ts';
import { MAX_PERMITS, MAX_SECONDS, type PolicyFields } from '../scenario/policy.ts';
import { resolvePolicy, type Lane, type Scenario } from '../scenario/scenario.ts';
import { planLane, type RunExtent } from './lanePlan.ts';

/** A change of one field of a lane's policy, as in the document: T in seconds. */
export interface PolicyChange {
  readonly field: keyof PolicyFields;
  readonly value: number;
}

/** How far the search goes in steps of 1; common divisors of n and T come and go within it. */
const MAX_SINGLE_STEPS = 200;

/** Null if changing one field does not help. T is changed only if neither n nor the capacity helps: its values are odd. */
export function nearestPolicyFor(
  scenario: Scenario,
  lane: Lane,
  extent: RunExtent,
  index: number,
): PolicyChange | null {
  const { n, T, capacity = n } = { ...scenario.policy, ...lane.policy };
  const usesCapacity = (limiterById(lane.limiter) ?? schemeById(lane.limiter))?.usesCapacity === true;
  const nearest = (field: PolicyChange['field'], value: number, max: number): Candidate[] => {
    const changeTo = (to: number): PolicyChange => ({ field, value: to });
    const holds = (to: number): boolean => canRun(scenario, withChange(lane, changeTo(to)), extent, index);
    return [nearestBelow(value, holds), nearestAbove(value, max, holds)].flatMap((to) =>
      to === null ? [] : { change: changeTo(to), factor: Math.max(to / value, value / to) },
    );
  };
  const permits = [
    ...nearest('n', n, MAX_PERMITS),
    ...(usesCapacity ? nearest('capacity', capacity, MAX_PERMITS) : []),
  ];
  const candidates = permits.length > 0 ? permits : nearest('T', Math.ceil(T), MAX_SECONDS);
  return candidates.sort((a, b) => a.factor - b.factor)[0]?.change ?? null;
}

interface Candidate {
  readonly change: PolicyChange;
  /** From the given value to this one, or back. */
  readonly factor: number;
}

function withChange(lane: Lane, { field, value }: PolicyChange): Lane {
  return { ...lane, policy: { ...lane.policy, [field]: value } };
}

function canRun(scenario: Scenario, lane: Lane, extent: RunExtent, index: number): boolean {
  const policy = resolvePolicy({ policy: scenario.policy, lanes: [lane] }, 0);
  return typeof planLane(scenario, lane, policy, extent, index) !== 'string';
}

/** A whole number above `value` that holds, close to it: the next of the first few, or else where holding begins. */
function nearestAbove(value: number, max: number, holds: (value: number) => boolean): number | null {
  const singleSteps = Math.min(max, value + MAX_SINGLE_STEPS);
  for (let next = value + 1; next <= singleSteps; next++) if (holds(next)) return next;
  let fails = singleSteps;
  while (fails < max) {
    const far = Math.min(max, 2 * fails);
    if (holds(far)) return edgeOf(fails, far, holds);
    fails = far;
  }
  return null;
}

/** The same below `value`, down to 1. */
function nearestBelow(value: number, holds: (value: number) => boolean): number | null {
  const singleSteps = Math.max(1, value - MAX_SINGLE_STEPS);
  for (let next = value - 1; next >= singleSteps; next--) if (holds(next)) return next;
  let fails = singleSteps;
  while (fails > 1) {
    const far = Math.floor(fails / 2);
    if (holds(far)) return edgeOf(fails, far, holds);
    fails = far;
  }
  return null;
}

/** By bisection: a number that holds, whose neighbour on the side of `fails` does not. */
function edgeOf(fails: number, works: number, holds: (value: number) => boolean): number {
  let [bad, good] = [fails, works];
  while (Math.abs(good - bad) > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (holds(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
