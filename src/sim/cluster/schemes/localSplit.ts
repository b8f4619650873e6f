/**
 * Local split.
 *
 * Nothing is shared and nothing is sent: each node runs a single-process limiter on its share of n and of the capacity. The
 * shares are fixed at time 0. If routing is uneven, a busy node denies what an idle one would have admitted; the share of
 * a dead node is lost; a node that is added later gets a share in addition, so together they then admit more than n.
 */
import type { Explanation } from '../../limiters/limiter.ts';
import type { EmbeddedLimiter, SchemeDecision, Scheme } from '../scheme.ts';
import { COMMON_KNOBS } from './common.ts';
import { DENY } from '../../verdict.ts';
import {
  PLACEHOLDER_GAUGE,
  decideOnNode,
  explainDecision,
  embeddedGaugeOf,
  splitLimiter,
  nodeStateOf,
} from './embeddedLimiter.ts';

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
  id: 'local-split',
  name: 'Local split',
  family: 'Distributed',
  summary: 'Each node has a share of n and decides on its own.',
  rule:
    'n and the capacity are split among the nodes at time 0: ⌊n / nodes⌋ each, and the first n mod nodes get one more. ' +
    'Each node runs a single-process limiter on its share. Uneven routing wastes the shares of idle nodes, the share of a ' +
    'dead node is lost, and every added node admits one more share on top of n.',
  sources: ['fu'],
  storedPerKey: 'on each node: its limiter’s state',
  knobs: [
    {
      kind: 'limiter',
      id: 'limiter',
      label: 'Limiter',
      allowsSchemes: false,
      default: 'token-bucket',
      help: 'The limiter that each node runs on its share.',
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
  embeddedGauge: ({ largest }) => embeddedGaugeOf(largest),

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

  atomicVariant: () => null,

  code: pseudoCode,

  explain: (decision, context) => explainDecision('The node’s own limiter', decision, context),
};
