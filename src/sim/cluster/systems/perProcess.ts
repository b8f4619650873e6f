/**
 * A product that counts in its own process: each node has a state of its own for every key, and decides by its own clock.
 * Nothing is shared, so that k nodes together admit up to k times the limit; a process that dies forgets everything.
 */
import type { Limiter } from '../../limiters/limiter.ts';
import type { Scheme } from '../scheme.ts';
import { decideOnNode, explainDecision, nodeStateOf } from '../schemes/embeddedLimiter.ts';
import { embeddedSystem, infoOf, SYSTEM_SCHEME, unusedState, type SystemParams } from './systemScheme.ts';

export function perProcess(limiter: Limiter): Scheme<SystemParams> {
  return {
    ...infoOf(limiter),
    ...SYSTEM_SCHEME,

    prepare: (config) => ({ embedded: embeddedSystem(limiter, config) }),

    // Nothing is sent, so the program never yields.
    // oxlint-disable-next-line require-yield
    *decide(context, { embedded }) {
      return decideOnNode(embedded, nodeStateOf(embedded, 'process', context), context);
    },

    code: ({ embedded }) => embedded.limiter.explain(...unusedState(embedded), 0, 1).code,

    explain: (decision, context) => explainDecision('This process', decision, context),
  };
}
