/**
 * `retry-after`: a client that does what the header `Retry-After` says: whole seconds, the promise rounded up, at least 1.
 * Where no wait helps it gives up. Source: 001.
 */
import { NEVER, SECOND } from '../../time.ts';
import type { RetryOf, Strategy } from './client.ts';

export const retryAfter: Strategy<RetryOf<'retry-after'>> = {
  name: 'retry-after',
  hears: true,
  draws: () => false,
  prepare:
    () =>
    ({ promised }) =>
      promised === NEVER ? NEVER : Math.max(1, Math.ceil(promised / SECOND)) * SECOND,
};
