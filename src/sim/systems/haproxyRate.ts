/**
 * http_req_rate of an HAProxy stick table, and a rule that denies above n. The rate is estimated from the current period
 * and the weighed one before it; a period begins at the key's first request. A request is counted before it is judged,
 * and stays counted when it is refused: a steady client a little over the limit is shut out for good.
 *
 * HAProxy cuts the instant at which a period begins to an even millisecond.
 */
import type { KeyState } from '../limiters/limiter.ts';
import { mulDivFloor } from '../math.ts';
import { formatNumber, formatSeconds } from '../numberFormat.ts';
import { floorTo, microsFromSeconds, MILLISECOND, NEVER, type Duration, type Instant } from '../time.ts';
import { ALLOW, DENY } from '../verdict.ts';
import { recorded } from './recorded.ts';
import {
  explainDecision,
  LONGEST_TIMER,
  nextStep,
  requireAtMost,
  requireWhole,
  searchRetryAfter,
  systemOf,
  type System,
} from './system.ts';

export type HaproxyParams = {
  readonly n: number;
  readonly T: Duration;
  /** How long an idle entry of the table is kept; `NEVER` for as long as there is room. */
  readonly expire: Duration;
};

export interface HaproxyState extends KeyState {
  /** When the current period began; −∞ before the first request. */
  tick: Instant;
  current: number;
  previous: number;
  last: Instant;
}

type Counts = Pick<HaproxyState, 'tick' | 'current' | 'previous'>;

const evenMilli = (at: Instant) => floorTo(at, 2 * MILLISECOND);

/** Moves to the period of `clock`, and counts a request in it. */
function count(state: HaproxyState, { T, expire }: HaproxyParams, clock: Instant): void {
  if (state.tick === -Infinity || clock - state.last >= expire) {
    state.tick = evenMilli(clock);
    state.current = 1;
    state.previous = 0;
  } else if (clock - state.tick < T) {
    state.current++;
  } else {
    // Cut only when it is stored: whether the next period is over, too, is asked of the whole instant.
    const next = state.tick + T;
    const isOver = clock - next >= T;
    state.previous = isOver ? 0 : state.current;
    state.current = 1;
    state.tick = evenMilli(isOver ? clock : next);
  }
}

/** ⌊(previous · rest + current · T)/T⌋, in whole milliseconds: the product of large numbers takes twenty times as long. */
function rateOf({ tick, current, previous }: Counts, { T }: HaproxyParams, clock: Instant): number {
  return previous === 0 ? current : mulDivFloor(previous, (tick + T - clock) / MILLISECOND, T / MILLISECOND) + current;
}

/** What the clock reads; one that steps back stands still. */
const clockAt = (state: HaproxyState, now: Instant) => Math.max(floorTo(now, MILLISECOND), state.last);

/** The counts as they are read without a request: a period is over only after its end, and nothing is cut. */
function countsAt(state: HaproxyState, { T, expire }: HaproxyParams, now: Instant): Counts {
  const clock = clockAt(state, now);
  const { tick, current } = state;
  if (clock - tick > 2 * T || clock - state.last >= expire) return { tick: clock, current: 0, previous: 0 };
  return clock - tick > T ? { tick: tick + T, current: 0, previous: current } : state;
}

const rateAt = (state: HaproxyState, params: HaproxyParams, now: Instant) =>
  state.tick === -Infinity ? 0 : rateOf(countsAt(state, params, now), params, clockAt(state, now));

const CODE = [
  'if a period is over: previous = current, current = 0, tick = tick + T',
  'current = current + 1',
  'rate = ⌊(previous · (tick + T − now) + current · T)/T⌋',
  'if rate > n: deny',
  'else allow',
];

export const haproxyRate: System<HaproxyParams, HaproxyState> = {
  ...systemOf('haproxy-rate', {
    expire: ['Expire', 'After how long without a request an entry is dropped from the stick table.'],
  }),
  summary: 'A sliding count of two periods that includes what was refused.',
  rule:
    'Requests are counted in periods that begin at a key’s first request; the previous period is weighted by what is left of the current one. ' +
    'A request is counted, and then denied if the rate is above n. A client that keeps trying above the limit stays out.',
  storedPerKey: 'two counts, tick',
  outcomes: ['allow', 'deny'],
  reasons: ['the rate is at most n', '', 'the rate is above n', ''],
  pacing: 'bursty',
  gauge: {
    unit: ['request', 'requests'],
    denySide: 'ceiling',
    full: (params: HaproxyParams) => params.n,
    boundBy: () => 'n',
    low: () => 0,
  },
  prepare({ policy: { n, T }, options }) {
    requireWhole(T, MILLISECOND, 'the period of http_req_rate');
    requireAtMost(T, LONGEST_TIMER, 'the period of http_req_rate');
    const { expire } = options;
    return { n, T, expire: expire === 'none' ? NEVER : microsFromSeconds(expire as number) };
  },
  maxCost: () => Infinity,
  init: () => ({ tick: -Infinity, current: 0, previous: 0, last: -Infinity }),
  decide(state, params, now) {
    const clock = clockAt(state, now);
    count(state, params, clock);
    state.last = clock;
    return rateOf(state, params, clock) > params.n ? DENY : ALLOW;
  },
  level: rateAt,
  nextBreakpoint(state, params, now) {
    if (rateAt(state, params, now) === 0) return NEVER;
    const clock = clockAt(state, now);
    const { tick, previous } = countsAt(state, params, now);
    const end = Math.max(
      now + 1,
      Math.min(tick + params.T + MILLISECOND, Math.ceil((state.last + params.expire) / MILLISECOND) * MILLISECOND),
    );
    return previous === 0 || clock > now ? end : nextStep((at) => rateAt(state, params, at), now, end);
  },
  retryAfter: (state, params, now, cost) => searchRetryAfter(haproxyRate, state, params, now, cost),
  explain: (state, params, now, cost) =>
    explainDecision(haproxyRate, state, params, now, cost, (verdict, next) => {
      const rate = rateOf(next, params, clockAt(state, now));
      return {
        sentence:
          `With this request the period from ${formatSeconds(next.tick)} has counted ${formatNumber(next.current)}` +
          `${next.previous > 0 ? `, and the one before it ${formatNumber(next.previous)}` : ''}: a rate of ${formatNumber(rate)} ` +
          `against a limit of ${formatNumber(params.n)}.` +
          (verdict === DENY
            ? ` It is refused and stays counted; it would pass in ${formatSeconds(searchRetryAfter(haproxyRate, state, params, now, cost))}.`
            : ''),
        condition: 'rate ≤ n',
        evaluatedCondition: `${formatNumber(rate)} ≤ ${formatNumber(params.n)}`,
        code: CODE,
        executedLines: [...(next.tick === state.tick ? [] : [0]), 1, 2, verdict === DENY ? 3 : 4],
        countedSpan: [next.tick, next.tick + params.T] as const,
        countsDenied: true as const,
      };
    }),
  readouts(state, params, now) {
    if (state.tick === -Infinity) return [['rate', '0']];
    const { current, previous } = countsAt(state, params, now);
    return [
      ['rate', formatNumber(rateAt(state, params, now))],
      ['this period', formatNumber(current)],
      ['the one before', formatNumber(previous)],
    ];
  },
  picture(state, params, now) {
    const { n, T } = params;
    const { tick, current, previous } = countsAt(state, params, now);
    const elapsedShare = Math.min(1, Math.max(0, (clockAt(state, now) - tick) / T));
    return { kind: 'weighted', previous, current, elapsedShare, n, from: tick, to: tick + T };
  },
  /**
   * No period admits more than n; they begin T apart, less a millisecond that is cut, or when an entry has expired. A
   * period of a millisecond is over whenever it begins, in an odd millisecond: nothing is limited then.
   */
  bound({ n, T, expire }, length) {
    if (length <= 0) return 0;
    if (T === MILLISECOND) return Infinity;
    const period = Math.min(T - MILLISECOND, Math.max(MILLISECOND, expire));
    return n * (2 + Math.floor((length + 2 * MILLISECOND) / period));
  },
  story: {
    keywords: ['load balancer', 'reverse proxy', 'stick table'],
    product: 'HAProxy, stick table with http_req_rate',
    release: '2.6; the same arithmetic at 50872daa6',
    source: 'haproxy/haproxy, src/freq_ctr.c, include/haproxy/freq_ctr.h',
    evidence: recorded['haproxy-rate'],
    runs: 'per process',
    traps: [
      'What it refuses counts: a steady client 11 % over the limit is shut out for good.',
      'A period of 1 ms limits nothing in every other millisecond: its start is rounded down to an even one.',
    ],
  },
};
