/** Redis sub-windows: how the catalogue and the format describe it. `../redisSubWindow.ts` runs it. */
import type { SchemeInfo } from '../../scheme.ts';
import { choiceKnob, integerKnob, COMMON_KNOBS, COUNT_GAUGE } from './kit.ts';

export const redisSubWindowInfo: SchemeInfo = {
  id: 'redis-sub-window',
  name: 'Redis sub-windows',
  family: 'Distributed',
  summary: 'A hash holds a count for each slice of the window; the latest slices are summed.',
  rule:
    'T is divided into slices by the clock of each node, and a hash holds a count for each. A request is admitted if the ' +
    'sum of the slices of the last T plus its cost stays within n. A slice expires as a whole, so up to 2n pass within T; ' +
    'separate commands admit more if two nodes compute the sum before either has counted.',
  sources: ['fu'],
  storedPerKey: 'a count for each slice; under none, old ones stay while the key is in use',
  knobs: [
    integerKnob('slices', 'Slices', [1, 1_000], 6, 'The number of parts into which the window is divided.'),
    choiceKnob('variant', 'Variant', ['none', 'lua'], 'lua', 'Separate commands or one script.'),
    ...COMMON_KNOBS,
  ],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['the slices had room', '', 'the slices are full', 'the cost is above n'],
  pacing: 'bursty',
  gauge: COUNT_GAUGE,
  atomicVariant: (options) => (options['variant'] === 'lua' ? null : { options: { variant: 'lua' } }),
  crashPoints: (options) => (options['variant'] === 'lua' ? [] : ['HGETALL', 'HINCRBY']),
};
