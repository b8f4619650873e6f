/**
 * Sentinel's `throttling`: one request every interval, and a queue in which a request waits no longer than
 * maxQueueingTime. Intervals are whole milliseconds, rounded half up; above 1,000 a second, and where a second is not a
 * whole number of them, whole nanoseconds.
 *
 * How far the last request is ahead is kept as a time from now, not as an instant in nanoseconds, which a double would
 * not hold for long.
 */
import type { KeyState, Limiter, Params } from '../limiters/limiter.ts';
import { formatNumber, formatSeconds } from '../numberFormat.ts';
import {
  floorTo,
  microsFromSeconds,
  MILLISECOND,
  NEVER,
  secondsFromMicros,
  tickAfter,
  type Duration,
  type Instant,
} from '../time.ts';
import { ALLOW, DELAY, DENY, type Verdict } from '../verdict.ts';
import { comparedDifference, explainDecision, microsFromNanos, ruleWithin, searchRetryAfter } from './system.ts';
import { countOf, requireCount } from './sentinelCount.ts';

export const NANOS_PER_MICRO = 1_000;
const NANOS_PER_MILLI = 1_000_000;

export type PacingParams = {
  /** Requests a second, a double. */
  readonly count: number;
  /** What the clock reads, whole units: a millisecond, or none. */
  readonly unit: Duration;
  /** Nanoseconds. */
  readonly longest: number;
};

export interface PacingState extends KeyState {
  /** How far after `time` the last request left, nanoseconds; −∞ before the first. */
  ahead: number;
  time: Instant;
  wait: Duration;
}

/** Nanoseconds between requests: rounded half up, to whole milliseconds on a clock that reads those. */
export function intervalNanos(unit: Duration, cost: number, perSecond: number): number {
  return unit === MILLISECOND
    ? Math.round((1_000 * cost) / perSecond) * NANOS_PER_MILLI
    : Math.round((1e9 * cost) / perSecond);
}

/** Nanoseconds from now until the request may leave; 0 or less if at once. */
export function untilNext(state: PacingState, unit: Duration, now: Instant, interval: number): number {
  const elapsed = Math.max(0, floorTo(now, unit) - state.time);
  return state.ahead - elapsed * NANOS_PER_MICRO + interval;
}

/** Admits or refuses by that wait, and moves the last instant of leaving. */
export function pace(state: PacingState, unit: Duration, now: Instant, until: number, longest: number): Verdict {
  if (until > longest) return DENY;
  const clock = Math.max(floorTo(now, unit), state.time);
  state.ahead = Math.max(0, until);
  state.time = clock;
  state.wait = microsFromNanos(state.ahead);
  return state.wait > 0 ? DELAY : ALLOW;
}

/** `next − now ≤ maxQueueingTime` with its numbers. Before the first request nothing holds the next one back: it is now. */
export function turnCompared(state: PacingState, unit: Duration, now: Instant, until: number, longest: number): string {
  const clock = secondsFromMicros(Math.max(floorTo(now, unit), state.time));
  const ahead = until === -Infinity ? 0 : until;
  return comparedDifference(clock + ahead / 1e9, clock, '≤', longest / 1e9, ahead - longest);
}

const intervalOf = ({ unit, count }: PacingParams, cost: number) => intervalNanos(unit, cost, count);

const CODE = [
  'interval = cost / count, rounded',
  'next = latest + interval',
  'if next ≤ now: latest = now, allow',
  'if next − now > maxQueueingTime: deny',
  'latest = next, allow after next − now',
];

export const sentinelThrottling: Limiter<PacingParams, PacingState> = {
  ...ruleWithin('sentinel'),
  storedPerKey: 'the last instant of leaving',
  outcomes: ['allow', 'delay', 'deny'],
  reasons: ['an interval has passed', 'it waits for its turn', 'the wait would be too long', ''],
  pacing: 'smooth',
  gauge: {
    unit: ['second to the next', 'seconds to the next'],
    denySide: 'ceiling',
    full: (params: Params) => {
      const pacing = params as PacingParams;
      return (pacing.longest + intervalOf(pacing, 1)) / 1e9;
    },
    low: () => 0,
  },
  prepare({ policy: { n, T }, options }) {
    const count = countOf(n, T);
    requireCount(count, Math.round(count) > 0, 'a count that rounds to 0');
    const inNanos = count > 1_000 || 1_000 % Math.round(count) !== 0;
    const longest = microsFromSeconds(options['maxQueueingTime'] as number) * NANOS_PER_MICRO;
    return { count, unit: inNanos ? 1 : MILLISECOND, longest };
  },
  maxCost: () => Infinity,
  init: () => ({ ahead: -Infinity, time: 0, wait: 0 }),
  decide: (state, params, now, cost) =>
    pace(state, params.unit, now, untilNext(state, params.unit, now, intervalOf(params, cost)), params.longest),
  level: (state, params, now) => Math.max(0, untilNext(state, params.unit, now, intervalOf(params, 1))) / 1e9,
  nextBreakpoint(state, params, now) {
    const until = untilNext(state, params.unit, now, intervalOf(params, 1));
    if (until <= 0) return NEVER;
    return params.unit === MILLISECOND
      ? tickAfter(now, MILLISECOND)
      : Math.max(now, state.time) + microsFromNanos(until);
  },
  retryAfter: (state, params, now, cost) => searchRetryAfter(sentinelThrottling, state, params, now, cost),
  explain: (state, params, now, cost) =>
    explainDecision(sentinelThrottling, state, params, now, cost, (verdict, after) => {
      const until = untilNext(state, params.unit, now, intervalOf(params, cost));
      const interval = `${formatNumber(intervalOf(params, cost) / 1e9, 9)} s`;
      return {
        sentence:
          verdict === ALLOW
            ? `${until === -Infinity ? 'No request has left yet' : `The last request left at least ${interval} ago`}: this one leaves at once.`
            : verdict === DELAY
              ? `Requests leave ${interval} apart: this one waits ${formatSeconds(after.wait)} for its turn.`
              : `Requests leave ${interval} apart: this one would wait ${formatSeconds(microsFromNanos(until))}, longer than maxQueueingTime.`,
        condition: 'next − now ≤ maxQueueingTime',
        evaluatedCondition: turnCompared(state, params.unit, now, until, params.longest),
        code: CODE,
        executedLines: [0, 1, verdict === ALLOW ? 2 : verdict === DENY ? 3 : 4],
      };
    }),
  readouts: (state, params, now) => [
    [
      'to the next',
      formatSeconds(Math.max(0, microsFromNanos(untilNext(state, params.unit, now, intervalOf(params, 1))))),
    ],
    ['interval', `${formatNumber(intervalOf(params, 1) / 1e9, 9)} s`],
  ],
  picture: (state, params, now) => ({
    kind: 'gate',
    opensIn: Math.max(0, untilNext(state, params.unit, now, intervalOf(params, 1))) / 1e9,
    interval: intervalOf(params, 1) / 1e9,
  }),
  /** What leaves is an interval apart; the part of a millisecond that the clock cuts may bring two closer. */
  bound(params, length) {
    if (length <= 0) return 0;
    const interval = intervalOf(params, 1) / NANOS_PER_MICRO;
    return interval === 0 ? Infinity : 1 + Math.floor((length - 1 + params.unit) / interval);
  },
};
