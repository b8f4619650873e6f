/**
 * Lines of `name=value` and `name="a value"`, as Go's and Ruby's services and Heroku's router write them. Where none of them is
 * the time, it is in front: `2026-03-28T13:00:00Z heroku[router]: at=info method=GET …`.
 */
import { areDates, guessMapping } from '../fieldNames.ts';
import type { Mapping } from '../logTable.ts';
import { TIME_FORMS } from '../stamps.ts';
import type { LogFormat, LogHead } from './format.ts';
import { mappingOf, type NamedColumns } from './namedColumns.ts';
import { lineReader, type Row } from './tokens.ts';

const PAIR = /(?<!\S)([A-Za-z_@][\w.@/-]*)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/g;
/** Also behind the length and the priority of syslog, and in what Ruby's logger puts first. */
const TIME_IN_FRONT = /^(?:\d+ )?(?:<\d{1,3}>)?(?:1 |[A-Z], \[)?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\s\]]*)[\s\]]/;
/** Pairs that a line has at least, besides its time: fewer may be anybody’s. */
const MIN_PAIRS = 3;

export const logfmt: LogFormat = {
  id: 'logfmt',
  name: 'logfmt',
  recognises(head) {
    const rows = head.lines.map(rowOf).filter((row) => Object.keys(row).length > MIN_PAIRS);
    return 2 * rows.length >= head.lines.length && layoutOf(head).guess !== null;
  },
  open(head, context) {
    const columns = layoutOf(head);
    const noTime = (): string =>
      `No field holds times. There are ${columns.names.slice(0, 12).join(', ')}: say which one is the time. ${TIME_FORMS}`;
    const mapping = mappingOf(columns, context, noTime);
    const { method, path, status } = mapping.fields;
    const ofRequests = [method, path, status].filter((name) => name !== null);
    return lineReader(columns.names, mapping, context, (line) => {
      const row = rowOf(line);
      // Services write other messages among them.
      const isRequest = ofRequests.length === 0 || ofRequests.some((name) => row[name] !== undefined);
      return isRequest ? row : `it has no ${ofRequests.join(', ')}`;
    });
  },
};

/** Whether one of the pairs is the date, and not only what is in front of them. */
export function hasDates(head: LogHead): boolean {
  const { guess, valuesOf } = layoutOf(head);
  return guess !== null && areDates(valuesOf(guess.time));
}

function rowOf(line: string): Row {
  // A name may be one that every object has.
  const row = Object.create(null) as Record<string, string>;
  const time = TIME_IN_FRONT.exec(line)?.[1];
  if (time !== undefined) row['time'] = time;
  for (const [, name, inQuotes, plain] of line.matchAll(PAIR)) {
    const value = inQuotes ?? plain ?? '';
    // Behind a date, `time=0.012` is how long it took.
    row[name === 'time' && time !== undefined && !areDates([value]) ? 'time (2)' : name!] = value;
  }
  return row;
}

function layoutOf({ lines }: LogHead): NamedColumns {
  const rows = lines.map(rowOf);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const valuesOf = (name: string) => rows.map((row) => row[name] ?? '').filter((value) => value !== '');
  const guess = guessMapping(names, valuesOf);
  return { names, valuesOf, guess: guess === null || !isOfHeroku(names) ? guess : herokus(guess) };
}

const isOfHeroku = (names: readonly string[]): boolean =>
  ['fwd', 'dyno', 'connect', 'service'].every((name) => names.includes(name));

/** Its router stamps the end of the answer, for which the dyno took as long as `service` says. */
function herokus(guess: Mapping): Mapping {
  return { ...guess, timeIs: 'end', duration: 'service', durationUnit: 'ms', isUnitGuessed: false };
}
