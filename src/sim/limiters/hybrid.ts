/**
 * Hybrid of quota and rate.
 *
 * Two modes. A client begins in bursty mode: a window opens at its request, and n permits may go at any pace. A client that
 * uses them all before the window is over is put into smooth mode, where tokens accrue evenly, n every T, on denials
 * too, and starts there so far in debt that the next token is there just when the window ends. A bucket that has
 * recovered to n takes the client back to bursty mode.
 *
 * The first window keeps to n exactly. Later ones need not: a client in smooth mode that slows, but not enough to
 * recover, may save up almost n and spend it at once. With n = 1 the first permit is already the last, so that bursty
 * mode is never left: it is quota-reset.
 *
 * Everything follows from one closed form, tokens at `now`: what was left while the window lasts and n when it is over;
 * in smooth mode min(n, tokens at `time` + (now − time) · n/T).
 */
import { mulDivCeil } from '../math.ts';
import { exactProduct, rateInTicks, unitsFromTicks, type Rate } from '../ticks.ts';
import { NEVER, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { formatAmount, formatComparison, formatNumber, formatSeconds } from '../numberFormat.ts';
import { cloneState, explainTooLarge, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';

/** The modes, as the state has them. */
const NEW = 0;
const BURSTY = 1;
const SMOOTH = 2;

export type HybridParams = {
  readonly n: number;
  readonly T: Duration;
  readonly rate: Rate;
  /** Ticks in one token, and in n. */
  readonly ticksPerToken: number;
  readonly fullTicks: number;
};

export type HybridState = {
  mode: number;
  /** Ticks, whole tokens of them in bursty mode; below 0 a debt. */
  ticks: number;
  /** Where the bursty window began, or the last request in smooth mode. */
  time: Instant;
};

/** Whether a request at `now` starts afresh, as a new client does. */
function startsNewQuota(state: HybridState, params: HybridParams, now: Instant): boolean {
  if (state.mode === BURSTY) return state.time + params.T <= now;
  return state.mode === NEW || ticksAt(state, params, now) === params.fullTicks;
}

/** The closed form. Time that stands still or steps back adds nothing. */
function ticksAt(state: HybridState, params: HybridParams, now: Instant): number {
  const elapsed = now - state.time;
  if (state.mode !== SMOOTH) return state.mode === NEW || elapsed >= params.T ? params.fullTicks : state.ticks;
  if (elapsed <= 0) return state.ticks;
  // Compared before multiplying: the product of a long silence would pass 2^53. The debt is less than one T.
  if (elapsed >= 2 * params.T) return params.fullTicks;
  return Math.min(params.fullTicks, state.ticks + elapsed * params.rate.ticksPerUnit);
}

/** When a client in smooth mode has so many ticks. */
function accrualInstant(state: HybridState, { rate }: HybridParams, ticks: number): Instant {
  return state.time + unitsFromTicks(ticks - state.ticks, rate);
}

/** The wait until there are tokens for `cost`, if nothing else comes. */
function waitFor(state: HybridState, params: HybridParams, now: Instant, cost: number): Duration {
  const price = cost * params.ticksPerToken;
  if (ticksAt(state, params, now) >= price) return 0;
  return (state.mode === SMOOTH ? accrualInstant(state, params, price) : state.time + params.T) - now;
}

/** Seconds until the bursty window is over; null in smooth mode. */
function secondsToWindowEnd(state: HybridState, params: HybridParams, now: Instant): number | null {
  if (state.mode === SMOOTH) return null;
  return state.mode === NEW ? 0 : secondsFromMicros(Math.max(0, state.time + params.T - now));
}

/** The line of the pseudo-code to which two others lead. */
const RESET_LINE = 8;
const CODE = [
  'if cost > n: deny',
  'if first, or bursty and time + T ≤ now: reset',
  'if bursty and tokens = cost',
  '  tokens = 1 − (time + T − now) · n/T, time = now, smooth, allow',
  'if smooth: tokens = tokens + elapsed · n/T, time = now',
  'if smooth and tokens ≥ n: reset',
  'if tokens ≥ cost: tokens = tokens − cost, allow',
  'else deny',
  'reset: tokens = n − cost, time = now, bursty, allow',
];

export const hybrid: Limiter<HybridParams, HybridState> = {
  id: 'hybrid',
  name: 'Hybrid',
  family: 'Buckets',
  summary: 'A quota for those who ask little, an even rate for those who use it up.',
  rule:
    'A window of T opens at the first request, and n permits pass in it as they like. A client that uses up all n ' +
    'goes into smooth mode: one token every T/n from the end of the window on, until n have gathered. With n = 1 ' +
    'smooth mode is never entered, and it is quota-reset.',
  sources: ['finch'],
  storedPerKey: 'tokens, time, mode',
  knobs: [],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['a token was there', '', 'too few tokens', 'the cost is above n'],
  pacing: 'bursty',
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params: HybridParams) => params.n,
    low: (params: HybridParams) => 1 - params.n,
  },

  prepare({ policy: { n, T } }) {
    const rate = rateInTicks(n, T);
    const token = rate.ticksPerPermit;
    exactProduct(2 * n, token, 'A full quota and a full debt in ticks');
    return { n, T, rate, ticksPerToken: token, fullTicks: n * token };
  },

  maxCost: (params) => params.n,

  init: () => ({ mode: NEW, ticks: 0, time: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.n) return DENY_TOO_LARGE;
    const price = cost * params.ticksPerToken;
    if (startsNewQuota(state, params, now)) {
      state.mode = BURSTY;
      state.ticks = params.fullTicks - price;
      state.time = now;
      return ALLOW;
    }
    // A clock that steps back stands still.
    const clock = Math.max(now, state.time);
    if (state.mode === BURSTY && state.ticks === price) {
      state.mode = SMOOTH;
      state.ticks = params.ticksPerToken - (state.time + params.T - clock) * params.rate.ticksPerUnit;
      state.time = clock;
      return ALLOW;
    }
    if (state.mode === SMOOTH) {
      state.ticks = ticksAt(state, params, clock);
      state.time = clock;
    }
    if (state.ticks < price) return DENY;
    state.ticks -= price;
    return ALLOW;
  },

  level: (state, params, now) => ticksAt(state, params, now) / params.ticksPerToken,

  nextBreakpoint(state, params, now) {
    if (ticksAt(state, params, now) === params.fullTicks) return NEVER;
    return state.mode === SMOOTH ? accrualInstant(state, params, params.fullTicks) : state.time + params.T;
  },

  retryAfter(state, params, now, cost) {
    return cost > params.n ? NEVER : waitFor(state, params, now, cost);
  },

  explain(state, params, now, cost) {
    if (cost > params.n) return explainTooLarge(cost, 'n', params.n, CODE);
    const tokens = ticksAt(state, params, now);
    const spare = tokens - cost * params.ticksPerToken;
    const holds = spare >= 0;
    const after = cloneState(state);
    hybrid.decide(after, params, now, cost);
    const [held, asked] = formatComparison(tokens / params.ticksPerToken, cost, spare);
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `${modeText(state, params, now)} there ${held === '1' ? 'is' : 'are'} ${formatAmount(held, 'token', 'tokens')}, ` +
        `and the request ${holds ? 'takes' : 'needs'} ${asked}.` +
        (holds
          ? modeChangeText(state, after, params)
          : ` Enough are there in ${formatSeconds(waitFor(after, params, now, cost))}.`),
      condition: 'tokens ≥ cost',
      evaluatedCondition: `${held} ≥ ${asked}`,
      holds,
      code: CODE,
      executedLines: executedLines(state, params, now, after.mode, holds),
    };
  },

  readouts: (state, params, now) => [
    ['mode', ['none yet', 'bursty', 'smooth'][state.mode] as string],
    ['tokens', formatNumber(ticksAt(state, params, now) / params.ticksPerToken, 6)],
    ['time', formatSeconds(state.time)],
  ],

  picture: (state, params, now) => ({
    kind: 'debt',
    tokens: ticksAt(state, params, now) / params.ticksPerToken,
    n: params.n,
    endsIn: secondsToWindowEnd(state, params, now),
  }),

  /**
   * Exactly the most that any traffic gets. Let D = length − 1, the distance of the first instant and the last. n = 1
   * is quota-reset: one, and one more for each T. For n ≥ 2 and D ≥ 1, by what the first request of the span finds:
   *
   * Smooth mode. It finds less than n tokens, or it would start afresh. To start afresh later it must have n tokens
   * that it has not spent, and gets n for them. So all of D comes to less than n + D · n/T: n − 1 + ⌈D · n/T⌉ at most.
   *
   * A bursty window that has begun before. It can give n − 2 and stay bursty: one lies before D, and the last would end
   * the mode. The next window opens a microsecond later at the earliest, and so on every T, each giving n − 1, and at
   * the end n: 2n − 2, and n − 1 for each T in between. Should the begun window give its last n − 1 instead, smooth mode
   * goes on from its end with the one token it then has: n + ⌊(D − 1) · n/T⌋, which is no more than the sum above.
   *
   * A new window. n; or n − 1 in each and n in the last, n + (n − 1) · ⌊D/T⌋; or n, and from T on one every T/n,
   * 1 + ⌊D · n/T⌋. None of them is more than the greater of the two sums above.
   */
  bound({ n, T, rate }, length) {
    if (length <= 0) return 0;
    const apart = length - 1;
    if (n === 1) return 1 + Math.floor(apart / T);
    if (apart === 0) return n;
    const smooth = n - 1 + mulDivCeil(apart, rate.ticksPerUnit, rate.ticksPerPermit);
    const bursty = 2 * n - 2 + (n - 1) * Math.floor((apart - 1) / T);
    return Math.max(smooth, bursty);
  },
};

function modeText(state: HybridState, params: HybridParams, now: Instant): string {
  if (state.mode === NEW) return 'This is the first request:';
  if (state.mode === BURSTY) return state.time + params.T <= now ? 'The window is over:' : 'In bursty mode';
  return ticksAt(state, params, now) === params.fullTicks ? 'All tokens are back:' : 'In smooth mode';
}

/** What an admission did besides taking tokens. */
function modeChangeText(before: HybridState, after: HybridState, { ticksPerToken }: HybridParams): string {
  if (after.mode !== SMOOTH || before.mode === SMOOTH) return '';
  const [left] = formatComparison(after.ticks / ticksPerToken, 1, -1);
  return ` They were the last of this window: smooth mode begins, with ${formatAmount(left, 'token', 'tokens')}.`;
}

function executedLines(
  state: HybridState,
  params: HybridParams,
  now: Instant,
  modeAfter: number,
  holds: boolean,
): readonly number[] {
  if (state.mode !== SMOOTH) {
    if (startsNewQuota(state, params, now)) return [1, RESET_LINE];
    if (modeAfter === SMOOTH) return [2, 3];
    return [holds ? 6 : 7];
  }
  if (modeAfter === BURSTY) return [4, 5, RESET_LINE];
  return [4, holds ? 6 : 7];
}
