/**
 * Simple window.
 *
 * One window of T is open at a time and counts permits up to n. It ends when *more* than T has passed since it began;
 * the next request then opens a new one at its own instant. The first is open from time 0. So windows follow the
 * traffic, at least T + 1 µs apart, and like aligned windows they ignore each other: n late in one and n early in the
 * next make 2n within a moment.
 *
 * Everything follows from one closed form: count at `now` = the stored count while now − start ≤ T, else 0.
 */
import { NEVER, type Duration, type Instant } from '../time.ts';
import { formatNumber, formatPermits, formatSeconds } from '../numberFormat.ts';
import { explainTooLarge, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';

export type SimpleWindowParams = {
  readonly n: number;
  readonly T: Duration;
};

export type SimpleWindowState = {
  /** When the stored window was opened. */
  start: Instant;
  count: number;
};

/** The first instant after the window: exactly T after its start is still inside. */
function endOf(state: SimpleWindowState, params: SimpleWindowParams): Instant {
  return state.start + params.T + 1;
}

/** The closed form. A request whose time steps back before the window's start is counted in it. */
function countAt(state: SimpleWindowState, params: SimpleWindowParams, now: Instant): number {
  return now < endOf(state, params) ? state.count : 0;
}

/** The window in which a request at `now` is counted, [from, to): the stored one, or the one that it opens. */
function windowAt(state: SimpleWindowState, params: SimpleWindowParams, now: Instant): readonly [Instant, Instant] {
  const from = now < endOf(state, params) ? state.start : now;
  return [from, from + params.T + 1];
}

const CODE = [
  'if cost > n: deny',
  'if now − start > T: start = now, count = 0',
  'if count + cost ≤ n',
  '  count = count + cost',
  '  allow',
  'else deny',
];

export const simpleWindow: Limiter<SimpleWindowParams, SimpleWindowState> = {
  id: 'simple-window',
  name: 'Simple window',
  family: 'Windows',
  summary: 'Count up to n; the first request more than T after the window began opens the next one.',
  rule:
    'A window counts requests from the instant it opened; the first opens at time 0. A request more than T later ' +
    'opens a new one, whose count starts at 0. A request is admitted when the count plus its cost is at most n. ' +
    'Around the end of a window up to 2n pass.',
  sources: ['fu'],
  storedPerKey: 'window start, count',
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
    full: (params: SimpleWindowParams) => params.n,
    boundBy: () => 'n',
    low: () => 0,
  },

  prepare: ({ policy: { n, T } }) => ({ n, T }),

  maxCost: (params) => params.n,

  init: () => ({ start: 0, count: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.n) return DENY_TOO_LARGE;
    if (now - state.start > params.T) {
      state.start = now;
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
    const opens = now >= endOf(state, params);
    const count = countAt(state, params, now);
    const holds = count + cost <= params.n;
    const window = windowAt(state, params, now);
    return {
      verdict: holds ? ALLOW : DENY,
      sentence: opens
        ? `More than ${formatSeconds(params.T)} have passed since the last window began at ${formatSeconds(state.start)}: the request ` +
          `opens a new one, and makes it ${formatNumber(cost)} of ${formatPermits(params.n)}.`
        : `The window that began at ${formatSeconds(state.start)} has counted ${formatNumber(count)} of ${formatPermits(params.n)}, ` +
          (holds
            ? `and the request makes it ${formatNumber(count + cost)}.`
            : `and the request would make it ${formatNumber(count + cost)}. ` +
              `A request opens the next window in ${formatSeconds(endOf(state, params) - now)}.`),
      condition: 'count + cost ≤ n',
      evaluatedCondition: `${formatNumber(count)} + ${formatNumber(cost)} ≤ ${formatNumber(params.n)}`,
      holds,
      code: CODE,
      executedLines: [...(opens ? [1] : []), ...(holds ? [2, 3, 4] : [2, 5])],
      countedSpan: window,
    };
  },

  readouts: (state, params, now) => [
    ['count', formatNumber(countAt(state, params, now))],
    ['start', now < endOf(state, params) ? formatSeconds(state.start) : 'at the next request'],
  ],

  picture(state, params, now) {
    const [from, to] = windowAt(state, params, now);
    return { kind: 'cells', count: countAt(state, params, now), n: params.n, from, to };
  },

  /** Windows begin more than T apart: instants at most length − 1 apart touch at most 1 + ⌈(length − 1) / (T + 1)⌉. */
  bound: (params, length) => (length <= 0 ? 0 : params.n * (1 + Math.ceil((length - 1) / (params.T + 1)))),
};
