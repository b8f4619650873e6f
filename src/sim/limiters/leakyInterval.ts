/**
 * Leaky bucket as a gate.
 *
 * A request passes if the gate is open, and shuts it for its cost times T/n. There is no queue and no burst: of two at
 * one instant, one is refused. Idle time is lost, and so is the time between the gate's opening and the next request: a
 * client that is steadily a little too fast gets only every second request through, half its rate.
 *
 * A request of any cost passes an open gate, since the gate holds no balance: later requests pay for it.
 *
 * The edition published by Li reads a clock of whole milliseconds and truncates the interval to whole milliseconds too.
 *
 * Everything follows from one closed form: next = instant of the last request that passed + its cost · interval. The
 * state keeps these two, both whole numbers, so that nothing is rounded before the first whole microsecond at which the
 * gate is open is computed, and no cost is too large.
 */
import { divCeil, divFloor, mulDivCeil, mulDivFloor } from '../math.ts';
import { rateInTicks, type Rate } from '../ticks.ts';
import { floorTo, MILLISECOND, NEVER, SECOND, type Duration, type Instant } from '../time.ts';
import { formatComparison, formatLength, formatSeconds } from '../numberFormat.ts';
import type { Edition, Limiter } from './limiter.ts';
import { ALLOW, DENY } from '../verdict.ts';

/** Everything in which the editions differ: the clock, and whether the interval is truncated to whole milliseconds. */
const EDITION_RULES: Record<Edition, { readonly clock: Duration; readonly truncatesInterval: boolean }> = {
  corrected: { clock: 1, truncatesInterval: false },
  published: { clock: MILLISECOND, truncatesInterval: true },
};

export type LeakyIntervalParams = {
  /** The interval as a fraction: `ticksPerPermit` / `ticksPerUnit` microseconds. */
  readonly interval: Rate;
  readonly clock: Duration;
  readonly truncatesInterval: boolean;
};

export type LeakyIntervalState = {
  /** When the last request passed, by the limiter's clock, and its cost; 0 before the first. */
  lastPassed: Instant;
  lastCost: number;
};

/** The first whole microsecond at which the gate is open. (Beyond 2^53, which is 285 years away, it is not exact.) */
function opensAt(state: LeakyIntervalState, { interval }: LeakyIntervalParams): Instant {
  return state.lastPassed + mulDivCeil(state.lastCost, interval.ticksPerPermit, interval.ticksPerUnit);
}

/**
 * The closed form: microseconds from `now` to `next`, with their fraction; negative when it has passed. Whole
 * microseconds are subtracted before the fraction is added, or the fraction would lose most of its digits just before
 * the gate opens.
 */
function microsToNext(state: LeakyIntervalState, { interval }: LeakyIntervalParams, now: Instant): number {
  const { ticksPerPermit, ticksPerUnit } = interval;
  const whole = mulDivFloor(state.lastCost, ticksPerPermit, ticksPerUnit);
  // Both factors are below ticksPerUnit, at most a million.
  const rest = ((state.lastCost % ticksPerUnit) * (ticksPerPermit % ticksPerUnit)) % ticksPerUnit;
  return state.lastPassed - now + whole + rest / ticksPerUnit;
}

/** Seconds from `now` until the gate opens; 0 when it is open. */
function secondsUntilOpen(state: LeakyIntervalState, params: LeakyIntervalParams, now: Instant): number {
  return Math.max(0, microsToNext(state, params, now)) / SECOND;
}

/** The interval in seconds. */
function intervalInSeconds({ interval }: LeakyIntervalParams): number {
  return interval.ticksPerPermit / (interval.ticksPerUnit * SECOND);
}

const CODE = ['interval = T/n', 'if now ≥ next', '  next = now + cost · interval', '  allow', 'else deny'];

const CODE_PUBLISHED = ['interval = ⌊T in ms / n⌋      now: whole ms', ...CODE.slice(1)];

export const leakyInterval: Limiter<LeakyIntervalParams, LeakyIntervalState> = {
  id: 'leaky-interval',
  name: 'Leaky interval',
  family: 'Queues and pacing',
  summary: 'After each request the gate stays shut for T/n; requests that come meanwhile are refused.',
  rule:
    'A request passes when the gate is open, and shuts it for its cost times T/n. Nothing waits and nothing is ' +
    'saved up: two at one instant never pass.',
  sources: ['li'],
  storedPerKey: 'instant and cost of the last admitted request',
  knobs: [],
  usesCapacity: false,
  editions: ['corrected', 'published'],
  errata: [
    {
      name: 'interval in whole milliseconds',
      sentence:
        'The interval is truncated to whole milliseconds: 3 a second become one every 333 ms, and 600 a second become 1,000.',
      breaks: [],
      preset: 'leaky-interval-cut',
    },
    {
      name: 'no limit above 1,000 a second',
      sentence:
        'Above 1,000 a second the interval is truncated to 0: the gate never shuts, and there is no limit at all.',
      breaks: [],
      preset: 'leaky-interval-no-limit',
    },
    {
      name: 'clock of whole milliseconds',
      sentence:
        'The clock is truncated to whole milliseconds, so the interval counts from the start of the millisecond: ' +
        'the next request may pass almost 1 ms too early.',
      breaks: [],
      preset: 'leaky-interval-whole-milliseconds',
    },
  ],
  outcomes: ['allow', 'deny'],
  reasons: ['the gate was open', '', 'the gate was shut', ''],
  pacing: 'smooth',
  traits: { monotone: { clients: ['n'] } },
  gauge: {
    unit: ['second until it opens', 'seconds until it opens'],
    denySide: 'ceiling',
    // With an interval of 0 there is nothing to draw; one tick of the clock then keeps the axis.
    full: (params: LeakyIntervalParams) => Math.max(intervalInSeconds(params), params.clock / SECOND),
    low: () => 0,
  },

  prepare({ policy: { n, T }, edition }) {
    const { clock, truncatesInterval } = EDITION_RULES[edition];
    const interval = truncatesInterval
      ? { ticksPerPermit: divFloor(T, n * MILLISECOND) * MILLISECOND, ticksPerUnit: 1 }
      : rateInTicks(n, T);
    return { interval, clock, truncatesInterval };
  },

  maxCost: () => Infinity,

  init: () => ({ lastPassed: 0, lastCost: 0 }),

  decide(state, params, now, cost) {
    if (now < opensAt(state, params)) return DENY;
    state.lastPassed = floorTo(now, params.clock);
    state.lastCost = cost;
    return ALLOW;
  },

  level: secondsUntilOpen,

  nextBreakpoint(state, params, now) {
    const opens = opensAt(state, params);
    return opens > now ? opens : NEVER;
  },

  retryAfter: (state, params, now) => Math.max(0, opensAt(state, params) - now),

  explain(state, params, now, cost) {
    const opens = opensAt(state, params);
    const holds = now >= opens;
    // On a truncated clock `next` is a whole millisecond too, so this comparison gives the same result.
    const clock = floorTo(now, params.clock);
    const earlyBy = microsToNext(state, params, clock);
    const [left, right] = formatComparison(clock / SECOND, (clock + earlyBy) / SECOND, -earlyBy);
    const shutFor = formatLength((holds ? cost : state.lastCost) * intervalInSeconds(params));
    return {
      verdict: holds ? ALLOW : DENY,
      sentence: holds
        ? `The gate is open; the request passes and shuts it for ${shutFor}.`
        : `The last admitted request shut the gate at ${formatSeconds(state.lastPassed)} for ${shutFor}; it opens in ${formatSeconds(opens - now)}.`,
      condition: 'now ≥ next',
      evaluatedCondition: `${left} ≥ ${right}`,
      holds,
      code: params.truncatesInterval ? CODE_PUBLISHED : CODE,
      executedLines: holds ? [0, 1, 2, 3] : [0, 1, 4],
    };
  },

  readouts: (state, params, now) => [
    ['next', formatLength(state.lastPassed / SECOND + state.lastCost * intervalInSeconds(params))],
    ['opens in', formatLength(secondsUntilOpen(state, params, now))],
  ],

  picture: (state, params, now) => ({
    kind: 'gate',
    opensIn: secondsUntilOpen(state, params, now),
    interval: intervalInSeconds(params),
  }),

  /**
   * Requests pass on whole microseconds, or whole milliseconds of the clock, as far apart as the gate stays shut.
   * Instants at most length − 1 apart read clocks at most ⌈(length − 1) / clock⌉ of its ticks apart.
   */
  bound({ interval, clock }, length) {
    if (length <= 0) return 0;
    if (interval.ticksPerPermit === 0) return Infinity;
    const apart = Math.ceil((length - 1) / clock) * clock;
    return 1 + divFloor(apart, divCeil(interval.ticksPerPermit, interval.ticksPerUnit));
  },
};
