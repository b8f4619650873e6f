/**
 * `ramp`: the rate changes linearly from `rate[0]` at `from` to `rate[1]` at `to`; request k arrives where its
 * integral reaches k = 0, 1, ….
 *
 * With a the first rate, b the last and D the length, t seconds after `from` the rate is r = a + (b − a)·t/D and the
 * integral (a + r)/2 · t. So request k arrives at t = 2k/(a + r), and its rate follows from k alone: r² = a² + 2(b − a)·k/D,
 * or, N being the integral over all of D, r² = b² + 2(a − b)·(N − k)/D. A rising ramp uses the first and a falling one
 * the second: this avoids cancellation, so the last requests of a ramp to 0 are as exact as the others.
 */
import { checkRange, commonFields, kindField, MAX_RATE, rangeFields } from '../scenario/entryFields.ts';
import type { EntryFields, RangeFields } from '../scenario/entryFields.ts';
import { list, number, record, required, withExpected, type Schema } from '../scenario/schema.ts';
import { formatRate, formatRateShort } from '../quantityFormat.ts';
import { SECOND, type Instant } from '../time.ts';
import { roundToFormat } from './conversion.ts';
import { ceilRatio, decimalRatio, type Ratio } from './evenSpacing.ts';
import { FROM_FIELD, rateField, TO_FIELD } from './formFields.ts';
import type { TrafficKind } from './kind.ts';
import { openLoop } from './openLoop.ts';
import { rangePace, rangeText, rangeTrack } from './ranged.ts';
import { rateRangeText } from './rateRange.ts';
import { rangeOf, type TimeRange } from './trafficGenerator.ts';
import { steadyInstants } from './steady.ts';

export interface Ramp extends EntryFields, RangeFields {
  readonly kind: 'ramp';
  /** Requests a second at the start and at the end. */
  readonly rate: readonly [number, number];
}

const TWO_TO_64 = 18_446_744_073_709_551_616;

export const ramp: TrafficKind<Ramp> = {
  kind: 'ramp',
  schema: record<Ramp>(
    { kind: kindField('ramp'), ...rangeFields, rate: required(ratesSchema()), ...commonFields },
    checkRange,
  ),
  draws: openLoop({ count: countRequests, generate: rampInstants }),
  form: {
    layout: 'fields',
    fields: [FROM_FIELD, TO_FIELD, rateField('rate[0]', 'Start rate'), rateField('rate[1]', 'End rate')],
    explanation: () => null,
  },
  words: {
    label: ({ rate }) => `ramp ${rateRangeText(rate, formatRateShort, '–')}`,
    description: (entry) => `ramp, ${rateRangeText(entry.rate, formatRate, ' to ')}, ${rangeText(entry)}`,
  },
  track: { ...rangeTrack, shape: 'slope' },
  rates: {
    of: ({ rate }) => rate,
    set(entry, which, rate) {
      const [first, last] = which === 0 ? [rate, entry.rate[1]] : [entry.rate[0], rate];
      return first > 0 || last > 0 ? { ...entry, rate: [first, last] } : entry;
    },
    count: null,
  },
  conversion: {
    pace: (entry, run) => rangePace(entry, roundToFormat((entry.rate[0] + entry.rate[1]) / 2), run),
    instants: () => null,
    create: ({ common, range, pace }) => ({
      ...common,
      ...range,
      kind: 'ramp',
      rate: [0, roundToFormat(2 * pace.rate)],
    }),
  },
};

/** Two rates that are not both 0. */
function ratesSchema(): Schema<readonly [number, number]> {
  const expected = 'two numbers from 0 to 1,000,000,000, not both 0';
  const two = withExpected(list(number({ min: 0, max: MAX_RATE }), 'numbers', 2, 2), expected);
  return {
    expected,
    parse(value, path, report) {
      const read = two.parse(value, path, report);
      if (read === undefined) return undefined;
      const [first = 0, second = 0] = read;
      if (first > 0 || second > 0) return [first, second];
      report({ path, actual: '[0,0]', expected });
      return undefined;
    },
    serialize: (value) => value,
  };
}

function rampInstants(entry: Ramp, horizon: Instant): Float64Array {
  const range = rangeOf(entry, horizon);
  const { from, to } = range;
  const [a, b] = entry.rate;
  if (a === b) return steadyInstants(from, range.length, a);
  const at = new Float64Array(countRequests(entry, horizon));
  if (at.length === 0) return at;

  const [numerator, denominator] = integralOf(entry, { ...range, length: to - from });
  const whole = Number(numerator / denominator);
  // In 64 bits, since a rate of 10^−320 makes a denominator too large for a double.
  const part = Number(((numerator % denominator) << 64n) / denominator) / TWO_TO_64;
  const slope = (2 * Math.abs(b - a) * SECOND) / (to - from);
  // Set separately, because a rate of 0 would make it 0/0.
  at[0] = from;
  for (let k = 1; k < at.length; k++) {
    const rate = Math.sqrt(a < b ? a * a + slope * k : b * b + slope * (whole - k + part));
    at[k] = from + Math.round((2 * k * SECOND) / (a + rate));
  }
  return at;
}

/** How many k are below the integral, exactly. */
function countRequests(entry: Ramp, horizon: Instant): number {
  const range = rangeOf(entry, horizon);
  return range.length === 0 ? 0 : ceilRatio(...integralOf(entry, range));
}

/** The integral over the first `length` of the range, exactly. Rates are taken as the decimals that were written. */
function integralOf(entry: Ramp, { from, to, length }: TimeRange): Ratio {
  const [a, seconds] = decimalRatio(entry.rate[0]);
  const [b, otherSeconds] = decimalRatio(entry.rate[1]);
  const first = a * otherSeconds;
  const last = b * seconds;
  const whole = BigInt(to - from);
  const part = BigInt(length);
  return [part * (2n * whole * first + (last - first) * part), 2n * whole * seconds * otherSeconds * BigInt(SECOND)];
}
