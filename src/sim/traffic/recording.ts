/** `recording`: the requests of a log, at the times, by the clients and with the costs that it has. */
import { MAX_RATE } from '../scenario/entryFields.ts';
import { MAX_SECONDS } from '../scenario/policy.ts';
import { formatNumber, pluralize } from '../numberFormat.ts';
import { formatTime } from '../quantityFormat.ts';
import { makeStream } from '../random.ts';
import { firstAtOrAfter } from '../search.ts';
import { microsFromSeconds, secondsFromMicros, shiftSeconds, type Instant } from '../time.ts';
import { MAX_LISTED_REQUESTS, roundToFormat } from './conversion.ts';
import { FROM_FIELD } from './formFields.ts';
import type { Draws, TrafficKind } from './kind.ts';
import { sortedByTime } from './merge.ts';
import { readStamps } from './readings.ts';
import { costOf, isBad, type RecordingColumns } from './recordingColumns.ts';
import { recordingColumns } from './recordings.ts';
import { recordingSchema, type RecordingTraffic } from './recordingSchema.ts';
import { substreamOf } from './trafficGenerator.ts';

export type { RecordingTraffic } from './recordingSchema.ts';

/** Requests at or after the end of the run are left out, so that a shorter run takes a part of the log. */
const draws: Draws<RecordingTraffic> = {
  openLoop: true,
  isRandom: ({ reading }) => reading === 'random',
  count(entry, horizon) {
    const columns = endOf(entry) <= horizon ? null : recordingColumns(entry.digest);
    return columns === null ? entry.count : countBefore(entry, columns.at, horizon);
  },
  arrivals(entry, { index, horizon, seed }) {
    const columns = recordingColumns(entry.digest);
    if (columns === null) return null;
    const at = instantsOf(entry, columns.at, seed);
    const list = sortedByTime({ entry: index, at, names: namesOf(entry, columns), ...requestsOf(columns), jobs: null });
    const kept = firstAtOrAfter(list.at, horizon);
    if (kept === at.length) return list;
    const { key, cost, bad = null } = list;
    return {
      ...list,
      at: list.at.subarray(0, kept),
      key: key && key.subarray(0, kept),
      cost: cost && cost.subarray(0, kept),
      bad: bad && bad.subarray(0, kept),
    };
  },
  clients: () => 0,
};

export const recording: TrafficKind<RecordingTraffic> = {
  kind: 'recording',
  schema: recordingSchema,
  draws,
  form: { layout: 'recording', fields: [FROM_FIELD], explanation: () => null },
  words: {
    label: ({ count }) => `recording ${formatNumber(count)}`,
    description: ({ name, count, from, length }) =>
      `recording, ${name === '' ? '' : `${name}, `}${pluralize(count, 'request')}, ` +
      `${formatTime(from)} to ${formatTime(from + length)}`,
  },
  track: {
    shape: 'box',
    span: (entry) => ({ from: microsFromSeconds(entry.from), to: endOf(entry) }),
    namesInstants: true,
    lastNamedInstant: ({ from, length, resolution }) => Math.min(MAX_SECONDS, from + length + resolution),
    moved: (entry, by) => ({ ...entry, from: shiftSeconds(entry.from, by) }),
    ends: null,
  },
  rates: {
    of: ({ count, length, resolution }) => [count / Math.max(1, length + resolution)],
    set: null,
    count: null,
  },
  conversion: {
    pace({ from, length, resolution, count }) {
      const to = Math.min(MAX_SECONDS, roundToFormat(from + length + resolution));
      return { from, to, count, rate: Math.min(MAX_RATE, roundToFormat(count / (length + resolution))) };
    },
    instants: () => null,
    requests(entry, { end }) {
      // At random they come where the scenario's seed puts them, which an entry does not know.
      if (entry.count > MAX_LISTED_REQUESTS || entry.reading === 'random') return null;
      const columns = recordingColumns(entry.digest);
      if (columns === null) return null;
      const { name } = namesOf(entry, columns);
      const rows = Array.from(instantsOf(entry, columns.at, 0), (at, row) => ({ at: secondsFromMicros(at), row }));
      const sent = rows.filter(({ at }) => at < end);
      return {
        at: sent.map(({ at }) => at),
        key: sent.map(({ row }) => name(columns.client[row] as number)),
        cost: sent.map(({ row }) => costOf(columns.costAndBad[row] as number)),
      };
    },
    create: null,
  },
};

/** Where the interval of the last stamp ends. */
function endOf({ from, length, resolution }: RecordingTraffic): Instant {
  return microsFromSeconds(from) + microsFromSeconds(length) + microsFromSeconds(resolution);
}

/** When the requests come, in the order of the log. */
function instantsOf(entry: RecordingTraffic, stamps: Float64Array, seed: number): Float64Array {
  const { reading, resolution, stream, from } = entry;
  const draw = () => makeStream(seed, stream, substreamOf('arrivals'));
  const at = readStamps(stamps, reading, microsFromSeconds(resolution), draw);
  const offset = microsFromSeconds(from);
  if (offset > 0) for (let i = 0; i < at.length; i++) at[i]! += offset;
  return at;
}

/** Exact, but for the random reading, where it is the number of stamps before the end. */
function countBefore(entry: RecordingTraffic, stamps: Float64Array, horizon: Instant): number {
  const end = horizon - microsFromSeconds(entry.from);
  const stamped = firstAtOrAfter(stamps, end);
  if (entry.reading !== 'even') return stamped;
  // Those of earlier stamps all come before the end; of these, the later ones may not.
  const resolution = microsFromSeconds(entry.resolution);
  const sure = firstAtOrAfter(stamps, end - resolution);
  const unsure = instantsOf({ ...entry, from: 0 }, stamps.subarray(sure, stamped), 0);
  return sure + unsure.reduce((count, at) => count + (at < end ? 1 : 0), 0);
}

function namesOf({ key }: RecordingTraffic, { client, names }: RecordingColumns) {
  const count = names?.length ?? 1 + client.reduce((most, one) => Math.max(most, one), 0);
  return { count, name: (index: number) => names?.[index] ?? `${key} ${index + 1}` };
}

/** The columns of a list of arrivals, which belong to it. */
function requestsOf({ client, costAndBad }: RecordingColumns) {
  return {
    key: client.slice(),
    cost: costAndBad.some((one) => costOf(one) !== 1) ? costAndBad.map(costOf) : null,
    bad: costAndBad.some(isBad) ? Uint8Array.from(costAndBad, (one) => (isBad(one) ? 1 : 0)) : null,
  };
}
