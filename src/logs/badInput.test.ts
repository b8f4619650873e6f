/** Files that are none, or not quite: each is named for what it is. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packRecording, unpackRecording } from '../sim/index.ts';
import { goldenLogs, sourceOf } from './goldenLogs.testing.ts';
import { LogError } from './logError.ts';
import { readLog, type ReadOptions } from './readLog.ts';
import { recordingOf } from './recordingOf.ts';

const COMBINED = goldenLogs[0]!.text;
const line = (time: string, rest = '', address = '203.0.113.7') =>
  `${address} - - [${time}] "GET / HTTP/1.1" 200 12 "-" "curl/8"${rest}\n`;

const MEGABYTE = 1_048_576;

/** A source without a size: the first chunks once, and the last one so many times. */
function repeated(chunks: readonly string[], times: number) {
  const encoded = chunks.map((chunk) => new TextEncoder().encode(chunk));
  let pulled = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = encoded[Math.min(pulled, encoded.length - 1)] as Uint8Array;
      if (pulled++ < encoded.length - 1 + times) controller.enqueue(chunk);
      else controller.close();
    },
  });
  return { source: { name: 'access.log', size: null, stream }, pulled: () => pulled };
}

async function refusal(content: string | Uint8Array, options?: ReadOptions): Promise<string> {
  try {
    await readLog([sourceOf('access.log', content)], options);
  } catch (error) {
    if (error instanceof LogError) return error.message;
    throw error;
  }
  return 'It was read.';
}

const sentences = async (...texts: readonly string[]): Promise<Record<string, string>> => {
  const table = await readLog(texts.map((text, index) => sourceOf(`${index + 1}.log`, text)));
  return Object.fromEntries(table.findings.map(({ kind, sentence }) => [kind, sentence]));
};

it.each([
  ['JSON', '{"time":"2026-01-05T10:00:00Z","ip":"::1","constructor":"a"}\n'],
  ['JSON with a date', '{"date":"2026-01-05","time":"10:00:00","ip":"::1","constructor":"a"}\n'],
  ['CSV with a date', 'date,time,ip,constructor\n2026-01-05,10:00:00,::1,a\n'],
  ['logfmt', 'time=2026-01-05T10:00:00Z ip=::1 a=b c=d constructor=a\ntime=2026-01-05T10:00:00Z ip=::1 a=b c=d\n'],
])('a field may have a name that every object has: %s', async (_, text) => {
  const table = await readLog([sourceOf('a.log', text)], { keep: ['constructor'] });
  expect(table.columns.get('constructor')?.values.text(1)).toBe('a');
  expect(table.columns.get('constructor')?.values.size).toBe(2);
});

describe('a file that cannot be used', () => {
  const gz = gzipSync(COMBINED);
  const bytes = (...start: number[]) => Uint8Array.from([...start, ...Array<number>(100).fill(1)]);

  it.each([
    ['empty', '', 'access.log is empty.'],
    ['blank', '\n \n', 'access.log is empty.'],
    ['binary', bytes(0x7f, 0x45, 0), 'access.log is binary, not text'],
    [
      'zstd',
      bytes(0x28, 0xb5, 0x2f, 0xfd),
      'access.log is compressed with zstd. Plain text and gzip are read: unpack it with zstd -d.',
    ],
    ['zip', bytes(0x50, 0x4b, 3, 4), 'access.log is a zip archive'],
    ['gzip cut in its data', gz.subarray(0, 200), 'access.log is cut off: its gzip data ends in the middle.'],
    ['gzip cut in its last bytes', gz.subarray(0, -3), 'access.log is cut off'],
    ['gzip cut in its second member', Buffer.concat([gz, gz.subarray(0, 14)]), 'access.log is cut off'],
    ['damaged gzip', Buffer.concat([gz.subarray(0, 60), Buffer.alloc(300, 0xff)]), 'access.log is damaged'],
    ['UTF-16', bytes(0xff, 0xfe), 'access.log is text in UTF-16.'],
    [
      'prose',
      'This is not a log.\nNor is this.\n',
      'access.log is not in a recognised format; it begins with "This is not a log."',
    ],
    [
      'NGINX Plus',
      '{"version":8,"nginx_version":"1.13.0","address":"10.0.0.1","timestamp":1493193728123,"requests":{"total":106379}}\n',
      'access.log holds the status of NGINX Plus',
    ],
    ['wrk', 'Running 30s test @ http://localhost\n  2 threads and 10 connections\n', 'access.log is a summary by wrk'],
    ['oha', 'Summary:\n  Success rate:\t100.00%\n  Total:\t1.0 secs\n', 'access.log is a summary by oha'],
    [
      'hey',
      '\nSummary:\n  Total:\t1.5 secs\n',
      'access.log is a summary by hey, without individual requests. Export one request a row with hey -o csv.',
    ],
    [
      'Prometheus',
      '# HELP http_requests_total Requests.\n# TYPE http_requests_total counter\nhttp_requests_total 5\n',
      'access.log holds metrics for Prometheus',
    ],
    ['a JSON array', '[{"time":"2026-01-05T10:00:00Z"}]', 'access.log is one JSON array.'],
    [
      'records of Azure',
      '{"records":[{"time":"2026-01-05T10:00:00Z"}]}',
      'access.log has its records in one JSON array. Write one object a line: jq -c ".records[]" FILE.',
    ],
    [
      'an answer of Elasticsearch',
      '{\n  "took": 5, "hits": {"hits": [{"_source": {}}]}}',
      'access.log has its records in one JSON array. Write one object a line: jq -c ".hits.hits[]" FILE.',
    ],
    ['JSON without times', '{"a":1}\n{"a":2}\n', 'No field holds times. There are a'],
    ['a damaged HAR', '{"log": {"entries": [', 'The HAR file is damaged'],
  ])('%s', async (_, content, sentence) => {
    expect(await refusal(content)).toContain(sentence);
  });

  it('is one line of 100 MB, of which only the beginning is read', async () => {
    const { source, pulled } = repeated(['x'.repeat(MEGABYTE)], 100);
    await expect(readLog([source])).rejects.toThrow('access.log is not in a recognised format; it begins with "xxx');
    expect(pulled()).toBeLessThan(20);
  });

  it('has too many lines, though nobody knew its size: it is read no further', async () => {
    const lines = 'x\n'.repeat(MEGABYTE / 2);
    const { source, pulled } = repeated([COMBINED, lines], 200);
    await expect(readLog([source])).rejects.toThrow(/access\.log has more than 5,000,000 lines.*head -n 5000000/);
    expect(pulled()).toBeLessThan(16);
  });

  it('is larger than any that can be held, which its size tells', async () => {
    const source = { ...sourceOf('access.log', COMBINED), size: 20_000_000_000 };
    await expect(readLog([source])).rejects.toThrow(/access\.log has more than 5,000,000 lines.*head -n 5000000/);
  });

  it('has only lines that are skipped: the first one is told', async () => {
    expect(await refusal(line('31/Dec/1969:23:59:59 +0000'), { format: 'combined' })).toBe(
      'Nothing in access.log can be used as nginx or Apache combined: of 1 line the first, line 1, is skipped because its time “31/Dec/1969:23:59:59 +0000” is before 1970. Choose another format, or another column for the time.',
    );
  });

  it('is of another format than the file before it', async () => {
    await expect(readLog([sourceOf('a', COMBINED), sourceOf('b', goldenLogs[2]!.text)])).rejects.toThrow(
      'b is JSON lines, but the files before it are nginx or Apache combined.',
    );
  });
});

describe('a first line that leads a careless pattern astray is done with', () => {
  const count = 100_000;
  const envoy = '[2026-04-15T20:17:00.310Z] "GET / HTTP/2" 204 - 0 1 2 3 ';
  it.each([
    ['brackets that open', `::1 - - ${'['.repeat(count)}`, 'is not in a recognised format'],
    ['brackets that open, one by one', `${envoy}${'[ '.repeat(count / 2)}`, 'It was read.'],
    ['empty lines after it', `x${'\n'.repeat(count)}x`, 'is not in a recognised format'],
    ['a column with many dots', `time,${'a.'.repeat(count / 5)}\n2026-03-28T13:00:00Z,1`, 'It was read.'],
    ['words after the agent', line('05/Jan/2026:10:00:00 +0000', ' a'.repeat(count / 4)), 'It was read.'],
  ])('%s', async (_, text, outcome) => {
    expect(await refusal(text)).toContain(outcome);
  });

  it('what is behind the agent is kept as far as a log format has it', async () => {
    const table = await readLog([sourceOf('a', line('05/Jan/2026:10:00:00 +0000', ' a'.repeat(100)))]);
    expect([...table.columns.keys()].filter((name) => name.startsWith('extra:'))).toHaveLength(64);
  });
});

describe('lines that cannot be read', () => {
  it('are counted, and the first ten told with number and reason', async () => {
    const bad = Array.from({ length: 20 }, (_, i) => `garbage ${i}\n`).join('');
    const table = await readLog([
      sourceOf('access.log', `${line('05/Jan/2026:10:00:00 +0000')}${bad}${line('05/Foo/2026:10:00:00 +0000')}`),
    ]);
    expect(table.rows).toBe(1);
    expect(table.badLines.count).toBe(21);
    expect(table.badLines.first).toHaveLength(10);
    expect(table.badLines.first[0]).toEqual({ file: 'access.log', line: 2, reason: 'it has no time in brackets' });
  });

  it.each([
    ['05/Foo/2026:10:00:00 +0000', 'its time “05/Foo/2026:10:00:00 +0000” is not a time'],
    ['05/Jan/2026:25:00:00 +0000', 'its time “05/Jan/2026:25:00:00 +0000” is not a time'],
  ])('have a wrong time: %s', async (time, reason) => {
    const table = await readLog([sourceOf('a', line('05/Jan/2026:10:00:00 +0000') + line(time))]);
    expect(table.badLines.first.map((each) => each.reason)).toEqual([reason]);
  });

  it('have no wrong time where it is another one of the same length', async () => {
    const table = await readLog([
      sourceOf('a', line('05/Jan/2026:10:00:00 +0000') + line('13/01/2026 10:00:01.123456')),
    ]);
    expect(table.badLines.first).toEqual([]);
  });

  it.each([
    ['70,000 bytes', 70_000, 'it has no time in brackets'],
    ['3 MB', 3_000_000, 'it is longer than 1,048,576 bytes'],
  ])('may be the first, of %s: the format is told by those after it', async (_, length, reason) => {
    const text = `${'x'.repeat(length)}\n${line('05/Jan/2026:10:00:00 +0000').repeat(2_000)}`;
    for (const content of [text, gzipSync(text), text.slice(0, length + 200)]) {
      const table = await readLog([sourceOf('access.log', content, 100_000)]);
      expect([table.format, table.lines - table.rows]).toEqual(['combined', table.badLines.count]);
      expect(table.badLines.first[0]).toEqual({ file: 'access.log', line: 1, reason });
    }
  });

  const long = 'x'.repeat(70_000);
  const TIME = '2026-01-05T10:00:00Z';
  const entry = { startedDateTime: TIME, request: { method: 'GET', url: `https://example.org/${long}` } };
  it.each([
    ['CSV, after its header', 'csv', 3, `time,agent\n${`${TIME},${long}\n`.repeat(3)}`],
    ['CSV, all 40', 'csv', 40, `time,agent\n${`${TIME},${long}\n`.repeat(40)}`],
    ['the combined format, all of them', 'combined', 20, line('05/Jan/2026:10:00:00 +0000', ` "${long}"`).repeat(20)],
    ['JSON, all of them', 'ndjson', 20, `${JSON.stringify({ time: TIME, agent: long })}\n`.repeat(20)],
    ['one document', 'har', 2, JSON.stringify({ log: { entries: [entry, entry] } })],
  ])('are none because they have 70,000 bytes: %s', async (_, format, rows, text) => {
    for (const content of [text, gzipSync(text)]) {
      const table = await readLog([sourceOf('access.log', content, 50_000)]);
      expect([table.format, table.rows, table.badLines.count]).toEqual([format, rows, 0]);
    }
  });

  it('may have 70,000 spaces and nothing else', async () => {
    expect(await refusal(' '.repeat(70_000))).toBe('access.log is empty.');
    expect(await refusal(`[{"time":"${long}"}]`)).toContain('access.log is one JSON array.');
  });

  it('may have braces that are not closed where HAProxy has its headers', async () => {
    const start = '203.0.113.7:1 [28/Mar/2026:13:00:00.043] a b/c 0/0/1/12/13 429 512 - - ---- 5/5/0/1/0 0/0 ';
    const table = await readLog([sourceOf('a.log', `${start}${'{'.repeat(MEGABYTE / 2)}\n`)]);
    expect([table.format, table.rows]).toEqual(['haproxy', 1]);
  });

  it('may have 100 MB, which are not held: what follows is read', async () => {
    const good = line('05/Jan/2026:10:00:00 +0000');
    const { source } = repeated([good.repeat(1_000), ...Array<string>(100).fill('x'.repeat(MEGABYTE)), `\n${good}`], 1);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const onProgress = () => (most = Math.max(most, process.memoryUsage().arrayBuffers - before));
    const table = await readLog([source], {}, { onProgress });
    expect([table.rows, table.lines]).toEqual([1_001, 1_002]);
    expect(table.badLines.first).toEqual([
      { file: 'access.log', line: 1_001, reason: 'it is longer than 1,048,576 bytes' },
    ]);
    expect(most).toBeLessThan(50 * MEGABYTE);
  });

  it('may be too long from the first byte of a chunk on: their ends are no lines of their own', async () => {
    const good = line('05/Jan/2026:10:00:00 +0000');
    const { source } = repeated([good, 'x'.repeat(2 * MEGABYTE), `${good}${good}`], 1);
    const table = await readLog([source]);
    expect([table.rows, table.lines, table.badLines.count]).toEqual([2, 3, 1]);
  });

  it('have quotes that are not closed, in CSV, which ends at the record', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => `2026-01-05T10:00:00Z,10.0.0.${i % 9}`);
    rows[50] = '2026-01-05T10:00:00Z,"10.0.0.1';
    const table = await readLog([sourceOf('a.csv', ['time,ip', ...rows].join('\n'))]);
    expect(table.badLines.first).toEqual([{ file: 'a.csv', line: 52, reason: 'its quotes are not closed' }]);
    expect(table.rows).toBeGreaterThan(190);
  });

  it('end too early, in CSV: before the last column that means something, and not after it', async () => {
    const rows = ['time,ip,path,status,a,b,c,d,e', '2026-01-05T10:00:00Z,::1', '2026-01-05T10:00:01Z,::1,/,200'];
    const table = await readLog([sourceOf('a.csv', [...rows, '2026-01-05T10:00:02Z,::1,/'].join('\n'))]);
    expect(table.rows).toBe(1);
    expect(table.badLines.first.map(({ line: number, reason }) => [number, reason])).toEqual([
      [2, 'it has 2 columns and ends before status'],
      [4, 'it has 3 columns and ends before status'],
    ]);
  });

  it('are no shorter where vegeta is old, which wrote no methods and addresses', async () => {
    const rows = Array.from({ length: 3 }, (_, i) => `176761440000000000${i},200,1000,0,12,"",aGVsbG8=,attack,${i}\n`);
    const table = await readLog([sourceOf('a.csv', rows.join(''))]);
    expect([table.format, table.rows, table.badLines.count]).toEqual(['vegeta', 3, 0]);
  });

  it('have quotes in agents, escaped or not', async () => {
    const agents = [String.raw`a \"b\" c`, 'a "b" c', 'a "b', 'a b"'];
    const text = agents.map((agent) => line('05/Jan/2026:10:00:00 +0000').replace('curl/8', agent)).join('');
    const table = await readLog([sourceOf('a', text)]);
    const { codes, values } = table.columns.get('agent')!;
    expect(Array.from(codes, (code) => values.text(code))).toEqual(agents);
  });
});

describe('what is said of the times', () => {
  it('that the clock goes back', async () => {
    const text = line('25/Oct/2026:02:59:00 +0000') + line('25/Oct/2026:02:00:00 +0000');
    expect((await sentences(text))['clock-back']).toMatch(
      /^The clock goes back 1 time, by up to 59 min, as it does with daylight saving/,
    );
  });

  it.each([
    ['02:30:00', 'clock-back'],
    ['02:30:01', 'order'],
  ])('half an hour back is a clock, less is the order of lines: from 03:00:00 to %s', async (time, kind) => {
    const text = line('25/Oct/2026:03:00:00 +0000') + line(`25/Oct/2026:${time} +0000`);
    expect(Object.keys(await sentences(text))).toEqual([kind]);
  });

  it('that lines are in another order', async () => {
    const found = await sentences(line('05/Jan/2026:10:00:02 +0000') + line('05/Jan/2026:10:00:00 +0000'));
    expect(found).toEqual({ order: '1 line is stamped earlier than the line before. Requests are sorted by time.' });
  });

  it('that files are merged, which is no clock that goes back', async () => {
    const found = await sentences(line('05/Jan/2026:12:00:00 +0000'), line('05/Jan/2026:10:00:00 +0000'));
    expect(found).toEqual({ merged: '2 files are merged by time.' });
  });

  it('that zones are mixed, and compared in UTC', async () => {
    const text = line('05/Jan/2026:12:00:00 +0200') + line('05/Jan/2026:10:00:01 +0000');
    expect((await sentences(text))['mixed-zones']).toBe(
      'The times are in 2 zones, +0200, Z: all are converted to UTC.',
    );
    const table = await readLog([sourceOf('a', text)]);
    expect(table.stamps[1]! - table.stamps[0]!).toBe(1e6);
  });

  it.each([
    ['+0200, +02:00 and +02', ['+0200', '+02:00', '+02']],
    ['Z, UTC and +00:00', ['Z', ' UTC', '+00:00', '-0000']],
  ])('that zones are mixed, and not that one is written in several ways: %s', async (_, zones) => {
    const rows = zones.map((zone) => `2026-01-05T12:00:00${zone},::1\n`).join('');
    expect(await sentences(`time,ip\n${rows}`)).not.toHaveProperty('mixed-zones');
  });

  it('that they name no zone', async () => {
    const found = await sentences('time,ip\n2026-01-05 10:00:00,::1\n2026-01-05 10:00:01,::1\n');
    expect(found['no-zone']).toBe('The times have no time zone and are read as UTC.');
  });
});

describe('what a recording cannot hold', () => {
  const choice = { key: ['address'], cost: null, bad: '' };

  it('more than 30 days, until a span is chosen', async () => {
    const table = await readLog([
      sourceOf('a', line('01/Jan/2026:10:00:00 +0000') + line('15/Feb/2026:10:00:00 +0000')),
    ]);
    expect(() => recordingOf(table, choice)).toThrow(
      'The log covers 45 days, and a scenario holds at most 30 days. Choose a span of it.',
    );
    const from = Date.UTC(2026, 1, 15) / 1_000;
    const made = recordingOf(table, { ...choice, span: { from, to: from + 86_400 } });
    expect(made.columns.at).toHaveLength(1);
    expect(made.findings.find(({ kind }) => kind === 'outside-span')?.sentence).toBe(
      '1 request outside the span is left out.',
    );
  });

  it.each([
    ['from 0.5 s to 0.4 s, 30 days later', '2026-01-01T00:00:00.500Z', '2026-01-31T00:00:00.400Z', '1 s'],
    ['30 days, and the second of the last stamp', '2026-01-01T00:00:00Z', '2026-01-31T00:00:00Z', '1 s'],
    ['30 days and 2 hours', '2026-01-01T00:00:00Z', '2026-01-31T01:59:59Z', '2 h'],
  ])('more than 30 days with the ends of the first and the last stamp: %s', async (_, first, last, over) => {
    const table = await readLog([sourceOf('a.csv', `time,ip\n${first},::1\n${last},::1\n`)]);
    expect(() => recordingOf(table, choice)).toThrow(
      `The log covers 30 days and ${over}, and a scenario holds at most 30 days. Choose a span of it.`,
    );
    const from = Date.parse(first) / 1_000;
    expect(() => recordingOf(table, { ...choice, span: { from, to: from + 3_000_000 } })).toThrow(
      `The span covers 30 days and ${over}, and a scenario holds at most 30 days. Choose a shorter one.`,
    );
  });

  it('but exactly 30 days it can', async () => {
    const rows = '2026-01-01T00:00:00Z,::1\n2026-01-30T23:59:59Z,::1\n';
    const made = recordingOf(await readLog([sourceOf('a.csv', `time,ip\n${rows}`)]), choice);
    expect(made.duration).toBe(2_592_000);
    expect(unpackRecording(packRecording(made.columns)).at.at(-1)).toBe(2_591_999e6);
  });

  it('says what 429s and sampling mean', async () => {
    const limited = await readLog([sourceOf('a', line('01/Jan/2026:10:00:00 +0000').replace(' 200 ', ' 429 '))]);
    expect(recordingOf(limited, choice).findings.map(({ kind }) => kind)).toEqual(['already-limited', 'resolution']);
    const sampled = await readLog([
      sourceOf('a', '{"ClientIP":"::1","EdgeStartTimestamp":"2026-01-05T10:00:00.123Z","SampleInterval":10}\n'),
    ]);
    expect(recordingOf(sampled, choice).findings.map(({ kind }) => kind)).toEqual(['sampled']);
  });
});
