/**
 * An algorithm's decision on a request. A small integer, so that the hot path allocates nothing: `ALLOW` at once,
 * `DELAY` after a wait, `DENY` and above denied. The `reasons` of a limiter or scheme describe each in words.
 */
export type Verdict = number;
export const ALLOW: Verdict = 0;
export const DELAY: Verdict = 1;
export const DENY: Verdict = 2;
/** The cost is more than the limiter can ever hold: checked first, changes no state, and no retry helps. */
export const DENY_TOO_LARGE: Verdict = 3;

export type Outcome = 'allow' | 'delay' | 'deny';
const OUTCOMES: readonly Outcome[] = ['allow', 'delay'];
export function outcomeOf(verdict: Verdict): Outcome {
  return OUTCOMES[verdict] ?? 'deny';
}

/** Whether the request is denied, for any reason. */
export function isDenied(verdict: Verdict): boolean {
  return verdict >= DENY;
}
