/**
 * Layered limiters. Fu's advice: throttle at the outer layer as far as possible, for example with NGINX in front of a
 * token bucket.
 *
 * Each node runs its own outer limiter. A request that this admits, after the outer limiter's wait, if any, goes to an
 * inner one that all nodes share: a limiter behind a server, or another scheme. Both must admit. The outer limiter has
 * charged the request by then, so a request that the inner one denies has been charged for nothing.
 */
import { NEVER } from '../../time.ts';
import type {
  EmbeddedLimiter,
  PreparedScheme,
  Scheme,
  SchemeConfig,
  SchemeDecision,
  SchemeExplanation,
} from '../scheme.ts';
import { ALLOW, DELAY, isDenied } from '../../verdict.ts';
import { decideOnNode, delays, explainDecision, bindGauge, embeddedFallback, nodeStateOf } from './embeddedLimiter.ts';
import { tokenServer } from './tokenServer.ts';
import { layeredInfo } from './info/layered.ts';

type LayeredParams = {
  readonly outer: EmbeddedLimiter;
  /** A single-process limiter runs behind a token server. */
  readonly inner: PreparedScheme;
};

function innerSchemeOf(config: SchemeConfig): PreparedScheme {
  const params = (): PreparedScheme['params'] => ({
    embedded: config.embeddedLimiter('inner'),
    localFallback: embeddedFallback(config, 'inner'),
  });
  return config.innerScheme('inner') ?? { scheme: tokenServer, params: params() };
}

/** What a layer says, after the part that the layers had in it. Its code is left out: the lane's is that of both layers. */
function explainLayer(
  part: string,
  { code: _, executedLines: __, ...explanation }: SchemeExplanation,
): SchemeExplanation {
  return part === '' ? explanation : { ...explanation, sentence: `${part} ${explanation.sentence}` };
}

/** Which layer denied or delayed; empty if the inner limiter's sentence tells all. */
function partOfLayers({ verdict, wait = 0, chargedInVain }: SchemeDecision): string {
  if (chargedInVain === true) return 'The outer limiter admitted and charged the request; the inner one denied it.';
  if (verdict === DELAY && wait === 0)
    return 'The outer limiter made the request wait; the inner one then admitted it.';
  return '';
}

export const layered: Scheme<LayeredParams> = {
  ...layeredInfo,
  embeddedGauge: ({ inner: { scheme, params } }) => scheme.embeddedGauge?.(params) ?? bindGauge(scheme.gauge, params),

  canDelay: ({ outer, inner: { scheme, params } }) =>
    delays(outer) || (scheme.canDelay?.(params) ?? scheme.outcomes.includes('delay')),

  prepare: (config) => ({ outer: config.embeddedLimiter('outer'), inner: innerSchemeOf(config) }),

  maxCost: ({ outer, inner }) => Math.min(outer.limiter.maxCost(outer.params), inner.scheme.maxCost(inner.params)),

  *decide(context, { outer, inner }) {
    const { cost, now } = context;
    const state = nodeStateOf(outer, 'outer', context);
    const outerDecision = decideOnNode(outer, state, context);
    // The outer level is not in the unit of the inner limiter, which the gauge shows.
    if (isDenied(outerDecision.verdict)) return { ...outerDecision, level: null };
    const { wait = 0 } = outerDecision;
    // A retry needs room in both, and the inner limiter decides after the outer wait.
    const outerRetryAfter = outer.limiter.retryAfter(state, outer.params, now, cost);
    if (wait > 0) yield { kind: 'sleep', for: wait };
    const innerDecision = yield* inner.scheme.decide({ ...context, now: now + wait }, inner.params);
    if (isDenied(innerDecision.verdict)) {
      const retryAfter =
        innerDecision.retryAfter === null ? NEVER : Math.max(outerRetryAfter, wait + innerDecision.retryAfter);
      return { ...innerDecision, retryAfter: retryAfter === NEVER ? null : retryAfter, chargedInVain: true };
    }
    return wait > 0 ? { ...innerDecision, verdict: DELAY, wait: innerDecision.wait ?? 0 } : innerDecision;
  },

  isSerialPerNode: ({ inner: { scheme, params } }) => scheme.isSerialPerNode(params),

  localFallback: ({ inner: { scheme, params } }) => scheme.localFallback(params),

  server: ({ inner: { scheme, params } }) => scheme.server?.(params) ?? null,

  supportsVirtualTime: ({ inner: { scheme, params } }) => scheme.supportsVirtualTime(params),

  code: ({ outer, inner: { scheme, params } }) => [
    `${outer.limiter.name}, on this node, by its clock`,
    'if it denies: deny',
    'after its wait, if any:',
    ...scheme.code(params).map((line) => `  ${line}`),
  ],

  explain(decision, context, { inner: { scheme, params } }) {
    const { verdict, wait = 0, chargedInVain, explanation } = decision;
    if (isDenied(verdict) && chargedInVain !== true) {
      // A limiter's own sentence does not say which layer it is.
      const part = explanation === undefined ? '' : 'The outer limiter denied the request.';
      return explainLayer(part, explainDecision('The outer limiter', decision, context));
    }
    // The delay may come from the outer limiter only.
    const innerDecision = verdict === DELAY && wait === 0 ? { ...decision, verdict: ALLOW } : decision;
    return explainLayer(partOfLayers(decision), scheme.explain(innerDecision, context, params));
  },
};
