/** The policy: n permits per T seconds, with a burst or queue size. */
import { defaulted, number, optional, record, whole, type Shape } from './shape.ts';
import type { Problem } from './problem.ts';

/** Thirty days, the longest time in a scenario, in seconds. */
export const LONGEST = 2_592_000;
export const MOST_PERMITS = 1_000_000;

/** The scenario's policy as the document has it: T in seconds. No `capacity`: each lane's own n. */
export interface PolicyFields {
  readonly n: number;
  readonly T: number;
  readonly capacity?: number;
}

/** What a lane sets for itself; it inherits each of the three on its own. */
export interface PolicyOverride {
  readonly n?: number;
  readonly T?: number;
  readonly capacity?: number;
}

const shapes = {
  n: whole(1, MOST_PERMITS),
  T: number({ min: 0.001, max: LONGEST, unit: 'seconds' }),
  capacity: whole(1, MOST_PERMITS),
};

const DEFAULT_POLICY: PolicyFields = { n: 10, T: 60 };

export const policyShape: Shape<PolicyFields> = record<PolicyFields>({
  n: defaulted(shapes.n, DEFAULT_POLICY.n),
  T: defaulted(shapes.T, DEFAULT_POLICY.T),
  capacity: optional(shapes.capacity),
});

export const overrideShape: Shape<PolicyOverride> = record<PolicyOverride>({
  n: optional(shapes.n),
  T: optional(shapes.T),
  capacity: optional(shapes.capacity),
});

/** What keeps `value` (T in seconds) from being that part of a policy, for a field under which the sentence stands. */
export function policyProblem(part: 'n' | 'T' | 'capacity', value: unknown, path: string = part): Problem | undefined {
  let found: Problem | undefined;
  shapes[part].read(value, path, (problem) => (found = problem));
  return found;
}
