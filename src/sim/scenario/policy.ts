/** The policy: n permits per T seconds, with a burst or queue size. */
import { withDefault, number, optional, record, integer, type Schema } from './schema.ts';
import type { Problem } from './problem.ts';

/** Thirty days, the longest time in a scenario, in seconds. */
export const MAX_SECONDS = 2_592_000;
export const MAX_PERMITS = 1_000_000;

/** The scenario's policy as in the document: T in seconds. `capacity` absent: each lane's own n. */
export interface PolicyFields {
  readonly n: number;
  readonly T: number;
  readonly capacity?: number;
}

/** What a lane overrides; each of the three is inherited separately. */
export interface PolicyOverride {
  readonly n?: number;
  readonly T?: number;
  readonly capacity?: number;
}

const policyFieldSchemas = {
  n: integer(1, MAX_PERMITS),
  T: number({ min: 0.001, max: MAX_SECONDS, unit: 'seconds' }),
  capacity: integer(1, MAX_PERMITS),
};

const DEFAULT_POLICY: PolicyFields = { n: 10, T: 60 };

export const policySchema: Schema<PolicyFields> = record<PolicyFields>({
  n: withDefault(policyFieldSchemas.n, DEFAULT_POLICY.n),
  T: withDefault(policyFieldSchemas.T, DEFAULT_POLICY.T),
  capacity: optional(policyFieldSchemas.capacity),
});

export const policyOverrideSchema: Schema<PolicyOverride> = record<PolicyOverride>({
  n: optional(policyFieldSchemas.n),
  T: optional(policyFieldSchemas.T),
  capacity: optional(policyFieldSchemas.capacity),
});

/** Why `value` (T in seconds) is not valid for that policy field, for the message below a form field; undefined if it is. */
export function policyProblem(
  field: 'n' | 'T' | 'capacity',
  value: unknown,
  path: string = field,
): Problem | undefined {
  let found: Problem | undefined;
  policyFieldSchemas[field].parse(value, path, (problem) => (found = problem));
  return found;
}
