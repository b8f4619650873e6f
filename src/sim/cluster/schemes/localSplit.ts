/**
 * Local split.
 *
 * Nothing is shared, and nobody is asked: each node runs a limiter of one process on its part of n and of the capacity.
 * The parts are fixed at time 0. Where routing is uneven, a busy node refuses what an idle one would have let in; a dead
 * node's part is lost; a node that is added later brings a part of its own, and all together then let in more than n.
 */
import type { Explanation } from '../../limiters/limiter.ts';
import type { EmbeddedLimiter, SchemeDecision, Scheme } from '../scheme.ts';
import { COMMON_KNOBS } from './common.ts';
import { DENY } from '../../verdict.ts';
import {
  PLACEHOLDER_GAUGE,
  decideOnNode,
  explainDecision,
  bindGauge,
  splitLimiter,
  nodeStateOf,
} from './embeddedLimiter.ts';

type LocalSplitParams = {
  readonly limiterOf: (node: number) => EmbeddedLimiter | null;
  /** The first node's, which is never nothing, and the largest. */
  readonly largest: EmbeddedLimiter;
};

function pseudoCode({ largest }: LocalSplitParams): readonly string[] {
  return [
    'at time 0: share = ⌊n / nodes⌋, for the first n mod nodes one more',
    'if share = 0: deny',
    `${largest.limiter.name} of n = share, on this node, by its clock`,
    '  allow, or allow after a wait',
    '  or deny',
  ];
}

/** A node that may let in nothing. */
function denyWithoutShare(params: LocalSplitParams): SchemeDecision {
  const explanation: Explanation = {
    verdict: DENY,
    sentence:
      'n or the capacity is less than the number of nodes, and this node has no share of it: it lets nothing in.',
    condition: 'share ≥ 1',
    evaluatedCondition: '0 ≥ 1',
    holds: false,
    code: pseudoCode(params),
    executedLines: [0, 1],
  };
  return { verdict: DENY, level: null, retryAfter: null, explanation };
}

export const localSplit: Scheme<LocalSplitParams> = {
  id: 'local-split',
  name: 'Local split',
  family: 'Several processes',
  summary: 'Each node has its share of n to itself, and asks nobody.',
  rule:
    'n and the capacity are split among the nodes at time 0: ⌊n / nodes⌋ each, and the first n mod nodes get one more. ' +
    'Each node runs a limiter of one process on its share. Uneven routing wastes what idle nodes have, a dead node ' +
    'takes its share with it, and every node that is added lets in a share more than n.',
  sources: ['fu'],
  storedPerKey: 'on each node: what its limiter keeps',
  knobs: [
    {
      kind: 'limiter',
      id: 'limiter',
      label: 'Limiter',
      allowsSchemes: false,
      default: 'token-bucket',
      help: 'What each node runs on its share.',
    },
    ...COMMON_KNOBS,
  ],
  usesCapacity: true,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'delay', 'deny'],
  reasons: [
    'the node’s share had room',
    'it waits on its node',
    'the node’s share is used up',
    'the cost is above what a node can hold',
  ],
  pacing: 'bursty',
  gauge: PLACEHOLDER_GAUGE,
  embeddedGauge: ({ largest }) => bindGauge(largest.limiter.gauge, largest.params),

  prepare(config) {
    const shareOf = splitLimiter(config, 'limiter');
    return { limiterOf: shareOf, largest: shareOf(0) as EmbeddedLimiter };
  },

  maxCost: ({ largest: { limiter, params } }) => limiter.maxCost(params),

  // Nothing is sent, so nothing is ever away.
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

  atomicVariant: () => null,

  code: pseudoCode,

  explain: (decision, context) => explainDecision('The node’s own limiter', decision, context),
};
