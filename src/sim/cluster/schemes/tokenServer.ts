/**
 * Token server.
 *
 * One server decides for all nodes, with a limiter of one process and by its own clock. A request costs one question and
 * its answer. Nobody comes in between, so what holds of the limiter holds of all nodes together; and when the server is
 * away, each node is left to its `fallback`.
 */
import { ask } from '../command.ts';
import type { EmbeddedLimiter, Scheme, SchemeServer } from '../scheme.ts';
import { COMMON_KNOBS } from './common.ts';
import { PLACEHOLDER_GAUGE, decideWith, explainDecision, bindGauge, embeddedFallback } from './embeddedLimiter.ts';
import { DELAY } from '../../verdict.ts';

/** In an answer, a retry that never helps. Answers are finite numbers. */
const NO_RETRY = -1;

/** Asked for a cost, it answers verdict, wait, level and retry. */
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
  id: 'token-server',
  name: 'Token server',
  family: 'Several processes',
  summary: 'One server decides for all nodes; every request asks it.',
  rule:
    'A node sends key and cost to one server, which decides with a limiter of one process, by its own clock, and answers. ' +
    'No two decisions cross. Each takes the way there and back, and without the server a node has only its fallback.',
  sources: ['fu'],
  storedPerKey: 'at the server: what its limiter keeps',
  knobs: [
    {
      kind: 'limiter',
      id: 'limiter',
      label: 'Limiter',
      allowsSchemes: false,
      default: 'token-bucket',
      help: 'What the server decides with.',
    },
    ...COMMON_KNOBS,
  ],
  usesCapacity: true,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'delay', 'deny'],
  reasons: [
    'the server had room',
    'the server makes it wait',
    'the server has no room',
    'the cost is above what the server can hold',
  ],
  pacing: 'bursty',
  gauge: PLACEHOLDER_GAUGE,
  embeddedGauge: ({ embedded }) => bindGauge(embedded.limiter.gauge, embedded.params),

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

  atomicVariant: () => null,

  code: ({ embedded }) => [
    'ASK the server: key, cost',
    `  it decides by ${embedded.limiter.name}, by its own clock`,
    'if it admits: allow, after the wait that it names',
    'else deny',
  ],

  explain: (decision, context) => explainDecision('The server', decision, context),
};
