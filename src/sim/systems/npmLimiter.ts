/**
 * limiter for Node: a bucket in doubles of milliseconds. The class TokenBucket starts empty; RateLimiter has such a
 * bucket of n, starting full, and in front of it a count for each interval.
 */
import { explainTooLarge, type KeyState, type Limiter } from '../limiters/limiter.ts';
import { formatAmount, formatComparison, formatNumber, formatSeconds } from '../numberFormat.ts';
import { MILLISECOND, NEVER, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';
import { recorded } from './recorded.ts';
import { explainDecision, searchRetryAfter, systemOf, type System } from './system.ts';

export type NpmLimiterParams = {
  readonly n: number;
  readonly T: Duration;
  readonly size: number;
  /** Tokens a millisecond, a double. */
  readonly perMilli: number;
  /** Whether a count for each interval stands before the bucket (RateLimiter). */
  readonly counts: boolean;
};

export interface NpmLimiterState extends KeyState {
  /** Tokens at `last`, a double. */
  content: number;
  last: Instant;
  /** When the interval began, and what was let through in it. */
  start: Instant;
  used: number;
}

/** The closed form; a clock that steps back stands still. */
function contentAt(state: NpmLimiterState, { size, perMilli }: NpmLimiterParams, now: Instant): number {
  const millis = now / MILLISECOND - state.last / MILLISECOND;
  return millis <= 0 ? state.content : Math.min(state.content + millis * perMilli, size);
}

const isOver = (state: NpmLimiterState, { T }: NpmLimiterParams, now: Instant) =>
  now / MILLISECOND - state.start / MILLISECOND >= T / MILLISECOND;

const leftAt = (state: NpmLimiterState, params: NpmLimiterParams, now: Instant) =>
  params.n - (isOver(state, params, now) ? 0 : state.used);

const BUCKET_CODE = [
  'if cost > bucketSize: deny',
  'content = min(content + ms · n/T, bucketSize), last = now',
  'if content ≥ cost',
  '  content = content − cost, allow',
  'else deny',
];
const LIMITER_CODE = [
  'if cost > n: deny',
  'if now − start ≥ interval: start = now, used = 0',
  'if cost > n − used: deny',
  'content = min(content + ms · n/T, n), last = now',
  'if content ≥ cost',
  '  content = content − cost, used = used + cost, allow',
  'else deny',
];

export const npmLimiter: System<NpmLimiterParams, NpmLimiterState> = {
  ...systemOf('npm-limiter', {
    class: ['Class', 'Which of the package’s classes; only TokenBucket uses the capacity (bucketSize).'],
  }),
  summary: 'A bucket that starts empty, or a bucket and a count for each interval.',
  rule:
    'TokenBucket gains n tokens an interval, up to bucketSize, from none at the start; a request takes its cost or is ' +
    'refused. RateLimiter has such a bucket of n, full at the start, and lets no more than n through in an interval.',
  storedPerKey: 'tokens, time; count, start',
  outcomes: ['allow', 'deny'],
  reasons: [
    'the tokens were there',
    '',
    'too few tokens, or the interval’s count is used up',
    'the cost can never fit',
  ],
  pacing: 'bursty',
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params: NpmLimiterParams) => params.size,
    boundBy: (params) => ((params as NpmLimiterParams).counts ? 'n' : 'capacity'),
    low: () => 0,
  } satisfies Limiter<NpmLimiterParams>['gauge'],
  prepare({ policy: { n, T, capacity }, options }) {
    const counts = options['class'] !== 'TokenBucket';
    return { n, T, size: counts ? n : capacity, perMilli: n / (T / MILLISECOND), counts };
  },
  maxCost: ({ size }) => size,
  init: ({ counts, size }) => ({ content: counts ? size : 0, last: 0, start: 0, used: 0 }),
  decide(state, params, now, cost) {
    if (cost > params.size) return DENY_TOO_LARGE;
    if (params.counts) {
      if (isOver(state, params, now)) {
        state.start = now;
        state.used = 0;
      }
      if (cost > params.n - state.used) return DENY;
    }
    state.content = contentAt(state, params, now);
    state.last = Math.max(now, state.last);
    if (cost > state.content) return DENY;
    state.content -= cost;
    state.used += cost;
    return ALLOW;
  },
  level: contentAt,
  nextBreakpoint(state, params, now) {
    const missing = params.size - contentAt(state, params, now);
    return missing <= 0
      ? NEVER
      : Math.max(now, state.last) + Math.max(1, Math.ceil((missing / params.perMilli) * MILLISECOND));
  },
  retryAfter: (state, params, now, cost) => searchRetryAfter(npmLimiter, state, params, now, cost),
  explain(state, params, now, cost) {
    const code = params.counts ? LIMITER_CODE : BUCKET_CODE;
    if (cost > params.size) return explainTooLarge(cost, params.counts ? 'n' : 'capacity', params.size, code);
    return explainDecision(npmLimiter, state, params, now, cost, (verdict) => {
      const left = leftAt(state, params, now);
      const content = contentAt(state, params, now);
      const spent = params.counts && cost > left;
      const [held, asked] = formatComparison(content, cost, content - cost);
      const wait =
        verdict === DENY
          ? ` It would pass in ${formatSeconds(searchRetryAfter(npmLimiter, state, params, now, cost))}.`
          : '';
      const rolled = params.counts && isOver(state, params, now) ? [1] : [];
      const lines = params.counts ? [...rolled, 2, 3, 4] : [1, 2];
      const last = lines.at(-1) as number;
      return {
        sentence: spent
          ? `The interval has ${formatNumber(left)} of ${formatNumber(params.n)} left, and the request asks for ${formatNumber(cost)}.${wait}`
          : `The bucket holds ${formatAmount(held, 'token', 'tokens')}, and the request ${verdict === ALLOW ? 'takes' : 'needs'} ${asked}.${wait}`,
        condition: spent ? 'n − used ≥ cost' : 'content ≥ cost',
        evaluatedCondition: spent
          ? `${formatNumber(params.n)} − ${formatNumber(params.n - left)} ≥ ${formatNumber(cost)}`
          : `${held} ≥ ${asked}`,
        code,
        executedLines: spent ? [...rolled, 2] : [...lines, verdict === ALLOW ? last + 1 : last + 2],
      };
    });
  },
  readouts: (state, params, now) => [
    ['content', formatNumber(contentAt(state, params, now), 6)],
    ['last', formatSeconds(state.last)],
    ...(params.counts ? [['left in the interval', formatNumber(leftAt(state, params, now))] as const] : []),
  ],
  picture: (state, params, now) =>
    params.counts
      ? {
          kind: 'pair',
          quota: leftAt(state, params, now),
          n: params.n,
          tokens: contentAt(state, params, now),
          capacity: params.size,
          endsIn:
            leftAt(state, params, now) < params.n ? Math.max(0, secondsFromMicros(state.start + params.T - now)) : null,
        }
      : { kind: 'tokens', tokens: contentAt(state, params, now), capacity: params.size },
  /** What a full bucket holds, and what it gains; doubles may round up to a whole token. */
  bound: ({ size, perMilli }, length) =>
    length <= 0 ? 0 : Math.floor((size + ((length - 1) / MILLISECOND) * perMilli) * (1 + 1e-12) + 1e-9),
  story: {
    keywords: ['Node.js', 'JavaScript', 'TypeScript', 'npm', 'node-rate-limiter'],
    product: 'limiter, TokenBucket and RateLimiter (tryRemoveTokens)',
    release: '4.1.0 (npm)',
    source: 'jhurliman/node-rate-limiter, src/TokenBucket.ts, src/RateLimiter.ts',
    evidence: recorded['npm-limiter'],
    runs: 'per process',
    traps: [
      'A TokenBucket starts empty: the first requests are refused.',
      'A RateLimiter can refuse because of its count or its bucket.',
    ],
  },
};
