/**
 * Leaky bucket as a meter.
 *
 * A bucket starts empty and leaks n every T, evenly. A request pours in its cost, and is refused if that would overflow
 * `capacity`. Nothing waits: the water is only a measure. It is a token bucket upside down, so a whole capacity passes
 * at once and then n every T: up to capacity + n − 1 within one T.
 *
 * The edition published by Fu leaks whole drops only and, on a denial, stores the drained water but not the time, so
 * the next request drains the same time again.
 *
 * Everything follows from one closed form: water at `now` = max(0, water at `time` − what leaks in clock(now) − time).
 */
import { divCeil, divFloor, mulDivFloor } from '../math.ts';
import { exactProduct, rateInTicks, unitsFromTicks, type Rate } from '../ticks.ts';
import { floorTo, MILLISECOND, NEVER, tickAfter, type Duration, type Instant } from '../time.ts';
import { formatAmount, formatComparison, formatNumber, formatSeconds } from '../numberFormat.ts';
import { cloneState, explainTooLarge, timeUsedAgainText, type Edition, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';

/** Everything in which the editions differ. */
const EDITION_RULES: Record<
  Edition,
  {
    readonly clock: Duration;
    /** Whether it leaks at n/T or at capacity/T. */
    readonly leakRate: 'n' | 'capacity';
    readonly wholeDrops: boolean;
    /** Whether a denial leaves the time unchanged. */
    readonly denialKeepsTime: boolean;
  }
> = {
  corrected: { clock: 1, leakRate: 'n', wholeDrops: false, denialKeepsTime: false },
  published: { clock: MILLISECOND, leakRate: 'capacity', wholeDrops: true, denialKeepsTime: true },
};

export type LeakyMeterParams = {
  readonly rate: Rate;
  /** Ticks in one drop: the room that one permit takes. */
  readonly ticksPerDrop: number;
  /** Whole drops, and the same in ticks. */
  readonly capacity: number;
  readonly capacityTicks: number;
  /** How long a full bucket takes to drain. */
  readonly drainTime: Duration;
  readonly clock: Duration;
  readonly wholeDrops: boolean;
  readonly denialKeepsTime: boolean;
};

export type LeakyMeterState = {
  /** Ticks in the bucket at `time`. */
  ticks: number;
  time: Instant;
  /**
   * When a denial last stored the water without the time; −1 before the first. Used only to show the level at that
   * instant.
   */
  deniedAt: Instant;
};

/** The closed form: ticks that a request at `now` finds. Nothing drains while the clock stands still or steps back. */
function ticksAt(state: LeakyMeterState, params: LeakyMeterParams, now: Instant): number {
  const elapsed = floorTo(now, params.clock) - state.time;
  if (elapsed <= 0) return state.ticks;
  // Compared before multiplying: after a long silence the product would exceed 2^53. Below, it is less than `full`.
  if (elapsed >= params.drainTime) return 0;
  const leaked = elapsed * params.rate.ticksPerUnit;
  return Math.max(
    0,
    state.ticks - (params.wholeDrops ? divFloor(leaked, params.ticksPerDrop) * params.ticksPerDrop : leaked),
  );
}

/** When that many ticks have leaked since `time`, by the limiter's clock; in whole drops, where only those leak. */
function leakInstant(state: LeakyMeterState, params: LeakyMeterParams, ticks: number): Instant {
  return tickAfter(state.time + unitsFromTicks(ticks, params.rate) - 1, params.clock);
}

/** What a decision at `now` left in the bucket, or at any other instant what a decision would find. */
function displayedTicksAt(state: LeakyMeterState, params: LeakyMeterParams, now: Instant): number {
  return now === state.deniedAt ? state.ticks : ticksAt(state, params, now);
}

function waitFor(state: LeakyMeterState, params: LeakyMeterParams, now: Instant, cost: number): Duration {
  const excess = state.ticks + cost * params.ticksPerDrop - params.capacityTicks;
  return excess <= 0 ? 0 : Math.max(0, leakInstant(state, params, excess) - now);
}

export const leakyMeter: Limiter<LeakyMeterParams, LeakyMeterState> = {
  id: 'leaky-meter',
  name: 'Leaky meter',
  family: 'Buckets',
  summary: 'Every request pours into a leaking bucket; one that would overflow it is refused.',
  rule:
    'The bucket leaks n per T, evenly. A request is admitted when the water plus its cost is at most the capacity, ' +
    'and pours its cost in. Nothing is delayed: the water is a measure, not a queue.',
  sources: ['fu'],
  storedPerKey: 'water, time',
  knobs: [],
  usesCapacity: true,
  editions: ['corrected', 'published'],
  errata: [
    {
      name: 'double drain',
      sentence:
        'A denial stores the drained water but not the time, so the same time drains again at the next request: ' +
        'retrying often empties the bucket.',
      breaks: ['bound'],
      preset: 'leaky-meter-double-drain',
    },
    {
      name: 'lost leakage',
      sentence:
        'Only whole drops leak, and each admission discards a partial one: at one drop a second, with a request ' +
        'every half second nothing drains until the bucket is full.',
      breaks: [],
      preset: 'leaky-meter-lost-leakage',
    },
    {
      name: 'leaks at capacity/T',
      sentence: 'The leak is computed from the capacity, not from n: if the two differ, it enforces a different rate.',
      breaks: [],
      preset: 'leaky-meter-capacity-rate',
    },
  ],
  outcomes: ['allow', 'deny'],
  reasons: ['the bucket had room', '', 'the bucket would overflow', 'the cost is above the capacity'],
  pacing: 'bursty',
  // The published one loses fractions, more of them at some rates.
  traits: { monotone: { clients: ['n', 'capacity'], edition: 'corrected' }, boundsAnyCost: true, isPlainBucket: true },
  gauge: {
    unit: ['drop', 'drops'],
    denySide: 'ceiling',
    full: (params: LeakyMeterParams) => params.capacity,
    boundBy: () => 'capacity',
    low: () => 0,
  },

  prepare({ policy: { n, T, capacity }, edition }) {
    const { leakRate, ...differences } = EDITION_RULES[edition];
    const rate = rateInTicks(leakRate === 'n' ? n : capacity, T);
    const full = exactProduct(capacity, rate.ticksPerPermit, 'A full bucket in ticks');
    return {
      rate,
      ticksPerDrop: rate.ticksPerPermit,
      capacity,
      capacityTicks: full,
      drainTime: divCeil(full, rate.ticksPerUnit),
      ...differences,
    };
  },

  maxCost: (params) => params.capacity,

  init: () => ({ ticks: 0, time: 0, deniedAt: -1 }),

  decide(state, params, now, cost) {
    if (cost > params.capacity) return DENY_TOO_LARGE;
    const water = ticksAt(state, params, now);
    const poured = water + cost * params.ticksPerDrop;
    const fits = poured <= params.capacityTicks;
    state.ticks = fits ? poured : water;
    if (!fits && params.denialKeepsTime) {
      state.deniedAt = now;
    } else {
      state.time = Math.max(state.time, floorTo(now, params.clock));
    }
    return fits ? ALLOW : DENY;
  },

  level: (state, params, now) => displayedTicksAt(state, params, now) / params.ticksPerDrop,

  nextBreakpoint(state, params, now) {
    const water = ticksAt(state, params, now);
    if (displayedTicksAt(state, params, now) !== water) return now + 1;
    if (water === 0) return NEVER;
    // Published, the level steps down at the next whole drop; corrected, it is straight until the bucket is empty.
    return leakInstant(state, params, params.wholeDrops ? state.ticks - water + params.ticksPerDrop : state.ticks);
  },

  retryAfter(state, params, now, cost) {
    return cost > params.capacity ? NEVER : waitFor(state, params, now, cost);
  },

  explain(state, params, now, cost) {
    const code = params.denialKeepsTime ? CODE_PUBLISHED : CODE;
    if (cost > params.capacity) return explainTooLarge(cost, 'capacity', params.capacity, code);
    const water = ticksAt(state, params, now);
    const over = water + cost * params.ticksPerDrop - params.capacityTicks;
    const holds = over <= 0;
    const after = cloneState(state);
    leakyMeter.decide(after, params, now, cost);
    const [held] = formatComparison(water / params.ticksPerDrop, params.capacity - cost, over);
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        drainedAgainText(state, params, now) +
        `The bucket holds ${formatAmount(held, 'drop', 'drops')}, and the request ` +
        (holds
          ? `pours in ${formatNumber(cost)}: within the capacity of ${formatNumber(params.capacity)}.`
          : `would pour in ${formatNumber(cost)}: more than the capacity of ${formatNumber(params.capacity)}. ` +
            `Enough will have leaked in ${formatSeconds(waitFor(after, params, now, cost))}.`),
      condition: 'water + cost ≤ capacity',
      evaluatedCondition: `${held} + ${formatNumber(cost)} ≤ ${formatNumber(params.capacity)}`,
      holds,
      code,
      executedLines: params.denialKeepsTime
        ? holds
          ? [1, 2, 3, 4, 5]
          : [1, 2, 6]
        : holds
          ? [1, 2, 3, 4, 5]
          : [1, 2, 3, 6],
    };
  },

  readouts: (state, params, now) => [
    ['water', formatNumber(displayedTicksAt(state, params, now) / params.ticksPerDrop, 6)],
    ['time', formatSeconds(state.time)],
  ],

  picture: (state, params, now) => ({
    kind: 'water',
    water: displayedTicksAt(state, params, now) / params.ticksPerDrop,
    capacity: params.capacity,
  }),

  bound({ capacity, rate, clock }, length) {
    if (length <= 0) return 0;
    // Clock readings at instants at most length − 1 apart differ by at most this.
    const apart = Math.ceil((length - 1) / clock) * clock;
    return capacity + mulDivFloor(apart, rate.ticksPerUnit, rate.ticksPerPermit);
  },
};

/** Where the defect acts: the last denial stored what had drained since `time`, and this request drains it once more. */
function drainedAgainText(state: LeakyMeterState, params: LeakyMeterParams, now: Instant): string {
  const { deniedAt, time, ticks } = state;
  const drained = divFloor((floorTo(deniedAt, params.clock) - time) * params.rate.ticksPerUnit, params.ticksPerDrop);
  return drained < 1 || ticksAt(state, params, now) === ticks ? '' : timeUsedAgainText(deniedAt, time, 'drains');
}

const CODE = [
  'if cost > capacity: deny',
  'water = max(0, water − elapsed · n/T)',
  'time = now',
  'if water + cost ≤ capacity',
  '  water = water + cost',
  '  allow',
  'else deny',
];

const CODE_PUBLISHED = [
  'if cost > capacity: deny',
  'water = max(0, water − ⌊elapsed · capacity/T⌋)',
  'if water + cost ≤ capacity',
  '  time = now',
  '  water = water + cost',
  '  allow',
  'else deny',
];
