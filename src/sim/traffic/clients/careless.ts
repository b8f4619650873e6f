/**
 * `careless`: a request at a fixed interval, regardless of the limit, until one is denied; then nothing until the instant
 * from which that one would be admitted, and then at the fixed interval again. Source: finch.
 *
 * A denied request is retried at its retry-after time, as the same job. Where no wait helps, or none is known, the client
 * stops. Where nodes decide and an answer takes longer than the interval, it goes on with that answer.
 */
import { microsFromSeconds, NEVER } from '../../time.ts';
import type { JobPacer, PacerContext, RetryOf, RetryStrategy } from './client.ts';

type Careless = RetryOf<'careless'>;

export const careless: RetryStrategy<Careless> = {
  name: 'careless',
  needsRetryAfter: true,
  usesRandomness: () => false,
  createDelay:
    () =>
    ({ retryAfter }) =>
      retryAfter,
};

export function carelessPacer({ every }: Careless, { range }: PacerContext): JobPacer {
  const gap = microsFromSeconds(every);
  return {
    firstJob: () => range.from,
    afterTry: (_client, _number, now, admitted) => (admitted ? now + gap : NEVER),
    afterJob: (_client, now, admitted, pause) => (admitted ? NEVER : now + pause),
  };
}
