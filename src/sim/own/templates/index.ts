/** Programs to begin with: textbook limiters as their users would write them. Each decides as the limiter of its id. */
import { fixedWindow } from './fixedWindow.ts';
import { gcra } from './gcra.ts';
import { leakyInterval } from './leakyInterval.ts';
import { leakyMeter } from './leakyMeter.ts';
import { leakyQueue } from './leakyQueue.ts';
import { quotaReset } from './quotaReset.ts';
import { simpleWindow } from './simpleWindow.ts';
import { slidingCounter } from './slidingCounter.ts';
import { slidingLog } from './slidingLog.ts';
import { tokenBucket } from './tokenBucket.ts';

export interface OwnTemplate {
  /** The limiter that decides alike. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly code: string;
}

/** The first is what a lane without code runs. */
export const ownTemplates: readonly OwnTemplate[] = [
  {
    id: 'token-bucket',
    title: 'Token bucket',
    description: 'Tokens drip in; a request takes its cost or is refused.',
    code: tokenBucket,
  },
  { id: 'fixed-window', title: 'Fixed window', description: 'One count for each window of T.', code: fixedWindow },
  {
    id: 'simple-window',
    title: 'Simple window',
    description: 'A window that the first request after it opens anew.',
    code: simpleWindow,
  },
  {
    id: 'quota-reset',
    title: 'Quota reset',
    description: 'The first request opens a window with n to spend.',
    code: quotaReset,
  },
  {
    id: 'sliding-log',
    title: 'Sliding log',
    description: 'The time of every request that was admitted in the last T.',
    code: slidingLog,
  },
  {
    id: 'sliding-counter',
    title: 'Sliding counter',
    description: 'This window, and a share of the one before.',
    code: slidingCounter,
  },
  {
    id: 'leaky-meter',
    title: 'Leaky bucket as a meter',
    description: 'Every request pours water in; it leaks evenly.',
    code: leakyMeter,
  },
  { id: 'gcra', title: 'GCRA', description: 'One number: when the next request is due.', code: gcra },
  {
    id: 'leaky-interval',
    title: 'Minimum interval',
    description: 'A gate that shuts for T/n after each request.',
    code: leakyInterval,
  },
  {
    id: 'leaky-queue',
    title: 'Leaky bucket as a queue',
    description: 'Requests wait their turn, one every T/n.',
    code: leakyQueue,
  },
];
