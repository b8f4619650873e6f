/**
 * The rate limit module for Caddy: a ring of the last max_events admitted requests. It asks how long to wait for the
 * oldest to be a window old, and a wait of 0 lets the request through without recording it: at that very instant
 * everything passes.
 */
import { formatNumber, formatSeconds } from '../numberFormat.ts';
import { NEVER, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { ALLOW, DENY } from '../verdict.ts';
import {
  clockAt,
  countAfter,
  emptyRing,
  logPicture,
  newest,
  nthNewestText,
  push,
  type StampRing,
} from './stampRing.ts';
import { comparedDifference, systemOf, type System } from './system.ts';

export type CaddyParams = { readonly n: number; readonly T: Duration };

const countAt = (state: StampRing, { T }: CaddyParams, now: Instant) =>
  countAfter(state, clockAt(state, now) - T, 'closed');

const CODE = [
  'oldest = first of the last max_events recorded',
  'age = now − oldest',
  'if age > window: record now, allow',
  'if age = window: allow',
  'else deny',
];

export const caddyRatelimit: System<CaddyParams, StampRing> = {
  ...systemOf('caddy-ratelimit'),
  summary: 'A ring of the last admitted instants: the oldest must be more than a window old.',
  rule:
    'The last max_events admitted requests are kept with their instants. A request is admitted and takes the place of ' +
    'the oldest when that is older than the window. At exactly the window’s length it passes unrecorded.',
  storedPerKey: 'up to n instants',
  outcomes: ['allow', 'deny'],
  reasons: ['the oldest has left the window', '', 'the window is full', ''],
  pacing: 'bursty',
  gauge: {
    unit: ['stamp', 'stamps'],
    denySide: 'ceiling',
    full: (params: CaddyParams) => params.n,
    boundBy: () => 'n',
    low: () => 0,
  },
  prepare: ({ policy: { n, T } }) => ({ n, T }),
  maxCost: () => Infinity,
  init: ({ n }) => emptyRing(n),
  decide(state, { n, T }, now) {
    const at = clockAt(state, now);
    const age = at - newest(state, n);
    if (age < T) return DENY;
    if (age > T) push(state, n, at);
    return ALLOW;
  },
  level: countAt,
  nextBreakpoint(state, params, now) {
    const count = countAt(state, params, now);
    // The oldest that still counts does so until it is more than a window old.
    return count === 0 ? NEVER : newest(state, count) + params.T + 1;
  },
  retryAfter: (state, { n, T }, now) => (newest(state, n) + T > clockAt(state, now) ? newest(state, n) + T - now : 0),
  explain(state, { n, T }, now) {
    const oldest = newest(state, n);
    const at = clockAt(state, now);
    const age = at - oldest;
    const holds = age >= T;
    const condition = oldest === -Infinity ? 'recorded < max_events' : 'now − oldest ≥ window';
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        oldest === -Infinity
          ? `${n === 1 ? 'No request is' : `Fewer than ${formatNumber(n)} requests are`} recorded, so there is room for this one.`
          : `${nthNewestText(n, 'recorded request')} was ${formatSeconds(age)} ago, and the window is ${formatSeconds(T)}. ` +
            (age > T
              ? 'It has left.'
              : age === T
                ? 'The wait comes out as 0: the request passes and is not recorded.'
                : `It leaves in ${formatSeconds(T - age)}.`),
      condition,
      evaluatedCondition:
        oldest === -Infinity
          ? `${formatNumber(state.pushed)} < ${formatNumber(n)}`
          : comparedDifference(secondsFromMicros(at), secondsFromMicros(oldest), '≥', secondsFromMicros(T), age - T),
      holds,
      code: CODE,
      executedLines: [0, 1, age > T ? 2 : age === T ? 3 : 4],
    };
  },
  readouts: (state, params, now) => [
    ['recorded', formatNumber(countAt(state, params, now))],
    ['oldest', state.pushed < params.n ? 'none in the way' : formatSeconds(newest(state, params.n))],
  ],
  picture: (state, params, now) =>
    logPicture(state, countAt(state, params, now), params.n, clockAt(state, now), params.T),
  /** At an instant exactly a window after the oldest, any number passes. */
  bound: (_, length) => (length <= 0 ? 0 : Infinity),
  story: {
    keywords: ['Go', 'web server', 'reverse proxy'],
    product: 'caddy-ratelimit',
    release: '0.1.0 and 7 commits, 5625512',
    source: 'mholt/caddy-ratelimit, ringbuffer.go, handler.go',
    evidence: 'source read',
    equals: 'sliding-log with boundary closed, but at exactly a window’s length',
    runs: 'per process',
    traps: ['At exactly one window after the oldest everything passes, and nothing of it is recorded.'],
  },
};
