/**
 * `daily`: the rate follows the day, mean · (1 + swing · cos(2π(t − peakAt)/1 d)); request k comes where its integral
 * since `from` reaches k = 0, 1, ….
 *
 * Counted from a trough, the integral over u is mean · (u − swing · sin(2πu/d) · d/2π). So the requests are even in
 * *mean time* M(u) = u − swing · sin(2πu/d) · d/2π, and each instant is M⁻¹ of one of them. That is Kepler's equation,
 * with the swing as the orbit's eccentricity. From the trough to the peak M rises and is convex, so Newton's method
 * comes down on the root from above, whatever its first step; the second half of a day mirrors the first.
 */
import { cosTurn, sinTurn } from '../math.ts';
import { DAY, microsFromSeconds, SECOND, type Duration, type Instant } from '../time.ts';
import { countWithin, intervalForRate } from './evenSpacing.ts';
import { rangeOf, type RangedEntry, type TrafficGenerator } from './trafficGenerator.ts';

export interface Daily extends RangedEntry {
  readonly kind: 'daily';
  /** Requests a second, averaged over a day. */
  readonly mean: number;
  /** Seconds: an instant at which the rate is highest; so it is every day before and after. */
  readonly peakAt: number;
  /** 0 (flat) … 1 (nothing in the trough). */
  readonly swing: number;
}

const HALF_DAY = DAY / 2;
const DAY_PER_RADIAN: Duration = DAY / 6.283185307179586;

/** Newton's method ends when less than this is left, in microseconds. */
const TOLERANCE = 1e-6;
/** One does where requests are dense, and two or three elsewhere; near a trough of rate 0, where M is flat, up to 14. */
const MAX_STEPS = 100;

export const daily: TrafficGenerator<Daily> = {
  kind: 'daily',
  count: countRequests,

  generate(entry, horizon) {
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
      // In a trough of rate 0 the root is known to a fifth of a second only, and may seem to lie past the end.
      at[k] = Math.min(end, dayStart + Math.round(u));
    }
    return at;
  },
};

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

/** dM/du: the rate at u as a share of the mean; never quite 0, so that it may divide. */
function rateAt(u: Duration, swing: number): number {
  return Math.max(1e-9, 1 - swing * cosTurn(u / DAY));
}

/** The u in 0 … ½ d with M(u) = target, for a target in that range. A good guess saves steps. */
function inverseMeanTime(target: Duration, swing: number, guess: Duration): Duration {
  let u = Math.max(0, Math.min(HALF_DAY, guess));
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const rate = rateAt(u, swing);
    const step = (meanTime(u, swing) - target) / rate;
    u = Math.max(0, Math.min(HALF_DAY, u - step));
    // What Newton's step leaves is at most step² · M″/(2 · rate), and M″ at most swing/RADIAN.
    if (step * step * swing <= 2 * TOLERANCE * DAY_PER_RADIAN * rate) break;
  }
  return u;
}

/** How many k are below the integral. It is exact where that is a whole number, which needs equal sines at both ends. */
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

/** sin(2πu/d) for a whole 0 ≤ u < d, the same bits, but for the sign, in all four quarters. */
function signedSine(u: Duration): number {
  return u <= HALF_DAY ? sine(u) : 0 - sine(DAY - u);
}
