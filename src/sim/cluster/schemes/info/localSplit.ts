/** Local split: how the catalogue and the format describe it. `../localSplit.ts` runs it. */
import type { SchemeInfo } from '../../scheme.ts';
import { COMMON_KNOBS, PLACEHOLDER_GAUGE } from './kit.ts';

export const localSplitInfo: SchemeInfo = {
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
  splitsPolicy: true,
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
  atomicVariant: () => null,
};
