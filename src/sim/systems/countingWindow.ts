/**
 * A window that counts whatever comes, refused requests too: it opens at a key's first request, or on the multiples of T
 * since 1970, and over its end the count starts at 0. With requests of cost 1 it decides like a quota reset, or a fixed
 * window; a big request that is refused uses up what was left.
 *
 * Everything follows from one closed form: count at `now` = the stored count, if now is before the window's end, else 0.
 */
import { explainTooLarge, type Explanation, type Readout } from '../limiters/limiter.ts';
import { formatNumber, formatPermits, formatSeconds } from '../numberFormat.ts';
import { floorTo, NEVER, type Duration, type Instant } from '../time.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';
import type { SystemRule } from './system.ts';

export type CountingWindowParams = {
  readonly n: number;
  readonly T: Duration;
  /** The end of a window that a request at `now` opens. */
  readonly endAfter: (now: Instant) => Instant;
  /** By how much two windows may open sooner than T after one another. */
  readonly slack: Duration;
};

export type CountingWindowState = {
  /** When the window is over; −∞ before the first request. */
  end: Instant;
  count: number;
};

function countAt(state: CountingWindowState, now: Instant): number {
  return now < state.end ? state.count : 0;
}

/** A window that a key's first request opens, on a clock of whole units. */
export function openedAtFirstUse(n: number, T: Duration, unit: Duration): CountingWindowParams {
  // Where T is whole on that clock, so is the end of a window, and the next begins at no earlier reading.
  const slack = T % unit === 0 ? 0 : unit - 1;
  return { n, T, slack, endAfter: (now) => floorTo(now, unit) + T };
}

/** Windows on the multiples of T since 1970; `offset` is how far into its window virtual time 0 is. */
export function alignedWindows(n: number, T: Duration, offset: Duration): CountingWindowParams {
  return { n, T, slack: 0, endAfter: (now) => floorTo(now + offset, T) + T - offset };
}

/** The end of the window that a request at `now` is counted in. */
function endFor(state: CountingWindowState, { endAfter }: CountingWindowParams, now: Instant): Instant {
  return now < state.end ? state.end : endAfter(now);
}

/** Counts a request; whether the window has room for it. */
function count(state: CountingWindowState, params: CountingWindowParams, now: Instant, cost: number): boolean {
  if (now >= state.end) {
    state.end = endFor(state, params, now);
    state.count = 0;
  }
  state.count += cost;
  return state.count <= params.n;
}

const CODE = [
  'if cost > n: deny, counted',
  'if end ≤ now: open a window, count = 0',
  'count = count + cost',
  'if count ≤ n: allow',
  'else deny',
];

export const countingWindow = {
  storedPerKey: 'window end, count',
  outcomes: ['allow', 'deny'],
  reasons: ['the window had room', '', 'the window is full', 'the cost is above n'],
  pacing: 'bursty',
  countsTooLarge: true,
  gauge: {
    unit: ['permit counted', 'permits counted'],
    denySide: 'ceiling',
    full: (params: CountingWindowParams) => params.n,
    boundBy: () => 'n',
    low: () => 0,
  },
  maxCost: (params: CountingWindowParams) => params.n,
  init: (): CountingWindowState => ({ end: -Infinity, count: 0 }),
  decide(state: CountingWindowState, params: CountingWindowParams, now: Instant, cost: number) {
    if (count(state, params, now, cost)) return ALLOW;
    return cost > params.n ? DENY_TOO_LARGE : DENY;
  },
  level: (state: CountingWindowState, _: CountingWindowParams, now: Instant) => countAt(state, now),
  nextBreakpoint: (state: CountingWindowState, _: CountingWindowParams, now: Instant) =>
    countAt(state, now) > 0 ? state.end : NEVER,
  retryAfter(state: CountingWindowState, params: CountingWindowParams, now: Instant, cost: number) {
    if (cost > params.n) return NEVER;
    return countAt(state, now) + cost <= params.n ? 0 : state.end - now;
  },
  explain(state: CountingWindowState, params: CountingWindowParams, now: Instant, cost: number): Explanation {
    if (cost > params.n) return explainTooLarge(cost, 'n', params.n, CODE);
    const counted = countAt(state, now);
    const end = endFor(state, params, now);
    const holds = counted + cost <= params.n;
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `The window from ${formatSeconds(end - params.T)} to ${formatSeconds(end)} has counted ${formatNumber(counted)} of ` +
        `${formatPermits(params.n)}, and the request makes it ${formatNumber(counted + cost)}` +
        (holds ? '.' : `, though it is refused. The next window opens in ${formatSeconds(end - now)}.`),
      condition: 'count + cost ≤ n',
      evaluatedCondition: `${formatNumber(counted)} + ${formatNumber(cost)} ≤ ${formatNumber(params.n)}`,
      holds,
      code: CODE,
      executedLines: [...(now < state.end ? [] : [1]), 2, holds ? 3 : 4],
      countedSpan: [end - params.T, end],
      countsDenied: true,
    };
  },
  readouts: (state: CountingWindowState, params: CountingWindowParams, now: Instant): readonly Readout[] => [
    ['count', formatNumber(countAt(state, now))],
    ['window', now < state.end ? `until ${formatSeconds(state.end)}` : `of ${formatSeconds(params.T)}, none is open`],
  ],
  picture(state: CountingWindowState, params: CountingWindowParams, now: Instant) {
    const to = endFor(state, params, now);
    return { kind: 'cells', count: Math.min(countAt(state, now), params.n), n: params.n, from: to - params.T, to };
  },
  /** Windows end at least T apart, less what the clock cuts: instants at most length − 1 apart touch so many of them. */
  bound({ n, T, slack }: CountingWindowParams, length: Duration) {
    return length <= 0 ? 0 : n * (1 + Math.ceil((length - 1 + slack) / T));
  },
} satisfies SystemRule<CountingWindowParams, CountingWindowState>;
