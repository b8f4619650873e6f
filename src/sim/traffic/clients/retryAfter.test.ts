import { expect, it } from 'vitest';
import { NEVER, SECOND } from '../../time.ts';
import { retryAfterStrategy } from './retryAfter.ts';

it.each([
  [0, SECOND],
  [1, SECOND],
  [SECOND, SECOND],
  [SECOND + 1, 2 * SECOND],
  [NEVER, NEVER],
])('a client told to retry after %d µs waits %d µs: whole seconds, at least one', (retryAfter, wait) => {
  const delay = retryAfterStrategy.createDelay({ strategy: 'retry-after' });
  expect(delay({ tries: 1, previousWait: 0, retryAfter }, new Uint32Array() as never)).toBe(wait);
});
