/** express-rate-limit with its memory store: a window opened at the first request, on a clock of milliseconds. */
import { quotaReset, type QuotaResetParams, type QuotaResetState } from '../limiters/quotaReset.ts';
import { MILLISECOND } from '../time.ts';
import { costsOne, onClock } from './derived.ts';
import { recorded } from './recorded.ts';
import { LONGEST_TIMER, requireAtMost, requireWhole, systemOf, type System } from './system.ts';

export const expressRateLimit: System<QuotaResetParams, QuotaResetState> = {
  ...costsOne(onClock(quotaReset, MILLISECOND, 'stands')),
  ...systemOf('express-rate-limit'),
  summary: 'A client’s first request opens a window with a limit; the window’s end forgets it.',
  rule:
    'A window opens at a client’s first request and lasts windowMs. Up to limit requests pass in it; the first one after ' +
    'it opens the next.',
  prepare(config) {
    requireWhole(config.policy.T, MILLISECOND, 'windowMs');
    requireAtMost(config.policy.T, LONGEST_TIMER, 'windowMs');
    return quotaReset.prepare(config);
  },
  story: {
    keywords: ['Node.js', 'JavaScript', 'TypeScript', 'npm'],
    product: 'express-rate-limit with MemoryStore',
    release: '8.7.4 (npm)',
    source: 'express-rate-limit/express-rate-limit, memory-store.ts',
    evidence: recorded['express-rate-limit'],
    equals: 'quota-reset on a clock of milliseconds',
    runs: 'per process',
    traps: ['Almost twice the limit pass within one window’s length, around its end.'],
  },
};
