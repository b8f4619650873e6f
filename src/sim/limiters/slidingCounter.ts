/**
 * Sliding window counter.
 *
 * Time is divided into windows of T, starting at 0, and the two latest counts are kept. The last T is estimated from
 * them as if the previous window's permits had come evenly, so that a share of 1 − w of them still counts when a share
 * w of the current window has elapsed. A request is admitted if the estimate plus its cost is at most n. Two numbers
 * replace a log; but permits rarely come evenly, so n late in one window and nearly n spread over the next can pass
 * within T.
 *
 * The edition published by Li counts every request, even denied ones, truncates the estimate *including this request*
 * to a whole number before comparing, and its clock ticks in whole milliseconds. (Its source has a special case for no
 * previous window; a count of 0 is equivalent.)
 *
 * Everything follows from one closed form: estimate at `now` = previous · (T − into) / T + current, where `into` is the
 * time elapsed in the current window. At a window's end `current` becomes `previous` at full weight: the estimate does
 * not jump there, and it never rises while no request comes. So each wait has a single end.
 */
import { gcd, mulDivCeil, mulDivFloor } from '../math.ts';
import { floorTo, MILLISECOND, NEVER, tickAfter, type Duration, type Instant } from '../time.ts';
import { formatComparison, formatNumber, formatSeconds } from '../numberFormat.ts';
import { cloneState, explainTooLarge, type Edition, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';

/** Everything in which the editions differ. */
const EDITION_RULES: Record<
  Edition,
  {
    readonly clock: Duration;
    /** Whether the estimate is truncated to a whole number before the comparison. */
    readonly truncatesEstimate: boolean;
    readonly countsDenied: boolean;
  }
> = {
  corrected: { clock: 1, truncatesEstimate: false, countsDenied: false },
  published: { clock: MILLISECOND, truncatesEstimate: true, countsDenied: true },
};

export type SlidingCounterParams = {
  readonly n: number;
  readonly T: Duration;
  readonly clock: Duration;
  readonly truncatesEstimate: boolean;
  readonly countsDenied: boolean;
};

export type SlidingCounterState = {
  /** Index of the current window, from 0. */
  index: number;
  previous: number;
  current: number;
};

/** The counts at an instant, by the limiter's clock. */
interface WindowCounts {
  readonly previous: number;
  readonly current: number;
  /** When the current window ends. */
  readonly end: Instant;
  /** What is left of it; as a share of T, the weight of `previous`. */
  readonly remaining: Duration;
}

/** A request whose time steps back before the stored window is counted at its beginning. */
function countsAt(state: SlidingCounterState, params: SlidingCounterParams, now: Instant): WindowCounts {
  const clock = floorTo(now, params.clock);
  const index = Math.max(state.index, Math.floor(clock / params.T));
  const passed = index - state.index;
  const end = (index + 1) * params.T;
  return {
    previous: passed === 0 ? state.previous : passed === 1 ? state.current : 0,
    current: passed === 0 ? state.current : 0,
    end,
    remaining: Math.min(params.T, end - clock),
  };
}

/**
 * previous · left / T as used in the comparison: truncated, or rounded up, which compares with a whole number exactly
 * as the fraction does.
 */
function weightedPrevious(previous: number, left: Duration, { T, truncatesEstimate }: SlidingCounterParams): number {
  return truncatesEstimate ? mulDivFloor(previous, left, T) : mulDivCeil(previous, left, T);
}

/** The most that may be left of a window for its count to weigh at most `room`, a whole number from 0. */
function maxRemainingFor(room: number, count: number, { T, truncatesEstimate }: SlidingCounterParams): Duration {
  return truncatesEstimate ? mulDivCeil(room + 1, T, count) - 1 : mulDivFloor(room, T, count);
}

/** The first instant at which the limiter's clock shows `moment` or more. */
function firstInstantShowing(moment: Instant, params: SlidingCounterParams): Instant {
  return tickAfter(moment - 1, params.clock);
}

export const slidingCounter: Limiter<SlidingCounterParams, SlidingCounterState> = {
  id: 'sliding-counter',
  name: 'Sliding counter',
  family: 'Logs and counters',
  summary: 'Estimate the last T from two counts: this window, and as much of the one before as still overlaps.',
  rule:
    'Time is divided into windows of T, starting at 0. A request is admitted when the sum of its window’s count, ' +
    'its cost and the previous window’s count, weighted by the share of that window that the last T still covers, ' +
    'is at most n. This assumes that requests come evenly: up to 2n − 1 can pass within T.',
  sources: ['li'],
  storedPerKey: 'window index, two counts',
  knobs: [],
  usesCapacity: false,
  editions: ['corrected', 'published'],
  errata: [
    {
      name: 'denials counted',
      sentence:
        'Denied requests are counted too and weigh on the next window, so a client that keeps sending evenly at n + ' +
        '1 per T or more is never admitted again.',
      breaks: [],
      preset: 'sliding-counter-denials-counted',
    },
    {
      name: 'cut to a whole number',
      sentence:
        'The estimate is truncated to a whole number before the comparison: whenever the previous window’s weighted ' +
        'count has a fraction, one more request is admitted.',
      breaks: [],
      preset: 'sliding-counter-cut-to-whole',
    },
    {
      name: 'whole milliseconds',
      sentence:
        'The clock is truncated to whole milliseconds, so the previous window keeps up to a millisecond too much ' +
        'weight: with a short T that amounts to whole permits.',
      breaks: [],
      preset: 'sliding-counter-whole-milliseconds',
    },
  ],
  outcomes: ['allow', 'deny'],
  reasons: ['the estimate had room', '', 'the estimate is too high', 'the cost is above n'],
  pacing: 'bursty',
  traits: { monotone: { clients: ['n'] } },
  gauge: {
    unit: ['permit', 'permits'],
    denySide: 'ceiling',
    full: (params: SlidingCounterParams) => params.n,
    boundBy: () => 'n',
    low: () => 0,
  },

  prepare({ policy: { n, T }, edition }) {
    return { n, T, ...EDITION_RULES[edition] };
  },

  maxCost: (params) => params.n,

  init: () => ({ index: 0, previous: 0, current: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.n) return DENY_TOO_LARGE;
    // A microsecond clock, an unchanged window and a full window each avoid a division, which saves a sixth of the time
    // each.
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
    const fits = room >= 0 && weightedPrevious(state.previous, left, params) <= room;
    if (fits || params.countsDenied) state.current += cost;
    return fits ? ALLOW : DENY;
  },

  level(state, params, now) {
    // In the stored window, which is nearly always, without a division.
    const left = (state.index + 1) * params.T - now;
    if (params.clock === 1 && left > 0 && left <= params.T) return (state.previous * left) / params.T + state.current;
    const { previous, current, remaining } = countsAt(state, params, now);
    return (previous * remaining) / params.T + current;
  },

  nextBreakpoint(state, params, now) {
    const { previous, current, end } = countsAt(state, params, now);
    if (previous + current === 0) return NEVER;
    // On a millisecond clock a weighted count falls in steps.
    return previous > 0 && params.clock > 1 ? tickAfter(now, params.clock) : firstInstantShowing(end, params);
  },

  retryAfter(state, params, now, cost) {
    if (cost > params.n) return NEVER;
    const { previous, current, end, remaining } = countsAt(state, params, now);
    const room = params.n - current - cost;
    if (weightedPrevious(previous, remaining, params) <= room) return 0;
    // If no other request comes, either the previous count loses enough weight before this window ends, or the current
    // count does before the next one ends. Each count is positive where it divides.
    const enough =
      room >= 0
        ? end - maxRemainingFor(room, previous, params)
        : end + params.T - maxRemainingFor(params.n - cost, current, params);
    return firstInstantShowing(enough, params) - now;
  },

  explain(state, params, now, cost) {
    const { n, T, countsDenied } = params;
    const code = countsDenied ? CODE_PUBLISHED : CODE;
    if (cost > n) return explainTooLarge(cost, 'n', n, code);
    const { previous, current, end, remaining } = countsAt(state, params, now);
    const spare = n - current - cost;
    const holds = weightedPrevious(previous, remaining, params) <= spare;
    // Only the sign matters, to choose the words.
    const excessSign = !holds ? 1 : mulDivFloor(previous, remaining, T) === spare ? 0 : -1;
    const weighted = (previous * remaining) / T;
    const after = cloneState(state);
    slidingCounter.decide(after, params, now, cost);
    const outcome = `${holds ? 'within' : 'above'} the limit of ${formatNumber(n)}`;
    const room = holds
      ? ''
      : ` There is room in ${formatSeconds(slidingCounter.retryAfter(after, params, now, cost))}.`;
    const shared = {
      verdict: holds ? ALLOW : DENY,
      holds,
      code,
      countedSpan: [firstInstantShowing(end - 2 * T, params), firstInstantShowing(end, params)] as const,
    };
    const countsText = (weight: string) =>
      (previous === 0
        ? 'Nothing of a previous window counts'
        : `Of the ${formatNumber(previous)} in the previous window ${weight} still count${weight === '1' ? 's' : ''}`) +
      `, and this one has counted ${formatNumber(current)}; with the request that is`;
    if (countsDenied) {
      const whole = current + cost + mulDivFloor(previous, remaining, T);
      const estimate = formatTruncated(weighted + current + cost, whole);
      const weight = formatTruncated(weighted, whole - current - cost);
      return {
        ...shared,
        sentence:
          `${countsText(weight)} ${estimate}, truncated to ${formatNumber(whole)}: ${outcome}.` +
          (holds ? '' : ` It is counted although it is denied.${room}`),
        condition: '⌊prev · (1 − w) + current⌋ ≤ n',
        // Here the request is counted already.
        evaluatedCondition: `⌊${weight} + ${formatNumber(current + cost)}⌋ ≤ ${formatNumber(n)}`,
        executedLines: holds ? [1, 2, 3] : [1, 2, 4],
        countsDenied,
      };
    }
    const [weight] = formatComparison(weighted, n - current - cost, excessSign);
    const [estimate] = formatComparison(weighted + current + cost, n, excessSign);
    return {
      ...shared,
      sentence: `${countsText(weight)} ${estimate}, ${outcome}.${room}`,
      condition: 'prev · (1 − w) + current + cost ≤ n',
      evaluatedCondition: `${weight} + ${formatNumber(current)} + ${formatNumber(cost)} ≤ ${formatNumber(n)}`,
      executedLines: holds ? [1, 2, 3, 4] : [1, 2, 5],
    };
  },

  readouts(state, params, now) {
    const { previous, current } = countsAt(state, params, now);
    return [
      ['previous', formatNumber(previous)],
      ['current', formatNumber(current)],
      ['estimate', formatNumber(slidingCounter.level(state, params, now), 6)],
    ];
  },

  picture(state, params, now) {
    const { previous, current, end, remaining } = countsAt(state, params, now);
    return {
      kind: 'weighted',
      previous,
      current,
      elapsedShare: 1 - remaining / params.T,
      n: params.n,
      from: end - params.T,
      to: end,
    };
  },

  /**
   * A window holds at most n. After `a` permits in one, at most n − a·(1 − w) are in the next when a share w of it has
   * elapsed (less than 1 more if truncated): the two hold n + a·w ≤ n + n·w. With k − 1 windows of n before them, the
   * total is n + n·((k − 1)·T + into)/T, and that time passes after the last instant of the first window. Reached for
   * any length up to T; over several windows in a row, each holds one less when corrected.
   */
  bound({ n, T, clock, truncatesEstimate }, length) {
    if (length <= 1) return length <= 0 ? 0 : n;
    // A window's edge is at most this far before the tick at which the clock shows it.
    const ahead = clock - gcd(T, clock);
    const passed = floorTo(length - 2, clock) + ahead;
    return n + (truncatesEstimate ? mulDivCeil(n, passed, T) : mulDivFloor(n, passed, T));
  },

  windowLength: (params) => params.T,
};

/** A number that truncates to `whole`, with enough decimals to show that it is below the next whole number. */
function formatTruncated(value: number, whole: number): string {
  return value === whole ? formatNumber(whole) : formatComparison(value, whole + 1, -1)[0];
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
