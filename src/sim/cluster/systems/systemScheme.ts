/**
 * What the programs of all real systems have in common. A system in a cluster is a scheme like any other, made from the
 * limiter that decides as the product does: it keeps that limiter's id, name, options and figures.
 */
import type { KeyState, Limiter, Params } from '../../limiters/limiter.ts';
import { SECOND, type Instant } from '../../time.ts';
import { DENY, DENY_TOO_LARGE, type Verdict } from '../../verdict.ts';
import type { EmbeddedLimiter, Scheme, SchemeConfig, SchemeInfo } from '../scheme.ts';
import { embeddedGaugeOf } from '../schemes/embeddedLimiter.ts';

/** Parameters of a system's program: the limiter that decides as one process does, and what the program needs besides. */
export type SystemParams = { readonly embedded: EmbeddedLimiter };

/** The limiter's description, as that of a scheme without a race. */
export function infoOf(limiter: Limiter): SchemeInfo {
  const { story } = limiter;
  return {
    id: limiter.id,
    name: limiter.name,
    family: limiter.family,
    summary: limiter.summary,
    rule: limiter.rule,
    sources: limiter.sources,
    ...(story !== undefined && { story }),
    storedPerKey: limiter.storedPerKey,
    knobs: limiter.knobs,
    usesCapacity: limiter.usesCapacity,
    editions: limiter.editions,
    errata: limiter.errata,
    outcomes: limiter.outcomes,
    reasons: limiter.reasons,
    gauge: limiter.gauge,
    pacing: limiter.pacing,
    atomicVariant: () => null,
  };
}

/** @throws {UnsupportedPolicyError} if the product cannot express the policy */
export function embeddedSystem({ id }: Limiter, config: SchemeConfig): EmbeddedLimiter {
  return config.catalogueLimiter(id, config.policy, config.options);
}

/** Parts of a scheme that no system varies. */
export const SYSTEM_SCHEME = {
  embeddedGauge: ({ embedded }) => embeddedGaugeOf(embedded),
  // A product that counts what can never fit has to see it.
  maxCost: ({ embedded: { limiter, params } }) =>
    limiter.countsTooLarge === true ? Infinity : limiter.maxCost(params),
  isSerialPerNode: () => false,
  localFallback: () => () => null,
  supportsVirtualTime: () => true,
} satisfies Partial<Scheme<SystemParams>>;

/** A refusal of a request that costs so much. */
export function denial(cost: number, max: number): Verdict {
  return cost > max ? DENY_TOO_LARGE : DENY;
}

/** Microseconds since 1970 on a node's clock. */
export function unixMicros(now: Instant, epoch: number): number {
  return epoch * SECOND + now;
}

/** A state that has seen no request, for what of an explanation does not depend on one. */
export function unusedState({ limiter, params }: EmbeddedLimiter): readonly [state: KeyState, params: Params] {
  return [limiter.init(params), params];
}
