/**
 * Fixed window counter.
 *
 * Time is divided into windows of length T, the first beginning at 0, and each window counts its own permits up to n. A
 * window ignores its neighbours: n just before an edge and n just after make 2n within a moment.
 *
 * Everything follows from one closed form: count at `now` = the stored count, if `now` is still in its window, else 0.
 */
import { NEVER, type Duration, type Instant } from '../time.ts';
import { formatNumber, formatPermits, formatSeconds } from '../numberFormat.ts';
import { explainTooLarge, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';

export type FixedWindowParams = {
  readonly n: number;
  readonly T: Duration;
  /** How far into its window virtual time 0 is: 0, but for products whose windows are those of Unix time. */
  readonly offset: Duration;
};

export type FixedWindowState = {
  /** Index of the last window counted, from 0. */
  index: number;
  count: number;
};

/** The end of the stored window. A request whose time steps back before that window is still counted in it. */
function endOf(state: FixedWindowState, params: FixedWindowParams): Instant {
  return (state.index + 1) * params.T - params.offset;
}

/** The closed form. */
function countAt(state: FixedWindowState, params: FixedWindowParams, now: Instant): number {
  return now < endOf(state, params) ? state.count : 0;
}

/** The window in which a request at `now` is counted. */
function windowAt(state: FixedWindowState, params: FixedWindowParams, now: Instant): readonly [Instant, Instant] {
  const from = Math.max(state.index, Math.floor((now + params.offset) / params.T)) * params.T - params.offset;
  return [from, from + params.T];
}

const CODE = [
  'if cost > n: deny',
  'index = ⌊now / T⌋',
  'if index is a new one: count = 0',
  'if count + cost ≤ n',
  '  count = count + cost',
  '  allow',
  'else deny',
];

export const fixedWindow: Limiter<FixedWindowParams, FixedWindowState> = {
  id: 'fixed-window',
  name: 'Fixed window',
  family: 'Windows',
  summary: 'Count the requests of each window of T; each window starts again from 0.',
  rule:
    'Time is divided into windows of T, starting at 0. A request is admitted when the count of its window plus its ' +
    'cost is at most n. A new window forgets the previous one, so up to 2n pass around an edge.',
  sources: ['strategies', 'li'],
  storedPerKey: 'window index, count',
  knobs: [],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['the window had room', '', 'the window is full', 'the cost is above n'],
  pacing: 'bursty',
  traits: { monotone: { clients: ['n'], nested: ['n'] }, boundsAnyCost: true },
  gauge: {
    unit: ['permit', 'permits'],
    denySide: 'ceiling',
    full: (params: FixedWindowParams) => params.n,
    boundBy: () => 'n',
    low: () => 0,
  },

  prepare: ({ policy: { n, T } }) => ({ n, T, offset: 0 }),

  maxCost: (params) => params.n,

  init: () => ({ index: 0, count: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.n) return DENY_TOO_LARGE;
    if (now >= endOf(state, params)) {
      state.index = Math.floor((now + params.offset) / params.T);
      state.count = 0;
    }
    const count = state.count + cost;
    if (count > params.n) return DENY;
    state.count = count;
    return ALLOW;
  },

  level: (state, params, now) => countAt(state, params, now),

  nextBreakpoint: (state, params, now) => (countAt(state, params, now) > 0 ? endOf(state, params) : NEVER),

  retryAfter(state, params, now, cost) {
    if (cost > params.n) return NEVER;
    return countAt(state, params, now) + cost <= params.n ? 0 : endOf(state, params) - now;
  },

  explain(state, params, now, cost) {
    if (cost > params.n) return explainTooLarge(cost, 'n', params.n, CODE);
    const count = countAt(state, params, now);
    const holds = count + cost <= params.n;
    const [from, to] = windowAt(state, params, now);
    const opened = now < endOf(state, params) ? [] : [2];
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `The window from ${formatSeconds(from)} to ${formatSeconds(to)} has counted ${formatNumber(count)} of ${formatPermits(params.n)}, ` +
        (holds
          ? `and the request makes it ${formatNumber(count + cost)}.`
          : `and the request would make it ${formatNumber(count + cost)}. The next window opens in ${formatSeconds(to - now)}.`),
      condition: 'count + cost ≤ n',
      evaluatedCondition: `${formatNumber(count)} + ${formatNumber(cost)} ≤ ${formatNumber(params.n)}`,
      holds,
      code: CODE,
      executedLines: holds ? [1, ...opened, 3, 4, 5] : [1, ...opened, 3, 6],
      countedSpan: [from, to],
    };
  },

  readouts(state, params, now) {
    const [from, to] = windowAt(state, params, now);
    return [
      ['count', formatNumber(countAt(state, params, now))],
      ['window', `${formatSeconds(from)} to ${formatSeconds(to)}`],
    ];
  },

  picture(state, params, now) {
    const [from, to] = windowAt(state, params, now);
    return { kind: 'cells', count: countAt(state, params, now), n: params.n, from, to };
  },

  /** Instants at most length − 1 apart touch at most 1 + ⌈(length − 1) / T⌉ windows. */
  bound: (params, length) => (length <= 0 ? 0 : params.n * (1 + Math.ceil((length - 1) / params.T))),

  windowLength: (params) => params.T,
};
