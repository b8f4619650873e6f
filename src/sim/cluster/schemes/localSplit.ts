/**
 * Local split. Source document 002.
 *
 * Nothing is shared, and nobody is asked: each node runs a limiter of one process on its part of n and of the capacity.
 * The parts are fixed at time 0. Where routing is uneven, a busy node refuses what an idle one would have let in; a dead
 * node's part is lost; a node that is added later brings a part of its own, and all together then let in more than n.
 */
import type { Explanation } from '../../limiters/limiter.ts';
import type { Part, Ruling, Scheme } from '../scheme.ts';
import { DENY, EVERY_SCHEME } from './common.ts';
import { ANY_GAUGE, decideHere, explainRuling, gaugeWith, splitAmong, stateOf } from './part.ts';

type LocalSplitParams = {
  readonly shareOf: (node: number) => Part | null;
  /** The first node's, which is never nothing, and the largest. */
  readonly largest: Part;
};

function codeOf({ largest }: LocalSplitParams): readonly string[] {
  return [
    'at time 0: share = ⌊n / nodes⌋, for the first n mod nodes one more',
    'if share = 0: deny',
    `${largest.limiter.name} of n = share, on this node, by its clock`,
    '  allow, or allow after a wait',
    '  or deny',
  ];
}

/** A node that may let in nothing. */
function nothing(params: LocalSplitParams): Ruling {
  const explanation: Explanation = {
    verdict: DENY,
    sentence:
      'n or the capacity is less than the number of nodes, and this node has no share of it: it lets nothing in.',
    rule: 'share ≥ 1',
    numbers: '0 ≥ 1',
    holds: false,
    code: codeOf(params),
    lit: [0, 1],
  };
  return { verdict: DENY, level: null, retryAfter: null, explanation };
}

export const localSplit: Scheme<LocalSplitParams> = {
  id: 'local-split',
  name: 'Local split',
  family: 'Several processes',
  idea: 'Each node has its share of n to itself, and asks nobody.',
  rule:
    'n and the capacity are split among the nodes at time 0: ⌊n / nodes⌋ each, and the first n mod nodes get one more. ' +
    'Each node runs a limiter of one process on its share. Uneven routing wastes what idle nodes have, a dead node ' +
    'takes its share with it, and every node that is added lets in a share more than n.',
  source: '002',
  kept: 'on each node: what its limiter keeps',
  knobs: [
    {
      kind: 'limiter',
      id: 'limiter',
      label: 'Limiter',
      schemes: false,
      default: 'token-bucket',
      help: 'What each node runs on its share.',
    },
    ...EVERY_SCHEME,
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
  shape: 'bursty',
  gauge: ANY_GAUGE,
  gaugeOf: ({ largest }) => gaugeWith(largest.limiter.gauge, largest.params),

  prepare(setting) {
    const shareOf = splitAmong(setting, 'limiter');
    return { shareOf, largest: shareOf(0) as Part };
  },

  most: ({ largest: { limiter, params } }) => limiter.most(params),

  // Nothing is sent, so nothing is ever away.
  // oxlint-disable-next-line require-yield
  *decide(context, params) {
    const part = params.shareOf(context.node);
    return part === null ? nothing(params) : decideHere(part, stateOf(part, 'share', context), context);
  },

  takesTurns: () => false,

  local: ({ shareOf }) => shareOf,

  takesNow: () => true,

  atomic: () => null,

  code: codeOf,

  explain: (ruling, context) => explainRuling('The node’s own limiter', ruling, context),
};
