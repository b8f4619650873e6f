/** Redis sliding log: how the catalogue and the format describe it. `../redisSlidingLog.ts` runs it. */
import type { SchemeInfo } from '../../scheme.ts';
import { choiceKnob, COMMON_KNOBS, COUNT_GAUGE } from './kit.ts';

export const redisSlidingLogInfo: SchemeInfo = {
  id: 'redis-sliding-log',
  name: 'Redis sliding log',
  family: 'Distributed',
  summary: 'A sorted set holds the time of every permit; those of the last T are counted.',
  rule:
    'Each permit is a member of a sorted set, ordered by its time on its node’s clock. A request is admitted if the permits ' +
    'of the last T plus its cost stay within n. multi records a request before it counts, so a client that keeps retrying ' +
    'stays denied, and other requests can arrive before the count; lua records only admitted requests.',
  sources: ['fu'],
  storedPerKey: 'a time for each permit; under multi for each request',
  knobs: [
    choiceKnob('variant', 'Variant', ['multi', 'lua'], 'lua', 'Separate commands or one script.'),
    ...COMMON_KNOBS,
  ],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['the log had room', '', 'the log is full', 'the cost is above n'],
  pacing: 'bursty',
  gauge: { ...COUNT_GAUGE, unit: ['entry', 'entries'] },
  atomicVariant: (options) => (options['variant'] === 'lua' ? null : { options: { variant: 'lua' } }),
  crashPoints: (options) => (options['variant'] === 'lua' ? [] : ['EXEC']),
};
