/**
 * `careless`: a request every so often, whatever the limit, until one is refused; then nothing until the very instant from
 * which that one would be admitted, and on it goes. Source: 003.
 *
 * A refused request is tried again at the promised instant, as the same job. Where no wait helps the client stops.
 */
import { microsFromSeconds, NEVER } from '../../time.ts';
import type { Pace, PaceSetting, RetryOf, Strategy } from './client.ts';

type Careless = RetryOf<'careless'>;

export const careless: Strategy<Careless> = {
  name: 'careless',
  hears: true,
  draws: () => false,
  prepare:
    () =>
    ({ promised }) =>
      promised,
};

export function carelessPace({ every }: Careless, { range }: PaceSetting): Pace {
  const gap = microsFromSeconds(every);
  return {
    first: () => range.from,
    tried: (_client, _number, now, admitted) => (admitted ? now + gap : NEVER),
    settled: (_client, now, admitted, pause) => (admitted ? NEVER : now + pause),
  };
}
