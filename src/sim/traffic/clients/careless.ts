/**
 * `careless`: a request every so often, whatever the limit, until one is refused; then nothing until the very instant from
 * which that one would be admitted, and on it goes. Source: finch.
 *
 * A refused request is tried again at the promised instant, as the same job. Where no wait helps the client stops.
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
