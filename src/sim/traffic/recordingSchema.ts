/**
 * A recording in the format: with its requests packed into `data`, as in a file, or naming them by count, digest and
 * length, as in a link. A parsed entry names them; the requests themselves are held once, see `recordings.ts`.
 */
import {
  commonFields,
  kindField,
  MIN_SECONDS,
  time,
  UNASSIGNED_FROM,
  type EntryFields,
} from '../scenario/entryFields.ts';
import { MAX_SECONDS } from '../scenario/policy.ts';
import { briefJson, type Report } from '../scenario/problem.ts';
import { integer, number, oneOf, optional, record, text, withDefault, type Schema } from '../scenario/schema.ts';
import { MAX_RESOLUTION, READINGS, type Reading } from './readings.ts';
import { MAX_RECORDED_REQUESTS, RecordingProblem } from './recordingData.ts';
import { takeRecording, type RecordingName } from './recordings.ts';

/** A log's requests. */
export interface RecordingTraffic extends Pick<EntryFields, 'key' | 'label' | 'timeout' | 'stream'>, RecordingName {
  readonly kind: 'recording';
  /** The log's name. */
  readonly name: string;
  /** When the log begins, whole seconds of Unix time. */
  readonly start: number;
  /** Where it begins in the run, in seconds. */
  readonly from: number;
  /** Seconds between two stamps that the log can tell apart. */
  readonly resolution: number;
  readonly reading: Reading;
  /** What other kinds have; its requests have an end, keys and costs of their own. */
  readonly to?: undefined;
  readonly keys?: undefined;
  readonly cost?: undefined;
}

/** As in a document. */
type Fields = Omit<RecordingTraffic, keyof RecordingName | 'to' | 'keys' | 'cost'> &
  Partial<RecordingName> & { readonly data?: string };

/** More characters than the longest recording takes. */
const MAX_DATA_CHARACTERS = 400_000_000;
/** Clients are `client 1`, `client 2`… */
const DEFAULT_CLIENT = 'client';

const DIGEST_EXPECTED = '32 hexadecimal digits';
const digestText: Schema<string> = {
  expected: DIGEST_EXPECTED,
  parse(value, path, report) {
    if (typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)) return value;
    report({ path, actual: briefJson(value), expected: DIGEST_EXPECTED });
    return undefined;
  },
  serialize: (value) => value,
};

const { key, label, timeout, stream } = commonFields;

const fields = record<Fields>({
  kind: kindField('recording'),
  name: withDefault(text(0, 200), ''),
  start: withDefault(integer(0, 9_000_000_000), 0),
  from: withDefault(time, UNASSIGNED_FROM),
  resolution: withDefault(number({ min: MIN_SECONDS, max: MAX_RESOLUTION, unit: 'seconds' }), 1),
  reading: withDefault(oneOf(READINGS), 'even'),
  key: withDefault(key.schema, DEFAULT_CLIENT),
  label,
  timeout,
  stream,
  count: optional(integer(1, MAX_RECORDED_REQUESTS)),
  digest: optional(digestText),
  length: optional(time),
  data: optional(text(1, MAX_DATA_CHARACTERS)),
});

export const recordingSchema: Schema<RecordingTraffic> = {
  expected: fields.expected,
  parse(value, path, report) {
    const read = fields.parse(value, path, report);
    if (read === undefined) return undefined;
    const { data, count, digest, length, ...rest } = read;
    if (data !== undefined) {
      const requests = requestsIn(data, path, report);
      if (requests === undefined || (digest ?? requests.digest) === requests.digest)
        return requests && { ...rest, ...requests };
      report({ path: `${path}.digest`, actual: briefJson(digest), expected: `that of data, "${requests.digest}"` });
      return undefined;
    }
    if (count !== undefined && digest !== undefined && length !== undefined) return { ...rest, count, digest, length };
    report({ path: `${path}.data`, actual: 'missing', expected: 'left out only beside count, digest and length' });
    return undefined;
  },
  serialize: (entry) => fields.serialize(entry),
};

function requestsIn(data: string, path: string, report: Report): RecordingName | undefined {
  try {
    return takeRecording(data);
  } catch (error) {
    if (!(error instanceof RecordingProblem)) throw error;
    report({ path: `${path}.data`, actual: error.message, expected: RecordingProblem.expected });
    return undefined;
  }
}

/** Where a log begins in a run of that epoch, in seconds: at its own time; at 0 if that is before or far after the run. */
export function placeOf({ start }: Pick<RecordingTraffic, 'start'>, epoch: number): number {
  const from = start - epoch;
  return from >= 0 && from <= MAX_SECONDS ? from : 0;
}
