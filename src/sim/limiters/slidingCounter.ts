/**
 * Sliding window counter. Source document 004.
 *
 * Time is cut into windows of T from 0 on, and the two latest counts are kept. The last T is estimated from them: as if
 * the previous window's permits had come evenly, so that of those a share of 1 − w still counts when a share w of the
 * current window is gone. A request is admitted if the estimate, with its cost, stays within n. Two numbers instead of
 * a log; but permits never come evenly, so n late in one window and nearly n spread over the next pass within T.
 *
 * The edition published with 004 counts every request, denied ones too, cuts the estimate *with this request* to a whole
 * number before it compares, and its clock ticks in whole milliseconds. (Its source has a case of its own for no previous
 * window; a count of 0 says the same.)
 *
 * Everything follows from one closed form: estimate at `now` = previous · (T − into) / T + current, `into` the time that
 * the clock is into the current window. At a window's end current becomes previous at full weight: the estimate has no
 * jump there, and while no request comes it never rises. So a wait has one end.
 */
import { gcd, mulDivCeil, mulDivFloor } from '../math.ts';
import { floorTo, MILLISECOND, NEVER, tickAfter, type Duration, type Instant } from '../time.ts';
import { compared, number, seconds } from '../words.ts';
import { ALLOW, cloneState, DENY, DENY_TOO_LARGE, explainTooLarge, type Edition, type Limiter } from './limiter.ts';

/** All in which the editions differ. */
const DIFFERENCES: Record<
  Edition,
  {
    readonly clock: Duration;
    /** Whether the fraction of the estimate is dropped before it is compared. */
    readonly cut: boolean;
    readonly countsDenied: boolean;
  }
> = {
  corrected: { clock: 1, cut: false, countsDenied: false },
  published: { clock: MILLISECOND, cut: true, countsDenied: true },
};

export type SlidingCounterParams = {
  readonly n: number;
  readonly T: Duration;
  readonly clock: Duration;
  readonly cut: boolean;
  readonly countsDenied: boolean;
};

export type SlidingCounterState = {
  /** Number of the current window, from 0. */
  index: number;
  previous: number;
  current: number;
};

/** The counts at an instant, by the limiter's clock. */
interface Seen {
  readonly previous: number;
  readonly current: number;
  /** When the current window ends. */
  readonly end: Instant;
  /** What is left of it: that share of T is the weight of `previous`. */
  readonly left: Duration;
}

/** Time that steps back behind the window kept is counted at its beginning. */
function seenAt(state: SlidingCounterState, params: SlidingCounterParams, now: Instant): Seen {
  const clock = floorTo(now, params.clock);
  const index = Math.max(state.index, Math.floor(clock / params.T));
  const passed = index - state.index;
  const end = (index + 1) * params.T;
  return {
    previous: passed === 0 ? state.previous : passed === 1 ? state.current : 0,
    current: passed === 0 ? state.current : 0,
    end,
    left: Math.min(params.T, end - clock),
  };
}

/** previous · left / T as the comparison takes it: cut, or rounded up, which compares with a whole number as the exact one. */
function weigh(previous: number, left: Duration, { T, cut }: SlidingCounterParams): number {
  return cut ? mulDivFloor(previous, left, T) : mulDivCeil(previous, left, T);
}

/** What may be left of a window at most for its count to weigh no more than `room`, a whole number from 0. */
function leftWhenWithin(room: number, count: number, { T, cut }: SlidingCounterParams): Duration {
  return cut ? mulDivCeil(room + 1, T, count) - 1 : mulDivFloor(room, T, count);
}

/** The first instant at which the limiter's clock shows `moment` or more. */
function shownFrom(moment: Instant, params: SlidingCounterParams): Instant {
  return tickAfter(moment - 1, params.clock);
}

export const slidingCounter: Limiter<SlidingCounterParams, SlidingCounterState> = {
  id: 'sliding-counter',
  name: 'Sliding counter',
  family: 'Logs and counters',
  idea: 'Estimate the last T from two counts: this window, and as much of the one before as still overlaps.',
  rule:
    'Windows of T are counted from 0 on. A request is admitted when the count of its window, its cost and the count of the ' +
    'window before, weighted by the share of it that the last T still covers, stay within n. It takes requests to come ' +
    'evenly: up to 2n − 1 pass within T.',
  source: '004',
  kept: 'window index, two counts',
  knobs: [],
  usesCapacity: false,
  editions: ['corrected', 'published'],
  errata: [
    {
      name: 'denials counted',
      sentence:
        'A denied request is counted as well and weighs on the next window, so a client that goes on evenly at n + 1 per T ' +
        'or more is never let in again.',
      breaks: [],
      preset: 'sliding-counter-denials-counted',
    },
    {
      name: 'cut to a whole number',
      sentence:
        'The estimate is cut to a whole number before it is compared: whenever the previous window weighs a fraction, one ' +
        'request more gets in.',
      breaks: [],
      preset: 'sliding-counter-cut-to-whole',
    },
    {
      name: 'whole milliseconds',
      sentence:
        'The clock is cut to whole milliseconds, so the previous window weighs up to a millisecond too much: with a short ' +
        'T that is whole permits.',
      breaks: [],
      preset: 'sliding-counter-whole-milliseconds',
    },
  ],
  outcomes: ['allow', 'deny'],
  reasons: ['the estimate had room', '', 'the estimate is too high', 'the cost is above n'],
  shape: 'bursty',
  gauge: {
    unit: ['permit', 'permits'],
    wall: 'ceiling',
    full: (params: SlidingCounterParams) => params.n,
    low: () => 0,
  },

  prepare({ policy: { n, T }, edition }) {
    return { n, T, ...DIFFERENCES[edition] };
  },

  most: (params) => params.n,

  init: () => ({ index: 0, previous: 0, current: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.n) return DENY_TOO_LARGE;
    // A clock of microseconds, the same window and a full one are each spared a division: a sixth of the time each.
    const clock = params.clock === 1 ? now : floorTo(now, params.clock);
    let end = (state.index + 1) * params.T;
    if (clock >= end) {
      const index = Math.floor(clock / params.T);
      state.previous = index === state.index + 1 ? state.current : 0;
      state.current = 0;
      state.index = index;
      end = (index + 1) * params.T;
    }
    const left = Math.min(params.T, end - clock);
    const room = params.n - state.current - cost;
    const fits = room >= 0 && weigh(state.previous, left, params) <= room;
    if (fits || params.countsDenied) state.current += cost;
    return fits ? ALLOW : DENY;
  },

  level(state, params, now) {
    const { previous, current, left } = seenAt(state, params, now);
    return (previous * left) / params.T + current;
  },

  nextStep(state, params, now) {
    const { previous, current, end } = seenAt(state, params, now);
    if (previous + current === 0) return NEVER;
    // On a clock of milliseconds a weighted count falls in stairs.
    return previous > 0 && params.clock > 1 ? tickAfter(now, params.clock) : shownFrom(end, params);
  },

  retryAfter(state, params, now, cost) {
    if (cost > params.n) return NEVER;
    const { previous, current, end, left } = seenAt(state, params, now);
    const room = params.n - current - cost;
    if (weigh(previous, left, params) <= room) return 0;
    // Either the previous count loses enough weight before this window ends or, as nothing else comes, the current one
    // before the next does. Each is positive where it divides.
    const enough =
      room >= 0
        ? end - leftWhenWithin(room, previous, params)
        : end + params.T - leftWhenWithin(params.n - cost, current, params);
    return shownFrom(enough, params) - now;
  },

  explain(state, params, now, cost) {
    const { n, T, countsDenied } = params;
    const code = countsDenied ? CODE_PUBLISHED : CODE;
    if (cost > n) return explainTooLarge(cost, 'n', n, code);
    const { previous, current, end, left } = seenAt(state, params, now);
    const spare = n - current - cost;
    const holds = weigh(previous, left, params) <= spare;
    // Its sign, for the words.
    const over = !holds ? 1 : mulDivFloor(previous, left, T) === spare ? 0 : -1;
    const weighted = (previous * left) / T;
    const after = cloneState(state);
    slidingCounter.decide(after, params, now, cost);
    const outcome = `${holds ? 'within' : 'above'} the limit of ${number(n)}`;
    const room = holds ? '' : ` There is room in ${seconds(slidingCounter.retryAfter(after, params, now, cost))}.`;
    const shared = {
      verdict: holds ? ALLOW : DENY,
      holds,
      code,
      counted: [shownFrom(end - 2 * T, params), shownFrom(end, params)] as const,
    };
    const standing = (weight: string) =>
      previous === 0
        ? `Nothing of the previous window counts, and this one has counted ${number(current)}; with the request that is`
        : `Of the ${number(previous)} in the previous window ${weight} still count, and this one has counted ` +
          `${number(current)}; with the request that is`;
    if (countsDenied) {
      const whole = current + cost + mulDivFloor(previous, left, T);
      const estimate = cuttable(weighted + current + cost, whole);
      return {
        ...shared,
        sentence:
          `${standing(cuttable(weighted, whole - current - cost))} ${estimate}, cut to ${number(whole)}: ${outcome}.` +
          (holds ? '' : ` It is counted although it is denied.${room}`),
        rule: '⌊prev · (1 − w) + current⌋ ≤ n',
        numbers: `${number(whole)} ≤ ${number(n)}`,
        lit: holds ? [1, 2, 3] : [1, 2, 4],
        countsDenied,
      };
    }
    const [weight] = compared(weighted, n - current - cost, over);
    const [estimate] = compared(weighted + current + cost, n, over);
    return {
      ...shared,
      sentence: `${standing(weight)} ${estimate}, ${outcome}.${room}`,
      rule: 'prev · (1 − w) + current + cost ≤ n',
      numbers: `${weight} + ${number(current)} + ${number(cost)} ≤ ${number(n)}`,
      lit: holds ? [1, 2, 3, 4] : [1, 2, 5],
    };
  },

  facts(state, params, now) {
    const { previous, current } = seenAt(state, params, now);
    return [
      ['previous', number(previous)],
      ['current', number(current)],
      ['estimate', number(slidingCounter.level(state, params, now), 6)],
    ];
  },

  picture(state, params, now) {
    const { previous, current, end, left } = seenAt(state, params, now);
    return {
      kind: 'weighted',
      previous,
      current,
      gone: 1 - left / params.T,
      n: params.n,
      from: end - params.T,
      to: end,
    };
  },

  /**
   * A window holds at most n. After a permits in one, at most n − a·(1 − w) are in the next when a share w of it is gone
   * (cut to a whole number: less than 1 more): the two hold n + a·w ≤ n + n·w. With k − 1 windows of n before them, all is
   * n + n·((k − 1)·T + into)/T, and that time passes after the last instant of the first window. Reached for any length
   * up to T; of more windows in a row, each holds one less when corrected.
   */
  bound({ n, T, clock, cut }, length) {
    if (length <= 1) return length <= 0 ? 0 : n;
    // An edge of a window lies at most this far before the tick at which the clock shows it.
    const ahead = clock - gcd(T, clock);
    const passed = floorTo(length - 2, clock) + ahead;
    return n + (cut ? mulDivCeil(n, passed, T) : mulDivFloor(n, passed, T));
  },

  windows: (params) => params.T,
};

/** A number that is cut to `whole`, with as many decimals as show that it is below the next. */
function cuttable(value: number, whole: number): string {
  return value === whole ? number(whole) : compared(value, whole + 1, -1)[0];
}

const CODE = [
  'if cost > n: deny',
  'w = (now mod T) / T',
  'if prev · (1 − w) + current + cost ≤ n',
  '  current = current + cost',
  '  allow',
  'else deny',
];

const CODE_PUBLISHED = [
  'if cost > n: deny',
  'w = (now mod T) / T      now: whole milliseconds',
  'current = current + cost',
  'if ⌊prev · (1 − w) + current⌋ ≤ n: allow',
  'else deny',
];
