/** What a step with a bet keeps as it is, so that the question stays the one that was asked. */
import type { Lock } from '../sim/index.ts';

export const WHILE_BETTING: readonly Lock[] = ['n', 'T', 'capacity', 'traffic', 'send', 'lanes', 'options'];
