/** `none`: one try, and a refusal is taken for an answer. */
import { NEVER } from '../../time.ts';
import type { RetryOf, Strategy } from './client.ts';

export const none: Strategy<RetryOf<'none'>> = {
  name: 'none',
  hears: false,
  draws: () => false,
  prepare: () => () => NEVER,
};
