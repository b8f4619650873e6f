/** A limiter of one process as part of a scheme: on a node, on a node's share, or behind a server. */
import type { Gauge, Params, Policy, KeyState } from '../../limiters/limiter.ts';
import { DELAY, isDenied } from '../../verdict.ts';
import { NEVER, type Duration, type Instant } from '../../time.ts';
import { formatNumber, formatPermits, formatSeconds } from '../../numberFormat.ts';
import type { RequestContext, EmbeddedLimiter, SchemeDecision, Scheme, SchemeConfig } from '../scheme.ts';
import { neverAdmits, shareOfPolicy, clampToMinimum } from '../policyShare.ts';

/** The limiter of an option for each node, on its share of that limiter's policy; null for a share of nothing. */
export function splitLimiter(config: SchemeConfig, option: string): (node: number) => EmbeddedLimiter | null {
  const { nodes } = config;
  // One more for those that are added later.
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

/** What a node runs by itself when the store is away: the limiter of an option, on its share. Only where that is asked for. */
export function embeddedFallback(config: SchemeConfig, option: string): (node: number) => EmbeddedLimiter | null {
  return config.options['fallback'] === 'local' ? splitLimiter(config, option) : () => null;
}

/** What a limiter rules at that instant. Writes to `state`. */
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

/** The state of a limiter that the node runs itself; `place` tells it from others in the node's memory. */
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

/** What a limiter that the node runs itself rules on the request, by the node's clock, with why. Writes to `state`. */
export function decideOnNode(
  embedded: EmbeddedLimiter,
  state: KeyState,
  { now, cost, wantsExplanation }: RequestContext,
): SchemeDecision {
  if (!wantsExplanation) return decideWith(embedded, state, now, cost);
  const explanation = embedded.limiter.explain(state, embedded.params, now, cost);
  return { ...decideWith(embedded, state, now, cost), explanation };
}

/** A gauge that knows its parameters, whatever it is handed. */
export function bindGauge(gauge: Gauge, params: Params): Gauge {
  return { ...gauge, full: () => gauge.full(params), low: () => gauge.low(params) };
}

/** The gauge of such a scheme as long as nobody knows its limiter. */
export const PLACEHOLDER_GAUGE: Gauge = { unit: ['permit', 'permits'], denySide: 'floor', full: () => 1, low: () => 0 };

/** What a limiter ruled, told by one who saw only its ruling. `who` begins the sentence. */
export function explainDecision(
  subject: string,
  { verdict, retryAfter, wait = 0 }: SchemeDecision,
  { cost }: Pick<RequestContext, 'cost'>,
): ReturnType<Scheme['explain']> {
  const admitted = !isDenied(verdict);
  const when =
    retryAfter === null ? 'and knows no time to try again' : `and has room for it in ${formatSeconds(retryAfter)}`;
  return {
    sentence: admitted
      ? `${subject} gives ${formatPermits(cost)}${wait === 0 ? '' : `, to be used ${formatSeconds(wait)} later`}.`
      : `${subject} does not give ${formatPermits(cost)}, ${when}.`,
    condition: 'given ≥ cost',
    evaluatedCondition: `${formatNumber(admitted ? cost : 0)} ≥ ${formatNumber(cost)}`,
    holds: admitted,
  };
}
