/** Amazon CloudFront's logs, and others in the W3C extended log format: `#Fields:` names the columns. */
import { withChoices } from '../fieldNames.ts';
import { LogError } from '../logError.ts';
import type { Mapping } from '../logTable.ts';
import type { LogFormat, LogHead } from './format.ts';
import { recordReader, type Accessor } from './recordReader.ts';

const FIELDS = /^#Fields:\s*(.*)$/;
/** Date and time of day, which are two columns of the file, as one. */
const TIME = 'date time';

export const cloudfront: LogFormat = {
  id: 'cloudfront',
  name: 'CloudFront',
  recognises: ({ lines }) => lines.some((line) => FIELDS.test(line)),
  open(head, context) {
    let names = namesIn(head);
    const mapping = withChoices(guess(names), context.choices.mapping);
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
        if (header !== null) names = header[1]!.split(/\s+/);
        if (line.startsWith('#')) return;
        const row = line.includes('\t') ? line.split('\t') : line.split(' ');
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
  if (header === undefined)
    throw new LogError('unreadable', 'There is no line #Fields: in this file, which names the columns. Keep it.');
  return header[1]!.split(/\s+/).filter((name) => name !== '');
}

/** CloudFront stamps the end of the response, and writes how long it took in seconds. */
function guess(names: readonly string[]): Mapping {
  const first = (...wanted: string[]): string | null => wanted.find((name) => names.includes(name)) ?? null;
  const duration = first('time-taken');
  return {
    time: TIME,
    timeIs: duration === null ? 'arrival' : 'end',
    duration,
    durationUnit: 's',
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

/** CloudFront escapes spaces and quotes as a URL does. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
