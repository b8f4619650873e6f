/**
 * Generic cell rate algorithm.
 *
 * One number per key, the theoretical arrival time TAT: when the next request would arrive if requests were evenly
 * spaced, one every T/n. A request advances it by cost·T/n, from now or from its current value, whichever is later, and
 * is refused if that would put it more than capacity·T/n ahead of now.
 *
 * It is the mirror image of a token bucket: tokens = capacity − (TAT − now)·n/T, and every decision is the same.
 */
import { divCeil, mulDivFloor } from '../math.ts';
import { exactProduct, rateInTicks, unitsFromTicks, type Rate } from '../ticks.ts';
import { NEVER, SECOND, type Instant } from '../time.ts';
import { formatComparison, formatLength, formatSeconds } from '../numberFormat.ts';
import { explainTooLarge, type Limiter } from './limiter.ts';
import { ALLOW, DENY, DENY_TOO_LARGE } from '../verdict.ts';

export type GcraParams = {
  readonly rate: Rate;
  /** Ticks in a microsecond, and in a second. */
  readonly ticksPerMicro: number;
  readonly ticksPerSecond: number;
  /** Ticks of T/n, the emission interval. */
  readonly emissionInterval: number;
  /** Whole permits, and capacity·T/n in ticks: how far ahead of now the TAT may be. */
  readonly capacity: number;
  readonly tolerance: number;
};

export type GcraState = {
  /** The theoretical arrival time in ticks since virtual time 0. */
  tat: number;
};

/** The TAT that a request at `now` would leave, in ticks. */
function newTat(state: GcraState, params: GcraParams, now: Instant, cost: number): number {
  return Math.max(now * params.ticksPerMicro, state.tat) + cost * params.emissionInterval;
}

/** Ticks from `now` to the TAT; 0 when it has passed. */
function ticksAhead(state: GcraState, params: GcraParams, now: Instant): number {
  return Math.max(0, state.tat - now * params.ticksPerMicro);
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
  summary: 'Keep only the time when the next request is due; refuse what comes too far ahead of it.',
  rule:
    'Each request advances the theoretical arrival time by its cost times T/n, from now at the earliest. It is ' +
    'admitted when that time is then at most capacity times T/n ahead. It decides exactly like a token bucket.',
  sources: ['finch'],
  storedPerKey: 'one instant, TAT',
  knobs: [],
  usesCapacity: true,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: ['not too early', '', 'too early', 'the cost is above the capacity'],
  pacing: 'bursty',
  traits: { monotone: { clients: ['n', 'capacity'] }, boundsAnyCost: true, isPlainBucket: true },
  gauge: {
    unit: ['second ahead', 'seconds ahead'],
    denySide: 'ceiling',
    full: (params: GcraParams) => params.tolerance / params.ticksPerSecond,
    boundBy: () => 'capacity',
    low: () => 0,
  },

  prepare({ policy: { n, T, capacity }, horizon }) {
    const rate = rateInTicks(n, T);
    const tolerance = exactProduct(capacity, rate.ticksPerPermit, 'The tolerance in ticks');
    // The TAT is at most one tolerance ahead, and a request tries to move it at most one more.
    const latest = horizon + 2 * divCeil(tolerance, rate.ticksPerUnit);
    exactProduct(latest, rate.ticksPerUnit, 'The latest arrival time in ticks');
    return {
      rate,
      ticksPerMicro: rate.ticksPerUnit,
      ticksPerSecond: rate.ticksPerUnit * SECOND,
      emissionInterval: rate.ticksPerPermit,
      capacity,
      tolerance,
    };
  },

  maxCost: (params) => params.capacity,

  init: () => ({ tat: 0 }),

  decide(state, params, now, cost) {
    if (cost > params.capacity) return DENY_TOO_LARGE;
    const tat = newTat(state, params, now, cost);
    if (now * params.ticksPerMicro < tat - params.tolerance) return DENY;
    state.tat = tat;
    return ALLOW;
  },

  level: (state, params, now) => ticksAhead(state, params, now) / params.ticksPerSecond,

  nextBreakpoint(state, params, now) {
    const left = ticksAhead(state, params, now);
    return left > 0 ? now + unitsFromTicks(left, params.rate) : NEVER;
  },

  retryAfter(state, params, now, cost) {
    if (cost > params.capacity) return NEVER;
    const early = newTat(state, params, now, cost) - params.tolerance - now * params.ticksPerMicro;
    return unitsFromTicks(early, params.rate);
  },

  explain(state, params, now, cost) {
    if (cost > params.capacity) return explainTooLarge(cost, 'capacity', params.capacity, CODE);
    const clock = now * params.ticksPerMicro;
    const moved = newTat(state, params, now, cost);
    const early = moved - params.tolerance - clock;
    const holds = early <= 0;
    const inSeconds = (ticks: number) => ticks / params.ticksPerSecond;
    const secondsText = (ticks: number) => formatLength(inSeconds(ticks));
    const [at, tat, reach] = formatComparison(inSeconds(clock), inSeconds(moved), -early, -inSeconds(params.tolerance));
    const lead = ticksAhead(state, params, now);
    return {
      verdict: holds ? ALLOW : DENY,
      sentence:
        `The theoretical arrival time ${lead === 0 ? 'has passed' : `is ${secondsText(lead)} ahead`}; the request ` +
        `${holds ? 'moves' : 'would move'} it to ${secondsText(moved - clock)} ahead, ` +
        `and ${secondsText(params.tolerance)} ahead is the limit. ` +
        (holds ? 'It fits.' : `There is room in ${formatSeconds(unitsFromTicks(early, params.rate))}.`),
      condition: 'now ≥ new − capacity · T/n',
      evaluatedCondition: `${at} ≥ ${tat} − ${reach}`,
      holds,
      code: CODE,
      executedLines: holds ? [1, 2, 3, 4] : [1, 2, 5],
    };
  },

  readouts: (state, params, now) => [
    ['TAT', formatLength(state.tat / params.ticksPerSecond)],
    ['ahead', formatLength(ticksAhead(state, params, now) / params.ticksPerSecond)],
  ],

  picture: (state, params, now) => ({
    kind: 'mark',
    name: 'TAT',
    ahead: ticksAhead(state, params, now) / params.ticksPerSecond,
    limit: params.tolerance / params.ticksPerSecond,
  }),

  bound: ({ capacity, rate }, length) =>
    length <= 0 ? 0 : capacity + mulDivFloor(length - 1, rate.ticksPerUnit, rate.ticksPerPermit),
};
