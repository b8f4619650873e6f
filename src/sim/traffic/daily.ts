/**
 * `daily`: the rate follows the day, mean · (1 + swing · cos(2π(t − peakAt)/1 d)); request k arrives where its integral
 * since `from` reaches k = 0, 1, ….
 *
 * Counted from a trough, the integral over u is mean · (u − swing · sin(2πu/d) · d/2π). So the requests are even in
 * *mean time* M(u) = u − swing · sin(2πu/d) · d/2π, and each instant is M⁻¹ of one of them. That is Kepler's equation,
 * with the swing as the orbit's eccentricity. From the trough to the peak M rises and is convex, so Newton's method
 * converges to the root from above after any first step; the second half of a day mirrors the first.
 */
import { checkRange, commonFields, kindField, rangeFields, positiveRate } from '../scenario/entryFields.ts';
import type { EntryFields, RangeFields } from '../scenario/entryFields.ts';
import { number, record, required, withDefault } from '../scenario/schema.ts';
import { cosTurn, sinTurn } from '../math.ts';
import { formatRate, formatRateShort } from '../quantityFormat.ts';
import { DAY, microsFromSeconds, SECOND, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { countWithin, intervalForRate } from './evenSpacing.ts';
import { decimalField, FROM_FIELD, rateField, secondsField, TO_FIELD } from './formFields.ts';
import type { TrafficKind } from './kind.ts';
import { openLoop } from './openLoop.ts';
import { rangePace, rangeText, rangeTrack } from './ranged.ts';
import { rateRangeText } from './rateRange.ts';
import { rangeOf } from './trafficGenerator.ts';

export interface Daily extends EntryFields, RangeFields {
  readonly kind: 'daily';
  /** Requests a second, averaged over a day. */
  readonly mean: number;
  /** Seconds: an instant at which the rate is highest, as on every day before and after. */
  readonly peakAt: number;
  /** 0 (flat) … 1 (rate 0 in the trough). */
  readonly swing: number;
}

const DAY_SECONDS = secondsFromMicros(DAY);
const DEFAULT_PEAK_AT = 50_400;
const DEFAULT_SWING = 0.8;

const HALF_DAY = DAY / 2;
const DAY_PER_RADIAN: Duration = DAY / 6.283185307179586;

/** Newton's method stops when the remaining error is below this, in microseconds. */
const TOLERANCE = 1e-6;
/** One step suffices where requests are dense, two or three elsewhere; near a trough of rate 0, where M is flat, up to 14. */
const MAX_STEPS = 100;

export const daily: TrafficKind<Daily> = {
  kind: 'daily',
  schema: record<Daily>(
    {
      kind: kindField('daily'),
      ...rangeFields,
      mean: required(positiveRate),
      peakAt: withDefault(number({ min: 0, max: DAY_SECONDS, unit: 'seconds' }), DEFAULT_PEAK_AT),
      swing: withDefault(number({ min: 0, max: 1 }), DEFAULT_SWING),
      ...commonFields,
    },
    checkRange,
  ),
  draws: openLoop({ count: countRequests, generate: dailyInstants }),
  form: {
    layout: 'fields',
    fields: [
      FROM_FIELD,
      TO_FIELD,
      rateField('mean', 'Mean rate'),
      { ...secondsField('peakAt', 'Peak at'), max: DAY_SECONDS, inWords: timeOfDay },
      decimalField('swing', 'Swing', [0, 1]),
    ],
    explanation: dayText,
  },
  words: {
    label: ({ mean }) => `daily ${formatRateShort(mean)}`,
    description: (entry) => `daily, ${formatRate(entry.mean)} on average, ${rangeText(entry)}`,
  },
  track: rangeTrack,
  rates: {
    of: ({ mean }) => [mean],
    set: (entry, _which, mean) => ({ ...entry, mean }),
    count: null,
  },
  conversion: {
    pace: (entry, run) => rangePace(entry, entry.mean, run),
    instants: () => null,
    create: ({ common, range, pace }) => ({
      ...common,
      ...range,
      kind: 'daily',
      mean: pace.rate,
      peakAt: DEFAULT_PEAK_AT,
      swing: DEFAULT_SWING,
    }),
  },
};

/** `Over each 24-hour day, the rate varies between 1 and 9 a second and peaks at 14:00.` */
function dayText({ mean, swing, peakAt }: Daily): string {
  if (swing === 0) return `Over each 24-hour day, the rate stays at ${formatRate(mean)}.`;
  const range = rateRangeText([mean * (1 - swing), mean * (1 + swing)], formatRate, ' and ');
  return `Over each 24-hour day, the rate varies between ${range} and peaks at ${timeOfDay(peakAt)}.`;
}

/** `14:00`; with seconds if they are not 0. */
function timeOfDay(at: number): string {
  const whole = Math.floor(at) % DAY_SECONDS;
  const parts = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  return (parts[2] === 0 ? parts.slice(0, 2) : parts).map((part) => String(part).padStart(2, '0')).join(':');
}

function dailyInstants(entry: Daily, horizon: Instant): Float64Array {
  const { from, end } = rangeOf(entry, horizon);
  const { swing } = entry;
  const at = new Float64Array(countRequests(entry, horizon));
  if (at.length === 0) return at;

  const { whole, numerator, denominator } = intervalForRate(entry.mean);
  const start = sinceTrough(from, entry);
  const trough = from - start;
  const origin = start <= HALF_DAY ? meanTime(start, swing) : DAY - meanTime(DAY - start, swing);
  let u = start;
  let target = origin;
  // Microseconds that pass in one of mean time, as of the last request.
  let slope = 1;
  for (let k = 0; k < at.length; k++) {
    const [lastU, lastTarget] = [u, target];
    // Mean time since a trough, below a day: as whole days and a rest, for no large sum to round the small part.
    const days = Math.floor((k * whole) / DAY);
    let dayStart = trough + days * DAY;
    target = origin + (k * whole - days * DAY) + (k * numerator) / denominator;
    for (; target >= DAY; target -= DAY) dayStart += DAY;

    // Seen from this day, the last request may have been on the day before.
    const before = target < lastTarget ? DAY : 0;
    const meanTimePassed = target - (lastTarget - before);
    const guess = lastU - before + meanTimePassed * slope;
    u =
      target <= HALF_DAY
        ? inverseMeanTime(target, swing, guess)
        : DAY - inverseMeanTime(DAY - target, swing, DAY - guess);
    if (meanTimePassed > 0) slope = (u - (lastU - before)) / meanTimePassed;
    // In a trough of rate 0 the root is only accurate to a fifth of a second, and may end up past the end.
    at[k] = Math.min(end, dayStart + Math.round(u));
  }
  return at;
}

/** Time since the last trough at or before `now`: whole, 0 … DAY − 1. */
function sinceTrough(now: Instant, { peakAt }: Daily): Duration {
  const phase = (now - microsFromSeconds(peakAt) + HALF_DAY) % DAY;
  return phase < 0 ? phase + DAY : phase;
}

/** sin(2πu/d) for 0 ≤ u ≤ ½ d, the same bits for u and ½ d − u. */
function sine(u: Duration): number {
  return sinTurn(Math.min(u, HALF_DAY - u) / DAY);
}

/** M(u) for 0 ≤ u ≤ ½ d. */
function meanTime(u: Duration, swing: number): Duration {
  return u - swing * DAY_PER_RADIAN * sine(u);
}

/** dM/du: the rate at u as a share of the mean; never quite 0, so that it can be divided by. */
function rateAt(u: Duration, swing: number): number {
  return Math.max(1e-9, 1 - swing * cosTurn(u / DAY));
}

/** The u in 0 … ½ d with M(u) = target, for a target in that range. A good initial guess saves steps. */
function inverseMeanTime(target: Duration, swing: number, guess: Duration): Duration {
  let u = Math.max(0, Math.min(HALF_DAY, guess));
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const rate = rateAt(u, swing);
    const step = (meanTime(u, swing) - target) / rate;
    u = Math.max(0, Math.min(HALF_DAY, u - step));
    // The error after Newton's step is at most step² · M″/(2 · rate), and M″ at most swing/RADIAN.
    if (step * step * swing <= 2 * TOLERANCE * DAY_PER_RADIAN * rate) break;
  }
  return u;
}

/** How many k are below the integral. Exact when the integral is an integer, which requires bit-equal sines at both ends. */
function countRequests(entry: Daily, horizon: Instant): number {
  const { from, end, length } = rangeOf(entry, horizon);
  if (length === 0) return 0;
  const oscillation =
    entry.swing * DAY_PER_RADIAN * (signedSine(sinceTrough(end, entry)) - signedSine(sinceTrough(from, entry)));
  const meanTimePassed = length - oscillation;
  return oscillation === 0
    ? countWithin(meanTimePassed, entry.mean)
    : Math.max(0, Math.ceil((meanTimePassed / SECOND) * entry.mean));
}

/** sin(2πu/d) for a whole 0 ≤ u < d, with the same bits, except for the sign, in all four quarters. */
function signedSine(u: Duration): number {
  return u <= HALF_DAY ? sine(u) : 0 - sine(DAY - u);
}
