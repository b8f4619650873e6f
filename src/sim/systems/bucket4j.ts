/**
 * Bucket4j: whole tokens and a remainder, refilled evenly (`greedy`) or by whole periods, from the key's first request
 * (`intervally`) or from an instant of its own (`aligned`). Refusals keep the refill.
 *
 * The product counts the remainder in nanoseconds times n. All instants here are whole microseconds, so the same is
 * counted with n and T in lowest terms, which divides all of it by the same number.
 */
import { explainTooLarge, type KeyState } from '../limiters/limiter.ts';
import { divFloor, mulDivFloor } from '../math.ts';
import { formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import { firstInstant } from '../search.ts';
import { exactProduct, rateInTicks, type Rate } from '../ticks.ts';
import {
  floorTo,
  microsFromSeconds,
  MILLISECOND,
  NEVER,
  secondsFromMicros,
  type Duration,
  type Instant,
} from '../time.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';
import { nextStep, systemOf, type System } from './system.ts';

export type Bucket4jParams = {
  readonly n: number;
  readonly T: Duration;
  readonly capacity: number;
  readonly greedy: boolean;
  /** What the clock reads, whole units. */
  readonly unit: Duration;
  /** n and T in lowest terms: the remainder is counted in parts of a token, T of them. */
  readonly rate: Rate;
  /** From so long a time on, n · nanoseconds is past 2^63 − 1, and the product counts in doubles. */
  readonly overflows: Duration;
  readonly initialTokens: number;
  /** For `aligned`; `null` otherwise. */
  readonly firstRefill: Instant | null;
  readonly adaptive: boolean;
};

export interface Bucket4jState extends KeyState {
  /** Whether the key has had its first request: 0 or 1. */
  made: number;
  size: number;
  /** Parts of the next token. */
  remainder: number;
  last: Instant;
}

const LONGEST_NANOS = 9_223_372_036_854_775_807n;

function make(state: Bucket4jState, params: Bucket4jParams, clock: Instant): void {
  const { n, T, capacity, firstRefill, adaptive } = params;
  state.made = 1;
  state.size = params.initialTokens;
  state.last = clock;
  if (firstRefill === null) return;
  state.last = firstRefill - T;
  if (adaptive && firstRefill > clock) {
    const share = mulDivFloor(firstRefill - clock, n, T);
    state.size = Math.min(capacity, Math.max(0, capacity - n) + share);
  }
}

/** Adds what has come in by `now`; makes the bucket at a key's first request. */
function refill(state: Bucket4jState, params: Bucket4jParams, now: Instant): void {
  const { n, T, capacity, rate } = params;
  const clock = floorTo(now, params.unit);
  if (state.made === 0) make(state, params, clock);
  let { last } = state;
  let at = clock;
  if (at <= last) return;
  if (!params.greedy) {
    at -= (at - last) % T;
    if (at <= last) return;
  }
  let elapsed = at - last;
  last = state.last = at;
  if (state.size >= capacity) return;
  if (elapsed > T) {
    state.size += divFloor(elapsed, T) * n;
    if (state.size > capacity) {
      state.size = capacity;
      state.remainder = 0;
      return;
    }
    elapsed %= T;
  }
  if (elapsed > params.overflows) {
    state.size += Math.trunc((elapsed / T) * n);
    state.remainder = 0;
  } else {
    const parts = rate.ticksPerUnit * elapsed + state.remainder;
    state.size += divFloor(parts, rate.ticksPerPermit);
    state.remainder = parts % rate.ticksPerPermit;
  }
  if (state.size >= capacity) {
    state.size = capacity;
    state.remainder = 0;
  }
}

/** The state after the refill that a request at `now` would find. */
function refilled(state: Bucket4jState, params: Bucket4jParams, now: Instant): Bucket4jState {
  const copy = { ...state };
  refill(copy, params, now);
  return copy;
}

/** Tokens; before the first request, those that it would find. */
const sizeAt = (state: Bucket4jState, params: Bucket4jParams, now: Instant) => refilled(state, params, now).size;

/** The first instant at which the bucket holds so many tokens: none is lost before that, so refills can be counted. */
function instantOf(state: Bucket4jState, params: Bucket4jParams, now: Instant, tokens: number): Instant {
  const { T, n, unit } = params;
  const { size, last } = refilled(state, params, now);
  const most = Math.max(floorTo(now, unit), last) + Math.ceil((tokens - size) / n + 2) * T + 2 * unit;
  return firstInstant(now, most, (at) => sizeAt(state, params, at) >= tokens);
}

const CODE = [
  'if cost > capacity: deny',
  'parts = elapsed · n + remainder',
  'size = min(capacity, size + ⌊parts/T⌋), remainder = parts mod T',
  'if size ≥ cost',
  '  size = size − cost, allow',
  'else deny',
];
const CODE_INTERVALS = [
  CODE[0] as string,
  'last = last + whole periods since',
  'size = min(capacity, size + n for each)',
  ...CODE.slice(3),
];

export const bucket4j: System<Bucket4jParams, Bucket4jState> = {
  ...systemOf('bucket4j', {
    refill: [
      'Refill',
      'Evenly, at the end of each period, or at the end of periods that begin at an instant of their own.',
    ],
    initialTokens: ['Initial tokens', 'What the bucket holds at a key’s first request.'],
    timeOfFirstRefill: ['First refill', 'With aligned: when the first refill comes, in virtual time.'],
    useAdaptiveInitialTokens: [
      'Adaptive initial tokens',
      'With aligned: whether a key begins with the share of what is left until the first refill.',
    ],
    precision: ['Precision', 'What its clock reads.'],
  }),
  summary: 'Whole tokens, refilled evenly or by whole periods, on a clock of milliseconds.',
  rule:
    'The bucket gains n tokens a period, evenly or all at its end, up to its capacity. A request is admitted when the ' +
    'bucket holds its cost, and takes it. Periods begin at the key’s first request, or at an instant that is set.',
  storedPerKey: 'tokens, remainder, time',
  outcomes: ['allow', 'deny'],
  reasons: ['the tokens were there', '', 'too few tokens', 'the cost is above the capacity'],
  pacing: 'bursty',
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params: Bucket4jParams) => params.capacity,
    boundBy: () => 'capacity',
    low: () => 0,
  },
  prepare({ policy: { n, T, capacity }, options }) {
    const { refill: kind, initialTokens, timeOfFirstRefill, useAdaptiveInitialTokens, precision } = options;
    const rate = rateInTicks(n, T);
    // Less than a period at a time, and a remainder below one token.
    exactProduct(rate.ticksPerUnit + 1, T, 'A period in parts of a token');
    const first = timeOfFirstRefill === 'T' ? T : microsFromSeconds(timeOfFirstRefill as number);
    return {
      n,
      T,
      capacity,
      greedy: kind === 'greedy',
      unit: precision === 'nanoseconds' ? 1 : MILLISECOND,
      rate,
      overflows: Number(LONGEST_NANOS / (BigInt(n) * 1_000n)),
      initialTokens: initialTokens === 'capacity' ? capacity : (initialTokens as number),
      firstRefill: kind === 'aligned' ? first : null,
      adaptive: useAdaptiveInitialTokens === 'true',
    };
  },
  maxCost: ({ capacity, initialTokens }) => Math.max(capacity, initialTokens),
  init: ({ initialTokens }) => ({ made: 0, size: initialTokens, remainder: 0, last: 0 }),
  decide(state, params, now, cost) {
    if (cost > params.capacity && cost > params.initialTokens) return DENY_TOO_LARGE;
    refill(state, params, now);
    if (state.size < cost) return DENY;
    state.size -= cost;
    return ALLOW;
  },
  level: sizeAt,
  nextBreakpoint(state, params, now) {
    const { size, last } = refilled(state, params, now);
    const { firstRefill, unit } = params;
    if (state.made === 0) {
      if (firstRefill === null) return NEVER;
      // What a first request would find changes with the share, and when there is none any more.
      const end = Math.ceil(firstRefill / unit) * unit;
      if (now < end) return nextStep((at) => sizeAt(state, params, at), now, end);
    }
    if (size >= params.capacity) return NEVER;
    const end = Math.max(floorTo(now, params.unit), last) + 2 * params.T + 2 * params.unit;
    return nextStep((at) => sizeAt(state, params, at), now, end);
  },
  retryAfter(state, params, now, cost) {
    const size = sizeAt(state, params, now);
    if (size >= cost) return 0;
    return cost > params.capacity ? NEVER : instantOf(state, params, now, cost) - now;
  },
  explain(state, params, now, cost) {
    const code = params.greedy ? CODE : CODE_INTERVALS;
    const most = Math.max(params.capacity, params.initialTokens);
    if (cost > most) return explainTooLarge(cost, 'capacity', most, code);
    const size = sizeAt(state, params, now);
    const holds = size >= cost;
    const wait = bucket4j.retryAfter(state, params, now, cost);
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `The bucket holds ${pluralize(size, 'token')}, and the request ` +
        (holds
          ? `takes ${formatNumber(cost)}.`
          : `needs ${formatNumber(cost)}. Enough will be there in ${formatSeconds(wait)}.`),
      condition: 'size ≥ cost',
      evaluatedCondition: `${formatNumber(size)} ≥ ${formatNumber(cost)}`,
      holds,
      code,
      executedLines: [1, 2, 3, holds ? 4 : 5],
    };
  },
  readouts(state, params, now) {
    const { size, remainder, last } = refilled(state, params, now);
    return [
      ['tokens', formatNumber(size)],
      ['part of the next', formatNumber(remainder / params.rate.ticksPerPermit)],
      ['last refill', state.made === 0 ? 'no request yet' : formatSeconds(last)],
    ];
  },
  picture(state, params, now) {
    const next = bucket4j.nextBreakpoint(state, params, now);
    const refillIn = next === NEVER ? null : secondsFromMicros(next - now);
    return { kind: 'tokens', tokens: sizeAt(state, params, now), capacity: params.capacity, refillIn };
  },
  /** A full bucket, and what comes in between two readings of the clock that are so far apart. */
  bound({ n, T, capacity, initialTokens, greedy, unit }, length) {
    if (length <= 0) return 0;
    const apart = Math.ceil((length - 1) / unit) * unit;
    return Math.max(capacity, initialTokens) + (greedy ? mulDivFloor(apart, n, T) : n * Math.ceil(apart / T));
  },
  story: {
    keywords: ['Java', 'Kotlin', 'JVM'],
    product: 'Bucket4j',
    release: '8.19, commit 731354a7',
    source: 'bucket4j/bucket4j, BucketState64BitsInteger.java',
    evidence: 'source read',
    equals: 'token-bucket on a clock of milliseconds (greedy)',
    runs: 'per process',
    traps: ['With intervally, up to twice n pass around the end of a period, which the first request of a key sets.'],
  },
};
