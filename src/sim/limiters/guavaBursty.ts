/**
 * Guava's SmoothBursty, the RateLimiter that `create(permitsPerSecond)` gives. Source document 002, §3.4, which names it;
 * the rule is that of google/guava, SmoothRateLimiter.java, in its order of operations.
 *
 * The limiter does not remember the last request but the instant from which the next may go, `nextFree`. A request waits
 * until then, whatever it costs, and its cost puts `nextFree` off for whoever comes next. Time that passes after
 * `nextFree` is stored as permits, `maxBurstSeconds` worth of them at most, and stored permits are free. At 5 a second a
 * limiter that has idled lets 15 permits through at once; five were stored, and the next caller waits 2 s for the others.
 *
 * Everything follows from one closed form: stored at `now` = min(most, stored + max(0, now − nextFree) / stable).
 *
 * Guava computes in doubles, and so does this: stored permits are a double, `nextFree` is cut to whole microseconds. Three
 * things follow. Above a million permits a second the interval is cut to 0, and nothing is limited. A sum that should be
 * whole may fall just short of it, and the cut then gives a microsecond away. And a `nextFree` more than 285 years ahead,
 * past 2^53, is right to sixteen digits instead of to the microsecond (Guava's integers end at 292,000 years); no run is so
 * long that a decision could hang on it.
 */
import { microsFromSeconds, NEVER, SECOND, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { counted, number, seconds } from '../words.ts';
import {
  ALLOW,
  cloneState,
  DELAY,
  DENY,
  type Explanation,
  type Fact,
  type Knob,
  type Limiter,
  type Options,
  type Verdict,
} from './limiter.ts';

/** What Guava's two limiters have in common. */
export type SmoothParams = {
  /** The interval between permits at the rate, microseconds, a double. */
  readonly stable: number;
  /** The most permits that are stored, a double. */
  readonly most: number;
  /** Microseconds of idling in which one more is stored, a double. */
  readonly comesBack: number;
  /** The longest wait that is accepted; `NEVER`, that is any, for `acquire`. */
  readonly timeout: Duration;
};

export type SmoothState = {
  /** Permits stored at `nextFree`. */
  stored: number;
  /** From when on a request goes at once. */
  nextFree: Instant;
  /** How long the last request waits that was let in. */
  wait: Duration;
  /** Of that request: the permits stored when it came, and those of its cost that were not taken from them. */
  before: number;
  fresh: number;
};

/** What a request pays for the permits that it takes out of the store: whole microseconds. */
type Price<P> = (params: P, stored: number, taken: number) => Duration;

/** Sums in doubles stray by less than this share of themselves. */
const ROUNDING = 1e-12;

/** The closed form: permits stored at `now`. Time that stands still or steps back stores nothing. */
export function storedAt(state: SmoothState, params: SmoothParams, now: Instant): number {
  if (now <= state.nextFree) return state.stored;
  return Math.min(params.most, state.stored + (now - state.nextFree) / params.comesBack);
}

/** How far ahead `nextFree` lies. */
export function aheadAt(state: SmoothState, now: Instant): Duration {
  return Math.max(0, state.nextFree - now);
}

/** The decision of both limiters: wait first, then be charged for the next one. */
export function reserve<P extends SmoothParams>(
  state: SmoothState,
  params: P,
  now: Instant,
  cost: number,
  priceOfStored: Price<P>,
): Verdict {
  if (state.nextFree - params.timeout > now) return DENY;
  const stored = storedAt(state, params, now);
  const free = Math.max(now, state.nextFree);
  const taken = Math.min(cost, stored);
  const fresh = cost - taken;
  const price = priceOfStored(params, stored, taken) + Math.floor(fresh * params.stable);
  state.nextFree = free + price;
  state.stored = stored - taken;
  state.wait = free - now;
  state.before = stored;
  state.fresh = fresh;
  return free > now ? DELAY : ALLOW;
}

/** The interval between permits at n per T, microseconds: the rate a second comes first, as Guava is told it. */
export function stableInterval(n: number, T: Duration): number {
  return SECOND / (n / secondsFromMicros(T));
}

/** The wait that the options accept. */
export function timeoutOf(options: Options): Duration {
  return options['mode'] === 'tryAcquire' ? microsFromSeconds(options['timeout'] as number) : NEVER;
}

/** Microseconds as a number of seconds, with as many decimals as it takes. */
const second = (micros: number) => number(secondsFromMicros(micros), 6);

/** Why `decide` answers as it does. The first line of `code` is that of `tryAcquire` alone. */
export function explainReservation<P extends SmoothParams>(
  limiter: Limiter<P, SmoothState>,
  state: SmoothState,
  params: P,
  now: Instant,
  cost: number,
  code: readonly string[],
): Explanation {
  const patient = params.timeout === NEVER;
  const after = cloneState(state);
  const verdict = limiter.decide(after, params, now, cost);
  const ahead = aheadAt(state, now);
  const [clock, free] = [second(now), second(state.nextFree)];
  const common = {
    verdict,
    ...(!patient
      ? { rule: 'nextFree ≤ now + timeout', numbers: `${free} ≤ ${clock} + ${second(params.timeout)}` }
      : ahead > 0
        ? { rule: 'nextFree > now', numbers: `${free} > ${clock}` }
        : { rule: 'nextFree ≤ now', numbers: `${free} ≤ ${clock}` }),
    code: patient ? code.slice(1) : code,
  };
  if (verdict === DENY) {
    return {
      ...common,
      sentence:
        `nextFree is ${seconds(ahead)} away, and the timeout is ${seconds(params.timeout)}: the request is refused at ` +
        `once. The wait is short enough in ${seconds(limiter.retryAfter(state, params, now, cost))}.`,
      holds: false,
      lit: [0],
    };
  }
  const { before, fresh } = after;
  const taken = before - after.stored;
  const takes = [
    ...(taken > 0 ? [`${number(taken)} of ${counted(before, 'stored permit', 'stored permits')}`] : []),
    ...(fresh > 0 ? [counted(fresh, 'fresh permit', 'fresh permits')] : []),
  ];
  // Lines of the code as tryAcquire has it: the store is brought up to date only after a silence.
  const lit = now > state.nextFree ? [1, 2, 3, 4, 5, 6, 7] : [1, 4, 5, 6, 7];
  return {
    ...common,
    sentence:
      (ahead > 0 ? `The request waits ${seconds(ahead)}, until nextFree. ` : 'nextFree has come, so nothing waits. ') +
      `It takes ${takes.join(' and ')} and puts nextFree off by ` +
      `${seconds(after.nextFree - Math.max(now, state.nextFree))}: the next caller pays.`,
    holds: true,
    lit: patient ? lit.map((line) => line - 1) : lit,
  };
}

/** The options that both have, after their own. */
export const WAITING: readonly Knob[] = [
  {
    kind: 'choice',
    id: 'mode',
    label: 'Mode',
    choices: ['acquire', 'tryAcquire'],
    default: 'acquire',
    help: 'Whether a request waits as long as it takes, or is refused.',
  },
  {
    kind: 'number',
    id: 'timeout',
    label: 'Timeout',
    min: 0,
    max: 86_400,
    whole: false,
    unit: 's',
    default: 0,
    help: 'The longest wait that tryAcquire accepts.',
  },
];

/** All in which Guava's two limiters do not differ. */
export const smooth = {
  family: 'Libraries',
  source: '002',
  kept: 'stored permits, nextFree',
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'delay', 'deny'],
  reasons: ['nextFree has come', 'it waits until nextFree', 'nextFree is further away than the timeout', ''],
  gauge: {
    unit: ['stored', 'stored'],
    wall: 'floor',
    // Where nothing is ever stored, the scale of one permit shows just that.
    full: ({ most }: SmoothParams) => (most > 0 ? most : 1),
    low: () => 0,
  },
  second: {
    name: 'seconds to nextFree',
    unit: ['s to nextFree', 's to nextFree'],
    full: () => null,
    level: (state: SmoothState, _: SmoothParams, now: Instant) => secondsFromMicros(aheadAt(state, now)),
  },

  most: () => Infinity,

  level: storedAt,

  nextStep(state: SmoothState, params: SmoothParams, now: Instant): Instant {
    if (now < state.nextFree) return state.nextFree;
    const full = state.nextFree + Math.ceil((params.most - state.stored) * params.comesBack);
    return full > now ? full : NEVER;
  },

  retryAfter: (state: SmoothState, { timeout }: SmoothParams, now: Instant) =>
    Math.max(0, state.nextFree - timeout - now),

  facts: (state: SmoothState, params: SmoothParams, now: Instant): readonly Fact[] => [
    ['stored permits', number(storedAt(state, params, now), 6)],
    ['nextFree', seconds(state.nextFree)],
  ],
} satisfies Partial<Limiter<SmoothParams, SmoothState>>;

const nothing: Price<SmoothParams> = () => 0;

export const guavaBursty: Limiter<SmoothParams, SmoothState> = {
  ...smooth,
  id: 'guava-bursty',
  name: 'Guava bursty',
  idea: 'Whoever comes waits for what the one before has cost; idle time is saved up.',
  rule:
    'A request waits until nextFree, and its cost, less the permits stored, puts nextFree off at the rate: the next ' +
    'caller pays. Idle time is stored as permits, up to maxBurstSeconds of it. An idle limiter lets any size through at ' +
    'once.',
  knobs: [
    {
      kind: 'number',
      id: 'maxBurstSeconds',
      label: 'Longest burst',
      min: 0,
      max: 86_400,
      whole: false,
      unit: 's',
      default: 1,
      help: 'How many seconds of unused permits are kept.',
    },
    ...WAITING,
  ],
  shape: 'bursty',

  prepare({ policy: { n, T }, options }) {
    const stable = stableInterval(n, T);
    const most = (options['maxBurstSeconds'] as number) * (n / secondsFromMicros(T));
    return { stable, most, comesBack: stable, timeout: timeoutOf(options) };
  },

  init: () => ({ stored: 0, nextFree: 0, wait: 0, before: 0, fresh: 0 }),

  decide: (state, params, now, cost) => reserve(state, params, now, cost, nothing),

  explain: (state, params, now, cost) => explainReservation(guavaBursty, state, params, now, cost, CODE),

  picture: (state, params, now) => ({
    kind: 'ration',
    stored: storedAt(state, params, now),
    most: params.most,
    free: secondsFromMicros(aheadAt(state, now)),
    stable: secondsFromMicros(params.stable),
    spent: state.before - state.stored,
    fresh: state.fresh,
  }),

  /**
   * A full store passes at once, and one more, which the next pays for: less what was stored beyond whole permits. From
   * then on ⌊stable⌋ lies between two permits; or one microsecond less where stable is whole, since the cut of a fraction
   * of it may fall short. Idling gains nothing, for what it stores it has taken.
   */
  bound({ stable, most }, length) {
    if (length <= 0) return 0;
    const near = most > 0 ? (most + 1) * stable * ROUNDING : 0;
    const least = Math.floor(stable - near);
    if (least < 1) return Infinity;
    const whole = Math.floor(most);
    const left = length - 1 - Math.max(0, Math.floor((whole + 1 - most) * stable - near));
    return left < 0 ? whole + 1 : whole + 2 + Math.floor(left / least);
  },
};

const CODE = [
  'if nextFree − timeout > now: deny',
  'if now > nextFree',
  '  stored = min(max, stored + (now − nextFree)/stable)',
  '  nextFree = now',
  'wait = nextFree − now',
  'spend = min(cost, stored), stored = stored − spend',
  'nextFree = nextFree + ⌊(cost − spend) · stable⌋',
  'allow after wait',
];
