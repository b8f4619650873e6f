/**
 * Layers. Source document 002 (4.4): throttle at the outer layer as far as possible, as with NGINX in front of a token
 * bucket.
 *
 * Each node runs an outer limiter of its own. What that admits, once it has waited as the outer one says, goes on to an
 * inner one which all nodes share: a limiter behind a server, or a scheme of its own. Both must admit. The outer has
 * charged for a request by then, so one that the inner refuses has used up a place in vain.
 */
import { NEVER } from '../../time.ts';
import type { Part, Prepared, Scheme, SchemeSetting } from '../scheme.ts';
import { ALLOW, DENY, EVERY_SCHEME } from './common.ts';
import { ANY_GAUGE, decideHere, DELAY, explainRuling, gaugeWith, localSplitOf, stateOf } from './part.ts';
import { tokenServer } from './tokenServer.ts';

type LayeredParams = {
  readonly outer: Part;
  /** A limiter of one process is asked as a token server is. */
  readonly inner: Prepared;
};

function innerOf(setting: SchemeSetting): Prepared {
  const params = (): Prepared['params'] => ({ part: setting.part('inner'), local: localSplitOf(setting, 'inner') });
  return setting.inner('inner') ?? { scheme: tokenServer, params: params() };
}

export const layered: Scheme<LayeredParams> = {
  id: 'layered',
  name: 'Layered',
  family: 'Several processes',
  idea: 'Each node throttles first by itself; what passes is asked of a limiter that all share.',
  rule:
    'The outer limiter is the node’s own. A request that it admits waits as it says, and then asks the inner one, which ' +
    'all nodes share. Both must admit; the outer has charged for what the inner then refuses.',
  source: '002',
  kept: 'on each node: what the outer keeps; and what the inner keeps',
  knobs: [
    {
      kind: 'limiter',
      id: 'outer',
      label: 'Outer',
      schemes: false,
      default: 'token-bucket',
      help: 'What each node runs first.',
    },
    {
      kind: 'limiter',
      id: 'inner',
      label: 'Inner',
      schemes: true,
      default: 'token-bucket',
      help: 'What all nodes share, asked second.',
    },
    ...EVERY_SCHEME,
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
  shape: 'bursty',
  gauge: ANY_GAUGE,
  gaugeOf: ({ inner: { scheme, params } }) => scheme.gaugeOf?.(params) ?? gaugeWith(scheme.gauge, params),

  prepare: (setting) => ({ outer: setting.part('outer'), inner: innerOf(setting) }),

  most: ({ outer, inner }) => Math.min(outer.limiter.most(outer.params), inner.scheme.most(inner.params)),

  *decide(context, { outer, inner }) {
    const { cost, now } = context;
    const state = stateOf(outer, 'outer', context);
    const first = decideHere(outer, state, context);
    // What it found is not what the inner counts in.
    if (first.verdict >= DENY) return { ...first, level: null };
    const { wait = 0 } = first;
    // Both must have room again, and the inner is asked after the outer's wait.
    const outerAgain = outer.limiter.retryAfter(state, outer.params, now, cost);
    if (wait > 0) yield { kind: 'sleep', for: wait };
    const second = yield* inner.scheme.decide({ ...context, now: now + wait }, inner.params);
    if (second.verdict >= DENY) {
      const again = second.retryAfter === null ? NEVER : Math.max(outerAgain, wait + second.retryAfter);
      return { ...second, retryAfter: again === NEVER ? null : again, inVain: true };
    }
    return wait > 0 ? { ...second, verdict: DELAY, wait: second.wait ?? 0 } : second;
  },

  takesTurns: ({ inner: { scheme, params } }) => scheme.takesTurns(params),

  local: ({ inner: { scheme, params } }) => scheme.local(params),

  server: ({ inner: { scheme, params } }) => scheme.server?.(params) ?? null,

  takesNow: ({ inner: { scheme, params } }) => scheme.takesNow(params),

  atomic: () => null,

  code: ({ outer, inner: { scheme, params } }) => [
    `${outer.limiter.name}, on this node, by its clock`,
    'if it refuses: deny',
    'wait as it says, and then',
    ...scheme.code(params).map((line) => `  ${line}`),
  ],

  explain(ruling, context, { inner: { scheme, params } }) {
    if (ruling.verdict >= DENY && ruling.inVain !== true) return explainRuling('The outer limiter', ruling, context);
    // The wait may be the outer's.
    const { verdict, wait = 0 } = ruling;
    const own = verdict === DELAY && wait === 0 ? { ...ruling, verdict: ALLOW } : ruling;
    const said = scheme.explain(own, context, params);
    return ruling.inVain === true
      ? { ...said, sentence: `The outer limiter admitted it and charged for it; the inner did not. ${said.sentence}` }
      : said;
  },
};
