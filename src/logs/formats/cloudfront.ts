/** The W3C extended log format, which Amazon CloudFront and Microsoft IIS write: `#Fields:` names the columns. */
import { unitOf } from '../durations.ts';
import { withChoices } from '../fieldNames.ts';
import { LogError } from '../logError.ts';
import type { DurationUnit, Mapping } from '../logTable.ts';
import { isForwardedName, proxyFindings, withForwarded } from '../proxies.ts';
import type { LogFormat, LogHead } from './format.ts';
import { recordReader, type Accessor } from './recordReader.ts';

const FIELDS = /^#Fields:(.*)$/;
/** What CloudFront writes, where its lines were joined without their headers. */
const STANDARD =
  'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query ' +
  'cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for';
/** A date, a time, a location as `CDG50-P2`, bytes, an address and a method. */
const ROW = /^\d{4}-\d\d-\d\d\t\d\d:\d\d:\d\d\t[A-Z]{3}[\w-]*\t\d+\t[\da-f.:]+\t[A-Z]+\t/;
const DURATION = 'time-taken';
/** Date and time of day, which are two columns of the file, as one. */
const TIME = 'date time';

export const cloudfront: LogFormat = {
  id: 'cloudfront',
  name: 'CloudFront or IIS',
  recognises: ({ lines }) => lines.some((line) => FIELDS.test(line) || ROW.test(line)),
  isOnlyHeader: ({ lines }) => lines.every((line) => line.startsWith('#')),
  open(head, context) {
    let names = namesIn(head);
    const valuesOf = (name: string) => rowsIn(head).map((row) => row[names.indexOf(name)] ?? '');
    const own = withForwarded(guess(names, head), names.filter(isForwardedName), valuesOf);
    proxyFindings(own, context.choices.mapping).forEach(context.finding);
    const mapping = withChoices(own, context.choices.mapping);
    const accessorOf = (name: string): Accessor<readonly string[]> => {
      let known = names;
      let index = names.indexOf(name);
      let date = names.indexOf('date');
      let time = names.indexOf('time');
      return (row) => {
        // A later header may name other columns.
        if (known !== names) {
          known = names;
          [index, date, time] = [names.indexOf(name), names.indexOf('date'), names.indexOf('time')];
        }
        if (name === TIME) return date < 0 || time < 0 ? undefined : `${row[date]}T${row[time]}Z`;
        const text = row[index];
        return text === '-' ? undefined : text !== undefined && text.includes('%') ? decoded(text) : text;
      };
    };
    const columns = names.filter((name) => name !== 'date' && name !== 'time');
    const records = recordReader(columns, accessorOf, mapping, context);
    const decoder = new TextDecoder();
    return {
      mapping,
      otherColumns: records.otherColumns,
      line(bytes, start, end, number) {
        const line = decoder.decode(bytes.subarray(start, end));
        const header = FIELDS.exec(line);
        if (header !== null) names = fieldsOf(header);
        if (line.startsWith('#')) return;
        const row = valuesIn(line);
        if (row.length < names.length) {
          context.badLine(number, `it has ${row.length} fields, and the header names ${names.length}`);
          return;
        }
        records.read(row, number);
      },
    };
  },
};

function namesIn({ lines }: LogHead): readonly string[] {
  const header = lines.map((line) => FIELDS.exec(line)).find((match) => match !== null);
  if (header === undefined && lines.some((line) => ROW.test(line))) return STANDARD.split(' ');
  if (header === undefined)
    throw new LogError('unreadable', 'There is no line #Fields: in this file, which names the columns. Keep it.');
  return fieldsOf(header);
}

function fieldsOf([, names]: RegExpExecArray): readonly string[] {
  return names!.split(/\s+/).filter((name) => name !== '');
}

/** The rows of the first lines. */
function rowsIn({ lines }: LogHead): (readonly string[])[] {
  return lines.filter((line) => !line.startsWith('#')).map(valuesIn);
}

function valuesIn(line: string): readonly string[] {
  return line.split(line.includes('\t') ? '\t' : ' ');
}

/** Both stamp the end of the response, and write how long it took. */
function guess(names: readonly string[], head: LogHead): Mapping {
  const first = (...wanted: string[]): string | null => wanted.find((name) => names.includes(name)) ?? null;
  const duration = first(DURATION);
  const knownUnit = unitOfServer(names, head);
  return {
    time: TIME,
    timeIs: duration === null ? 'arrival' : 'end',
    duration,
    durationUnit: knownUnit ?? unitByValues(names, head),
    isUnitGuessed: knownUnit === null,
    fields: {
      address: first('c-ip'),
      user: first('cs-username'),
      method: first('cs-method'),
      path: first('cs-uri-stem'),
      status: first('sc-status'),
      bytes: first('sc-bytes'),
      agent: first('cs(User-Agent)'),
    },
  };
}

/** CloudFront writes seconds and IIS milliseconds; null for others. */
function unitOfServer(names: readonly string[], { lines }: LogHead): DurationUnit | null {
  if (lines.some((line) => /^#Software:\s*Microsoft\b/i.test(line))) return 'ms';
  return names.some((name) => name.startsWith('x-edge-')) ? 's' : null;
}

/** Also durations of hours are in one of both. */
function unitByValues(names: readonly string[], head: LogHead): DurationUnit {
  const index = names.indexOf(DURATION);
  return unitOf(rowsIn(head).map((row) => row[index] ?? '')) ?? 'ms';
}

/** CloudFront escapes spaces and quotes as a URL does. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
