/**
 * Token server.
 *
 * One server decides for all nodes, with a single-process limiter and by its own clock. Each request takes one round trip.
 * Decisions cannot interleave, so the guarantees of the limiter hold for all nodes together. While the server is
 * unavailable, each node uses its `fallback`.
 */
import { ask } from '../command.ts';
import type { EmbeddedLimiter, Scheme, SchemeServer } from '../scheme.ts';
import { decideWith, delays, explainDecision, embeddedGaugeOf, embeddedFallback } from './embeddedLimiter.ts';
import { DELAY } from '../../verdict.ts';
import { tokenServerInfo } from './info/tokenServer.ts';

/** Stands for "no retry helps" in a reply, whose numbers must be finite. */
const NO_RETRY = -1;

/** Answers a cost with [verdict, wait, level, retry-after time]. */
function limiterServer(embedded: EmbeddedLimiter): SchemeServer {
  const { limiter, params } = embedded;
  return {
    init: () => limiter.init(params),
    answer(state, now, [cost = 1]) {
      const { verdict, wait = 0, level, retryAfter } = decideWith(embedded, state, now, cost);
      return [verdict, wait, level ?? 0, retryAfter ?? NO_RETRY];
    },
    explain: (state, now, [cost = 1]) => limiter.explain(state, params, now, cost),
    readouts: (state, now) => limiter.readouts(state, params, now),
  };
}

type TokenServerParams = {
  readonly embedded: EmbeddedLimiter;
  readonly localFallback: (node: number) => EmbeddedLimiter | null;
};

export const tokenServer: Scheme<TokenServerParams> = {
  ...tokenServerInfo,
  embeddedGauge: ({ embedded }) => embeddedGaugeOf(embedded),
  canDelay: ({ embedded }) => delays(embedded),

  prepare: (config) => ({
    embedded: config.embeddedLimiter('limiter'),
    localFallback: embeddedFallback(config, 'limiter'),
  }),

  maxCost: ({ embedded: { limiter, params } }) => limiter.maxCost(params),

  *decide({ key, cost }) {
    const answer = (yield ask(key, cost)) as readonly [verdict: number, wait: number, level: number, retry: number];
    const [verdict, wait, level, retry] = answer;
    const retryAfter = retry === NO_RETRY ? null : retry;
    return { verdict, level, retryAfter, ...(verdict === DELAY ? { wait } : {}) };
  },

  isSerialPerNode: () => false,

  localFallback: ({ localFallback }) => localFallback,

  server: ({ embedded }) => limiterServer(embedded),

  supportsVirtualTime: () => true,

  code: ({ embedded }) => [
    'ASK the server: key, cost',
    `  it decides with ${embedded.limiter.name}, by its own clock`,
    'if it admits: allow, after its wait, if any',
    'else deny',
  ],

  explain: (decision, context) => explainDecision('The server', decision, context),
};
