/**
 * golang.org/x/time/rate: a bucket that starts full and, for Wait, lends. Its doubles decide ties: a token that is short
 * by less than a nanosecond's worth is there.
 */
import { explainTooLarge } from '../limiters/limiter.ts';
import { formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import { microsFromSeconds, NEVER, secondsFromMicros, type Instant } from '../time.ts';
import { ALLOW, DELAY, DENY, DENY_TOO_LARGE } from '../verdict.ts';
import {
  instantOf,
  nanosUntilPaid,
  reservingBound,
  tokensAt,
  type ReservingParams,
  type ReservingState,
} from './reservingBucket.ts';
import { compared, explainDecision, microsFromNanos, searchRetryAfter, systemOf, type System } from './system.ts';

export type GolangRateParams = ReservingParams & {
  /** The longest wait that is accepted, nanoseconds. */
  readonly longest: number;
};

const CODE = [
  'if cost > burst: deny',
  'left = min(burst, tokens + elapsed · limit) − cost',
  'wait = left < 0 ? ⌊−left/limit⌋ : 0',
  'if wait > longest: deny',
  'tokens = left, last = now',
  'allow after wait',
];

const debtAt = (state: ReservingState, params: ReservingParams, now: Instant) =>
  Math.max(0, -tokensAt(state, params, now));

export const golangRate: System<GolangRateParams, ReservingState> = {
  ...systemOf('golang-rate', {
    mode: ['Mode', 'Whether a request without a token is refused, or waits for one.'],
    maxWait: ['Longest wait', 'The deadline of the context that is given to Wait.'],
  }),
  summary: 'A token bucket in floating point that, for Wait, hands out tokens in advance.',
  rule:
    'The bucket gains n/T tokens a second, up to its burst. Allow takes a token or refuses. Wait takes it even if it is ' +
    'not there yet, and waits until it is, unless that would be after its deadline.',
  storedPerKey: 'tokens, time',
  outcomes: ['allow', 'delay', 'deny'],
  reasons: [
    'the tokens were there',
    'it waits for its tokens',
    'the wait would be too long',
    'the cost is above the capacity',
  ],
  pacing: 'bursty',
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params: GolangRateParams) => params.burst,
    boundBy: () => 'capacity',
    low: () => 0,
  },
  secondaryGauge: {
    name: 'seconds of debt',
    unit: ['s of debt', 's of debt'],
    full: () => null,
    level: (state, params, now) => debtAt(state, params, now) / params.limit,
  },
  prepare({ policy: { n, T, capacity }, options }) {
    const { mode, maxWait } = options;
    const wait = maxWait === 'none' ? NEVER : microsFromSeconds(maxWait as number) * 1_000;
    return { limit: n / secondsFromMicros(T), burst: capacity, longest: mode === 'wait' ? wait : 0 };
  },
  maxCost: ({ burst }) => burst,
  init: ({ burst }) => ({ tokens: burst, last: 0, wait: 0 }),
  decide(state, params, now, cost) {
    if (cost > params.burst) return DENY_TOO_LARGE;
    const left = tokensAt(state, params, now) - cost;
    const nanos = nanosUntilPaid(left, params);
    if (nanos > params.longest) return DENY;
    state.tokens = left;
    state.last = Math.max(now, state.last);
    state.wait = microsFromNanos(nanos);
    return nanos > 0 ? DELAY : ALLOW;
  },
  level: (state, params, now) => Math.max(0, tokensAt(state, params, now)),
  nextBreakpoint(state, params, now) {
    const tokens = tokensAt(state, params, now);
    return tokens >= params.burst ? NEVER : instantOf(state, params, now, tokens < 0 ? 0 : params.burst);
  },
  retryAfter: (state, params, now, cost) => searchRetryAfter(golangRate, state, params, now, cost),
  explain(state, params, now, cost) {
    if (cost > params.burst) return explainTooLarge(cost, 'capacity', params.burst, CODE);
    return explainDecision(golangRate, state, params, now, cost, (verdict) => {
      const tokens = tokensAt(state, params, now);
      const wait = nanosUntilPaid(tokens - cost, params);
      const { longest } = params;
      const waits = longest > 0;
      const debt = tokens < 0 ? `owes ${formatNumber(-tokens, 6)}` : `holds ${formatNumber(tokens, 6)}`;
      return {
        sentence:
          `The bucket ${debt} of ${pluralize(params.burst, 'token')}, and the request asks for ${formatNumber(cost)}. ` +
          (verdict === ALLOW
            ? 'There are enough.'
            : verdict === DELAY
              ? `It takes them and waits ${formatSeconds(microsFromNanos(wait))}, until the debt is paid.`
              : `Enough would be there in ${formatSeconds(microsFromNanos(wait))}${waits ? ', after the deadline' : ''}.`),
        condition: longest === NEVER ? 'wait ≥ 0' : 'wait ≤ longest',
        evaluatedCondition: longest === NEVER ? compared(wait / 1e9, '≥', 0) : compared(wait / 1e9, '≤', longest / 1e9),
        code: CODE,
        executedLines: verdict === DENY ? [1, 2, 3] : [1, 2, 4, 5],
      };
    });
  },
  readouts: (state, params, now) => [
    ['tokens', formatNumber(tokensAt(state, params, now), 6)],
    ['last', formatSeconds(state.last)],
  ],
  picture: (state, params, now) => ({
    kind: 'tokens',
    tokens: Math.max(0, tokensAt(state, params, now)),
    capacity: params.burst,
  }),
  bound: (params, length) => (length <= 0 ? 0 : reservingBound(params, length)),
  story: {
    keywords: ['Go', 'golang'],
    product: 'golang.org/x/time/rate',
    release: 'v0.13.0, commit 2b4e439',
    source: 'golang/time, rate/rate.go',
    evidence: 'source read',
    equals: 'token-bucket (mode allow), except for ties decided by floating-point rounding',
    runs: 'per process',
    traps: ['Wait without a deadline never refuses: the queue has no end.'],
  },
};
