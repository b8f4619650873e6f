/** Guesses which column of a file is what, by the names that servers and libraries give them. */
import type { ReadChoices } from './formats/format.ts';
import { orderIn } from './dates.ts';
import { unitOf } from './durations.ts';
import { COMMON_FIELDS, type CommonField, type DurationUnit, type Mapping } from './logTable.ts';
import { StampReader } from './stamps.ts';

/** Names without case, dots, dashes and underscores, the likeliest first. */
const NAMES: Readonly<Record<CommonField, readonly string[]>> = {
  address:
    'clientip remoteaddr remoteip ip remotehost clienthost clientaddr clientaddress cliip remoteaddress cip sourceip srcip xforwardedfor httpxforwardedfor realip xrealip downstreamremoteaddress fwd client remote address idorigh origh sourceipaddress sourceips'.split(
      ' ',
    ),
  user: 'user userid username remoteuser csusername clientuser account accountid customer customerid tenant tenantid apikey xapikey auth'.split(
    ' ',
  ),
  method: 'method requestmethod clientrequestmethod httpmethod csmethod verb requestmethodname'.split(' '),
  path: 'path uri url requesturi requestpath clientrequestpath clientrequesturi csuristem urlpath requesturl urloriginal endpoint resource originalpath xenvoyoriginpath request'.split(
    ' ',
  ),
  status:
    'status statuscode responsecode edgeresponsestatus code scstatus elbstatuscode downstreamstatus httpstatus httpstatuscode responsestatus responsestatuscode'.split(
      ' ',
    ),
  bytes:
    'bytes bodybytessent bytessent sentbytes edgeresponsebytes scbytes bytesout responsesize size responsebytes contentlength downstreamcontentsize'.split(
      ' ',
    ),
  agent: 'useragent httpuseragent clientrequestuseragent agent csuseragent requestuseragent useragentoriginal ua'.split(
    ' ',
  ),
};

/** Stamped when the request arrives. API Gateway's requestTime is in whole seconds. */
const ARRIVAL_NAMES =
  'requesttimeepoch starttime startutc startlocal requestcreationtime edgestarttimestamp requesttimestamp startedat starteddatetime start requeststart eventstart arrival receivedat'.split(
    ' ',
  );
/** Stamped when the response ends, or by whoever writes the line. Of nginx's, only $msec has fractions of a second. */
const END_NAMES =
  'msec timestamp time ts datetime date timelocal timeiso8601 edgeendtimestamp endtime end eventtime createdat logtime asctime when t epoch unixtime'.split(
    ' ',
  );

const DURATIONS: readonly (readonly [name: string, unit: DurationUnit])[] = [
  ['requesttime', 's'],
  ['durations', 's'],
  ['durationseconds', 's'],
  ['durationms', 'ms'],
  ['durationmillis', 'ms'],
  ['responsetimems', 'ms'],
  ['latencyms', 'ms'],
  ['elapsedms', 'ms'],
  ['durationus', 'µs'],
  ['durationns', 'ns'],
  ['latencyns', 'ns'],
  // Of the Elastic Common Schema.
  ['eventduration', 'ns'],
];

const DURATIONS_WITHOUT_UNIT = 'duration latency elapsed responsetime timetaken took'.split(' ');
/** Numbers without a name count as times from 1980 on, microseconds. */
const FIRST_DATE = 315_532_800e6;

/** `X-Forwarded-For`, `x_forwarded_for` and `xForwardedFor` are one name. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Names of more parts, which nobody writes, are looked at no further. */
const MAX_PARTS = 8;

/**
 * The column whose name is the likeliest of those; without its first parts, too, as few as possible: `request.remote_ip`,
 * `@network.client.ip`.
 */
function columnNamed(columns: readonly string[], names: readonly string[]): string | null {
  const parts = columns.map((column) => column.split('.'));
  for (let left = 0; left < MAX_PARTS; left++) {
    const plain = parts.map((each) => (left < each.length ? plainName(each.slice(left).join('.')) : null));
    for (const name of names) {
      const found = plain.indexOf(name);
      if (found >= 0) return columns[found]!;
    }
  }
  return null;
}

/**
 * What some call the client's and most the server's, and what Logstash calls the status and most the whole answer: they count
 * where no other column is likely.
 */
const LAST_NAMES: Partial<Readonly<Record<CommonField, readonly string[]>>> = {
  address: ['host'],
  status: ['response'],
};

/** The header Host names the server. */
const isHostHeader = (column: string): boolean => /headers?\.host$/i.test(column);

/** A status is a number; under its name, some have words: Datadog `info`, others `ok`. */
const isStatus = (values: readonly string[]): boolean =>
  values.length === 0 || values.some((value) => /^\d/.test(value));

/** The column that by its name holds times; null if none. A whole name counts before one without its first parts. */
export function timeNamed(columns: readonly string[]): string | null {
  return columnNamed(columns, [...ARRIVAL_NAMES, ...END_NAMES]);
}

/** Whether a column holds times: dates of this age, or numbers under a name that as a whole says so. */
function isTime(column: string, values: readonly string[]): boolean {
  const hasTimeName = [...ARRIVAL_NAMES, ...END_NAMES].includes(plainName(column));
  return areTimes(values, hasTimeName ? 0 : FIRST_DATE);
}

/** Whether nearly all of some values are dates of this age. */
export const areDates = (values: readonly string[]): boolean => areTimes(values, FIRST_DATE);

/** @param first microseconds since 1970 */
function areTimes(values: readonly string[], first: number): boolean {
  const stamps = new StampReader();
  stamps.dateOrder = orderIn(values)?.order ?? null;
  const times = values.map((value) => stamps.parse(value)).filter((stamp) => stamp >= first);
  return times.length > 0 && times.length >= 0.8 * values.length;
}

/**
 * A mapping by the names of the columns and their first values; null if no column holds times.
 * @param valuesOf a column's first values, without those that are missing
 */
export function guessMapping(
  columns: readonly string[],
  valuesOf: (column: string) => readonly string[],
): Mapping | null {
  const times = columns.filter((column) => isTime(column, valuesOf(column)));
  // Beside a date, what is named time and counts from 0 is how long something took.
  const time = timeNamed(times.filter((column) => areDates(valuesOf(column)))) ?? timeNamed(times) ?? times[0];
  if (time === undefined) return null;
  const duration = guessDuration(time, columns, valuesOf);
  const isEnd = duration !== null && duration.unit !== null;
  return {
    time,
    timeIs: isEnd ? 'end' : 'arrival',
    duration: isEnd ? duration.column : null,
    durationUnit: isEnd ? duration.unit : 's',
    isUnitGuessed: isEnd && duration.isGuessed,
    fields: guessFields(columns, valuesOf),
  };
}

/**
 * The column that says how long requests took, and in which unit, null for an unknown one. Null if no column does, and where
 * the time needs none because it is the arrival.
 */
function guessDuration(
  time: string,
  columns: readonly string[],
  valuesOf: (column: string) => readonly string[],
): { readonly column: string; readonly unit: DurationUnit | null; readonly isGuessed: boolean } | null {
  const stampsArrival =
    columns.some((column) => isOfFastly(column) || column === 'id.orig_h') || isOfGoogle(columns, valuesOf);
  if (columnNamed([time], ARRIVAL_NAMES) !== null || stampsArrival) return null;
  // API Gateway's requestTime is the time; nginx's request_time is how long it took.
  const others = columns.filter((column) => column !== time);
  for (const [name, unit] of DURATIONS) {
    const column = columnNamed(others, [name]);
    if (column !== null) return { column, unit, isGuessed: false };
  }
  const column = columnNamed(others, DURATIONS_WITHOUT_UNIT);
  if (column === null) return null;
  const found = unitOf(valuesOf(column));
  const own = unitOfWriter(plainName(column), found, columns);
  return { column, unit: own ?? found, isGuessed: own === null };
}

/** The unit of whoever writes such columns; null for others. @param found as the values have it */
function unitOfWriter(name: string, found: DurationUnit | null, columns: readonly string[]): DurationUnit | null {
  const has = (...names: readonly string[]): boolean => names.every((each) => columnNamed(columns, [each]) !== null);
  if (name === 'duration' && found !== 's' && columns.some(isOfDatadog)) return 'ns';
  // Echo, the web framework in Go, writes `"latency":123456,"latency_human":"123.456µs"`.
  if (name === 'latency' && found !== 's' && has('latencyhuman')) return 'ns';
  // Rails, by Lograge, and GitLab: `"controller":"JobsController","action":"show","duration":58.33,"view":40.43,"db":15.26`.
  return name === 'duration' && (has('controller', 'action') || has('db', 'view')) ? 'ms' : null;
}

/** In the formats that Fastly documents, the timestamp is when the request came; in Zeek's it is, too. */
const isOfFastly = (column: string): boolean => /^fastly_(?:server|is_edge)$/.test(column);

/**
 * Requests of Google's load balancers, Cloud Run and App Engine, whose `timestamp` is when they came, and not when they were
 * answered: `receiveTimestamp` is later by the latency. What a program logs itself has another `logName`.
 */
function isOfGoogle(columns: readonly string[], valuesOf: (column: string) => readonly string[]): boolean {
  const log = columnNamed(columns, ['logname']);
  const names = log === null ? [] : valuesOf(log);
  return names.length > 0 && names.every((name) => /(?:\/|%2F)request(?:s|_log)$/i.test(name));
}

/** Datadog's attributes begin with an @, as two fields of Logstash do. */
const isOfDatadog = (column: string): boolean => /^@(?!timestamp$|version$)/.test(column);

/** The column with the durations, if their unit is not known; else null. @param time the column with the time */
export function durationWithoutUnit(
  time: string,
  columns: readonly string[],
  valuesOf: (column: string) => readonly string[],
): string | null {
  const duration = guessDuration(time, columns, valuesOf);
  return duration?.unit === null ? duration.column : null;
}

/** What most logs have, by the names of the columns, and their first values where a name is not enough. */
export function guessFields(
  columns: readonly string[],
  valuesOf: (column: string) => readonly string[],
): Mapping['fields'] {
  const fields = COMMON_FIELDS.map((field) => {
    const likely = columns.filter((column) =>
      field === 'status' ? isStatus(valuesOf(column)) : field !== 'address' || !isHostHeader(column),
    );
    return [field, columnNamed(likely, NAMES[field]) ?? columnNamed(likely, LAST_NAMES[field] ?? [])];
  });
  return Object.fromEntries(fields) as Mapping['fields'];
}

/**
 * A mapping with what the user says in place of what was guessed.
 * @param columns the columns of the file: `time` means the guessed one unless a column has that name
 */
export function withChoices(guess: Mapping, choice: ReadChoices['mapping'], columns: readonly string[] = []): Mapping {
  if (choice === undefined) return guess;
  const { fields, time, ...rest } = choice;
  const own = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const isOtherTime = time !== undefined && time !== guess.time && (time !== 'time' || columns.includes('time'));
  // Another time than the guessed one says nothing about a duration.
  const base: Mapping = isOtherTime ? { ...guess, time, timeIs: 'arrival', duration: null } : guess;
  return { ...base, ...own, fields: { ...base.fields, ...fields } };
}

/** The columns that a user's names of fields need, as far as they can be told before the file is read. */
export function columnsToKeep(keep: readonly string[], columns: readonly string[]): string[] {
  const needed = keep.flatMap((name) => {
    if (columns.includes(name)) return [name];
    if ((COMMON_FIELDS as readonly string[]).includes(name) || /^(?:address\/\d+|path:\d+)$/.test(name)) return [];
    return [headerColumn(columns, name) ?? name];
  });
  return [...new Set(needed)];
}

/** The column that servers write a header to, which the user names `header:NAME`; null if there is none. */
export function headerColumn(columns: readonly string[], name: string): string | null {
  if (!name.startsWith('header:')) return null;
  const header = plainName(name.slice('header:'.length));
  const isHeader = (column: string): boolean => {
    const plain = plainName(column);
    const last = plainName(column.slice(column.lastIndexOf('.') + 1));
    return (
      [`header${header}`, `cs${header}`, `http${header}`, header].includes(plain) ||
      (/headers?\./i.test(column) && last === header)
    );
  };
  return columns.find(isHeader) ?? (header === 'useragent' && columns.includes('agent') ? 'agent' : null);
}
