/** `none`: one try; a denial is final. */
import { NEVER } from '../../time.ts';
import type { RetryOf, RetryStrategy } from './client.ts';

export const none: RetryStrategy<RetryOf<'none'>> = {
  name: 'none',
  needsRetryAfter: false,
  usesRandomness: () => false,
  createDelay: () => () => NEVER,
};
