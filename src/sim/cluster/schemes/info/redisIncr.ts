/** Redis INCR: how the catalogue and the format describe it. `../redisIncr.ts` runs it. */
import type { CommandName } from '../../command.ts';
import type { SchemeInfo } from '../../scheme.ts';
import { choiceKnob, COMMON_KNOBS, COUNT_REASONS, REFUSALS_COUNT_GAUGE } from './kit.ts';

/** By variant. A script is one message. */
const CRASH_POINTS: Readonly<Record<string, readonly CommandName[]>> = {
  multi: ['GET'],
  'incr-expire': ['GET', 'INCR', 'INCRBY'],
  list: ['LLEN', 'EXISTS'],
  'set-then-get': ['INCR', 'INCRBY'],
};

export const redisIncrInfo: SchemeInfo = {
  id: 'redis-incr',
  name: 'Redis INCR',
  family: 'Distributed',
  summary: 'Counts in a key that expires. Four of its five variants have a race or can leave a key without an expiry.',
  rule:
    'A key holds the count of a window and expires at its end; in multi, where each window has a key of its own, 10 T after ' +
    'the last count. multi, incr-expire and list read the count before they ' +
    'add to it and deny only if it is above n: n + 1 requests pass even one at a time, and more when reads overlap. ' +
    'set-then-get and lua add first and admit if the new count is within n; lua does so in one message, so no key is left ' +
    'without an expiry.',
  sources: ['fu'],
  storedPerKey: 'a count, or a list with one entry per permit',
  knobs: [
    choiceKnob(
      'variant',
      'Variant',
      ['multi', 'incr-expire', 'list', 'set-then-get', 'lua'],
      'lua',
      'The commands that a node sends.',
    ),
    ...COMMON_KNOBS,
  ],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: COUNT_REASONS,
  pacing: 'bursty',
  // Those that are refused, too, in most variants: it may pass n.
  gauge: REFUSALS_COUNT_GAUGE,
  atomicVariant: (options) => (options['variant'] === 'lua' ? null : { options: { variant: 'lua' } }),
  crashPoints: (options) => CRASH_POINTS[options['variant'] as string] ?? [],
};
