/**
 * Layers. Fu's advice: throttle at the outer layer as far as possible, as with NGINX in front of a token
 * bucket.
 *
 * Each node runs an outer limiter of its own. What that admits, once it has waited as the outer one says, goes on to an
 * inner one which all nodes share: a limiter behind a server, or a scheme of its own. Both must admit. The outer has
 * charged for a request by then, so one that the inner refuses has used up a place in vain.
 */
import { NEVER } from '../../time.ts';
import type { EmbeddedLimiter, PreparedScheme, Scheme, SchemeConfig } from '../scheme.ts';
import { COMMON_KNOBS } from './common.ts';
import { ALLOW, DELAY, isDenied } from '../../verdict.ts';
import {
  PLACEHOLDER_GAUGE,
  decideOnNode,
  explainDecision,
  bindGauge,
  embeddedFallback,
  nodeStateOf,
} from './embeddedLimiter.ts';
import { tokenServer } from './tokenServer.ts';

type LayeredParams = {
  readonly outer: EmbeddedLimiter;
  /** A limiter of one process is asked as a token server is. */
  readonly inner: PreparedScheme;
};

function innerSchemeOf(config: SchemeConfig): PreparedScheme {
  const params = (): PreparedScheme['params'] => ({
    embedded: config.embeddedLimiter('inner'),
    localFallback: embeddedFallback(config, 'inner'),
  });
  return config.innerScheme('inner') ?? { scheme: tokenServer, params: params() };
}

export const layered: Scheme<LayeredParams> = {
  id: 'layered',
  name: 'Layered',
  family: 'Several processes',
  summary: 'Each node throttles first by itself; what passes is asked of a limiter that all share.',
  rule:
    'The outer limiter is the node’s own. A request that it admits waits as it says, and then asks the inner one, which ' +
    'all nodes share. Both must admit; the outer has charged for what the inner then refuses.',
  sources: ['fu'],
  storedPerKey: 'on each node: what the outer keeps; and what the inner keeps',
  knobs: [
    {
      kind: 'limiter',
      id: 'outer',
      label: 'Outer',
      allowsSchemes: false,
      default: 'token-bucket',
      help: 'What each node runs first.',
    },
    {
      kind: 'limiter',
      id: 'inner',
      label: 'Inner',
      allowsSchemes: true,
      default: 'token-bucket',
      help: 'What all nodes share, asked second.',
    },
    ...COMMON_KNOBS,
  ],
  usesCapacity: true,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'delay', 'deny'],
  reasons: [
    'both layers had room',
    'a layer makes it wait',
    'a layer has no room',
    'the cost is above what a layer can hold',
  ],
  pacing: 'bursty',
  gauge: PLACEHOLDER_GAUGE,
  embeddedGauge: ({ inner: { scheme, params } }) => scheme.embeddedGauge?.(params) ?? bindGauge(scheme.gauge, params),

  prepare: (config) => ({ outer: config.embeddedLimiter('outer'), inner: innerSchemeOf(config) }),

  maxCost: ({ outer, inner }) => Math.min(outer.limiter.maxCost(outer.params), inner.scheme.maxCost(inner.params)),

  *decide(context, { outer, inner }) {
    const { cost, now } = context;
    const state = nodeStateOf(outer, 'outer', context);
    const outerDecision = decideOnNode(outer, state, context);
    // What it found is not what the inner counts in.
    if (isDenied(outerDecision.verdict)) return { ...outerDecision, level: null };
    const { wait = 0 } = outerDecision;
    // Both must have room again, and the inner is asked after the outer's wait.
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

  atomicVariant: () => null,

  code: ({ outer, inner: { scheme, params } }) => [
    `${outer.limiter.name}, on this node, by its clock`,
    'if it refuses: deny',
    'wait as it says, and then',
    ...scheme.code(params).map((line) => `  ${line}`),
  ],

  explain(decision, context, { inner: { scheme, params } }) {
    if (isDenied(decision.verdict) && decision.chargedInVain !== true)
      return explainDecision('The outer limiter', decision, context);
    // The wait may be the outer's.
    const { verdict, wait = 0 } = decision;
    const innerDecision = verdict === DELAY && wait === 0 ? { ...decision, verdict: ALLOW } : decision;
    const explanation = scheme.explain(innerDecision, context, params);
    return decision.chargedInVain === true
      ? {
          ...explanation,
          sentence: `The outer limiter admitted it and charged for it; the inner did not. ${explanation.sentence}`,
        }
      : explanation;
  },
};
