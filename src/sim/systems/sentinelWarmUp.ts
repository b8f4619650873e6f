/**
 * Sentinel's `warm-up` and `warm-up-throttling`: a cold system admits a part of the count, 1/coldFactor of it, and
 * reaches all of it within warmUpPeriod of full load. Stored tokens say how cold it is: they come in at the count while
 * little passes, and each pass of a second takes one at the turn of the next.
 *
 * Once a second, at its first request, the tokens are brought up to date. Above the warning line they set what is
 * allowed, in doubles as the product computes it. A request that waits is counted in the half second in which it leaves.
 */
import type { Limiter, Params } from '../limiters/limiter.ts';
import { explainTooLarge, UnsupportedPolicyError } from '../limiters/limiter.ts';
import { formatNumber, formatSeconds } from '../numberFormat.ts';
import {
  floorTo,
  microsFromSeconds,
  MILLISECOND,
  NEVER,
  SECOND,
  tickAfter,
  type Duration,
  type Instant,
} from '../time.ts';
import { ALLOW, DELAY, DENY, DENY_TOO_LARGE } from '../verdict.ts';
import { comparedSum, explainDecision, microsFromNanos, ruleWithin, searchRetryAfter } from './system.ts';
import { countOf } from './sentinelCount.ts';
import { intervalNanos, NANOS_PER_MICRO, pace, turnCompared, untilNext, type PacingState } from './sentinelPacing.ts';

const HALF_SECOND = SECOND / 2;

export type WarmUpParams = {
  readonly count: number;
  /** Stored tokens at which the cold range begins, and the most there are. */
  readonly warning: number;
  readonly max: number;
  /** Seconds a request by which each token above the warning line slows it down. */
  readonly slope: number;
  /** Passes of a second below which a cold system stays cold. */
  readonly coldCount: number;
  /** Half seconds that are kept: the last second and a half, and those in which somebody will leave. */
  readonly halves: number;
  /** The longest wait, nanoseconds; 0 for warm-up alone. */
  readonly longest: number;
};

export interface WarmUpState extends PacingState {
  tokens: number;
  /** The second at which the tokens were last brought up to date, from virtual 0; −∞ before the first request. */
  second: number;
  /** Passes by half second: half i is counted at i mod `halves`; those up to `reach` are this round's. */
  passes: Uint32Array<ArrayBuffer>;
  reach: number;
}

function passesIn(state: WarmUpState, half: number): number {
  const { passes, reach } = state;
  return half < 0 || half > reach || half <= reach - passes.length ? 0 : (passes[half % passes.length] as number);
}

function countPass(state: WarmUpState, half: number, cost: number): void {
  const { passes } = state;
  if (half - state.reach >= passes.length) {
    passes.fill(0);
    state.reach = half;
  }
  while (state.reach < half) {
    state.reach++;
    passes[state.reach % passes.length] = 0;
  }
  passes[half % passes.length] = (passes[half % passes.length] as number) + cost;
}

/** Passes of the half second of `now` and the one before. */
function passesAt(state: WarmUpState, now: Instant): number {
  const half = Math.floor(now / HALF_SECOND);
  return passesIn(state, half) + passesIn(state, half - 1);
}

const passesOfSecond = (state: WarmUpState, second: number) =>
  passesIn(state, 2 * second) + passesIn(state, 2 * second + 1);

/** The tokens that a request at `now` finds. */
function tokensAt(state: WarmUpState, params: WarmUpParams, now: Instant): number {
  const second = Math.floor(now / SECOND);
  if (second <= state.second) return state.tokens;
  const passed = passesOfSecond(state, second - 1);
  const { warning, max, coldCount, count } = params;
  const cools = state.tokens < warning || (state.tokens > warning && passed < coldCount);
  const cooled = cools ? Math.trunc(state.tokens + (1_000 * (second - state.second) * count) / 1_000) : state.tokens;
  return Math.max(0, Math.min(max, cooled) - passed);
}

const scratch = new DataView(new ArrayBuffer(8));

/** The next double above a positive one. */
function nextUp(value: number): number {
  scratch.setFloat64(0, value);
  scratch.setBigUint64(0, scratch.getBigUint64(0) + 1n);
  return scratch.getFloat64(0);
}

/** What is allowed a second, with so many tokens. */
function allowedWith(tokens: number, { warning, slope, count }: WarmUpParams): number {
  return tokens >= warning ? nextUp(1 / ((tokens - warning) * slope + 1 / count)) : count;
}

function update(state: WarmUpState, params: WarmUpParams, now: Instant): void {
  const second = Math.floor(now / SECOND);
  if (second <= state.second) return;
  state.tokens = tokensAt(state, params, now);
  state.second = second;
}

const base = {
  ...ruleWithin('sentinel'),
  storedPerKey: 'tokens, passes by half second',
  prepare({ policy: { n, T }, options }: Parameters<Limiter['prepare']>[0]): WarmUpParams {
    const count = countOf(n, T);
    const warmUp = options['warmUpPeriod'] as number;
    const cold = options['coldFactor'] as number;
    const warning = Math.floor(Math.trunc(warmUp * count) / (cold - 1));
    const max = warning + Math.trunc((2 * warmUp * count) / (1 + cold));
    if (max === warning) {
      throw new UnsupportedPolicyError(
        `warmUpPeriod ${formatNumber(warmUp)} s at a count of ${formatNumber(count, 6)} a second stores no token: ` +
          `it takes ${formatNumber(Math.ceil((1 + cold) / (2 * count)))} s or more`,
      );
    }
    const throttles = options['behavior'] === 'warm-up-throttling';
    const longest = throttles ? microsFromSeconds(options['maxQueueingTime'] as number) : 0;
    return {
      count,
      warning,
      max,
      slope: (cold - 1) / count / (max - warning),
      coldCount: Math.floor(Math.trunc(count) / cold),
      halves: 6 + 2 * Math.ceil(longest / SECOND),
      longest: longest * NANOS_PER_MICRO,
    };
  },
  init: ({ halves }: WarmUpParams): WarmUpState => ({
    ahead: -Infinity,
    time: 0,
    wait: 0,
    tokens: 0,
    second: -Infinity,
    passes: new Uint32Array(halves),
    reach: -1,
  }),
} as const;

const readouts = (state: WarmUpState, params: WarmUpParams, now: Instant): readonly [string, string][] => {
  const tokens = tokensAt(state, params, now);
  return [
    ['passes', formatNumber(passesAt(state, now))],
    ['tokens', `${formatNumber(tokens)} of ${formatNumber(params.max)}`],
    ['allowed', `${formatNumber(allowedWith(tokens, params))} a second`],
  ];
};

/** The clock, which does not step back before the last second seen. */
const clockAt = (state: WarmUpState, now: Instant) => Math.max(now, state.second === -Infinity ? 0 : state.time);

const WARM_CODE = [
  'if cost > count: deny',
  'once a second: tokens = min(max, tokens + seconds · count) − passes of the last second',
  'allowed = tokens ≥ warning ? 1/((tokens − warning) · slope + 1/count) : count',
  'passes = this half second’s and the one before',
  'if passes + cost ≤ allowed: allow',
  'else deny',
];

export const sentinelWarmUp: Limiter<WarmUpParams, WarmUpState> = {
  ...base,
  outcomes: ['allow', 'deny'],
  reasons: ['the allowance had room', '', 'the allowance is used up', 'the cost is above the count'],
  pacing: 'smooth',
  gauge: {
    unit: ['pass', 'passes'],
    denySide: 'ceiling',
    full: (params: Params) => Math.max(1, (params as WarmUpParams).count),
    low: () => 0,
  },
  maxCost: ({ count }) => Math.floor(count),
  decide(state, params, now, cost) {
    if (cost > params.count) return DENY_TOO_LARGE;
    const at = clockAt(state, now);
    update(state, params, at);
    state.time = at;
    if (passesAt(state, at) + cost > allowedWith(state.tokens, params)) return DENY;
    countPass(state, Math.floor(at / HALF_SECOND), cost);
    return ALLOW;
  },
  level: (state, _, now) => passesAt(state, clockAt(state, now)),
  nextBreakpoint(state, _, now) {
    const at = clockAt(state, now);
    if (passesAt(state, at) === 0) return NEVER;
    return tickAfter(at, HALF_SECOND);
  },
  retryAfter: (state, params, now, cost) => retryByHalves(state, params, now, cost),
  explain(state, params, now, cost) {
    if (cost > params.count) return explainTooLarge(cost, 'n', Math.floor(params.count), WARM_CODE);
    return explainDecision(sentinelWarmUp, state, params, now, cost, (verdict, after) => {
      const passes = passesAt(state, clockAt(state, now));
      const allowed = allowedWith(after.tokens, params);
      return {
        sentence:
          `${formatNumber(after.tokens)} of ${formatNumber(params.max)} tokens are stored, so the limit is ${formatNumber(allowed)} a second now; ` +
          `${formatNumber(passes)} ${passes === 1 ? 'has' : 'have'} passed in this half second and the one before. ` +
          (verdict === ALLOW ? 'There is room for this one.' : 'There is no room for this one.'),
        condition: 'passes + cost ≤ allowed',
        evaluatedCondition: comparedSum(passes, cost, allowed),
        code: WARM_CODE,
        executedLines: [...(after.second === state.second ? [] : [1]), 2, 3, verdict === ALLOW ? 4 : 5],
      };
    });
  },
  readouts,
  picture: (state, params, now) => ({
    kind: 'tokens',
    tokens: tokensAt(state, params, clockAt(state, now)),
    capacity: params.max,
  }),
  /** Any two half seconds in a row hold at most the count. */
  bound: ({ count }, length) =>
    length <= 0 ? 0 : Math.floor(count) * Math.ceil((1 + Math.ceil((length - 1) / HALF_SECOND)) / 2),
};

/**
 * What is allowed changes at the turn of a second, and what has passed at that of a half second, so a request that would
 * pass does so from such a turn on. A cold system lets a big cost through only after it has warmed up: alone, never.
 */
function retryByHalves(state: WarmUpState, params: WarmUpParams, now: Instant, cost: number): Duration {
  if (cost > params.count) return NEVER;
  const admits = (at: Instant) => {
    const tokens = tokensAt(state, params, at);
    return passesAt(state, at) + cost <= allowedWith(tokens, params);
  };
  const clock = clockAt(state, now);
  if (admits(clock)) return 0;
  // By then nothing has passed for a while, and the tokens are all there.
  const far = Math.ceil(params.max / params.count) + 4;
  for (let at = tickAfter(clock, HALF_SECOND); at < clock + far * SECOND; at = tickAfter(at, HALF_SECOND)) {
    if (admits(at)) return at - now;
  }
  return NEVER;
}

const PACED_CODE = [
  'once a second: tokens = min(max, tokens + seconds · count) − passes of the last second',
  'allowed = tokens ≥ warning ? 1/((tokens − warning) · slope + 1/count) : count',
  'interval = cost / allowed, in whole ms',
  'next = latest + interval',
  'if next ≤ now: latest = now, allow',
  'if next − now > maxQueueingTime: deny',
  'latest = next, allow after next − now',
];

/** Nanoseconds until a request at `now` may leave. */
function untilAt(state: WarmUpState, params: WarmUpParams, now: Instant, cost: number): number {
  const allowed = allowedWith(tokensAt(state, params, now), params);
  return untilNext(state, MILLISECOND, now, intervalNanos(MILLISECOND, cost, allowed));
}

export const sentinelWarmUpThrottling: Limiter<WarmUpParams, WarmUpState> = {
  ...base,
  outcomes: ['allow', 'delay', 'deny'],
  reasons: ['an interval has passed', 'it waits for its turn', 'the wait would be too long', ''],
  pacing: 'smooth',
  gauge: {
    unit: ['second to the next', 'seconds to the next'],
    denySide: 'ceiling',
    full: (params: Params) => {
      const { longest, count } = params as WarmUpParams;
      return (longest + intervalNanos(MILLISECOND, 1, count)) / 1e9;
    },
    low: () => 0,
  },
  maxCost: () => Infinity,
  decide(state, params, now, cost) {
    const at = clockAt(state, now);
    const until = untilAt(state, params, at, cost);
    update(state, params, at);
    const verdict = pace(state, MILLISECOND, at, until, params.longest);
    if (verdict !== DENY) countPass(state, Math.floor((floorTo(at, MILLISECOND) + state.wait) / HALF_SECOND), cost);
    return verdict;
  },
  level: (state, params, now) => Math.max(0, untilAt(state, params, clockAt(state, now), 1)) / 1e9,
  nextBreakpoint(state, params, now) {
    const at = clockAt(state, now);
    if (state.ahead === -Infinity) return NEVER;
    // What is allowed may change at any turn of a second in which the system cools.
    const quiet = untilAt(state, params, at, 1) <= 0 && untilAt(state, params, at + 3_600 * SECOND, 1) <= 0;
    return quiet && tokensAt(state, params, at) >= params.max ? NEVER : tickAfter(at, MILLISECOND);
  },
  retryAfter: (state, params, now, cost) => searchRetryAfter(sentinelWarmUpThrottling, state, params, now, cost),
  explain: (state, params, now, cost) =>
    explainDecision(sentinelWarmUpThrottling, state, params, now, cost, (verdict, after) => {
      const at = clockAt(state, now);
      const until = untilAt(state, params, at, cost);
      const allowed = allowedWith(after.tokens, params);
      return {
        sentence:
          `${formatNumber(after.tokens)} of ${formatNumber(params.max)} tokens are stored, so the rate is ${formatNumber(allowed)} a second now. ` +
          (verdict === ALLOW
            ? 'This one leaves at once.'
            : `This one ${verdict === DELAY ? 'waits' : 'would wait'} ${formatSeconds(microsFromNanos(until))} for its turn${verdict === DELAY ? '' : ', longer than maxQueueingTime'}.`),
        condition: 'next − now ≤ maxQueueingTime',
        evaluatedCondition: turnCompared(state, MILLISECOND, at, until, params.longest),
        code: PACED_CODE,
        executedLines: [
          ...(after.second === state.second ? [] : [0]),
          1,
          2,
          3,
          verdict === ALLOW ? 4 : verdict === DENY ? 5 : 6,
        ],
      };
    }),
  readouts,
  picture: (state, params, now) => ({
    kind: 'gate',
    opensIn: Math.max(0, untilAt(state, params, clockAt(state, now), 1)) / 1e9,
    interval: intervalNanos(MILLISECOND, 1, allowedWith(tokensAt(state, params, clockAt(state, now)), params)) / 1e9,
  }),
  /** What leaves is at least an interval at the full count apart, but for the part of a millisecond that is cut. */
  bound(params, length) {
    if (length <= 0) return 0;
    const interval = intervalNanos(MILLISECOND, 1, nextUp(params.count)) / NANOS_PER_MICRO;
    return interval === 0 ? Infinity : 1 + Math.floor((length - 1 + MILLISECOND) / interval);
  },
  windowLength: () => SECOND,
};
