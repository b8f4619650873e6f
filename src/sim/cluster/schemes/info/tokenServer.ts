/** Token server: how the catalogue and the format describe it. `../tokenServer.ts` runs it. */
import type { SchemeInfo } from '../../scheme.ts';
import { COMMON_KNOBS, PLACEHOLDER_GAUGE } from './kit.ts';

export const tokenServerInfo: SchemeInfo = {
  id: 'token-server',
  name: 'Token server',
  family: 'Distributed',
  summary: 'One server decides every request for all nodes.',
  rule:
    'A node sends the key and cost to one server, which decides with a single-process limiter, by its own clock. Decisions ' +
    'cannot interleave. Each takes a round trip, and without the server a node has only its fallback.',
  sources: ['fu'],
  storedPerKey: 'on the server: the limiter’s state',
  knobs: [
    {
      kind: 'limiter',
      id: 'limiter',
      label: 'Limiter',
      allowsSchemes: false,
      default: 'token-bucket',
      help: 'The limiter that the server uses.',
    },
    ...COMMON_KNOBS,
  ],
  usesCapacity: true,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'delay', 'deny'],
  reasons: [
    'the server had room',
    'the server makes it wait',
    'the server has no room',
    'the cost is above what the server can hold',
  ],
  pacing: 'bursty',
  gauge: PLACEHOLDER_GAUGE,
  atomicVariant: () => null,
};
