/** HTTP archives, which browsers save from their network tab: one JSON document with one entry a request. */
import { beginsHar } from '../beginsHar.ts';
import { withChoices } from '../fieldNames.ts';
import { LogError } from '../logError.ts';
import type { LogFormat } from './format.ts';
import { isObject, jsonAccessor, parseObject, type JsonObject } from './jsonLines.ts';
import { recordReader } from './recordReader.ts';

export const har: LogFormat = {
  id: 'har',
  name: 'HAR',
  isDocument: true,
  recognises: ({ text }) => beginsHar(text),
  open(_, context) {
    const mapping = withChoices(
      {
        time: 'startedDateTime',
        timeIs: 'arrival',
        duration: null,
        durationUnit: 'ms',
        fields: {
          address: null,
          user: null,
          method: 'request.method',
          path: 'request.url',
          status: 'response.status',
          bytes: 'response.bodySize',
          agent: 'header:User-Agent',
        },
      },
      context.choices.mapping,
    );
    let others: readonly string[] = [];
    return {
      mapping,
      otherColumns: () => others,
      line(bytes, start, end) {
        const document = parseObject(new TextDecoder().decode(bytes.subarray(start, end)));
        const log = document?.['log'];
        const entries = isObject(log) ? log['entries'] : undefined;
        if (!Array.isArray(entries))
          throw new LogError('unreadable', 'The HAR file is damaged or incomplete: save it again.');
        const records = (entries as readonly unknown[]).filter(isObject);
        const names = ['serverIPAddress', 'host', ...headerNames(records)];
        const reader = recordReader(names, accessorOf, mapping, context);
        others = reader.otherColumns();
        for (const [index, record] of records.entries()) reader.read(record, index + 1);
      },
    };
  },
};

/** The request's headers stand as `header:NAME`, its URL's host as `host`. */
function accessorOf(name: string): (record: JsonObject) => string | undefined {
  if (name === 'host') return (record) => /^[a-z]+:\/\/([^/?#]+)/i.exec(jsonAccessor('request.url')(record) ?? '')?.[1];
  if (!name.startsWith('header:')) return jsonAccessor(name);
  const wanted = name.slice('header:'.length).toLowerCase();
  return (record) => {
    const found = headersOf(record).find((header) => String(header['name']).toLowerCase() === wanted);
    return found === undefined ? undefined : jsonAccessor('value')(found);
  };
}

function headersOf(record: JsonObject): readonly JsonObject[] {
  const { request } = record;
  const headers = isObject(request) ? request['headers'] : undefined;
  return Array.isArray(headers) ? (headers as readonly unknown[]).filter(isObject) : [];
}

function headerNames(records: readonly JsonObject[]): string[] {
  const names = records.slice(0, 50).flatMap((record) => headersOf(record).map((header) => String(header['name'])));
  return [...new Set(names.map((name) => `header:${name}`))];
}
