/** JSON lines: an object a line, its fields named by their paths, as `request.headers.Host`; and Cloudflare's Logpush. */
import { guessMapping } from '../fieldNames.ts';
import type { Mapping } from '../logTable.ts';
import { TIME_FORMS } from '../stamps.ts';
import type { LogFormat, LogHead, LogReader, ReadContext } from './format.ts';
import { mappingOf, type NamedColumns } from './namedColumns.ts';
import { recordReader, type Accessor } from './recordReader.ts';
import { splitTimeOf } from './splitTime.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 4;
const MAX_NAMES = 200;

export const ndjson: LogFormat = {
  id: 'ndjson',
  name: 'JSON lines',
  recognises: ({ lines }) => lines.slice(0, 10).some((line) => line.startsWith('{') && parseObject(line) !== null),
  open(head, context) {
    const columns = layoutOf(head);
    const { names } = columns;
    const noTime = (): string =>
      `No field holds times. There are ${names.slice(0, 12).join(', ')}: say which one is the time. ${TIME_FORMS}`;
    if (isOfKubernetes(head)) {
      context.finding({
        kind: 'stages',
        sentence: 'Kubernetes writes a line for each stage of a request: only the last, ResponseComplete, is read.',
      });
      return jsonReader(names, mappingOf(columns, context, noTime), context, ({ stage }) => stage === COMPLETE);
    }
    if (!isOfFastify(head))
      return jsonReader(names, mappingOf(columns, context, noTime), context, () => true, columns.derived);
    context.finding({
      kind: 'answers',
      sentence:
        'Fastify writes a line when a request comes and another when it is answered. The second is left out, and with it the status.',
    });
    const arrivals: NamedColumns = { ...columns, guess: columns.guess && { ...columns.guess, ...AT_ARRIVAL } };
    return jsonReader(names, mappingOf(arrivals, context, noTime), context, ({ msg }) => msg === INCOMING);
  },
};

const COMPLETE = 'ResponseComplete';

/** Of a request, whose `auditID` they share, several stages may be logged. */
function isOfKubernetes({ lines }: LogHead): boolean {
  const stages = new Set(
    lines.map(parseObject).map((record) => (record?.['auditID'] === undefined ? undefined : record['stage'])),
  );
  stages.delete(undefined);
  return stages.has(COMPLETE) && stages.size > 1;
}

const INCOMING = 'incoming request';
const AT_ARRIVAL: Partial<Mapping> = { timeIs: 'arrival', duration: null };

function isOfFastify({ lines }: LogHead): boolean {
  const messages = new Set(lines.map((line) => parseObject(line)?.['msg']));
  return messages.has(INCOMING) && messages.has('request completed');
}

export const cloudflare: LogFormat = {
  id: 'cloudflare',
  name: 'Cloudflare Logpush',
  recognises: ({ lines }) =>
    lines.some((line) => line.startsWith('{') && /"(?:Edge\w+|ClientRequest\w+|RayID)":/.test(line)),
  open: ndjson.open,
};

/** Whether lines of JSON have a field with times. */
export function hasTimes(head: LogHead): boolean {
  return layoutOf(head).guess !== null;
}

/**
 * @param accepts whether an object is a request; all are, unless it is said
 * @param derived how fields are read that are not in the file
 */
export function jsonReader(
  names: readonly string[],
  mapping: Mapping,
  context: ReadContext,
  accepts: (record: JsonObject) => boolean = () => true,
  derived: ReadonlyMap<string, Accessor<JsonObject>> = new Map(),
): LogReader {
  const records = recordReader(names, (name) => derived.get(name) ?? jsonAccessor(name), mapping, context);
  const decoder = new TextDecoder();
  return {
    mapping,
    otherColumns: records.otherColumns,
    line(bytes, start, end, number) {
      const record = parseObject(decoder.decode(bytes.subarray(start, end)));
      if (record === null) context.badLine(number, 'it is not a JSON object');
      else if (accepts(record)) records.read(record, number);
    },
  };
}

/** The object of a line; null if it is none. */
export function parseObject(line: string): JsonObject | null {
  try {
    const value = JSON.parse(line) as unknown;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the field of that path; a name with dots in it counts before a path. */
export function jsonAccessor(path: string): Accessor<JsonObject> {
  const parts = path.split('.');
  return (record) => {
    let value: unknown = record[path];
    if (value === undefined && parts.length > 1) {
      value = record;
      for (const part of parts) value = isObject(value) ? value[part] : undefined;
    }
    return textOf(value);
  };
}

/** A scalar as text; of a list its first one, as Caddy writes headers. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? textOf(value[0]) : undefined;
}

/** The paths of all scalars of the first lines, and what they seem to be. */
function layoutOf({ lines }: LogHead): NamedColumns & { readonly derived?: ReadonlyMap<string, Accessor<JsonObject>> } {
  const records = lines.map(parseObject).filter((record) => record !== null);
  const names = namesIn(records);
  const valuesOf = (name: string) =>
    records.map(jsonAccessor(name)).filter((text): text is string => text !== undefined && text !== '');
  const whole = { names, valuesOf, guess: guessMapping(names, valuesOf) };
  const split = whole.guess === null ? splitTimeOf(whole) : null;
  return split === null ? whole : { ...split, derived: split.derivedOf(jsonAccessor) };
}

function namesIn(records: readonly JsonObject[]): string[] {
  const names = new Set<string>();
  const collect = (record: JsonObject, prefix: string, depth: number): void => {
    for (const [name, value] of Object.entries(record)) {
      if (names.size >= MAX_NAMES) return;
      if (textOf(value) !== undefined) names.add(prefix + name);
      else if (isObject(value) && depth < MAX_DEPTH) collect(value, `${prefix}${name}.`, depth + 1);
    }
  };
  for (const record of records) collect(record, '', 1);
  return [...names];
}
