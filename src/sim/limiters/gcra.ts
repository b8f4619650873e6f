/**
 * Generic cell rate algorithm. Source document 003.
 *
 * One number per key, the theoretical arrival time TAT: when the next request would come if requests came evenly, one
 * every T/n. A request moves it on by cost·T/n, from now or from where it stands, whichever is later, and is refused if
 * that would put it more than capacity·T/n ahead of now.
 *
 * It is a token bucket seen from the other side: tokens = capacity − (TAT − now)·n/T, and decides exactly alike.
 */
import { divCeil, mulDivFloor } from '../math.ts';
import { exactProduct, rateOf, unitsFromTicks, type Rate } from '../ticks.ts';
import { NEVER, SECOND, type Instant } from '../time.ts';
import { compared, counted, number, seconds } from '../words.ts';
import { ALLOW, DENY, DENY_TOO_LARGE, explainTooLarge, type Limiter } from './limiter.ts';

export type GcraParams = {
  readonly rate: Rate;
  /** Ticks in a microsecond, and in a second. */
  readonly perMicro: number;
  readonly perSecond: number;
  /** Ticks of T/n, the emission interval. */
  readonly interval: number;
  /** Whole permits, and capacity·T/n in ticks: how far ahead of now the TAT may stand. */
  readonly capacity: number;
  readonly tolerance: number;
};

export type GcraState = {
  /** The theoretical arrival time in ticks since virtual time 0. */
  tat: number;
};

/** The TAT that a request at `now` would leave, in ticks. */
function newTat(state: GcraState, params: GcraParams, now: Instant, cost: number): number {
  return Math.max(now * params.perMicro, state.tat) + cost * params.interval;
}

/** Ticks from `now` to the TAT; 0 when it has passed. */
function ahead(state: GcraState, params: GcraParams, now: Instant): number {
  return Math.max(0, state.tat - now * params.perMicro);
}

const CODE = [
  'if cost > capacity: deny',
  'new = max(now, TAT) + cost · T/n',
  'if now ≥ new − capacity · T/n',
  '  TAT = new',
  '  allow',
  'else deny',
];

export const gcra: Limiter<GcraParams, GcraState> = {
  id: 'gcra',
  name: 'GCRA',
  family: 'One number',
  idea: 'Keep only when the next request is due; refuse what comes too far ahead of it.',
  rule:
    'Each request moves the theoretical arrival time on by its cost times T/n, from now at the earliest. It is admitted ' +
    'when that time then lies no further ahead than capacity times T/n. It decides exactly as a token bucket.',
  source: '003',
  kept: 'one instant, TAT',
  knobs: [],
  usesCapacity: true,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['not too early', '', 'too early', 'the cost is above the capacity'],
  shape: 'bursty',
  gauge: {
    unit: ['second ahead', 'seconds ahead'],
    wall: 'ceiling',
    full: (params: GcraParams) => params.tolerance / params.perSecond,
    low: () => 0,
  },

  prepare({ policy: { n, T, capacity }, horizon }) {
    const rate = rateOf(n, T);
    const tolerance = exactProduct(capacity, rate.perPermit, 'The tolerance in ticks');
    // The TAT stands at most one tolerance ahead, and a request is tried at most one more beyond that.
    const latest = horizon + 2 * divCeil(tolerance, rate.perUnit);
    exactProduct(latest, rate.perUnit, 'The latest arrival time in ticks');
    return {
      rate,
      perMicro: rate.perUnit,
      perSecond: rate.perUnit * SECOND,
      interval: rate.perPermit,
      capacity,
      tolerance,
    };
  },

  most: (params) => params.capacity,

  init: () => ({ tat: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.capacity) return DENY_TOO_LARGE;
    const tat = newTat(state, params, now, cost);
    if (now * params.perMicro < tat - params.tolerance) return DENY;
    state.tat = tat;
    return ALLOW;
  },

  level: (state, params, now) => ahead(state, params, now) / params.perSecond,

  nextStep(state, params, now) {
    const left = ahead(state, params, now);
    return left > 0 ? now + unitsFromTicks(left, params.rate) : NEVER;
  },

  retryAfter(state, params, now, cost) {
    if (cost > params.capacity) return NEVER;
    const early = newTat(state, params, now, cost) - params.tolerance - now * params.perMicro;
    return unitsFromTicks(early, params.rate);
  },

  explain(state, params, now, cost) {
    if (cost > params.capacity) return explainTooLarge(cost, 'capacity', params.capacity, CODE);
    const clock = now * params.perMicro;
    const due = newTat(state, params, now, cost) - params.tolerance;
    const early = due - clock;
    const holds = early <= 0;
    const [left, right] = compared(clock / params.perSecond, due / params.perSecond, -early);
    const inSeconds = (ticks: number) => counted(ticks / params.perSecond, 'second', 'seconds');
    const lead = ahead(state, params, now);
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `The theoretical arrival time ${lead === 0 ? 'has passed' : `is ${inSeconds(lead)} ahead`}; the request ` +
        `${holds ? 'moves' : 'would move'} it ${inSeconds(cost * params.interval)} ${lead === 0 ? 'ahead' : 'further'}, ` +
        `and ${number(params.tolerance / params.perSecond)} ahead is the most. ` +
        (holds ? 'It fits.' : `That is too early by ${seconds(unitsFromTicks(early, params.rate))}.`),
      rule: 'now ≥ new − capacity · T/n',
      numbers: `${left} ≥ ${right}`,
      holds,
      code: CODE,
      lit: holds ? [1, 2, 3, 4] : [1, 2, 5],
    };
  },

  facts: (state, params, now) => [
    ['TAT', `${number(state.tat / params.perSecond, 6)} s`],
    ['ahead', `${number(ahead(state, params, now) / params.perSecond, 6)} s`],
  ],

  picture: (state, params, now) => ({
    kind: 'mark',
    name: 'TAT',
    ahead: ahead(state, params, now) / params.perSecond,
    limit: params.tolerance / params.perSecond,
  }),

  bound: ({ capacity, rate }, length) =>
    length <= 0 ? 0 : capacity + mulDivFloor(length - 1, rate.perUnit, rate.perPermit),
};
