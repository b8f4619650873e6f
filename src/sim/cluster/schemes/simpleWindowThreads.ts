/**
 * Simple window in memory that threads share. Source document 002, §3.1: its counter without `synchronized`, and what it
 * says happens then.
 *
 * Nodes are threads, the store is memory. Each thread reads when the window began, begins another when more than T has
 * passed, reads the count and adds to it where there is room; other threads come in between. Two that both find the window
 * over both reset it, and what was counted in between is forgotten; two that both read n − 1 both take the last place.
 */
import type { Duration } from '../../time.ts';
import { send } from '../command.ts';
import type { Part, Scheme } from '../scheme.ts';
import { ALLOW, COUNT_GAUGE, COUNT_REASONS, DENY, EVERY_SCHEME, fits, localOn, numberOf } from './common.ts';

export type ThreadsParams = {
  readonly n: number;
  readonly T: Duration;
  readonly local: (node: number) => Part | null;
};

const CODE = [
  'start = READ start',
  'if now − start > T',
  '  WRITE count 0, WRITE start now',
  'count = READ count',
  'if count + cost > n: deny',
  'ADD count cost',
  'allow',
];

export const simpleWindowThreads: Scheme<ThreadsParams> = {
  id: 'simple-window-threads',
  name: 'Simple window, threads',
  family: 'Several processes',
  idea: 'Threads share one window in memory, and nothing keeps them apart.',
  rule:
    'A thread reads when the window began, opens another when more than T has passed, reads the count, and adds to it when ' +
    'there is room. Two threads may both reset one window, and both take the last place.',
  source: '002',
  kept: 'window start, count',
  knobs: EVERY_SCHEME,
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: COUNT_REASONS,
  shape: 'bursty',
  gauge: COUNT_GAUGE,

  prepare: (setting) => ({ n: setting.policy.n, T: setting.policy.T, local: localOn(setting, 'simple-window') }),

  most: (params) => params.n,

  *decide({ key, cost, now }, { n, T }) {
    let start = numberOf(yield send('READ', `${key}:start`));
    if (now - start > T) {
      yield send('WRITE', `${key}:count`, 0);
      yield send('WRITE', `${key}:start`, now);
      start = now;
    }
    const count = numberOf(yield send('READ', `${key}:count`));
    const compared = [count + cost, n] as const;
    if (count + cost > n) return { verdict: DENY, level: count, retryAfter: start + T + 1 - now, compared };
    yield send('ADD', `${key}:count`, cost);
    return { verdict: ALLOW, level: count + cost, retryAfter: null, compared };
  },

  takesTurns: () => true,
  sharesMemory: true,
  local: (params) => params.local,
  takesNow: () => true,
  atomic: () => ({ limiter: 'simple-window' }),
  code: () => CODE,

  explain: ({ compared = [0, 0] }, { cost }) => fits('count + cost ≤ n', 'The count reads', compared, cost),
};
