/** `retry-poll`: retries at a fixed interval until it is admitted, like a thread that polls and sleeps. Source: li. */
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
