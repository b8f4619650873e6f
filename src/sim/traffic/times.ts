/** `times`: a list of instants, written in the format or added by clicking. Instants past the end of the run are kept. */
import {
  commonFields,
  DEFAULT_KEY,
  kindField,
  time,
  timesCost,
  timesKey,
  type CostDistribution,
  type EntryFields,
} from '../scenario/entryFields.ts';
import { MAX_SECONDS } from '../scenario/policy.ts';
import { formatExactNumber, type Report } from '../scenario/problem.ts';
import { boolean, list, record, withDefault } from '../scenario/schema.ts';
import { formatNumber, pluralize } from '../numberFormat.ts';
import { formatTime } from '../quantityFormat.ts';
import { microsFromSeconds, secondsFromMicros, shiftSeconds } from '../time.ts';
import { roundToFormat } from './conversion.ts';
import type { TimeSpan, TrafficKind } from './kind.ts';
import { openLoop } from './openLoop.ts';

export interface Times extends Omit<EntryFields, 'key' | 'cost'> {
  readonly kind: 'times';
  /** Seconds, in any order. */
  readonly at: readonly number[];
  /** One for all requests, or one each. */
  readonly key: string | readonly string[];
  readonly cost: number | CostDistribution | readonly number[];
  /** Whether this is the entry that Send adds to; at most one is. */
  readonly clicks: boolean;
}

export const times: TrafficKind<Times> = {
  kind: 'times',
  schema: record<Times>(
    {
      kind: kindField('times'),
      at: withDefault(list(time, 'seconds', 0, Infinity), []),
      ...commonFields,
      key: withDefault(timesKey, DEFAULT_KEY),
      cost: withDefault(timesCost, 1),
      clicks: withDefault(boolean, false),
    },
    checkListLengths,
  ),
  draws: openLoop({
    count: ({ at }) => at.length,
    generate: ({ at }) => Float64Array.from(at, microsFromSeconds),
  }),
  form: { layout: 'lists', fields: [], explanation: () => null },
  words: {
    label: ({ at, clicks }) => `${clicks ? 'sent' : 'times'} ${formatNumber(at.length)}`,
    description: ({ at, clicks }) => `${clicks ? 'sent manually' : 'times'}, ${instantsText(at)}`,
  },
  track: {
    shape: 'bracket',
    span(entry) {
      let span = spans.get(entry);
      if (span === undefined) spans.set(entry, (span = spanOf(entry)));
      return span;
    },
    namesInstants: true,
    lastNamedInstant: ({ at }) => (at.length === 0 ? undefined : lastOf(at)),
    moved: (entry, by) => ({ ...entry, at: entry.at.map((at) => shiftSeconds(at, by)) }),
    ends: null,
  },
  rates: {
    of(entry) {
      const span = times.track.span(entry, 0);
      return span === null ? [] : [entry.at.length / Math.max(1, secondsFromMicros(span.to - span.from))];
    },
    set: null,
    count: null,
  },
  conversion: {
    pace({ at }) {
      const from = at.length === 0 ? 0 : firstOf(at);
      const last = at.length === 0 ? from : lastOf(at);
      const length = last > from ? last - from : 1;
      const count = Math.max(1, at.length);
      return {
        from,
        to: Math.min(MAX_SECONDS, roundToFormat(from + length)),
        count,
        rate: roundToFormat(count / length),
      };
    },
    instants: ({ at }) => at,
    create: ({ common, pace, instants, requests }) => ({
      ...common,
      kind: 'times',
      ...(requests ?? { at: instants ?? [pace.from] }),
      clicks: false,
    }),
  },
};

/** Cached: it is needed for each frame of a drag and each pointer move, and lists may be long. */
const spans = new WeakMap<Times, TimeSpan | null>();

function spanOf({ at }: Times): TimeSpan | null {
  if (at.length === 0) return null;
  return { from: microsFromSeconds(firstOf(at)), to: microsFromSeconds(lastOf(at)) };
}

function firstOf(at: readonly number[]): number {
  return at.reduce((a, b) => Math.min(a, b));
}

function lastOf(at: readonly number[]): number {
  return at.reduce((a, b) => Math.max(a, b));
}

function instantsText(at: readonly number[]): string {
  if (at.length === 0) return 'no requests';
  const [from, to] = [firstOf(at), lastOf(at)];
  return `${pluralize(at.length, 'request')}, ${from === to ? `at ${formatTime(from)}` : `${formatTime(from)} to ${formatTime(to)}`}`;
}

function checkListLengths({ at, key, keys, cost: costs }: Partial<Times>, path: string, report: Report): void {
  if (at === undefined) return;
  const checkLength = (given: readonly unknown[], field: string) => {
    if (given.length === at.length) return;
    report({
      path: `${path}.${field}`,
      actual: `a list of ${formatExactNumber(given.length)}`,
      expected: `a list of ${formatExactNumber(at.length)}, one for each instant in at`,
    });
  };
  if (Array.isArray(key)) {
    checkLength(key, 'key');
    if (keys !== undefined)
      report({ path: `${path}.keys`, actual: 'given beside a list in key', expected: 'left out, or key be one text' });
  }
  if (Array.isArray(costs)) checkLength(costs, 'cost');
}
