/** Redis token bucket: how the catalogue and the format describe it. `../redisTokenBucket.ts` runs it. */
import type { CommandName } from '../../command.ts';
import type { SchemeInfo } from '../../scheme.ts';
import { choiceKnob, integerKnob, secondsKnob, COMMON_KNOBS } from './kit.ts';

/** By concurrency. A script is one message. */
const CRASH_POINTS: Readonly<Record<string, readonly CommandName[]>> = {
  none: ['HGETALL', 'HSET'],
  watch: ['WATCH', 'HGETALL', 'EXEC'],
  lock: ['SET', 'HGETALL', 'HSET', 'PEXPIRE'],
};

export const redisTokenBucketInfo: SchemeInfo = {
  id: 'redis-token-bucket',
  name: 'Redis token bucket',
  family: 'Distributed',
  summary: 'The bucket is kept in the store: read it, compute, write it back.',
  rule:
    'A node reads the tokens and the time of their last update, adds those refilled since then by its own clock, takes the ' +
    'cost if there are enough, and writes both back. Without concurrency control two nodes can take the last token. watch ' +
    'starts over if another node has written, and its nodes handle one request at a time; lock excludes other nodes until ' +
    'it expires; lua does it in one message.',
  sources: ['fu'],
  storedPerKey: 'tokens, time',
  knobs: [
    choiceKnob('concurrency', 'Concurrency', ['none', 'watch', 'lock', 'lua'], 'lua', 'How races are prevented.'),
    integerKnob('retries', 'Retries', [0, 1_000], 3, 'How many times watch tries again.'),
    secondsKnob('lockTtl', 'Lock expires', [0.000001, 3_600], 0.1, 'How long a lock lasts if it is not released.'),
    secondsKnob(
      'lockRetry',
      'Lock retry',
      [0.000001, 3_600],
      0.005,
      'How long a node waits before it tries to take the lock again, up to the timeout in all.',
    ),
    ...COMMON_KNOBS,
  ],
  usesCapacity: true,
  editions: ['corrected', 'published'],
  errata: [
    {
      name: 'time steps back',
      sentence:
        'The script stores the time it was given even if a later one was stored before, so reordered messages or skewed ' +
        'clocks refill the bucket twice for the same time.',
      breaks: [],
      preset: 'skewed-refill',
    },
    {
      name: 'lifetime of 0',
      sentence:
        'The keys live for twice the time that fills the bucket, rounded down to whole seconds. If the bucket fills in under ' +
        'half a second, this is 0, which the store rejects with an error, and the lane uses its fallback.',
      breaks: [],
      preset: 'lifetime-of-0',
    },
    {
      name: 'whole tokens',
      sentence:
        'The script’s reply is truncated to whole tokens, so a node does not see the remaining fraction and returns too long ' +
        'a retry-after time.',
      breaks: [],
      preset: 'retry-after-whole-tokens',
    },
  ],
  outcomes: ['allow', 'deny'],
  reasons: ['a token was there', '', 'too few tokens', 'the cost is above the capacity'],
  pacing: 'bursty',
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params) => params['capacity'] as number,
    boundBy: () => 'capacity',
    low: () => 0,
  },
  atomicVariant: (options) => (options['concurrency'] === 'lua' ? null : { options: { concurrency: 'lua' } }),
  crashPoints: (options) => CRASH_POINTS[options['concurrency'] as string] ?? [],
};
