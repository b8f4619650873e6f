/**
 * limits for Python, in memory: three strategies on Unix time in doubles. What happens at exactly a window's length is
 * decided by the last bit of a double, and these rules repeat it.
 */
import type { Limiter, LimiterConfig } from '../limiters/limiter.ts';
import { explainTooLarge } from '../limiters/limiter.ts';
import { formatNumber, formatSeconds } from '../numberFormat.ts';
import { firstInstant } from '../search.ts';
import { microsFromSeconds, NEVER, SECOND, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';
import { countingWindow, type CountingWindowParams, type CountingWindowState } from './countingWindow.ts';
import { chosenRule, type ChosenParams } from './derived.ts';
import { recorded } from './recorded.ts';
import { clockAt, countAfter, emptyRing, logPicture, newest, push, type StampRing } from './stampRing.ts';
import { offsetOf, requireWhole, ruleWithin, systemOf, type System } from './system.ts';
import { weighedWindows, type WeighedParams, type WeighedState } from './weighedWindows.ts';

/** Unix seconds as a double. */
const unixTime = (epoch: number, at: Instant) => (epoch + at) / SECOND;

const fixedRule: Limiter<CountingWindowParams, CountingWindowState> = {
  ...ruleWithin('python-limits'),
  ...countingWindow,
  prepare({ policy: { n, T }, epoch }) {
    const start = microsFromSeconds(epoch);
    const seconds = secondsFromMicros(T);
    return {
      n,
      T,
      slack: 1,
      endAfter(now) {
        const end = unixTime(start, now) + seconds;
        // A double near it is less than half a microsecond off.
        return firstInstant(now + T - 2, now + T + 2, (at) => unixTime(start, at) >= end);
      },
    };
  },
};

type MovingParams = {
  readonly n: number;
  readonly T: Duration;
  /** Unix time at virtual time 0, microseconds. */
  readonly epoch: number;
};

/** Whether a stamp is still within T of `now`, as doubles say. */
function counts({ T, epoch }: MovingParams, stamp: Instant, now: Instant): boolean {
  return stamp !== -Infinity && unixTime(epoch, stamp) >= unixTime(epoch, now) - secondsFromMicros(T);
}

/** The first instant at which a stamp has left. */
function leavesAt(params: MovingParams, stamp: Instant): Instant {
  const edge = stamp + params.T;
  return firstInstant(edge - 2, edge + 2, (at) => !counts(params, stamp, at));
}

function countAt(state: StampRing, params: MovingParams, now: Instant): number {
  const at = clockAt(state, now);
  let count = countAfter(state, at - params.T + 2);
  while (counts(params, newest(state, count + 1), at)) count++;
  return count;
}

const MOVING_CODE = [
  'if cost > n: deny',
  'entry = the (n − cost + 1)-th newest stamp',
  'if entry ≥ now − T: deny',
  'else add cost stamps of now, allow',
];

const movingRule: Limiter<MovingParams, StampRing> = {
  ...ruleWithin('python-limits'),
  storedPerKey: 'up to n instants',
  outcomes: ['allow', 'deny'],
  reasons: ['the log had room', '', 'the log is full', 'the cost is above n'],
  pacing: 'bursty',
  gauge: {
    unit: ['stamp', 'stamps'],
    denySide: 'ceiling',
    full: (params: MovingParams) => params.n,
    boundBy: () => 'n',
    low: () => 0,
  },
  prepare: ({ policy: { n, T }, epoch }) => ({ n, T, epoch: microsFromSeconds(epoch) }),
  maxCost: ({ n }) => n,
  init: ({ n }) => emptyRing(n),
  decide(state, params, now, cost) {
    const { n } = params;
    if (cost > n) return DENY_TOO_LARGE;
    const at = clockAt(state, now);
    if (counts(params, newest(state, n - cost + 1), at)) return DENY;
    for (let permit = 0; permit < cost; permit++) push(state, n, at);
    return ALLOW;
  },
  level: countAt,
  nextBreakpoint(state, params, now) {
    const count = countAt(state, params, now);
    return count === 0 ? NEVER : leavesAt(params, newest(state, count));
  },
  retryAfter(state, params, now, cost) {
    if (cost > params.n) return NEVER;
    const entry = newest(state, params.n - cost + 1);
    return counts(params, entry, clockAt(state, now)) ? leavesAt(params, entry) - now : 0;
  },
  explain(state, params, now, cost) {
    const { n, T } = params;
    if (cost > n) return explainTooLarge(cost, 'n', n, MOVING_CODE);
    const count = countAt(state, params, now);
    const holds = count + cost <= n;
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `The last ${formatSeconds(T)} hold ${formatNumber(count)} of ${formatNumber(n)}, and the request ` +
        (holds
          ? `makes it ${formatNumber(count + cost)}.`
          : `would make it ${formatNumber(count + cost)}. Enough will have left in ${formatSeconds(movingRule.retryAfter(state, params, now, cost))}.`),
      condition: 'stamps + cost ≤ n',
      evaluatedCondition: `${formatNumber(count)} + ${formatNumber(cost)} ≤ ${formatNumber(n)}`,
      holds,
      code: MOVING_CODE,
      executedLines: [1, holds ? 3 : 2],
      countedSpan: [clockAt(state, now) - T, clockAt(state, now) + 1],
    };
  },
  readouts: (state, params, now) => [
    ['stamps', formatNumber(countAt(state, params, now))],
    ['newest', state.pushed === 0 ? 'none yet' : formatSeconds(newest(state))],
  ],
  picture: (state, params, now) =>
    logPicture(state, countAt(state, params, now), params.n, clockAt(state, now), params.T),
  /** A stamp counts for T, or a microsecond less where doubles say so. */
  bound: ({ n, T }, length) => (length <= 0 ? 0 : n * (1 + Math.floor((length - 1) / (T - 1)))),
};

const sliding = weighedWindows({
  estimate({ T, epoch }, previous, current, _, at) {
    const seconds = secondsFromMicros(T);
    const now = unixTime(epoch, at);
    const past = (now - seconds) / seconds;
    const weight = previous === 0 ? 0 : (1 - (past - Math.floor(past))) * seconds;
    return Math.floor((previous * weight) / seconds + current);
  },
  moves: 'steps',
  compares: 'with cost',
  countsRefused: () => false,
  code: ['w = what is left of this window', 'estimate = ⌊previous · w/T + current⌋'],
  countsTooLarge: false,
});

const slidingRule: Limiter<WeighedParams, WeighedState> = {
  ...ruleWithin('python-limits'),
  ...sliding,
  prepare: ({ policy: { n, T }, epoch }: LimiterConfig) => ({
    n,
    T,
    unit: 1,
    offset: offsetOf(epoch, T),
    epoch: microsFromSeconds(epoch),
    shutUntil: null,
  }),
};

const RULES: Readonly<Record<string, Limiter>> = {
  'fixed-window': fixedRule,
  'moving-window': movingRule,
  'sliding-window-counter': slidingRule,
};

const rules = chosenRule(({ strategy }) => RULES[strategy as string] as Limiter);

export const pythonLimits: System<ChosenParams> = {
  ...rules,
  ...systemOf('python-limits', {
    strategy: ['Strategy', 'How it counts: in a window, in a log, or in two windows, the earlier one weighted.'],
  }),
  outcomes: ['allow', 'deny'],
  pacing: 'bursty',
  gauge: countingWindow.gauge,
  countsTooLarge: true,
  summary: 'A window opened by the first request, a log, or two clock-aligned windows, in memory.',
  rule:
    'fixed-window opens a window at a key’s first request and counts all that comes. moving-window keeps the instants of ' +
    'what it admitted. sliding-window-counter adds the weighted count of the previous window, rounded down to a whole number.',
  storedPerKey: 'count and end, instants, or two counts',
  reasons: ['there was room', '', 'the limit is reached', 'the cost is above n'],
  prepare(config) {
    requireWhole(config.policy.T, SECOND, 'the period');
    return rules.prepare(config);
  },
  story: {
    keywords: ['Python', 'Flask-Limiter', 'FastAPI', 'SlowAPI'],
    product: 'limits, a package for Python, with MemoryStorage',
    release: '5.8.0 and 2.8.0',
    source: 'alisaifee/limits, strategies.py, storage/memory.py',
    evidence: recorded['python-limits'],
    equals: 'quota-reset or sliding-log with boundary closed, for cost 1, except for ties',
    runs: 'per process',
    traps: ['fixed-window counts refused requests: a big one uses up what was left.'],
  },
};
