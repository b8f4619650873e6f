/**
 * Local split.
 *
 * Nothing is shared and nothing is sent: each node runs a single-process limiter on its share of n and of the capacity. The
 * shares are fixed at time 0. If routing is uneven, a busy node denies what an idle one would have admitted; the share of
 * a dead node is lost; a node that is added later gets a share in addition, so together they then admit more than n.
 */
import type { Explanation } from '../../limiters/limiter.ts';
import type { EmbeddedLimiter, SchemeDecision, Scheme } from '../scheme.ts';
import { DENY } from '../../verdict.ts';
import {
  decideOnNode,
  delays,
  explainDecision,
  embeddedGaugeOf,
  splitLimiter,
  nodeStateOf,
} from './embeddedLimiter.ts';
import { localSplitInfo } from './info/localSplit.ts';

type LocalSplitParams = {
  readonly limiterOf: (node: number) => EmbeddedLimiter | null;
  /** The first node's, which has the largest share and never an empty one. */
  readonly largest: EmbeddedLimiter;
};

function pseudoCode({ largest }: LocalSplitParams): readonly string[] {
  return [
    'at time 0: share = ⌊n / nodes⌋, plus 1 on the first n mod nodes',
    'if share = 0: deny',
    `${largest.limiter.name} with n = share, on this node, by its clock`,
    '  allow, or allow after a wait',
    '  or deny',
  ];
}

/** The decision of a node whose share is empty. */
function denyWithoutShare(params: LocalSplitParams): SchemeDecision {
  const explanation: Explanation = {
    verdict: DENY,
    sentence: 'n or the capacity is less than the number of nodes, so this node has no share and admits nothing.',
    condition: 'share ≥ 1',
    evaluatedCondition: '0 ≥ 1',
    holds: false,
    code: pseudoCode(params),
    executedLines: [0, 1],
  };
  return { verdict: DENY, level: null, retryAfter: null, explanation };
}

export const localSplit: Scheme<LocalSplitParams> = {
  ...localSplitInfo,
  embeddedGauge: ({ largest }) => embeddedGaugeOf(largest),
  canDelay: ({ largest }) => delays(largest),

  prepare(config) {
    const shareOf = splitLimiter(config, 'limiter');
    return { limiterOf: shareOf, largest: shareOf(0) as EmbeddedLimiter };
  },

  maxCost: ({ largest: { limiter, params } }) => limiter.maxCost(params),

  // Nothing is sent, so the program never yields.
  // oxlint-disable-next-line require-yield
  *decide(context, params) {
    const embedded = params.limiterOf(context.node);
    return embedded === null
      ? denyWithoutShare(params)
      : decideOnNode(embedded, nodeStateOf(embedded, 'share', context), context);
  },

  isSerialPerNode: () => false,

  localFallback: ({ limiterOf }) => limiterOf,

  supportsVirtualTime: () => true,

  code: pseudoCode,

  explain: (decision, context) => explainDecision('The node’s own limiter', decision, context),
};
