/**
 * Token server. Source document 002 (4.2).
 *
 * One server decides for all nodes, with a limiter of one process and by its own clock. A request costs one question and
 * its answer. Nobody comes in between, so what holds of the limiter holds of all nodes together; and when the server is
 * away, each node is left to its `fallback`.
 */
import { ask } from '../command.ts';
import type { Part, Scheme, Server } from '../scheme.ts';
import { EVERY_SCHEME } from './common.ts';
import { ANY_GAUGE, decideBy, DELAY, explainRuling, gaugeWith, localSplitOf } from './part.ts';

/** In an answer, a retry that never helps. Answers are finite numbers. */
const NO_RETRY = -1;

/** Asked for a cost, it answers verdict, wait, level and retry. */
function serverOf(part: Part): Server {
  const { limiter, params } = part;
  return {
    init: () => limiter.init(params),
    answer(state, now, [cost = 1]) {
      const { verdict, wait = 0, level, retryAfter } = decideBy(part, state, now, cost);
      return [verdict, wait, level ?? 0, retryAfter ?? NO_RETRY];
    },
    explain: (state, now, [cost = 1]) => limiter.explain(state, params, now, cost),
    facts: (state, now) => limiter.facts(state, params, now),
  };
}

type TokenServerParams = {
  readonly part: Part;
  readonly local: (node: number) => Part | null;
};

export const tokenServer: Scheme<TokenServerParams> = {
  id: 'token-server',
  name: 'Token server',
  family: 'Several processes',
  idea: 'One server decides for all nodes; every request asks it.',
  rule:
    'A node sends key and cost to one server, which decides with a limiter of one process, by its own clock, and answers. ' +
    'No two decisions cross. Each takes the way there and back, and without the server a node has only its fallback.',
  source: '002',
  kept: 'at the server: what its limiter keeps',
  knobs: [
    {
      kind: 'limiter',
      id: 'limiter',
      label: 'Limiter',
      schemes: false,
      default: 'token-bucket',
      help: 'What the server decides with.',
    },
    ...EVERY_SCHEME,
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
  shape: 'bursty',
  gauge: ANY_GAUGE,
  gaugeOf: ({ part }) => gaugeWith(part.limiter.gauge, part.params),

  prepare: (setting) => ({ part: setting.part('limiter'), local: localSplitOf(setting, 'limiter') }),

  most: ({ part: { limiter, params } }) => limiter.most(params),

  *decide({ key, cost }) {
    const answer = (yield ask(key, cost)) as readonly [verdict: number, wait: number, level: number, retry: number];
    const [verdict, wait, level, retry] = answer;
    const retryAfter = retry === NO_RETRY ? null : retry;
    return { verdict, level, retryAfter, ...(verdict === DELAY ? { wait } : {}) };
  },

  takesTurns: () => false,

  local: ({ local }) => local,

  server: ({ part }) => serverOf(part),

  takesNow: () => true,

  atomic: () => null,

  code: ({ part }) => [
    'ASK the server: key, cost',
    `  it decides by ${part.limiter.name}, by its own clock`,
    'if it admits: allow, after the wait that it names',
    'else deny',
  ],

  explain: (ruling, context) => explainRuling('The server', ruling, context),
};
