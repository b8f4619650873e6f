/**
 * The rateLimit middleware of Traefik, in memory: the bucket of golang.org/x/time/rate, in which a request may wait up to
 * half the time of a token (half a second at most). What it cannot wait for is given back.
 *
 * The bucket of a key is kept for so many whole seconds since its last request, and then forgotten: a fresh bucket is
 * full. At one a second and more that takes one to two seconds of silence, so a burst above the rate is no limit on what
 * comes in pauses.
 */
import { formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import { NEVER, SECOND, type Duration, type Instant } from '../time.ts';
import { ALLOW, DELAY, DENY } from '../verdict.ts';
import {
  instantOf,
  nanosUntilPaid,
  reservingBound,
  tokensAt,
  type ReservingParams,
  type ReservingState,
} from './reservingBucket.ts';
import { compared, explainDecision, microsFromNanos, searchRetryAfter, systemOf, type System } from './system.ts';

export type TraefikParams = ReservingParams & {
  /** The longest wait that is accepted, nanoseconds. */
  readonly longest: number;
  /** Whole seconds that a key is kept after its last request. */
  readonly ttl: number;
};

export interface TraefikState extends ReservingState {
  /** The whole second from which the key is forgotten; −∞ before its first request. */
  expiry: number;
}

const secondOf = (now: Instant) => Math.floor(now / SECOND);

const isForgotten = (state: TraefikState, now: Instant) => state.expiry <= secondOf(now);

/** Tokens, below 0 by what is owed; full once the key is forgotten. */
function levelAt(state: TraefikState, params: TraefikParams, now: Instant): number {
  return isForgotten(state, now) ? params.burst : tokensAt(state, params, now);
}

/** The longest wait, in microseconds. */
const longestMicros = ({ longest }: TraefikParams): Duration => microsFromNanos(longest);

const CODE = [
  'if expiry ≤ ⌊now⌋: tokens = burst',
  'expiry = ⌊now⌋ + ttl',
  'left = min(burst, tokens + elapsed · rate) − 1',
  'wait = left < 0 ? ⌊−left/rate⌋ : 0',
  'if wait ≤ longest: tokens = left, allow after wait',
  'else tokens = min(burst, left + 1), deny',
];

export const traefik: System<TraefikParams, TraefikState> = {
  ...systemOf('traefik'),
  summary: 'A bucket with a short queue that is forgotten, and full again, after a second or two of silence.',
  rule:
    'The bucket gains average tokens a period, up to burst. A request without a token waits for it, if that takes at most ' +
    'half a token’s time. A key that is silent for its time to live is forgotten, and starts with a full bucket.',
  storedPerKey: 'tokens, time, expiry',
  outcomes: ['allow', 'delay', 'deny'],
  reasons: ['the token was there', 'it waits for its token', 'the wait would be too long', ''],
  pacing: 'bursty',
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params: TraefikParams) => params.burst,
    boundBy: () => 'capacity',
    low: (params: TraefikParams) => -(params.limit * (params.longest + 1)) / 1e9,
  },
  prepare({ policy: { n, T, capacity } }) {
    const rate = (n * 1e9) / (T * 1_000);
    return {
      limit: rate,
      burst: capacity,
      longest: rate < 1 ? 500_000_000 : Math.floor(1e9 / (2 * Math.trunc(rate))),
      ttl: rate >= 1 ? 2 : 1 + Math.trunc(1 / rate),
    };
  },
  maxCost: () => Infinity,
  init: ({ burst }) => ({ tokens: burst, last: 0, wait: 0, expiry: -Infinity }),
  decide(state, params, now) {
    const at = Math.max(now, state.last);
    if (isForgotten(state, at)) {
      state.tokens = params.burst;
      state.last = at;
    }
    state.expiry = secondOf(at) + params.ttl;
    const left = tokensAt(state, params, at) - 1;
    const nanos = nanosUntilPaid(left, params);
    state.last = at;
    if (nanos > params.longest) {
      state.tokens = Math.min(params.burst, left + 1);
      return DENY;
    }
    state.tokens = left;
    state.wait = microsFromNanos(nanos);
    return nanos > 0 ? DELAY : ALLOW;
  },
  level: levelAt,
  nextBreakpoint(state, params, now) {
    if (levelAt(state, params, now) >= params.burst) return NEVER;
    return Math.max(now + 1, Math.min(instantOf(state, params, now, params.burst), state.expiry * SECOND));
  },
  retryAfter: (state, params, now, cost) => searchRetryAfter(traefik, state, params, now, cost),
  explain: (state, params, now, cost) =>
    explainDecision(traefik, state, params, now, cost, (verdict) => {
      const forgotten = isForgotten(state, Math.max(now, state.last));
      const tokens = forgotten ? params.burst : tokensAt(state, params, now);
      const wait = nanosUntilPaid(tokens - 1, params);
      const first = state.expiry === -Infinity;
      return {
        sentence:
          (first ? 'The key is new: ' : forgotten ? 'The key has been silent too long, and is forgotten: ' : '') +
          `${forgotten ? 'its' : 'The'} bucket ${tokens < 0 ? `owes ${formatNumber(-tokens, 6)}` : `holds ${formatNumber(tokens, 6)}`} ` +
          `of ${pluralize(params.burst, 'token')}. ` +
          (verdict === ALLOW
            ? 'The request takes one.'
            : verdict === DELAY
              ? `The request takes one and waits ${formatSeconds(microsFromNanos(wait))} for it.`
              : `One would be there in ${formatSeconds(microsFromNanos(wait))}, and ${formatSeconds(longestMicros(params))} is the longest wait.`),
        condition: 'wait ≤ longest',
        evaluatedCondition: compared(wait / 1e9, '≤', params.longest / 1e9),
        code: CODE,
        executedLines: [...(forgotten ? [0] : []), 1, 2, 3, verdict === DENY ? 5 : 4],
      };
    }),
  readouts: (state, params, now) => [
    ['tokens', formatNumber(levelAt(state, params, now), 6)],
    [
      'forgotten',
      state.expiry === -Infinity
        ? 'no request yet'
        : isForgotten(state, now)
          ? 'yes'
          : `in ${formatSeconds(state.expiry * SECOND - now)}`,
    ],
  ],
  picture: (state, params, now) => ({
    kind: 'tokens',
    tokens: Math.max(0, levelAt(state, params, now)),
    capacity: params.burst,
  }),
  /** A bucket for every silence that is long enough to be forgotten, and what each of them gains. */
  bound(params, length) {
    if (length <= 0) return 0;
    const span = length - 1 + longestMicros(params);
    const silences = Math.floor(span / ((params.ttl - 1) * SECOND + 1));
    return reservingBound(params, length) + silences * params.burst + (silences > 0 ? 1 : 0);
  },
  story: {
    keywords: ['Go', 'Kubernetes', 'ingress', 'reverse proxy'],
    product: 'Traefik, RateLimit middleware in memory',
    release: '3.7, commit fd5a576d; the same in 2.x',
    source: 'traefik/traefik, pkg/middlewares/ratelimiter; mailgun/ttlmap',
    evidence: 'source read',
    runs: 'per process',
    traps: [
      'A second or two of silence fills the bucket: average 1 and burst 100 let 3,000 a minute through, in pauses.',
      'Requests may wait for up to half a second before they are answered.',
    ],
  },
};
