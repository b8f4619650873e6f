/**
 * Quota reset.
 *
 * A client's first request opens a window of T and fills its quota: n tokens, to be spent at any pace. The first
 * request T or more later opens the next window with a full quota. Finch's complaint is the pattern that this invites:
 * spend everything at once, pause for the rest of T, repeat. Up to 2n − 1 pass within one T.
 *
 * Everything follows from one closed form: tokens at `now` = the stored tokens while now < start + T, else n.
 */
import { NEVER, type Duration, type Instant } from '../time.ts';
import { formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import { explainTooLarge, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';

export type QuotaResetParams = {
  readonly n: number;
  readonly T: Duration;
};

export type QuotaResetState = {
  /** When the window was opened; −∞ before the first request, so that any request finds it ended. */
  start: Instant;
  tokens: number;
};

/** The closed form. A request whose time steps back before the window's start spends from that window. */
function tokensAt(state: QuotaResetState, params: QuotaResetParams, now: Instant): number {
  return isOpen(state, params, now) ? state.tokens : params.n;
}

function isOpen(state: QuotaResetState, params: QuotaResetParams, now: Instant): boolean {
  return now < state.start + params.T;
}

/** The window from which a request at `now` spends, [from, to): the stored one, or the one that it opens. */
function windowAt(state: QuotaResetState, params: QuotaResetParams, now: Instant): readonly [Instant, Instant] {
  const from = isOpen(state, params, now) ? state.start : now;
  return [from, from + params.T];
}

const CODE = [
  'if cost > n: deny',
  'if start + T ≤ now: start = now, tokens = n',
  'if tokens ≥ cost',
  '  tokens = tokens − cost',
  '  allow',
  'else deny',
];

export const quotaReset: Limiter<QuotaResetParams, QuotaResetState> = {
  id: 'quota-reset',
  name: 'Quota reset',
  family: 'Windows',
  summary: 'The first request opens a window with n tokens; the first one T or more later gets a full quota again.',
  rule:
    'A window opens at the first request, with n tokens. A request is admitted when its cost is left, and spends ' +
    'it. The first request T or more later opens the next window, again with n tokens: a client that sends as much ' +
    'as it can alternates bursts and pauses.',
  sources: ['finch'],
  storedPerKey: 'window start, tokens',
  knobs: [],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['a token was left', '', 'too few tokens are left', 'the cost is above n'],
  pacing: 'bursty',
  traits: { monotone: { clients: ['n'], nested: ['n'] }, boundsAnyCost: true },
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params: QuotaResetParams) => params.n,
    boundBy: () => 'n',
    low: () => 0,
  },

  prepare: ({ policy: { n, T } }) => ({ n, T }),

  maxCost: (params) => params.n,

  init: (params) => ({ start: -Infinity, tokens: params.n }),

  decide(state, params, now, cost) {
    if (cost > params.n) return DENY_TOO_LARGE;
    if (state.start + params.T <= now) {
      state.start = now;
      state.tokens = params.n;
    }
    if (state.tokens < cost) return DENY;
    state.tokens -= cost;
    return ALLOW;
  },

  level: (state, params, now) => tokensAt(state, params, now),

  nextBreakpoint: (state, params, now) => (tokensAt(state, params, now) < params.n ? state.start + params.T : NEVER),

  retryAfter(state, params, now, cost) {
    if (cost > params.n) return NEVER;
    return tokensAt(state, params, now) >= cost ? 0 : state.start + params.T - now;
  },

  explain(state, params, now, cost) {
    if (cost > params.n) return explainTooLarge(cost, 'n', params.n, CODE);
    const open = isOpen(state, params, now);
    const tokens = tokensAt(state, params, now);
    const holds = tokens >= cost;
    const window = windowAt(state, params, now);
    return {
      verdict: holds ? ALLOW : DENY,
      sentence: open
        ? `The window that opened at ${formatSeconds(state.start)} has ${pluralize(tokens, 'token')} left, and the ` +
          (holds
            ? `request takes ${formatNumber(cost)}.`
            : `request needs ${formatNumber(cost)}. The quota is full again in ${formatSeconds(window[1] - now)}.`)
        : `No window is open: the request opens one with ${pluralize(tokens, 'token')}, and takes ${formatNumber(cost)}.`,
      condition: 'tokens ≥ cost',
      evaluatedCondition: `${formatNumber(tokens)} ≥ ${formatNumber(cost)}`,
      holds,
      code: CODE,
      executedLines: [...(open ? [] : [1]), ...(holds ? [2, 3, 4] : [2, 5])],
      countedSpan: window,
    };
  },

  readouts: (state, params, now) => [
    ['tokens', formatNumber(tokensAt(state, params, now))],
    ['start', isOpen(state, params, now) ? formatSeconds(state.start) : 'at the next request'],
  ],

  picture(state, params, now) {
    const [from, to] = windowAt(state, params, now);
    return { kind: 'cells', count: tokensAt(state, params, now), n: params.n, from, to, countsRemaining: true };
  },

  /**
   * Windows begin at least T apart, so instants at most length − 1 apart touch at most 1 + ⌈(length − 1) / T⌉. They can
   * contain the first window's whole quota only if they include its opening, and unless length − 1 is a multiple of T,
   * they cannot do that and also touch the maximum number of windows.
   */
  bound({ n, T }, length) {
    if (length <= 0) return 0;
    const apart = length - 1;
    return n * (1 + Math.ceil(apart / T)) - (apart % T === 0 ? 0 : 1);
  },
};
