/**
 * Leaky bucket as a meter. Source document 002, §3.3.
 *
 * A bucket starts empty and leaks n every T, evenly. A request pours in as much as it costs, and is refused if that would
 * overflow `capacity`. Nothing waits: the water only measures. It is a token bucket upside down, so a whole capacity
 * passes at once and n/T a second after that: up to capacity + n − 1 within one T.
 *
 * The edition published with 002 leaks whole drops only and, on a denial, writes the water it found but not the time:
 * the next look drains the same time once more.
 *
 * Everything follows from one closed form: water at `now` = max(0, water at `time` − what leaks in clock(now) − time).
 */
import { divCeil, divFloor, mulDivFloor } from '../math.ts';
import { exactProduct, rateOf, unitsFromTicks, type Rate } from '../ticks.ts';
import { floorTo, MILLISECOND, NEVER, tickAfter, type Duration, type Instant } from '../time.ts';
import { amount, compared, number, seconds } from '../words.ts';
import { ALLOW, cloneState, DENY, DENY_TOO_LARGE, explainTooLarge, type Edition, type Limiter } from './limiter.ts';

/** All in which the editions differ. */
const DIFFERENCES: Record<
  Edition,
  {
    readonly clock: Duration;
    /** Whether it leaks at n/T or at capacity/T. */
    readonly leaks: 'n' | 'capacity';
    readonly wholeDrops: boolean;
    /** Whether a denial leaves the time as it was. */
    readonly denialKeepsTime: boolean;
  }
> = {
  corrected: { clock: 1, leaks: 'n', wholeDrops: false, denialKeepsTime: false },
  published: { clock: MILLISECOND, leaks: 'capacity', wholeDrops: true, denialKeepsTime: true },
};

export type LeakyMeterParams = {
  readonly rate: Rate;
  /** Ticks in one drop: the room that one permit takes. */
  readonly drop: number;
  /** Whole drops, and the same in ticks. */
  readonly capacity: number;
  readonly full: number;
  /** The time in which a full bucket drains. */
  readonly drains: Duration;
  readonly clock: Duration;
  readonly wholeDrops: boolean;
  readonly denialKeepsTime: boolean;
};

export type LeakyMeterState = {
  /** Ticks in the bucket at `time`. */
  water: number;
  time: Instant;
  /** When a denial last wrote the water without the time; −1 before the first. Only to show the level at that instant. */
  denied: Instant;
};

/** The closed form: ticks that a request at `now` finds. Time that stands still or steps back drains nothing. */
function waterAt(state: LeakyMeterState, params: LeakyMeterParams, now: Instant): number {
  const elapsed = floorTo(now, params.clock) - state.time;
  if (elapsed <= 0) return state.water;
  // Compared before multiplying: the product of a long silence would pass 2^53. Below, it is less than `full`.
  if (elapsed >= params.drains) return 0;
  const leaked = elapsed * params.rate.perUnit;
  return Math.max(0, state.water - (params.wholeDrops ? divFloor(leaked, params.drop) * params.drop : leaked));
}

/** When so many ticks have leaked since `time`, by the limiter's clock; whole drops, where only such leak. */
function leakedAt(state: LeakyMeterState, params: LeakyMeterParams, ticks: number): Instant {
  return tickAfter(state.time + unitsFromTicks(ticks, params.rate) - 1, params.clock);
}

/** What is in the bucket right after a decision at `now`, and found in it at any other instant. */
function shownAt(state: LeakyMeterState, params: LeakyMeterParams, now: Instant): number {
  return now === state.denied ? state.water : waterAt(state, params, now);
}

function waitFor(state: LeakyMeterState, params: LeakyMeterParams, now: Instant, cost: number): Duration {
  const excess = state.water + cost * params.drop - params.full;
  return excess <= 0 ? 0 : Math.max(0, leakedAt(state, params, excess) - now);
}

export const leakyMeter: Limiter<LeakyMeterParams, LeakyMeterState> = {
  id: 'leaky-meter',
  name: 'Leaky meter',
  family: 'Buckets',
  idea: 'Every request pours into a leaking bucket; one that would overflow it is refused.',
  rule:
    'The bucket leaks n per T, evenly. A request is admitted when the water, with its cost, stays within the capacity, ' +
    'and pours its cost in. Nothing is delayed: the water is a measure, not a queue.',
  source: '002',
  kept: 'water, time',
  knobs: [],
  usesCapacity: true,
  editions: ['corrected', 'published'],
  errata: [
    {
      name: 'double drain',
      sentence:
        'A denial writes the drained water but not the time, so the same time drains again at the next request: trying ' +
        'often empties the bucket.',
      breaks: ['bound'],
      preset: 'leaky-meter-double-drain',
    },
    {
      name: 'lost leakage',
      sentence:
        'Only whole drops leak, and each admission throws the begun one away: at one drop a second, a hit every half ' +
        'second drains nothing until the bucket is full.',
      breaks: [],
      preset: 'leaky-meter-lost-leakage',
    },
    {
      name: 'leaks at capacity/T',
      sentence:
        'The leak is computed from the capacity, not from n: with another capacity than n it keeps another rate.',
      breaks: [],
      preset: 'leaky-meter-capacity-rate',
    },
  ],
  outcomes: ['allow', 'deny'],
  reasons: ['the bucket had room', '', 'the bucket would overflow', 'the cost is above the capacity'],
  shape: 'bursty',
  gauge: {
    unit: ['drop', 'drops'],
    wall: 'ceiling',
    full: (params: LeakyMeterParams) => params.capacity,
    low: () => 0,
  },

  prepare({ policy: { n, T, capacity }, edition }) {
    const { leaks, ...differences } = DIFFERENCES[edition];
    const rate = rateOf(leaks === 'n' ? n : capacity, T);
    const full = exactProduct(capacity, rate.perPermit, 'A full bucket in ticks');
    return { rate, drop: rate.perPermit, capacity, full, drains: divCeil(full, rate.perUnit), ...differences };
  },

  most: (params) => params.capacity,

  init: () => ({ water: 0, time: 0, denied: -1 }),

  decide(state, params, now, cost) {
    if (cost > params.capacity) return DENY_TOO_LARGE;
    const water = waterAt(state, params, now);
    const poured = water + cost * params.drop;
    const fits = poured <= params.full;
    state.water = fits ? poured : water;
    if (!fits && params.denialKeepsTime) {
      state.denied = now;
    } else {
      state.time = Math.max(state.time, floorTo(now, params.clock));
    }
    return fits ? ALLOW : DENY;
  },

  level: (state, params, now) => shownAt(state, params, now) / params.drop,

  nextStep(state, params, now) {
    const water = waterAt(state, params, now);
    if (shownAt(state, params, now) !== water) return now + 1;
    if (water === 0) return NEVER;
    // Published, the next whole drop is a step; corrected, the level is straight until the bucket is empty.
    return leakedAt(state, params, params.wholeDrops ? state.water - water + params.drop : state.water);
  },

  retryAfter(state, params, now, cost) {
    return cost > params.capacity ? NEVER : waitFor(state, params, now, cost);
  },

  explain(state, params, now, cost) {
    const code = params.denialKeepsTime ? CODE_PUBLISHED : CODE;
    if (cost > params.capacity) return explainTooLarge(cost, 'capacity', params.capacity, code);
    const water = waterAt(state, params, now);
    const over = water + cost * params.drop - params.full;
    const holds = over <= 0;
    const after = cloneState(state);
    leakyMeter.decide(after, params, now, cost);
    const [held] = compared(water / params.drop, params.capacity - cost, over);
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `The bucket holds ${amount(held, 'drop', 'drops')}, and the request pours in ${number(cost)}: ` +
        (holds
          ? `within the capacity of ${number(params.capacity)}.`
          : `more than the capacity of ${number(params.capacity)}. ` +
            `Enough has leaked in ${seconds(waitFor(after, params, now, cost))}.`),
      rule: 'water + cost ≤ capacity',
      numbers: `${held} + ${number(cost)} ≤ ${number(params.capacity)}`,
      holds,
      code,
      lit: params.denialKeepsTime ? (holds ? [1, 2, 3, 4, 5] : [1, 2, 6]) : holds ? [1, 2, 3, 4, 5] : [1, 2, 3, 6],
    };
  },

  facts: (state, params, now) => [
    ['water', number(shownAt(state, params, now) / params.drop, 6)],
    ['time', seconds(state.time)],
  ],

  picture: (state, params, now) => ({
    kind: 'water',
    water: shownAt(state, params, now) / params.drop,
    capacity: params.capacity,
  }),

  bound({ capacity, rate, clock }, length) {
    if (length <= 0) return 0;
    // Instants at most length − 1 apart read a clock at most this far apart.
    const apart = Math.ceil((length - 1) / clock) * clock;
    return capacity + mulDivFloor(apart, rate.perUnit, rate.perPermit);
  },
};

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
