/**
 * Hybrid of quota and rate.
 *
 * There are two modes. A client begins in bursty mode: its request opens a window, in which n permits may be used at
 * any pace. A client that uses them all before the window ends enters smooth mode, where tokens accrue evenly, n every
 * T, even after denials. It starts there with just enough debt that the next token becomes available when the window
 * ends. A bucket that has recovered to n returns the client to bursty mode.
 *
 * The first window keeps to n exactly. Later ones need not: a client in smooth mode that slows down, but not enough to
 * recover, may save up almost n and spend it at once. With n = 1 bursty mode is never left, and the limiter is
 * quota-reset.
 *
 * Everything follows from one closed form, tokens at `now`: in bursty mode what is left while the window lasts, and n
 * once it has ended; in smooth mode min(n, tokens at `time` + (now − time) · n/T).
 */
import { mulDivCeil } from '../math.ts';
import { exactProduct, rateInTicks, unitsFromTicks, type Rate } from '../ticks.ts';
import { NEVER, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { formatAmount, formatComparison, formatNumber, formatSeconds } from '../numberFormat.ts';
import { cloneState, explainTooLarge, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';

/** The modes, as stored in the state. */
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
  /** Ticks, whole tokens of them in bursty mode; below 0 for a debt. */
  ticks: number;
  /** The start of the bursty window, or the last request in smooth mode. */
  time: Instant;
};

/** Whether a request at `now` starts a new quota, as a new client does. */
function startsNewQuota(state: HybridState, params: HybridParams, now: Instant): boolean {
  if (state.mode === BURSTY) return state.time + params.T <= now;
  return state.mode === NEW || ticksAt(state, params, now) === params.fullTicks;
}

/** The closed form. Nothing is added while the clock stands still or steps back. */
function ticksAt(state: HybridState, params: HybridParams, now: Instant): number {
  const elapsed = now - state.time;
  if (state.mode !== SMOOTH) return state.mode === NEW || elapsed >= params.T ? params.fullTicks : state.ticks;
  if (elapsed <= 0) return state.ticks;
  // Compared before multiplying: after a long silence the product would exceed 2^53. The debt is less than one T.
  if (elapsed >= 2 * params.T) return params.fullTicks;
  return Math.min(params.fullTicks, state.ticks + elapsed * params.rate.ticksPerUnit);
}

/** When a client in smooth mode has that many ticks. */
function accrualInstant(state: HybridState, { rate }: HybridParams, ticks: number): Instant {
  return state.time + unitsFromTicks(ticks - state.ticks, rate);
}

/** The wait until there are tokens for `cost`, if no other request comes. */
function waitFor(state: HybridState, params: HybridParams, now: Instant, cost: number): Duration {
  const price = cost * params.ticksPerToken;
  if (ticksAt(state, params, now) >= price) return 0;
  return (state.mode === SMOOTH ? accrualInstant(state, params, price) : state.time + params.T) - now;
}

/** Seconds until the bursty window ends; null in smooth mode. */
function secondsToWindowEnd(state: HybridState, params: HybridParams, now: Instant): number | null {
  if (state.mode === SMOOTH) return null;
  return state.mode === NEW ? 0 : secondsFromMicros(Math.max(0, state.time + params.T - now));
}

/** The line of the pseudo-code that two others jump to. */
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
  summary: 'A quota for light users; an even rate for those who use it up.',
  rule:
    'A window of T opens at the first request, and n permits pass in it at any pace. A client that uses up all n ' +
    'enters smooth mode: one token every T/n from the end of the window, until n have accumulated. With n = 1 ' +
    'smooth mode is never entered, and the limiter is quota-reset.',
  sources: ['finch'],
  storedPerKey: 'tokens, time, mode',
  knobs: [],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['a token was there', '', 'too few tokens', 'the cost is above n'],
  pacing: 'bursty',
  // Another n changes its mode.
  traits: { monotone: null },
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params: HybridParams) => params.n,
    boundBy: () => 'n',
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
    // A clock that steps back is treated as standing still.
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
          : ` Enough are available in ${formatSeconds(waitFor(after, params, now, cost))}.`),
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
   * Exactly the maximum over all traffic. Let D = length − 1, the distance between the first and last instant. n = 1 is
   * quota-reset: one, and one more for each T. For n ≥ 2 and D ≥ 1, there are three cases, by the state that the first
   * request of the span finds:
   *
   * Smooth mode. It finds fewer than n tokens, or it would start a new quota. To start one later, the client must have
   * n unspent tokens, and gets n for them. So all of D yields less than n + D · n/T: at most n − 1 + ⌈D · n/T⌉.
   *
   * A bursty window that began earlier. It can admit n − 2 and stay bursty: one was admitted before D, and the last
   * would end the mode. The next window opens a microsecond later at the earliest, and further ones every T, each
   * admitting n − 1, and the last one n: 2n − 2, and n − 1 for each T in between. If the first window admits its last n
   * − 1 instead, smooth mode continues from its end with the one token it then has: n + ⌊(D − 1) · n/T⌋, which is no
   * more than the sum above.
   *
   * A new window. n; or n − 1 in each and n in the last, n + (n − 1) · ⌊D/T⌋; or n, and one every T/n from T on, 1 + ⌊D
   * · n/T⌋. None of them is more than the greater of the two sums above.
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
  if (state.mode === BURSTY) return state.time + params.T <= now ? 'The window has ended:' : 'In bursty mode';
  return ticksAt(state, params, now) === params.fullTicks ? 'All tokens are back:' : 'In smooth mode';
}

/** The mode change that an admission caused, as a sentence; empty if none. */
function modeChangeText(before: HybridState, after: HybridState, { ticksPerToken }: HybridParams): string {
  if (after.mode !== SMOOTH || before.mode === SMOOTH) return '';
  const [left] = formatComparison(after.ticks / ticksPerToken, 1, -1);
  return ` That ends the window’s burst: smooth mode begins, with ${formatAmount(left, 'token', 'tokens')}.`;
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
