/** `burst`: `count` requests at at + spread · k/count, all at once when `spread` is 0. Requests past the end of the run are kept. */
import { commonFields, kindField, MAX_RATE, time, type EntryFields } from '../scenario/entryFields.ts';
import { MAX_SECONDS } from '../scenario/policy.ts';
import { integer, record, required, withDefault } from '../scenario/schema.ts';
import { formatNumber } from '../numberFormat.ts';
import { formatTime } from '../quantityFormat.ts';
import { microsFromSeconds, secondsFromMicros, shiftSeconds } from '../time.ts';
import { fewInstants, roundToFormat } from './conversion.ts';
import { fillEvenly, intervalOf } from './evenSpacing.ts';
import { secondsField, wholeField } from './formFields.ts';
import type { TrafficKind } from './kind.ts';
import { openLoop } from './openLoop.ts';

export interface Burst extends EntryFields {
  readonly kind: 'burst';
  /** Seconds. */
  readonly at: number;
  readonly count: number;
  /** Seconds over which the requests are spread, the last interval included; 0: all at once. */
  readonly spread: number;
}

export const burst: TrafficKind<Burst> = {
  kind: 'burst',
  schema: record<Burst>({
    kind: kindField('burst'),
    at: required(time),
    count: required(integer(1, MAX_RATE)),
    spread: withDefault(time, 0),
    ...commonFields,
  }),
  draws: openLoop({
    count: ({ count }) => count,
    generate({ at: start, count, spread }) {
      const at = new Float64Array(count);
      if (count > 0) {
        const interval = intervalOf(BigInt(microsFromSeconds(spread)), BigInt(count));
        fillEvenly(at, count, microsFromSeconds(start), interval);
      }
      return at;
    },
  }),
  form: {
    layout: 'fields',
    fields: [secondsField('at', 'At'), wholeField('count', 'Count', MAX_RATE), secondsField('spread', 'Spread')],
    explanation: () => null,
  },
  words: {
    label: ({ count }) => `burst ${formatNumber(count)}`,
    description: ({ at, count, spread }) =>
      `burst, ${formatNumber(count)} at ${formatTime(at)}${spread === 0 ? '' : `, over ${formatTime(spread)}`}`,
  },
  track: {
    shape: 'box',
    span({ at, spread }) {
      const from = microsFromSeconds(at);
      return { from, to: from + microsFromSeconds(spread) };
    },
    namesInstants: true,
    lastNamedInstant: ({ at, count, spread }) => at + (spread * (count - 1)) / count,
    moved: (entry, by) => ({ ...entry, at: shiftSeconds(entry.at, by) }),
    ends: {
      mayMeet: true,
      put: (entry, _side, { from, to }) => ({
        ...entry,
        at: secondsFromMicros(from),
        spread: secondsFromMicros(to - from),
      }),
    },
  },
  rates: {
    of: ({ count, spread }) => [count / Math.max(1, spread)],
    set(entry, _which, rate) {
      const count = Math.round(Number((rate * Math.max(1, entry.spread)).toPrecision(2)));
      return { ...entry, count: Math.max(1, Math.min(MAX_RATE, count)) };
    },
    count: ({ count }) => count,
  },
  conversion: {
    pace({ at, count, spread }) {
      const length = at + spread > at ? at + spread - at : 1;
      return {
        from: at,
        to: Math.min(MAX_SECONDS, roundToFormat(at + length)),
        count,
        rate: roundToFormat(count / length),
      };
    },
    instants: ({ at, count, spread }) => fewInstants(at, count, spread / count),
    create: ({ common, pace }) => ({
      ...common,
      kind: 'burst',
      at: pace.from,
      count: Math.max(1, Math.ceil(pace.count - 1e-9)),
      spread: 0,
    }),
  },
};
