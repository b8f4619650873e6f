/**
 * Cooldown score.
 *
 * One number per key, the score S: an instant that every permit advances by T/n. A request is refused if it would move
 * S more than T ahead of now. Once S has run out, that is, lies more than T/n behind now, it starts again from now. The
 * source claims at most n in T; the rule admits up to 2n in a trailing T (n at once, then one every T/n), and n + 1 at
 * one instant when S is exactly now − T/n: the trial score is then now itself, not below it, so the first permit uses
 * none of the T ahead.
 *
 * An unset score is −∞: its trial score is below every now, so it starts from now like one that has run out, and the
 * rule needs no special case. (The source sets S = now + T/n in both cases.)
 *
 * The published edition reads a clock of whole seconds, converted to a signed 32-bit integer by `~~`, and treats a
 * score of 0 as unset. Scores and clock are counted here from the clock's reading at virtual time 0, the epoch, which
 * keeps them small and exact; only 0 and the instant at which the clock wraps have to be shifted likewise.
 *
 * Everything follows from one closed form: lead at `now` = S − clock(now), never below −T/n.
 */
import { divCeil, mulDivFloor } from '../math.ts';
import { exactProduct, rateInTicks, unitsFromTicks, type Rate } from '../ticks.ts';
import { NEVER, SECOND, type Duration, type Instant } from '../time.ts';
import { formatComparison, formatLength, formatSeconds } from '../numberFormat.ts';
import { explainTooLarge, type Edition, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';

/** Everything in which the editions differ. */
const EDITION_RULES: Record<Edition, { readonly unit: Duration; readonly bits32: boolean }> = {
  corrected: { unit: 1, bits32: false },
  published: { unit: SECOND, bits32: true },
};

/** The number of 32-bit values, and the first number above the signed range: 2^32 and 2^31. */
const TWO_TO_32 = 4_294_967_296;
const TWO_TO_31 = 2_147_483_648;

const UNSET = -Infinity;

export type CooldownScoreParams = {
  readonly n: number;
  /** Ticks per unit of the clock, which ticks every `unit` microseconds. */
  readonly rate: Rate;
  readonly unit: Duration;
  /** Ticks in a second, in T/n, and in T. */
  readonly ticksPerSecond: number;
  readonly ticksPerPermit: number;
  readonly windowTicks: number;
  /**
   * How far virtual time 0 is past a tick of the clock, and the clock's reading there: the origin of all other figures.
   */
  readonly clockOffset: Duration;
  readonly baseReading: number;
  /**
   * The reading at which the clock jumps back by 2^32, and the score in ticks that means unset; `NEVER` when corrected.
   */
  readonly wrapsAt: number;
  readonly zeroScore: number;
};

export type CooldownScoreState = {
  /** The score in ticks since the clock's reading at virtual time 0; −∞ when unset. */
  score: number;
};

/** Units of the clock since virtual time 0, as if it never wrapped. */
function clockUnitsAt(params: CooldownScoreParams, now: Instant): number {
  return params.unit === 1 ? now : Math.floor((now + params.clockOffset) / params.unit);
}

/** The clock's reading after that many units, relative to its reading at virtual time 0. */
function wrappedReading(params: CooldownScoreParams, units: number): number {
  return units < params.wrapsAt ? units : ((params.baseReading + units) | 0) - params.baseReading;
}

/** The clock's reading in ticks of the score. */
function clockAt(params: CooldownScoreParams, now: Instant): number {
  return wrappedReading(params, clockUnitsAt(params, now)) * params.rate.ticksPerUnit;
}

/** The first instant at which the clock has advanced by `units` from its reading at `now`. */
function instantAfter(params: CooldownScoreParams, now: Instant, units: number): Instant {
  return (clockUnitsAt(params, now) + units) * params.unit - params.clockOffset;
}

/** The closed form, in ticks: how far the score is ahead of the clock. */
function leadAt(state: CooldownScoreState, params: CooldownScoreParams, now: Instant): number {
  return Math.max(-params.ticksPerPermit, state.score - clockAt(params, now));
}

export const cooldownScore: Limiter<CooldownScoreParams, CooldownScoreState> = {
  id: 'cooldown-score',
  name: 'Cooldown score',
  family: 'One number',
  summary: 'Keep one score that runs ahead of the clock; refuse when it is more than T ahead.',
  rule:
    'Each request advances the score by its cost times T/n, and is refused if that would put it more than T ahead ' +
    'of now. A score further behind now than that advance starts again from now. At most n pass at once (n + 1 when ' +
    'the score has exactly run out), and up to 2n in a trailing T.',
  sources: ['cooldown'],
  storedPerKey: 'one number, the score',
  knobs: [],
  usesCapacity: false,
  editions: ['corrected', 'published'],
  errata: [
    {
      name: 'whole seconds',
      sentence:
        'The clock is truncated to whole seconds, so a fraction of a second counts as a whole one: a request may be ' +
        'admitted almost a second too early, or must wait for the next full second.',
      breaks: [],
      preset: 'cooldown-score-whole-seconds',
    },
    {
      name: 'year 2038',
      sentence:
        'The time is truncated to a signed 32-bit integer. On 19 January 2038 it jumps back by 136 years, and every ' +
        'key that has a score is locked out.',
      breaks: [],
      preset: 'cooldown-score-2038',
    },
    {
      name: 'zero is unset',
      sentence:
        'A score of exactly 0 is read as unset, so in the last T before the 32-bit clock reads 0 (on 7 February ' +
        '2106) whole quotas are forgotten.',
      breaks: ['bound'],
      preset: 'cooldown-score-zero',
    },
  ],
  outcomes: ['allow', 'deny'],
  reasons: ['the score is low enough', '', 'the score is too far ahead', 'the cost is above n'],
  pacing: 'bursty',
  // A score that has just run out begins anew.
  traits: { monotone: null },
  gauge: {
    unit: ['second ahead', 'seconds ahead'],
    denySide: 'ceiling',
    full: (params: CooldownScoreParams) => params.windowTicks / params.ticksPerSecond,
    low: (params: CooldownScoreParams) => -params.ticksPerPermit / params.ticksPerSecond,
  },

  prepare({ policy: { n, T }, edition, epoch, horizon }) {
    const { unit, bits32 } = EDITION_RULES[edition];
    const rate = rateInTicks(n, T, unit);
    const offset = bits32 ? Math.round((epoch - Math.floor(epoch)) * SECOND) : 0;
    const base = bits32 ? Math.floor(epoch) | 0 : 0;
    const turn = bits32 ? TWO_TO_31 - base : NEVER;
    // A score is at most T ahead, and a trial score at most T beyond that.
    const latest = divCeil(horizon + offset + 2 * T, unit);
    exactProduct(latest, rate.ticksPerUnit, 'The latest score in ticks');
    if (latest >= turn)
      exactProduct(latest + TWO_TO_32, rate.ticksPerUnit, 'The score across the turn of the 32-bit clock, in ticks');
    return {
      n,
      rate,
      unit,
      ticksPerSecond: (rate.ticksPerUnit * SECOND) / unit,
      ticksPerPermit: rate.ticksPerPermit,
      windowTicks: n * rate.ticksPerPermit,
      clockOffset: offset,
      baseReading: base,
      wrapsAt: turn,
      // Where the clock reads 0. If that is too far away to be exact, it is also too far away to be reached.
      zeroScore: bits32 ? 0 - base * rate.ticksPerUnit : NEVER,
    };
  },

  maxCost: (params) => params.n,

  init: () => ({ score: UNSET }),

  decide(state, params, now, cost) {
    if (cost > params.n) return DENY_TOO_LARGE;
    const clock = clockAt(params, now);
    const price = cost * params.ticksPerPermit;
    let trial = state.score + price;
    if (trial < clock) trial = clock + price;
    else if (trial > clock + params.windowTicks) return DENY;
    state.score = trial === params.zeroScore ? UNSET : trial;
    return ALLOW;
  },

  level: (state, params, now) => leadAt(state, params, now) / params.ticksPerSecond,

  nextBreakpoint(state, params, now) {
    if (state.score === UNSET) return NEVER;
    const left = unitsFromTicks(leadAt(state, params, now) + params.ticksPerPermit, params.rate);
    // The lead of a score that has run out stays constant until the clock wraps. On a clock of seconds the lead falls
    // in steps.
    if (left === 0)
      return instantAfter(params, now, params.wrapsAt - wrappedReading(params, clockUnitsAt(params, now)));
    return instantAfter(params, now, params.unit === 1 ? left : 1);
  },

  retryAfter(state, params, now, cost) {
    if (cost > params.n) return NEVER;
    const missing = state.score + cost * params.ticksPerPermit - params.windowTicks - clockAt(params, now);
    if (missing <= 0) return 0;
    const units = unitsFromTicks(missing, params.rate);
    // The clock wraps before it reaches the reading needed, every time.
    if (wrappedReading(params, clockUnitsAt(params, now)) + units >= params.wrapsAt) return NEVER;
    return instantAfter(params, now, units) - now;
  },

  explain(state, params, now, cost) {
    const code = params.unit === 1 ? CODE : CODE_PUBLISHED;
    if (cost > params.n) return explainTooLarge(cost, 'n', params.n, code);
    const { ticksPerSecond, windowTicks } = params;
    const clock = clockAt(params, now);
    const price = cost * params.ticksPerPermit;
    const unset = state.score === UNSET;
    const trial = (unset ? clock : state.score) + price;
    // A score that has run out is admitted before it is compared with the limit.
    const restarts = trial < clock;
    /** An instant in seconds on the limiter's clock. */
    const moment = (ticks: number) => params.baseReading + ticks / ticksPerSecond;
    const far = restarts ? 0 : windowTicks;
    const over = trial - clock - far;
    const holds = over <= 0;
    const [moved, from, span] = formatComparison(moment(trial), moment(clock), over, far / ticksPerSecond);
    const inSeconds = (ticks: number) => formatLength(ticks / ticksPerSecond);
    const lead = state.score - clock;
    const scoreText = unset
      ? 'No score is stored'
      : restarts
        ? 'The score has run out'
        : `The score is ${inSeconds(Math.abs(lead))} ${lead < 0 ? 'behind' : 'ahead'}`;
    const wait = cooldownScore.retryAfter(state, params, now, cost);
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `${scoreText}; the request ${holds ? 'moves' : 'would move'} it to ` +
        `${inSeconds(restarts ? price : trial - clock)} ahead, and ${inSeconds(windowTicks)} ahead is the limit. ` +
        (holds
          ? 'It fits.'
          : wait === NEVER
            ? 'The clock never reaches that reading.'
            : `There is room in ${formatSeconds(wait)}.`),
      condition: restarts ? 'trial < now' : 'trial ≤ now + T',
      evaluatedCondition: restarts ? `${moved} < ${from}` : `${moved} ≤ ${from} + ${span}`,
      holds,
      code,
      executedLines: restarts ? [1, 2] : holds ? [1, 4, 5] : [1, 3],
    };
  },

  readouts(state, params, now) {
    const textOf = (seconds: number) => (state.score === UNSET ? 'none' : formatLength(seconds));
    return [
      ['score', textOf(params.baseReading + state.score / params.ticksPerSecond)],
      ['ahead', textOf(leadAt(state, params, now) / params.ticksPerSecond)],
    ];
  },

  picture: (state, params, now) => ({
    kind: 'mark',
    name: 'score',
    ahead: (state.score - clockAt(params, now)) / params.ticksPerSecond,
    limit: params.windowTicks / params.ticksPerSecond,
  }),

  /**
   * From a score T/n behind, one permit uses none of the T ahead, n fill it, and the rest follow one every T/n.
   * Instants at most length − 1 apart read clocks at most ⌈(length − 1) / unit⌉ units apart.
   */
  bound({ n, rate, unit }, length) {
    if (length <= 0) return 0;
    return n + 1 + mulDivFloor(Math.ceil((length - 1) / unit), rate.ticksPerUnit, rate.ticksPerPermit);
  },
};

const CODE = [
  'if cost > n: deny',
  'trial = (S unset ? now : S) + cost · T/n',
  'if trial < now: S = now + cost · T/n, allow',
  'if trial > now + T: deny',
  'S = trial',
  'allow',
];

const CODE_PUBLISHED = [
  'if cost > n: deny',
  'trial = (S = 0 ? now : S) + cost · T/n      now: whole seconds, 32 bits',
  ...CODE.slice(2),
];
