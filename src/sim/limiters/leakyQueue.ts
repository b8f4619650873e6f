/**
 * Leaky bucket as a queue. Source documents 001 and 002, §3.3.
 *
 * Requests stand in a line that leaves at n/T, one permit every T/n: the first at once, every other T/n after the one
 * before it. A request is delayed until its turn, and refused if the line already holds `capacity`. What comes out is
 * even, whatever goes in.
 *
 * One number is enough, the end of the line `next`: when a permit could leave that came now. All permits in the line
 * are T/n apart, so those still to leave are counted from it: waiting at `now` = ⌈(next − now)·n/T⌉ − 1. The permit
 * that leaves at once takes no place, so `capacity` + 1 get in at one instant. (001 says that a queue of five lets in
 * five.)
 *
 * It admits exactly what GCRA with one more capacity does, and makes it wait: `next` is its TAT.
 *
 * A request that costs more stands in the line with all its permits, leaves with the first of them, and needs a place
 * for each: a cost above `capacity` is refused for good, also by an empty line, where one of them would leave at once.
 */
import { divCeil, mulDivCeil } from '../math.ts';
import { exactProduct, rateOf, unitsFromTicks, type Rate } from '../ticks.ts';
import { NEVER, SECOND, type Duration, type Instant } from '../time.ts';
import { compared, counted, number, seconds } from '../words.ts';
import { ALLOW, DELAY, DENY, DENY_TOO_LARGE, explainTooLarge, type Limiter } from './limiter.ts';

export type LeakyQueueParams = {
  readonly rate: Rate;
  /** Ticks in a microsecond, and in a second. */
  readonly perMicro: number;
  readonly perSecond: number;
  /** Ticks of T/n, the time between two that leave. */
  readonly interval: number;
  /** How many permits may wait. */
  readonly capacity: number;
};

export type LeakyQueueState = {
  /** The end of the line in ticks since virtual time 0: the last departure + T/n. */
  next: number;
  /** What the last admitted request had to wait, microseconds. */
  wait: Duration;
};

/** Ticks from `now` to the end of the line; 0 or less when the next to come leaves at once. */
function lineAt(state: LeakyQueueState, params: LeakyQueueParams, now: Instant): number {
  return state.next - now * params.perMicro;
}

/** The closed form: permits that leave after now, in a line that is so many ticks long. */
function waitingIn(line: number, params: LeakyQueueParams): number {
  return line <= 0 ? 0 : divCeil(line, params.interval) - 1;
}

/**
 * By how many ticks the line is too long for `cost` more: ⌈line / interval⌉ − 1 + cost ≤ capacity, solved for the line.
 */
function excess(line: number, params: LeakyQueueParams, cost: number): number {
  return line - (params.capacity + 1 - cost) * params.interval;
}

const CODE = [
  'if cost > capacity: deny',
  'departure = max(now, next)',
  'waiting = max(0, ⌈(next − now) · n/T⌉ − 1)',
  'if departure > now and waiting + cost > capacity: deny',
  'next = departure + cost · T/n',
  'allow after departure − now',
];

export const leakyQueue: Limiter<LeakyQueueParams, LeakyQueueState> = {
  id: 'leaky-queue',
  name: 'Leaky bucket queue',
  family: 'Queues and pacing',
  idea: 'Requests wait in a line that moves on at an even pace; one that finds it full is refused.',
  rule:
    'One permit leaves every T/n, the first at once. A request waits until its turn comes, and is refused when as ' +
    'many as the capacity wait already. The one that leaves at once takes no place, so capacity + 1 get in at one ' +
    'instant.',
  source: '001, 002',
  kept: 'one instant, the end of the line',
  knobs: [],
  usesCapacity: true,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'delay', 'deny'],
  reasons: ['the line was empty', 'it waits for its turn', 'the line is full', 'the cost is above the capacity'],
  shape: 'smooth',
  gauge: {
    unit: ['permit waiting', 'permits waiting'],
    wall: 'ceiling',
    full: (params: LeakyQueueParams) => params.capacity,
    low: () => 0,
  },

  prepare({ policy: { n, T, capacity }, horizon }) {
    const rate = rateOf(n, T);
    const longest = exactProduct(capacity + 1, rate.perPermit, 'A full line in ticks');
    // The line ends at most so far ahead, and a promise is kept at most as far beyond the run.
    const latest = horizon + 2 * divCeil(longest, rate.perUnit);
    exactProduct(latest, rate.perUnit, 'The latest departure in ticks');
    return { rate, perMicro: rate.perUnit, perSecond: rate.perUnit * SECOND, interval: rate.perPermit, capacity };
  },

  most: (params) => params.capacity,

  init: () => ({ next: 0, wait: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.capacity) return DENY_TOO_LARGE;
    const line = lineAt(state, params, now);
    if (excess(line, params, cost) > 0) return DENY;
    state.next = (line > 0 ? state.next : now * params.perMicro) + cost * params.interval;
    state.wait = unitsFromTicks(line, params.rate);
    return line > 0 ? DELAY : ALLOW;
  },

  level: (state, params, now) => waitingIn(lineAt(state, params, now), params),

  nextStep(state, params, now) {
    const line = lineAt(state, params, now);
    const waiting = waitingIn(line, params);
    // The next to leave does so when the line is as long as those behind it.
    return waiting === 0 ? NEVER : now + unitsFromTicks(line - waiting * params.interval, params.rate);
  },

  retryAfter(state, params, now, cost) {
    if (cost > params.capacity) return NEVER;
    return unitsFromTicks(excess(lineAt(state, params, now), params, cost), params.rate);
  },

  explain(state, params, now, cost) {
    if (cost > params.capacity) return explainTooLarge(cost, 'capacity', params.capacity, CODE);
    const line = lineAt(state, params, now);
    if (line <= 0) {
      const [next, clock] = compared(state.next / params.perSecond, now / SECOND, line);
      return {
        verdict: ALLOW,
        sentence: 'Nobody waits, and the next permit is due: the request leaves at once.',
        rule: 'next ≤ now',
        numbers: `${next} ≤ ${clock}`,
        holds: true,
        code: CODE,
        lit: [1, 2, 4, 5],
      };
    }
    const waiting = waitingIn(line, params);
    const over = excess(line, params, cost);
    const holds = over <= 0;
    const places = counted(params.capacity, 'place', 'places');
    return {
      verdict: holds ? DELAY : DENY,
      sentence:
        `${number(waiting)} of ${places} ${waiting === 1 ? 'is' : 'are'} taken, ` +
        `and the request needs ${number(cost)}: ` +
        (holds
          ? `its turn comes in ${seconds(unitsFromTicks(line, params.rate))}.`
          : `there is room in ${seconds(unitsFromTicks(over, params.rate))}.`),
      rule: 'waiting + cost ≤ capacity',
      numbers: `${number(waiting)} + ${number(cost)} ≤ ${number(params.capacity)}`,
      holds,
      code: CODE,
      lit: holds ? [1, 2, 4, 5] : [1, 2, 3],
    };
  },

  facts: (state, params, now) => [
    ['waiting', number(waitingIn(lineAt(state, params, now), params))],
    ['next', `${number(state.next / params.perSecond, 6)} s`],
  ],

  picture(state, params, now) {
    const line = lineAt(state, params, now);
    const waiting = waitingIn(line, params);
    return {
      kind: 'line',
      waiting,
      capacity: params.capacity,
      next: line <= 0 ? null : (line - waiting * params.interval) / params.perSecond,
      interval: params.interval / params.perSecond,
    };
  },

  /**
   * Departures are T/n apart and take effect on the next whole microsecond: those that do so within `length` of them
   * lie in a stretch of that length, open at one end.
   */
  bound: ({ rate }, length) => (length <= 0 ? 0 : mulDivCeil(length, rate.perUnit, rate.perPermit)),
};
