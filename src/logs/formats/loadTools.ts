/** The tables that load generators write, one request a row: k6, vegeta and hey. */
import { withChoices } from '../fieldNames.ts';
import type { Mapping } from '../logTable.ts';
import { csvReader, namesColumns } from './csv.ts';
import type { LogFormat, LogHead, LogReader, ReadContext } from './format.ts';
import { jsonReader, parseObject } from './jsonLines.ts';

const NO_FIELDS: Mapping['fields'] = {
  address: null,
  user: null,
  method: null,
  path: null,
  status: null,
  bytes: null,
  agent: null,
};

/** The columns that matter of `k6 run --out csv=FILE`; versions add others. */
const K6_COLUMNS = ['metric_name', 'timestamp', 'metric_value'];
/** The row of a request that has its duration, ms, too; stamped when the response ends. */
const K6_METRIC = 'http_req_duration';

/**
 * Of the rows that k6 writes for each request, the one with the duration is taken. `--out json` has the same in lines of
 * JSON.
 */
export const k6: LogFormat = {
  id: 'k6',
  name: 'k6',
  recognises: (head) => namesColumns(head, K6_COLUMNS) || isK6Json(head),
  open(head, context) {
    const guess: Mapping = {
      time: 'timestamp',
      timeIs: 'end',
      duration: 'metric_value',
      durationUnit: 'ms',
      fields: { ...NO_FIELDS, method: 'method', path: 'url', status: 'status' },
    };
    if (isK6Json(head)) {
      const fields = { ...NO_FIELDS, method: 'data.tags.method', path: 'data.tags.url', status: 'data.tags.status' };
      const mapping = withChoices(
        { ...guess, time: 'data.time', duration: 'data.value', fields },
        context.choices.mapping,
      );
      const isRequest = ({ type, metric }: Readonly<Record<string, unknown>>) =>
        type === 'Point' && metric === K6_METRIC;
      return jsonReader(['data.tags.name', 'data.tags.group', 'data.tags.scenario'], mapping, context, isRequest);
    }
    const names = (head.lines[0] ?? '').split(',').map((name) => name.trim());
    const layout = { names, headerLines: 1, delimiter: ',', mapping: withChoices(guess, context.choices.mapping) };
    const metric = names.indexOf('metric_name');
    return csvReader(layout, context, (row) => row[metric] === K6_METRIC);
  },
};

function isK6Json({ lines }: LogHead): boolean {
  return lines.some((line) => /^\{"metric":"[^"]+","type":"(?:Metric|Point)"|^\{"type":"Metric"/.test(line));
}

/** The columns of `vegeta encode --to csv`, which writes no header; older versions end earlier. */
const VEGETA_COLUMNS = 'timestamp code latency bytes_out bytes_in error body attack seq method url headers'.split(' ');

/** Stamped when the request is sent. */
export const vegeta: LogFormat = {
  id: 'vegeta',
  name: 'vegeta',
  recognises: ({ lines }) =>
    lines.length > 0 && (isVegetaJson(lines[0]!) || /^\d{19},\d{1,3},\d+,\d+,\d+,/.test(lines[0]!)),
  open(head, context): LogReader {
    const guess: Mapping = {
      time: 'timestamp',
      timeIs: 'arrival',
      duration: null,
      durationUnit: 'ns',
      fields: { ...NO_FIELDS, method: 'method', path: 'url', status: 'code', bytes: 'bytes_in' },
    };
    const mapping = withChoices(guess, context.choices.mapping);
    if (isVegetaJson(head.lines[0] ?? '')) return jsonReader(['attack', 'latency', 'bytes_out'], mapping, context);
    const names = VEGETA_COLUMNS.slice(0, (head.lines[0] ?? '').split(',').length);
    return csvReader({ names, headerLines: 0, delimiter: ',', mapping }, context);
  },
};

function isVegetaJson(line: string): boolean {
  const result = line.startsWith('{') ? parseObject(line) : null;
  return result !== null && ['attack', 'seq', 'code', 'timestamp', 'latency'].every((name) => name in result);
}

/** `hey -o csv`: offsets from the start of its run, without a date. */
export const hey: LogFormat = {
  id: 'hey',
  name: 'hey',
  recognises: (head) => namesColumns(head, ['response-time', 'status-code', 'offset']),
  open(head, context: ReadContext) {
    const names = (head.lines[0] ?? '').split(',').map((name) => name.trim());
    const guess: Mapping = {
      time: 'offset',
      timeIs: 'arrival',
      duration: null,
      durationUnit: 's',
      fields: { ...NO_FIELDS, status: 'status-code' },
    };
    context.finding({
      kind: 'no-date',
      sentence: 'hey writes seconds since its start and no date: the recording starts at 1970-01-01 00:00:00.',
    });
    return csvReader(
      { names, headerLines: 1, delimiter: ',', mapping: withChoices(guess, context.choices.mapping) },
      context,
    );
  },
};
