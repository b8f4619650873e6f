/**
 * Exponentially smoothed rate. Finch mentions it; the rule is that of the mail server Exim (`ratelimit` in its acl.c,
 * also Finch's work).
 *
 * One quantity per key, the client's own rate in requests per T, measured over about the last T: each request is
 * weighted by the time since the previous one, and earlier measurements decay by a factor of e every T. A request is
 * refused if it would raise the rate to n. So n − 1 pass at one instant, and with n = 1 nothing ever passes. A single
 * request has a rate equal to its cost, however long ago the last one was.
 *
 * With `update: leaky` a refusal changes nothing, and a client that keeps trying still gets n/T through. With `strict`
 * it counts: a client that keeps trying faster than n/T stays locked out.
 *
 * Everything follows from one closed form, in doubles and in the order written: with i = elapsed / T, the rate after a
 * request is (1 − e^−i)·cost/i + e^−i·rate, at least its cost. As i goes to 0 it becomes cost + rate. A new key has
 * rate 0 at time 0, which yields the cost whenever its first request comes, so the first request needs no special case.
 */
import { exp, expm1, mulDivCeil } from '../math.ts';
import { NEVER, SECOND, type Duration, type Instant } from '../time.ts';
import { formatComparison, formatNumber, formatSeconds } from '../numberFormat.ts';
import { firstInstant } from '../search.ts';
import { cloneState, explainTooLarge } from '../limiters/limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';
import { systemOf, type System } from './system.ts';

export type ExponentialParams = {
  readonly n: number;
  readonly T: Duration;
  /** Whether a refused request counts too. */
  readonly strict: boolean;
};

export type ExponentialState = {
  /** Requests per T, as the request at `time` left it; it decays from then on. */
  rate: number;
  time: Instant;
};

/** In steps of T/16 the chord of e^−i is within (1/16)²/8, half a thousandth, of the curve. */
const BREAKPOINTS_PER_T = 16;
/** A rate below this is invisible on any axis, and is drawn as a straight line. */
const NEGLIGIBLE_RATE = 1e-3;

/** Elapsed time is 0 when the clock stands still or steps back. */
function elapsedAt(state: ExponentialState, now: Instant): Duration {
  return Math.max(0, now - state.time);
}

/** The decayed rate at `now`. */
function decayedRateAt(state: ExponentialState, params: ExponentialParams, now: Instant): number {
  return exp(-elapsedAt(state, now) / params.T) * state.rate;
}

/** The closed form: the rate after a request at `now`. */
function rateAfterRequest(state: ExponentialState, params: ExponentialParams, now: Instant, cost: number): number {
  const elapsed = elapsedAt(state, now);
  if (elapsed === 0) return cost + state.rate;
  const i = elapsed / params.T;
  return Math.max(cost, (-expm1(-i) * cost) / i + exp(-i) * state.rate);
}

/**
 * The shortest wait, found by bisection on the closed form itself: both of its terms decrease with time. A microsecond
 * changes it by more than rounding does: T has at most 2.6 · 10^12 of them, a double 4.5 · 10^15 steps.
 */
function waitFor(state: ExponentialState, params: ExponentialParams, now: Instant, cost: number): Duration {
  if (cost >= params.n) return NEVER;
  if (rateAfterRequest(state, params, now, cost) < params.n) return 0;
  const admits = (at: Instant): boolean => rateAfterRequest(state, params, at, cost) < params.n;
  let span = params.T;
  while (!admits(state.time + span)) span *= 2;
  return firstInstant(now, state.time + span, admits) - now;
}

const CODE = [
  'if cost > n: deny',
  'i = elapsed / T',
  'if i = 0: r = cost + rate',
  'else r = max(cost, (1 − e^−i) · cost/i + e^−i · rate)',
  'if r < n: rate = r, time = now, allow',
  'else deny',
];

const CODE_STRICT = [...CODE.slice(0, -1), 'else rate = r, time = now, deny'];

export const exponential: System<ExponentialParams, ExponentialState> = {
  ...systemOf('exponential', {
    update: ['Update', 'Whether a refused request leaves the rate unchanged or raises it too.'],
  }),
  summary: 'Measure the client’s rate, smoothed over T; refuse what would raise it to n.',
  rule:
    'Each request updates the rate: an average of its cost over the time since the last request and of the earlier ' +
    'rate, which decays by a factor of e every T. A request is admitted while that rate stays below n: up to n − 1 ' +
    'at one instant, then one every T/n.',
  sources: ['finch', 'exim'],
  storedPerKey: 'rate, time',
  outcomes: ['allow', 'deny'],
  reasons: ['the rate stays below n', '', 'the rate would reach n', 'the cost is above n'],
  pacing: 'bursty',
  traits: { monotone: { clients: ['n'] }, neverGivesTheLast: true, weighsCosts: true },
  gauge: {
    unit: ['request per T', 'requests per T'],
    denySide: 'ceiling',
    full: (params: ExponentialParams) => params.n,
    boundBy: () => 'n',
    low: () => 0,
  },
  curved: true,

  prepare: ({ policy: { n, T }, options }) => ({ n, T, strict: options['update'] === 'strict' }),

  maxCost: (params) => params.n,

  init: () => ({ rate: 0, time: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.n) return DENY_TOO_LARGE;
    const rate = rateAfterRequest(state, params, now, cost);
    const fits = rate < params.n;
    if (fits || params.strict) {
      state.rate = rate;
      state.time = Math.max(state.time, now);
    }
    return fits ? ALLOW : DENY;
  },

  level: decayedRateAt,

  nextBreakpoint(state, params, now) {
    if (decayedRateAt(state, params, now) < NEGLIGIBLE_RATE) return NEVER;
    return Math.max(now, state.time) + Math.floor(params.T / BREAKPOINTS_PER_T);
  },

  retryAfter: waitFor,

  explain(state, params, now, cost) {
    const code = params.strict ? CODE_STRICT : CODE;
    if (cost > params.n) return explainTooLarge(cost, 'n', params.n, code);
    const rate = rateAfterRequest(state, params, now, cost);
    const holds = rate < params.n;
    const after = cloneState(state);
    exponential.decide(after, params, now, cost);
    const [left, right] = formatComparison(rate, params.n, rate - params.n);
    const wait = waitFor(after, params, now, cost);
    const currentRateText =
      state.rate === 0 ? 'There is no rate yet' : `The rate is ${formatNumber(decayedRateAt(state, params, now))}`;
    const denialText =
      wait === NEVER
        ? 'The cost alone is too high: the request never fits.'
        : `${params.strict ? 'The refusal counts; the same request' : 'The same request'} fits in ${formatSeconds(wait)}.`;
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `${currentRateText}; the request ${holds || params.strict ? 'makes' : 'would make'} it ${left}, ` +
        `and it must stay below ${right}. ${holds ? 'It does.' : denialText}`,
      condition: 'r < n',
      evaluatedCondition: `${left} < ${right}`,
      holds,
      code,
      executedLines: [1, elapsedAt(state, now) === 0 ? 2 : 3, holds ? 4 : 5],
    };
  },

  readouts: (state, params, now) => [
    ['rate', `${formatNumber(decayedRateAt(state, params, now), 6)} per T`],
    ['time', formatSeconds(state.time)],
  ],

  picture: (state, params, now) => ({
    kind: 'decay',
    rate: state.rate,
    now: decayedRateAt(state, params, now),
    n: params.n,
    elapsed: elapsedAt(state, now) / SECOND,
    T: params.T / SECOND,
  }),

  /**
   * View the rate as a water level: each request adds 1, evenly since the previous one, and the outflow per T is the
   * level itself, which stays below n. So for k permits within time t, the first of which leaves the level at 1 or
   * more, k − 1 < n − 1 + n·t/T. (Raising the rate to the cost only adds to the level.)
   */
  bound: ({ n, T }, length) => (length <= 0 || n === 1 ? 0 : n - 1 + mulDivCeil(length - 1, n, T)),

  story: {
    keywords: ['mail server'],
    product: 'Exim, ratelimit',
    release: 'commit 13835a3c',
    source: 'Exim/exim, src/src/acl.c',
    evidence: 'source read',
    runs: 'per server',
    sharedIdeal: true,
    traps: [
      'Up to n − 1 pass at once, not n; with n = 1 nothing passes.',
      'With strict, a client that keeps trying faster than the limit stays locked out.',
    ],
  },
};
