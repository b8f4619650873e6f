/**
 * rolling-rate-limiter for Node, in memory: a log of tries. A refused try is logged like any other, so a client a little
 * over the rate is shut out for as long as it goes on.
 *
 * A timer of Node clears the log an interval after the last try; an interval beyond 2^31 − 1 ms is over in a
 * millisecond.
 */
import { formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import { microsFromSeconds, MILLISECOND, NEVER, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { ALLOW, DENY } from '../verdict.ts';
import { recorded } from './recorded.ts';
import { clear, clockAt, countAfter, emptyRing, logPicture, newest, push, type StampRing } from './stampRing.ts';
import { comparedDifference, LONGEST_TIMER, searchRetryAfter, systemOf, type System } from './system.ts';

export type RollingParams = {
  readonly n: number;
  readonly T: Duration;
  /** The least time between tries; 0 for none. */
  readonly minDifference: Duration;
  /** How long after the last try the log is kept. */
  readonly kept: Duration;
};

/** Of the newest n tries, those within the interval: the log itself may be longer, which makes no difference. */
function countAt(state: StampRing, { T, kept }: RollingParams, now: Instant): number {
  const at = clockAt(state, now);
  return at >= newest(state) + kept ? 0 : countAfter(state, at - T);
}

const CODE = [
  'drop what is an interval old or older',
  'log now',
  'if size > maxInInterval: deny',
  'if now − last < minDifference: deny',
  'else allow',
];

export const rollingRateLimiter: System<RollingParams, StampRing> = {
  ...systemOf('rolling-rate-limiter', {
    minDifference: ['Least difference', 'The least time between a try and the one before it.'],
  }),
  summary: 'A log of all tries, refused ones too: whoever keeps trying stays out.',
  rule:
    'Every try is logged, and forgotten an interval later. A request is admitted when with it at most maxInInterval are ' +
    'in the log, and it comes at least minDifference after the last. Refused tries count.',
  storedPerKey: 'up to n instants',
  outcomes: ['allow', 'deny'],
  reasons: ['the log had room', '', 'the log is full, or the last try was too recent', ''],
  pacing: 'bursty',
  gauge: {
    unit: ['stamp', 'stamps'],
    denySide: 'ceiling',
    full: (params: RollingParams) => params.n,
    boundBy: () => 'n',
    low: () => 0,
  },
  prepare: ({ policy: { n, T }, options }) => ({
    n,
    T,
    minDifference: microsFromSeconds(options['minDifference'] as number),
    kept: T > LONGEST_TIMER ? MILLISECOND : T,
  }),
  maxCost: () => Infinity,
  init: ({ n }) => emptyRing(n),
  decide(state, { n, T, minDifference, kept }, now) {
    const last = newest(state);
    const at = Math.max(now, last);
    if (at >= last + kept) clear(state);
    const full = newest(state, n) > at - T;
    const near = state.pushed > 0 && at - last < minDifference;
    push(state, n, at);
    return full || near ? DENY : ALLOW;
  },
  level: countAt,
  nextBreakpoint(state, params, now) {
    const count = countAt(state, params, now);
    return count === 0 ? NEVER : Math.min(newest(state, count) + params.T, newest(state) + params.kept);
  },
  retryAfter: (state, params, now, cost) => searchRetryAfter(rollingRateLimiter, state, params, now, cost),
  explain(state, params, now) {
    const { n, T, minDifference } = params;
    const count = countAt(state, params, now);
    const gap = clockAt(state, now) - newest(state);
    const full = count >= n;
    const near = !full && count > 0 && gap < minDifference;
    const holds = !full && !near;
    return {
      verdict: holds ? ALLOW : DENY,
      sentence: near
        ? `The last try was ${formatSeconds(gap)} ago, and the minimum difference is ${formatSeconds(minDifference)}. This one is logged, too.`
        : full
          ? `The log holds at least ${pluralize(n, 'try', 'tries')} of the last ${formatSeconds(T)}, as many as may be in it. ` +
            'This one is refused, and logged, too.'
          : `The log holds ${pluralize(count, 'try', 'tries')} of the last ${formatSeconds(T)}, and this one makes it ` +
            `${formatNumber(count + 1)} of ${formatNumber(n)}.`,
      condition: near ? 'now − last ≥ minDifference' : 'size + 1 ≤ maxInInterval',
      evaluatedCondition: near
        ? comparedDifference(
            secondsFromMicros(clockAt(state, now)),
            secondsFromMicros(newest(state)),
            '≥',
            secondsFromMicros(minDifference),
            gap - minDifference,
          )
        : `${formatNumber(count)} + 1 ≤ ${formatNumber(n)}`,
      holds,
      code: CODE,
      executedLines: [0, 1, full ? 2 : near ? 3 : 4],
      countedSpan: [clockAt(state, now) - T + 1, clockAt(state, now) + 1],
      countsDenied: true,
    };
  },
  readouts: (state, params, now) => [
    ['tries', formatNumber(countAt(state, params, now))],
    ['last', state.pushed === 0 ? 'none yet' : formatSeconds(newest(state))],
  ],
  picture: (state, params, now) =>
    logPicture(state, countAt(state, params, now), params.n, clockAt(state, now), params.T),
  /** No more than n within an interval, or within the shorter time that the log is kept. */
  bound: ({ n, T, kept }, length) => (length <= 0 ? 0 : n * (1 + Math.ceil((length - 1) / Math.min(T, kept)))),
  story: {
    keywords: ['Node.js', 'JavaScript', 'TypeScript', 'npm'],
    product: 'rolling-rate-limiter, InMemoryRateLimiter',
    release: '0.4.2 (npm)',
    source: 'peterkhayes/rolling-rate-limiter, src/index.ts',
    evidence: recorded['rolling-rate-limiter'],
    runs: 'per process',
    traps: [
      'Refused tries count: a steady client a little above the rate is shut out for good.',
      'An interval over 2,147,483.647 s (24.9 days) is forgotten after a millisecond.',
    ],
  },
};
