/**
 * Simple window in memory shared by threads: Fu's counter without `synchronized`, with the races that the article
 * describes.
 *
 * Nodes are threads, and the store is shared memory. Each thread reads the start of the window, opens a new window if more
 * than T has passed, reads the count and adds to it if there is room; other threads can run in between. If two threads find
 * the window over, both reset it, and what was counted in between is lost; if two read n − 1, both take the last place.
 */
import { formatNumber, formatSeconds } from '../../numberFormat.ts';
import { SECOND, type Duration } from '../../time.ts';
import { send } from '../command.ts';
import type { EmbeddedLimiter, Scheme } from '../scheme.ts';
import { explainFit, catalogueFallback, numberFromReply } from './common.ts';
import { ALLOW, DENY } from '../../verdict.ts';
import { simpleWindowThreadsInfo } from './info/simpleWindowThreads.ts';

export type SimpleWindowThreadsParams = {
  readonly n: number;
  readonly T: Duration;
  readonly localFallback: (node: number) => EmbeddedLimiter | null;
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

export const simpleWindowThreads: Scheme<SimpleWindowThreadsParams> = {
  ...simpleWindowThreadsInfo,
  singleProcess: 'simple-window',

  prepare: (config) => ({
    n: config.policy.n,
    T: config.policy.T,
    localFallback: catalogueFallback(config, 'simple-window'),
  }),

  maxCost: (params) => params.n,

  *decide({ key, cost, now }, { n, T }) {
    let start = numberFromReply(yield send('READ', `${key}:start`));
    if (now - start > T) {
      yield send('WRITE', `${key}:count`, 0);
      yield send('WRITE', `${key}:start`, now);
      start = now;
    }
    const count = numberFromReply(yield send('READ', `${key}:count`));
    const compared = [count + cost, n] as const;
    if (count + cost > n) return { verdict: DENY, level: count, retryAfter: start + T + 1 - now, operands: compared };
    yield send('ADD', `${key}:count`, cost);
    return { verdict: ALLOW, level: count + cost, retryAfter: null, operands: compared };
  },

  valueFormat: () => (name, value) => (name.endsWith(':start') ? formatSeconds(Number(value)) : null),
  unitsText: () => `Stored as whole numbers: ${formatNumber(SECOND)} is one second.`,

  isSerialPerNode: () => true,
  localFallback: (params) => params.localFallback,
  supportsVirtualTime: () => true,
  code: () => CODE,

  explain: ({ operands = [0, 0] }, { cost }) => explainFit('count + cost ≤ n', 'The count is', operands, cost),
};
