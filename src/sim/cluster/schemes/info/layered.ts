/** Layered: how the catalogue and the format describe it. `../layered.ts` runs it. */
import type { SchemeInfo } from '../../scheme.ts';
import { COMMON_KNOBS, PLACEHOLDER_GAUGE } from './kit.ts';

export const layeredInfo: SchemeInfo = {
  id: 'layered',
  name: 'Layered',
  family: 'Distributed',
  summary: 'Each node throttles first; what it admits then has to pass a limiter that all nodes share.',
  rule:
    'Each node runs its own outer limiter. A request that it admits is held for the outer wait, if any, and then goes to ' +
    'the inner limiter, which all nodes share. Both must admit; the outer limiter has already charged a request that the ' +
    'inner one denies.',
  sources: ['fu'],
  storedPerKey: 'on each node: the outer limiter’s state; plus the inner one’s',
  knobs: [
    {
      kind: 'limiter',
      id: 'outer',
      label: 'Outer',
      allowsSchemes: false,
      default: 'token-bucket',
      help: 'The limiter that each node runs first.',
    },
    {
      kind: 'limiter',
      id: 'inner',
      label: 'Inner',
      allowsSchemes: true,
      default: 'token-bucket',
      help: 'The limiter or scheme that all nodes share; it decides second.',
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
  // The outer limiter is each node's own.
  atomicVariant(_, variantWithin) {
    const held = variantWithin('inner');
    return held === null ? null : { option: 'inner', held };
  },
  crashPoints: (_, namesWithin) => namesWithin('inner'),
};
