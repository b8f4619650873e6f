/** `steady`: a request at from + k/rate for k = 0, 1, … as long as it is before `to`. */
import { checkRange, commonFields, kindField, rangeFields, positiveRate } from '../scenario/entryFields.ts';
import type { EntryFields, RangeFields } from '../scenario/entryFields.ts';
import { record, required } from '../scenario/schema.ts';
import { formatRate, formatRateShort } from '../quantityFormat.ts';
import type { Duration, Instant } from '../time.ts';
import { fewInstants } from './conversion.ts';
import { countWithin, fillEvenly, intervalForRate } from './evenSpacing.ts';
import { FROM_FIELD, RATE_FIELD, TO_FIELD } from './formFields.ts';
import type { TrafficKind } from './kind.ts';
import { openLoop } from './openLoop.ts';
import { oneRate, rangePace, rangeText, rangeTrack } from './ranged.ts';
import { rangeOf } from './trafficGenerator.ts';

export interface Steady extends EntryFields, RangeFields {
  readonly kind: 'steady';
  /** Requests a second. */
  readonly rate: number;
}

export const steady: TrafficKind<Steady> = {
  kind: 'steady',
  schema: record<Steady>(
    { kind: kindField('steady'), ...rangeFields, rate: required(positiveRate), ...commonFields },
    checkRange,
  ),
  draws: openLoop({
    count: (entry, horizon) => countWithin(rangeOf(entry, horizon).length, entry.rate),
    generate(entry, horizon) {
      const { from, length } = rangeOf(entry, horizon);
      return steadyInstants(from, length, entry.rate);
    },
  }),
  form: { layout: 'fields', fields: [FROM_FIELD, TO_FIELD, RATE_FIELD], explanation: () => null },
  words: {
    label: (entry) => `steady ${formatRateShort(entry.rate)}`,
    description: (entry) => `steady, ${formatRate(entry.rate)}, ${rangeText(entry)}`,
  },
  track: rangeTrack,
  rates: oneRate,
  conversion: {
    pace: (entry, run) => rangePace(entry, entry.rate, run),
    instants(entry, { end }) {
      const count = Math.ceil(((entry.to ?? end) - entry.from) * entry.rate - 1e-9);
      return fewInstants(entry.from, count, 1 / entry.rate);
    },
    create: ({ common, range, pace }) => ({ ...common, ...range, kind: 'steady', rate: pace.rate }),
  },
};

/** Instants from + k/perSecond before from + length. */
export function steadyInstants(from: Instant, length: Duration, perSecond: number): Float64Array {
  const count = countWithin(length, perSecond);
  const at = new Float64Array(count);
  if (count > 0) fillEvenly(at, count, from, intervalForRate(perSecond));
  return at;
}
