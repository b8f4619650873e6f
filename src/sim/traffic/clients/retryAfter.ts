/**
 * `retry-after`: a client that obeys the `Retry-After` header: the retry-after time rounded up to whole seconds, at least 1.
 * Where no wait helps, it gives up. Source: strategies.
 */
import { NEVER, SECOND } from '../../time.ts';
import type { RetryOf, RetryStrategy } from './client.ts';

export const retryAfterStrategy: RetryStrategy<RetryOf<'retry-after'>> = {
  name: 'retry-after',
  needsRetryAfter: true,
  usesRandomness: () => false,
  createDelay:
    () =>
    ({ retryAfter }) =>
      retryAfter === NEVER ? NEVER : Math.max(1, Math.ceil(retryAfter / SECOND)) * SECOND,
};
