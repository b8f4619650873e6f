/** `retry-poll`: tries again every so often until it is admitted, as a thread does that sleeps between two looks. Source: li. */
import { microsFromSeconds } from '../../time.ts';
import type { RetryOf, RetryStrategy } from './client.ts';

export const retryPoll: RetryStrategy<RetryOf<'retry-poll'>> = {
  name: 'retry-poll',
  needsRetryAfter: false,
  usesRandomness: () => false,
  createDelay(retry) {
    const every = microsFromSeconds(retry.every);
    return () => every;
  },
};
