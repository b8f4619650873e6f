/**
 * vsthrottle for Varnish: a bucket of whole tokens. Each admission sets the clock of the bucket, and throws away the
 * fraction of a token that had come in: the rate that is served may be half of what was asked.
 *
 * While a key is blocked its tries go on taking tokens.
 */
import { formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import { microsFromSeconds, NEVER, SECOND, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { ALLOW, DENY } from '../verdict.ts';
import type { KeyState } from '../limiters/limiter.ts';
import { recorded } from './recorded.ts';
import { compared, explainDecision, nextStep, searchRetryAfter, systemOf, type System } from './system.ts';

export type VsthrottleParams = {
  readonly n: number;
  readonly T: Duration;
  /** How long a refusal blocks the key; 0 for not at all. */
  readonly block: Duration;
};

export interface VsthrottleState extends KeyState {
  tokens: number;
  last: Instant;
  /** Until then the key is blocked; −∞ where it is not. */
  until: Instant;
}

/** The closed form, whole tokens, in doubles of seconds; a clock that steps back stands still. */
function tokensAt(state: VsthrottleState, { n, T }: VsthrottleParams, now: Instant): number {
  const elapsed = Math.max(0, now - state.last) / SECOND;
  return Math.min(n, state.tokens + Math.trunc((elapsed / (T / SECOND)) * n));
}

const CODE = [
  'tokens = min(limit, tokens + ⌊elapsed/period · limit⌋)',
  'if blocked: last = now, take a token if there is one, deny',
  'if tokens > 0',
  '  tokens = tokens − 1, last = now, allow',
  'else block the key if block > 0, deny',
];

export const vsthrottle: System<VsthrottleParams, VsthrottleState> = {
  ...systemOf('vsthrottle', {
    block: ['Block', 'How long a refused key is blocked; 0 for not at all.'],
  }),
  summary: 'A bucket of whole tokens: each admission discards the fraction of a token.',
  rule:
    'The bucket holds up to limit whole tokens. It gains whole tokens for the time since the last admission, and each admission ' +
    'discards the fraction. A request is admitted when there is one; a refusal may block the key.',
  storedPerKey: 'tokens, time, end of the block',
  outcomes: ['allow', 'deny'],
  reasons: ['a token was there', '', 'there is no token, or the key is blocked', ''],
  pacing: 'bursty',
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params: VsthrottleParams) => params.n,
    boundBy: () => 'n',
    low: () => 0,
  },
  prepare: ({ policy: { n, T }, options }) => ({ n, T, block: microsFromSeconds(options['block'] as number) }),
  maxCost: () => Infinity,
  init: ({ n }) => ({ tokens: n, last: 0, until: -Infinity }),
  decide(state, params, now) {
    const at = Math.max(now, state.last);
    const blocked = params.block > 0 && at < state.until;
    state.tokens = tokensAt(state, params, at);
    if (blocked) state.last = at;
    if (state.tokens > 0) {
      state.tokens--;
      state.last = at;
      if (blocked) return DENY;
      state.until = -Infinity;
      return ALLOW;
    }
    if (!blocked && params.block > 0) state.until = at + params.block;
    return DENY;
  },
  level: tokensAt,
  nextBreakpoint(state, params, now) {
    if (tokensAt(state, params, now) >= params.n) return NEVER;
    return nextStep((at) => tokensAt(state, params, at), now, state.last + params.T);
  },
  retryAfter: (state, params, now, cost) => searchRetryAfter(vsthrottle, state, params, now, cost),
  explain: (state, params, now, cost) =>
    explainDecision(vsthrottle, state, params, now, cost, (verdict, after) => {
      const at = Math.max(now, state.last);
      const blocked = params.block > 0 && at < state.until;
      const tokens = tokensAt(state, params, at);
      const retry = () => formatSeconds(searchRetryAfter(vsthrottle, state, params, now, cost));
      return {
        sentence: blocked
          ? `The key is blocked for another ${formatSeconds(state.until - at)}.` +
            (tokens > 0 ? ` The try takes one of its ${pluralize(tokens, 'token')} nevertheless.` : '')
          : `The bucket holds ${formatNumber(tokens)} of ${pluralize(params.n, 'token')}` +
            (verdict === ALLOW
              ? ', and the request takes one; the fraction of a token that had come in is lost.'
              : after.until > at
                ? `. The request is refused, and blocks the key for ${formatSeconds(params.block)}.`
                : `. The next comes in ${retry()}.`),
        condition: blocked ? 'now ≥ end of the block' : 'tokens > 0',
        evaluatedCondition: blocked
          ? compared(secondsFromMicros(at), '≥', secondsFromMicros(state.until))
          : `${formatNumber(tokens)} > 0`,
        code: CODE,
        executedLines: [0, ...(blocked ? [1] : verdict === ALLOW ? [2, 3] : [2, 4])],
      };
    }),
  readouts: (state, params, now) => [
    ['tokens', formatNumber(tokensAt(state, params, now))],
    ['last', formatSeconds(state.last)],
    ...(now < state.until ? [['blocked for', formatSeconds(state.until - now)] as const] : []),
  ],
  picture(state, params, now) {
    const next = vsthrottle.nextBreakpoint(state, params, now);
    const refillIn = next === NEVER ? null : secondsFromMicros(next - now);
    return { kind: 'tokens', tokens: tokensAt(state, params, now), capacity: params.n, refillIn };
  },
  bound: ({ n, T }, length) => (length <= 0 ? 0 : Math.floor(n + ((length - 1) / T) * n + 1e-9)),
  story: {
    keywords: ['VCL', 'HTTP cache'],
    product: 'vsthrottle, of varnish-modules',
    release: '0.20.0',
    source: 'varnish/varnish-modules, src/vmod_vsthrottle.c',
    evidence: recorded.vsthrottle,
    runs: 'per process',
    traps: [
      'Each admission throws the fraction of a token away: of 2 a second, 1.2 may be served.',
      'Tries of a blocked key take tokens, too.',
    ],
  },
};
