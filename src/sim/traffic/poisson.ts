/**
 * `poisson`: independent gaps, exponentially distributed with mean 1/rate; the first gap starts at `from`.
 *
 * One draw of `nextExponential` per request and one past the end. The draws do not depend on the rate, so changing it
 * stretches the pattern, and a later end only appends to it.
 */
import { nextExponential, makeStream, type RandomStream } from '../random.ts';
import { checkRange, commonFields, kindField, rangeFields, positiveRate } from '../scenario/entryFields.ts';
import type { EntryFields, RangeFields } from '../scenario/entryFields.ts';
import { record, required } from '../scenario/schema.ts';
import { formatRate, formatRateShort } from '../quantityFormat.ts';
import { SECOND } from '../time.ts';
import { FROM_FIELD, RATE_FIELD, TO_FIELD } from './formFields.ts';
import type { TrafficKind } from './kind.ts';
import { openLoop } from './openLoop.ts';
import { oneRate, rangePace, rangeText, rangeTrack } from './ranged.ts';
import { substreamOf, rangeOf, type TimeRange } from './trafficGenerator.ts';

export interface Poisson extends EntryFields, RangeFields {
  readonly kind: 'poisson';
  /** Requests a second, on average. */
  readonly rate: number;
}

export const poisson: TrafficKind<Poisson> = {
  kind: 'poisson',
  schema: record<Poisson>(
    { kind: kindField('poisson'), ...rangeFields, rate: required(positiveRate), ...commonFields },
    checkRange,
  ),
  draws: openLoop({
    count: (entry, horizon) => maxPoissonCount(rangeOf(entry, horizon), entry.rate),
    generate: (entry, horizon, seed) =>
      poissonInstants(rangeOf(entry, horizon), entry.rate, makeStream(seed, entry.stream, substreamOf('arrivals'))),
    random: true,
  }),
  form: { layout: 'fields', fields: [FROM_FIELD, TO_FIELD, RATE_FIELD], explanation: () => null },
  words: {
    label: (entry) => `Poisson ${formatRateShort(entry.rate)}`,
    description: (entry) => `Poisson, ${formatRate(entry.rate)}, ${rangeText(entry)}`,
  },
  track: rangeTrack,
  rates: oneRate,
  conversion: {
    pace: (entry, run) => rangePace(entry, entry.rate, run),
    instants: () => null,
    create: ({ common, range, pace }) => ({ ...common, ...range, kind: 'poisson', rate: pace.rate }),
  },
};

/** Instants within a range, with gaps drawn from `stream`. */
export function poissonInstants(range: TimeRange, perSecond: number, stream: RandomStream): Float64Array {
  const { from, end } = range;
  const meanGap = SECOND / perSecond;
  let at = new Float64Array(maxPoissonCount(range, perSecond));
  // The sum of the gaps, as a whole microsecond and the time since. The second part stays small, so that adding to it
  // loses no precision: after 2 · 10^7 gaps the sum is still accurate to a thousandth of a microsecond.
  let base = from;
  let sinceBase = 0;
  let count = 0;
  for (;;) {
    // First all gaps, into the same array: drawing and adding in one loop takes a third longer.
    for (let i = count; i < at.length; i++) at[i] = nextExponential(stream);
    for (; count < at.length; count++) {
      sinceBase += (at[count] as number) * meanGap;
      if (sinceBase >= SECOND) {
        const whole = Math.floor(sinceBase);
        base += whole;
        sinceBase -= whole;
      }
      // Negated so that NaN, from a rate of 0, ends the loop as well.
      if (!(sinceBase < end - base)) return at.subarray(0, count);
      at[count] = base + Math.floor(sinceBase + 0.5);
    }
    at = grow(at);
  }
}

/** A bound that about one run in 10^9 exceeds: six standard deviations above the mean, plus 6 for small means, where that is too few. */
export function maxPoissonCount({ length }: TimeRange, perSecond: number): number {
  const mean = (length / SECOND) * perSecond;
  return mean > 0 ? Math.ceil(mean + 6 * Math.sqrt(mean) + 6) : 0;
}

/** For the one run in 10^9 that exceeds the bound. */
function grow(at: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.ceil(at.length * 1.5) + 16);
  larger.set(at);
  return larger;
}
