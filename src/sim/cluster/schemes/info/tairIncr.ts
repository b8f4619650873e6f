/** Tair INCR: how the catalogue and the format describe it. `../tairIncr.ts` runs it. */
import type { SchemeInfo } from '../../scheme.ts';
import { COMMON_KNOBS, COUNT_REASONS, REFUSALS_COUNT_GAUGE } from './kit.ts';

export const tairIncrInfo: SchemeInfo = {
  id: 'tair-incr',
  name: 'Tair INCR',
  family: 'Distributed',
  summary: 'One command counts in the current window, and the key expires by itself.',
  rule:
    'Every request adds its cost to the counter of its window, numbered ⌊now / T⌋ by its node’s clock, and is admitted if ' +
    'the new count is within n. Near every window edge, nodes with skewed clocks count in two different keys, and a new ' +
    'window ignores the one before.',
  sources: ['fu'],
  storedPerKey: 'a count for each window, for 5 T',
  knobs: COMMON_KNOBS,
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: COUNT_REASONS,
  pacing: 'bursty',
  gauge: REFUSALS_COUNT_GAUGE,
  atomicVariant: () => null,
};
