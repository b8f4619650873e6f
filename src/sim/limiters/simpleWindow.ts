/**
 * Simple window. Source document 002, §3.1.
 *
 * One window of T is open at a time and counts permits up to n. It is over when *more* than T has passed since it
 * began; the next request then opens a new one, at its own instant. The first is open from time 0. So windows follow the
 * traffic, at least T + 1 µs apart, and like aligned ones they do not see each other: n late in one and n early in the
 * next are 2n within a moment.
 *
 * Everything follows from one closed form: count at `now` = the count kept, while now − start ≤ T, else 0.
 */
import { NEVER, type Duration, type Instant } from '../time.ts';
import { number, permits, seconds } from '../words.ts';
import { ALLOW, DENY, DENY_TOO_LARGE, explainTooLarge, type Limiter } from './limiter.ts';

export type SimpleWindowParams = {
  readonly n: number;
  readonly T: Duration;
};

export type SimpleWindowState = {
  /** When the window kept was opened. */
  start: Instant;
  count: number;
};

/** The first instant at which the window is over: exactly T after its start is still within. */
function overAt(state: SimpleWindowState, params: SimpleWindowParams): Instant {
  return state.start + params.T + 1;
}

/** The closed form. Time that steps back behind the window's start is counted in it. */
function countAt(state: SimpleWindowState, params: SimpleWindowParams, now: Instant): number {
  return now < overAt(state, params) ? state.count : 0;
}

/** The window in which a request at `now` is counted, [from, to): the one kept, or the one that it opens. */
function windowAt(state: SimpleWindowState, params: SimpleWindowParams, now: Instant): readonly [Instant, Instant] {
  const from = now < overAt(state, params) ? state.start : now;
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
  idea: 'Count up to n; the first request more than T after the window began opens the next one.',
  rule:
    'A window counts requests from the instant that opened it, the first from 0 on. A request that comes more than T ' +
    'later opens a new one, which starts at 0. It is admitted when the count, with its cost, stays within n. Around the ' +
    'end of a window up to 2n pass.',
  source: '002',
  kept: 'window start, count',
  knobs: [],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['the window had room', '', 'the window is full', 'the cost is above n'],
  shape: 'bursty',
  gauge: {
    unit: ['permit', 'permits'],
    wall: 'ceiling',
    full: (params: SimpleWindowParams) => params.n,
    low: () => 0,
  },

  prepare: ({ policy: { n, T } }) => ({ n, T }),

  most: (params) => params.n,

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

  nextStep: (state, params, now) => (countAt(state, params, now) > 0 ? overAt(state, params) : NEVER),

  retryAfter(state, params, now, cost) {
    if (cost > params.n) return NEVER;
    return countAt(state, params, now) + cost <= params.n ? 0 : overAt(state, params) - now;
  },

  explain(state, params, now, cost) {
    if (cost > params.n) return explainTooLarge(cost, 'n', params.n, CODE);
    const opens = now >= overAt(state, params);
    const count = countAt(state, params, now);
    const holds = count + cost <= params.n;
    const window = windowAt(state, params, now);
    return {
      verdict: holds ? ALLOW : DENY,
      sentence: opens
        ? `More than ${seconds(params.T)} have passed since the last window began at ${seconds(state.start)}: the request ` +
          `opens a new one, and makes it ${number(cost)} of ${permits(params.n)}.`
        : `The window that began at ${seconds(state.start)} has counted ${number(count)} of ${permits(params.n)}, ` +
          (holds
            ? `and the request makes it ${number(count + cost)}.`
            : `and the request would make it ${number(count + cost)}. ` +
              `A request opens the next window in ${seconds(overAt(state, params) - now)}.`),
      rule: 'count + cost ≤ n',
      numbers: `${number(count)} + ${number(cost)} ≤ ${number(params.n)}`,
      holds,
      code: CODE,
      lit: [...(opens ? [1] : []), ...(holds ? [2, 3, 4] : [2, 5])],
      counted: window,
    };
  },

  facts: (state, params, now) => [
    ['count', number(countAt(state, params, now))],
    ['start', now < overAt(state, params) ? seconds(state.start) : 'at the next request'],
  ],

  picture(state, params, now) {
    const [from, to] = windowAt(state, params, now);
    return { kind: 'cells', count: countAt(state, params, now), n: params.n, from, to };
  },

  /** Windows begin more than T apart: instants at most length − 1 apart touch at most 1 + ⌈(length − 1) / (T + 1)⌉. */
  bound: (params, length) => (length <= 0 ? 0 : params.n * (1 + Math.ceil((length - 1) / (params.T + 1)))),
};
