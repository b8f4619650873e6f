/** A single-process limiter as part of a scheme: on a node, on a node's share, or behind a server. */
import type { Gauge, Params, Policy, KeyState } from '../../limiters/limiter.ts';
import { DELAY, isDenied } from '../../verdict.ts';
import { NEVER, type Duration, type Instant } from '../../time.ts';
import { formatNumber, formatPermits, formatSeconds } from '../../numberFormat.ts';
import type { RequestContext, EmbeddedLimiter, SchemeDecision, SchemeConfig, SchemeExplanation } from '../scheme.ts';
import { neverAdmits, shareOfPolicy, clampToMinimum } from '../policyShare.ts';

/** The limiter that an option holds, for each node on its share of that limiter's policy; null if the share is empty. */
export function splitLimiter(config: SchemeConfig, option: string): (node: number) => EmbeddedLimiter | null {
  const { nodes } = config;
  // The last one serves all nodes that are added later.
  const limiters = Array.from({ length: nodes + 1 }, (_, node) => {
    let share: Policy | undefined;
    const embedded = config.embeddedLimiter(option, (policy) => {
      share = shareOfPolicy(policy, nodes, node);
      return clampToMinimum(share);
    });
    return share !== undefined && neverAdmits(share, embedded) ? null : embedded;
  });
  return (node) => limiters[Math.min(node, nodes)] ?? null;
}

/**
 * What a node decides with while the store is unavailable: the limiter that an option holds, on the node's share. Null for
 * every node unless `fallback` is `local`.
 */
export function embeddedFallback(config: SchemeConfig, option: string): (node: number) => EmbeddedLimiter | null {
  return config.options['fallback'] === 'local' ? splitLimiter(config, option) : () => null;
}

/** A limiter's decision at an instant. Writes to `state`. */
export function decideWith(
  { limiter, params }: EmbeddedLimiter,
  state: KeyState,
  now: Instant,
  cost: number,
): SchemeDecision {
  const verdict = limiter.decide(state, params, now, cost);
  return {
    verdict,
    level: limiter.level(state, params, now),
    retryAfter: !isDenied(verdict) ? null : finiteOrNull(limiter.retryAfter(state, params, now, cost)),
    ...(verdict === DELAY ? { wait: state['wait'] as Duration } : {}),
  };
}

function finiteOrNull(wait: Duration): Duration | null {
  return wait === NEVER ? null : wait;
}

/** The state of a limiter that runs on the node itself; `slot` distinguishes it from others in the node's memory. */
export function nodeStateOf(
  { limiter, params }: EmbeddedLimiter,
  slot: string,
  { key, memory }: RequestContext,
): KeyState {
  const name = `${slot}/${key}`;
  let state = memory.get(name);
  if (state === undefined) memory.set(name, (state = limiter.init(params)));
  return state;
}

/** Decides with a limiter on the node itself, by the node's clock; explains if the context asks for it. Writes to `state`. */
export function decideOnNode(
  embedded: EmbeddedLimiter,
  state: KeyState,
  { now, cost, wantsExplanation }: RequestContext,
): SchemeDecision {
  if (!wantsExplanation) return decideWith(embedded, state, now, cost);
  const explanation = embedded.limiter.explain(state, embedded.params, now, cost);
  return { ...decideWith(embedded, state, now, cost), explanation };
}

/** Whether a limiter may delay a request. */
export function delays({ limiter }: EmbeddedLimiter): boolean {
  return limiter.outcomes.includes('delay');
}

/** A gauge bound to its own parameters; it ignores those it is given. */
export function bindGauge(gauge: Gauge, params: Params): Gauge {
  const boundBy = gauge.boundBy?.(params);
  return {
    ...gauge,
    full: () => gauge.full(params),
    low: () => gauge.low(params),
    ...(boundBy && { boundBy: () => boundBy }),
  };
}

/** The gauge of an embedded limiter, with its parameters. */
export function embeddedGaugeOf({ limiter, params }: EmbeddedLimiter): Gauge {
  return bindGauge(limiter.gaugeFor?.(params) ?? limiter.gauge, params);
}

/**
 * The limiter's own explanation of its decision or, where its state was not available, one from outside.
 * @param subject begins the sentence of the latter
 */
export function explainDecision(
  subject: string,
  { verdict, retryAfter, wait = 0, explanation }: SchemeDecision,
  { cost }: Pick<RequestContext, 'cost'>,
): SchemeExplanation {
  if (explanation !== undefined) return explanation;
  const admitted = !isDenied(verdict);
  const when =
    retryAfter === null ? 'and cannot say when to retry' : `and has room for it in ${formatSeconds(retryAfter)}`;
  return {
    sentence: admitted
      ? `${subject} grants ${formatPermits(cost)}${wait === 0 ? '' : `, to be used ${formatSeconds(wait)} later`}.`
      : `${subject} does not grant ${formatPermits(cost)}, ${when}.`,
    condition: 'granted ≥ cost',
    evaluatedCondition: `${formatNumber(admitted ? cost : 0)} ≥ ${formatNumber(cost)}`,
    holds: admitted,
  };
}
