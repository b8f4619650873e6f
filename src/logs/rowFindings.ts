/** What the rows show that their format does not: that they are no requests, or that another word stands for the client. */
import { defaultKey, hasNumbers } from './fields.ts';
import { durationText, quoted, type Finding } from './finding.ts';
import type { Column, FormatId, LogTable } from './logTable.ts';
import { looksLikeAddress } from './values.ts';

type Rows = Pick<LogTable, 'format' | 'mapping' | 'stamps' | 'columns'>;

export function rowFindings(rows: Rows): readonly Finding[] {
  const counts = countFindings(rows);
  return [...addressFindings(rows), ...counts, ...(counts.length === 0 ? clientFindings(rows) : [])];
}

/** Where an address is known by its place alone, something else may stand there. */
function addressFindings({ format, columns }: Rows): Finding[] {
  const column = columns.get('address');
  if (format !== 'combined' || column === undefined) return [];
  const first = firstValues(column, 100);
  const others = first.filter((text) => !looksLikeAddress(text));
  if (2 * others.length <= first.length) return [];
  return [
    {
      kind: 'no-address',
      sentence: `${quoted(others[0]!)} stands where the client’s address should be, and is neither an address nor a host’s name. If the lines begin with something that the server did not write, cut it off; else choose another key.`,
    },
  ];
}

const TABLES: ReadonlySet<FormatId> = new Set(['csv', 'ndjson', 'logfmt', 'lines']);
/** With fewer, equal distances are chance. */
const MIN_COUNTS = 5;

/** A series from a dashboard: a number at every so many seconds, and nothing of a request. */
function countFindings({ format, mapping: { fields }, stamps, columns }: Rows): Finding[] {
  const { address, user, method, path, status } = fields;
  const isRequest = [address, user, method, path, status].some((name) => name !== null);
  if (!TABLES.has(format) || isRequest || stamps.length < MIN_COUNTS) return [];
  const stepTo = (row: number): number => stamps[row]! - stamps[row - 1]!;
  const step = stepTo(1);
  let equal = 0;
  for (let row = 1; row < stamps.length; row++) equal += Number(stepTo(row) === step);
  const counts = [...columns.values()].find(({ values }) => hasNumbers(values));
  if (step <= 0 || equal < 0.9 * (stamps.length - 1) || counts === undefined) return [];
  return [
    {
      kind: 'counts',
      sentence: `The rows come every ${durationText(step)} and name no client, path or status: ${counts.name} looks like a count of requests in each interval. Each row is read as one request; use a log with one request a row.`,
    },
  ];
}

/** Where columns may have any names, none of them may be known for the client's. */
function clientFindings(rows: Rows): Finding[] {
  if (!TABLES.has(rows.format) || defaultKey(rows).length > 0) return [];
  return [
    {
      kind: 'no-client',
      sentence:
        'No field has a name that is known for the client’s: unless you choose a key, all requests count as one client’s.',
    },
  ];
}

function firstValues({ values }: Column, most: number): string[] {
  return Array.from({ length: Math.min(values.size - 1, most) }, (_, index) => values.text(index + 1));
}
