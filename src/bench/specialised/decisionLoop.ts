import type { Params } from '../../sim/limiters/limiter.ts';

/**
 * What the engine is measured against: a hand-written loop for one limiter alone. One key, costs of 1, the state in
 * local variables, everything that no request changes taken out of the loop, and the same columns filled. It follows the
 * same algorithm on the same numbers, so it must give the same verdicts and waits: `specialised.test.ts`.
 *
 * @param at instants of the requests, microseconds, ascending
 * @param verdicts is filled
 * @param waits gets the microseconds of every request that is delayed; a limiter that delays none leaves it alone
 */
export type DecisionLoop<P = Params> = (params: P, at: Float64Array, verdicts: Uint8Array, waits: Float64Array) => void;

/** Loops of one family, by limiter and edition, each for parameters of its own. */
export type DecisionLoops = Readonly<Record<string, DecisionLoop<never>>>;
