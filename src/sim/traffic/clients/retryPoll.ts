/** `retry-poll`: tries again every so often until it is admitted, as a thread does that sleeps between two looks. Source: 004. */
import { microsFromSeconds } from '../../time.ts';
import type { RetryOf, Strategy } from './client.ts';

export const retryPoll: Strategy<RetryOf<'retry-poll'>> = {
  name: 'retry-poll',
  hears: false,
  draws: () => false,
  prepare(retry) {
    const every = microsFromSeconds(retry.every);
    return () => every;
  },
};
