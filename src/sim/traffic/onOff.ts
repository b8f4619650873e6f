/** `on-off`: steady for `on` seconds, silent for `off` seconds, repeated: each cycle restarts at from + j · (on + off). */
import {
  checkRange,
  commonFields,
  kindField,
  positiveTime,
  rangeFields,
  positiveRate,
  time,
} from '../scenario/entryFields.ts';
import type { EntryFields, RangeFields } from '../scenario/entryFields.ts';
import { record, required } from '../scenario/schema.ts';
import { formatRate, formatRateShort, formatTime } from '../quantityFormat.ts';
import { microsFromSeconds, type Duration, type Instant } from '../time.ts';
import { countWithin } from './evenSpacing.ts';
import { FROM_FIELD, positiveSecondsField, RATE_FIELD, secondsField, TO_FIELD } from './formFields.ts';
import type { TrafficKind } from './kind.ts';
import { openLoop } from './openLoop.ts';
import { oneRate, rangePace, rangeText, rangeTrack } from './ranged.ts';
import { rangeOf } from './trafficGenerator.ts';
import { steadyInstants } from './steady.ts';

export interface OnOff extends EntryFields, RangeFields {
  readonly kind: 'on-off';
  /** Requests a second while on. */
  readonly rate: number;
  /** Seconds. */
  readonly on: number;
  readonly off: number;
}

interface Cycles {
  /** How many complete cycles fit into the range, and the length of the rest. */
  readonly whole: number;
  readonly rest: Duration;
  readonly on: Duration;
  readonly period: Duration;
}

export const onOff: TrafficKind<OnOff> = {
  kind: 'on-off',
  schema: record<OnOff>(
    {
      kind: kindField('on-off'),
      ...rangeFields,
      rate: required(positiveRate),
      on: required(positiveTime),
      off: required(time),
      ...commonFields,
    },
    checkRange,
  ),
  draws: openLoop({
    count: countRequests,
    generate(entry, horizon) {
      const { from, length } = rangeOf(entry, horizon);
      const { on, period } = cyclesOf(entry, horizon);
      const at = new Float64Array(countRequests(entry, horizon));
      const first = steadyInstants(from, Math.min(on, length), entry.rate);
      // Cycles begin on whole microseconds, so the others are exact copies of the first one, shifted.
      for (let i = 0, cycle = 0; i < at.length; cycle++) {
        for (let k = 0; k < first.length && i < at.length; k++) at[i++] = (first[k] as number) + cycle * period;
      }
      return at;
    },
  }),
  form: {
    layout: 'fields',
    fields: [FROM_FIELD, TO_FIELD, RATE_FIELD, positiveSecondsField('on', 'On for'), secondsField('off', 'Off for')],
    explanation: () => null,
  },
  words: {
    label: (entry) => `on-off ${formatRateShort(entry.rate)}`,
    description: (entry) =>
      `on-off, ${formatRate(entry.rate)}, ${formatTime(entry.on)} on, ${formatTime(entry.off)} off, ${rangeText(entry)}`,
  },
  track: rangeTrack,
  rates: oneRate,
  conversion: {
    pace: (entry, run) => rangePace(entry, entry.rate, run),
    instants: () => null,
    create: ({ common, range, pace }) => ({ ...common, ...range, kind: 'on-off', rate: pace.rate, on: 1, off: 1 }),
  },
};

function countRequests(entry: OnOff, horizon: Instant): number {
  const { whole, rest, on } = cyclesOf(entry, horizon);
  return whole * countWithin(on, entry.rate) + countWithin(Math.min(on, rest), entry.rate);
}

function cyclesOf(entry: OnOff, horizon: Instant): Cycles {
  const { length } = rangeOf(entry, horizon);
  const on = microsFromSeconds(entry.on);
  const period = on + microsFromSeconds(entry.off);
  const whole = period > 0 ? Math.floor(length / period) : 0;
  return { whole, rest: length - whole * period, on, period };
}
