/**
 * What an algorithm says of a request. A small integer, so that the hot path allocates nothing: `ALLOW` at once, `DELAY`
 * after a wait, `DENY` and above denied. The `reasons` of a limiter or scheme put each into words.
 */
export type Verdict = number;
export const ALLOW: Verdict = 0;
export const DELAY: Verdict = 1;
export const DENY: Verdict = 2;
/** The cost is above what the limiter can ever hold: checked first, nothing changes, and no retry helps. */
export const DENY_TOO_LARGE: Verdict = 3;

export type Outcome = 'allow' | 'delay' | 'deny';
const OUTCOMES: readonly Outcome[] = ['allow', 'delay'];
export function outcomeOf(verdict: Verdict): Outcome {
  return OUTCOMES[verdict] ?? 'deny';
}

/** Whether the request is denied, for whatever reason. */
export function isDenied(verdict: Verdict): boolean {
  return verdict >= DENY;
}
