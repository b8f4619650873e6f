/**
 * p-throttle for Node: never refuses, delays. By default it counts in windows that queue up behind one another; `strict`
 * keeps the last n instants. Both on a clock of milliseconds.
 */
import { explainTooLarge, type Explanation, type KeyState, type Limiter } from '../limiters/limiter.ts';
import { divCeil } from '../math.ts';
import { formatNumber, formatSeconds } from '../numberFormat.ts';
import { floorTo, MILLISECOND, NEVER, secondsFromMicros, tickAfter, type Duration, type Instant } from '../time.ts';
import { ALLOW, DELAY, DENY_TOO_LARGE, type Verdict } from '../verdict.ts';
import { chosenRule, type ChosenParams } from './derived.ts';
import { recorded } from './recorded.ts';
import { emptyRing, newest, nthNewestText, push, type StampRing } from './stampRing.ts';
import { compared, explainDecision, requireWhole, ruleWithin, systemOf, type System } from './system.ts';

type PThrottleParams = { readonly n: number; readonly T: Duration };

interface WindowedState extends KeyState {
  /** When the window begins, which may be ahead; −∞ before the first request. */
  start: Instant;
  used: number;
  wait: Duration;
}

/** A delay is what it is, by the clock of milliseconds. */
const verdictOf = (wait: Duration): Verdict => (wait > 0 ? DELAY : ALLOW);

/** Seconds until an instant, by that clock. */
const secondsUntil = (at: Instant, now: Instant) => Math.max(0, secondsFromMicros(at - floorTo(now, MILLISECOND)));

const COMMON = {
  ...ruleWithin('p-throttle'),
  pacing: 'bursty',
  prepare: ({ policy: { n, T } }: { policy: PThrottleParams }) => ({ n, T }),
} as const;

const GAUGE: Limiter<PThrottleParams>['gauge'] = {
  unit: ['second of delay', 'seconds of delay'],
  denySide: 'ceiling',
  // There is no longest delay: the axis shows an interval.
  full: (params) => secondsFromMicros((params as PThrottleParams).T),
  low: () => 0,
};

function explainDelay(
  rule: Pick<Limiter<PThrottleParams, KeyState & { wait: Duration }>, 'decide'>,
  state: KeyState & { wait: Duration },
  params: PThrottleParams,
  now: Instant,
  cost: number,
  text: string,
  code: readonly string[],
  line: number,
): Explanation {
  return explainDecision(rule, state, params, now, cost, (verdict, after) => {
    const wait = verdict === DELAY ? after.wait : 0;
    return {
      sentence: `${text} ${wait > 0 ? `The request waits ${formatSeconds(wait)}.` : 'The request runs at once.'}`,
      condition: wait > 0 ? 'start > now' : 'start ≤ now',
      evaluatedCondition:
        wait > 0
          ? compared(
              secondsFromMicros(floorTo(now, MILLISECOND) + wait),
              '>',
              secondsFromMicros(floorTo(now, MILLISECOND)),
            )
          : compared(secondsFromMicros(floorTo(now, MILLISECOND)), '≤', secondsFromMicros(floorTo(now, MILLISECOND))),
      code,
      executedLines: [line, code.length - 1],
    };
  });
}

const WINDOWED_CODE = [
  'if weight > limit: deny',
  'if now − start > interval: start = now, used = weight',
  'else if used + weight ≤ limit: used = used + weight',
  'else start = start + interval, used = weight',
  'allow after max(0, start − now)',
];

const windowed: Limiter<PThrottleParams, WindowedState> = {
  ...COMMON,
  storedPerKey: 'window start, count',
  outcomes: ['allow', 'delay', 'deny'],
  reasons: ['the window has begun', 'it waits for its window', '', 'the cost is above n'],
  gauge: GAUGE,
  maxCost: ({ n }) => n,
  init: () => ({ start: -Infinity, used: 0, wait: 0 }),
  decide(state, { n, T }, now, cost) {
    if (cost > n) return DENY_TOO_LARGE;
    const clock = floorTo(now, MILLISECOND);
    if (clock - state.start > T) {
      state.start = clock;
      state.used = cost;
    } else if (state.used + cost <= n) {
      state.used += cost;
    } else {
      state.start += T;
      state.used = cost;
    }
    state.wait = Math.max(0, state.start - clock);
    return verdictOf(state.wait);
  },
  level: (state, _, now) => (state.start === -Infinity ? 0 : secondsUntil(state.start, now)),
  nextBreakpoint: (state, _, now) => (state.start > now ? tickAfter(now, MILLISECOND) : NEVER),
  retryAfter: (_, { n }, __, cost) => (cost > n ? NEVER : 0),
  explain(state, params, now, cost) {
    const { n, T } = params;
    if (cost > n) return explainTooLarge(cost, 'n', n, WINDOWED_CODE);
    const over = floorTo(now, MILLISECOND) - state.start > T;
    const fits = state.used + cost <= n;
    const text = over
      ? 'No window is open: the request opens one.'
      : fits
        ? `The window from ${formatSeconds(state.start)} has ${formatNumber(state.used)} of ${formatNumber(n)}, and takes this one.`
        : `The window from ${formatSeconds(state.start)} is full: the request goes into the next.`;
    return explainDelay(windowed, state, params, now, cost, text, WINDOWED_CODE, over ? 1 : fits ? 2 : 3);
  },
  readouts: (state, { n }, now) => [
    ['used', `${formatNumber(state.used)} of ${formatNumber(n)}`],
    [
      'window',
      state.start === -Infinity ? 'none yet' : `${state.start > now ? 'from' : 'since'} ${formatSeconds(state.start)}`,
    ],
  ],
  picture: (state, { n, T }) => {
    const from = state.start === -Infinity ? 0 : state.start;
    return { kind: 'cells', count: Math.min(n, state.used), n, from, to: from + T };
  },
  /** Windows begin at least T apart, and may take effect up to a clock's tick beyond their end. */
  bound: ({ n, T }, length) => (length <= 0 ? 0 : n * (2 + Math.floor((length + MILLISECOND) / T))),
};

type StrictState = StampRing & { wait: Duration };

const STRICT_CODE = [
  'if now − newest > interval: forget all',
  'if fewer than limit: run now',
  'else run at oldest + interval, or newest + ⌈interval/limit⌉',
  'allow after max(0, start − now)',
];

function nextStart(state: StrictState, { n, T }: PThrottleParams, clock: Instant): Instant {
  const [last, oldest] = [newest(state), newest(state, n)];
  if (clock - last > T || oldest === -Infinity) return clock;
  const interval = divCeil(T / MILLISECOND, n) * MILLISECOND;
  return Math.max(clock, oldest + T > last ? oldest + T : last + interval);
}

const strict: Limiter<PThrottleParams, StrictState> = {
  ...COMMON,
  storedPerKey: 'the last n instants',
  outcomes: ['allow', 'delay'],
  reasons: ['there was room', 'it waits for the oldest to leave', '', ''],
  gauge: GAUGE,
  maxCost: () => Infinity,
  init: ({ n }) => ({ ...emptyRing(n), wait: 0 }),
  decide(state, params, now) {
    const clock = floorTo(now, MILLISECOND);
    const start = nextStart(state, params, clock);
    if (clock - newest(state) > params.T) state.pushed = 0;
    // Fewer than the limit are recorded as they come, even if the clock has stepped back.
    push(state, params.n, start);
    state.wait = start - clock;
    return verdictOf(state.wait);
  },
  level: (state, _, now) => (state.pushed === 0 ? 0 : secondsUntil(newest(state), now)),
  nextBreakpoint: (state, _, now) => (newest(state) > now ? tickAfter(now, MILLISECOND) : NEVER),
  retryAfter: () => 0,
  explain(state, params, now, cost) {
    const clock = floorTo(now, MILLISECOND);
    const idle = clock - newest(state) > params.T;
    const room = newest(state, params.n) === -Infinity;
    const text = idle
      ? 'Nothing ran within the interval.'
      : room
        ? `Fewer than ${formatNumber(params.n)} have run.`
        : `${nthNewestText(params.n, 'request')} runs at ${formatSeconds(newest(state, params.n))}, and this one an interval later at the earliest.`;
    return explainDelay(strict, state, params, now, cost, text, STRICT_CODE, idle ? 0 : room ? 1 : 2);
  },
  readouts: (state, { n }) => [
    ['instants', formatNumber(Math.min(n, state.pushed))],
    ['newest', state.pushed === 0 ? 'none yet' : formatSeconds(newest(state))],
  ],
  picture(state, params, now) {
    const start = nextStart(state, params, floorTo(now, MILLISECOND));
    return { kind: 'gate', opensIn: secondsUntil(start, now), interval: secondsFromMicros(params.T / params.n) };
  },
  /** The instant after n others is at least T after the first of them; a clock's tick may bring them closer. */
  bound: ({ n, T }, length) => (length <= 0 ? 0 : n * (1 + Math.floor((length + MILLISECOND) / T))),
};

const rules = chosenRule(({ strict: chosen }) => (chosen === 'true' ? strict : windowed));

export const pThrottle: System<ChosenParams> = {
  ...rules,
  ...systemOf('p-throttle', {
    strict: ['Strict', 'Whether no span of the interval may have more than the limit, or only no window.'],
  }),
  summary: 'Never refuses: what does not fit into a window waits for the next.',
  rule:
    'A window lets limit requests run, and those that do not fit wait for the next one, however many are waiting. With ' +
    'strict, no span of interval ever has more than limit.',
  storedPerKey: 'window start and count, or n instants',
  outcomes: ['allow', 'delay', 'deny'],
  reasons: ['there was room', 'it waits for its window', '', 'the cost is above n'],
  pacing: 'bursty',
  gauge: GAUGE,
  prepare(config) {
    requireWhole(config.policy.T, MILLISECOND, 'interval');
    return rules.prepare(config);
  },
  story: {
    keywords: ['Node.js', 'JavaScript', 'TypeScript', 'npm'],
    product: 'p-throttle',
    release: '8.1.1 (npm)',
    source: 'sindresorhus/p-throttle, index.js',
    evidence: recorded['p-throttle'],
    runs: 'per process',
    traps: [
      'Nothing is ever refused: the queue has no end.',
      'Without strict, twice the limit run around the edge of two windows.',
    ],
  },
};
