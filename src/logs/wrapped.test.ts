/** Logs as collectors hand them on: the lines within theirs. */
import { describe, expect, it } from 'vitest';
import { fieldNamed } from './fields.ts';
import { sourceOf } from './goldenLogs.testing.ts';
import { readLog } from './readLog.ts';

const ADDRESSES = ['203.0.113.3', '2001:db8::1', '203.0.113.3', '203.0.113.7'];
const combined = (address: string, second: number) =>
  `${address} - - [28/Mar/2026:13:00:0${second} +0000] "GET / HTTP/1.1" 200 12 "-" "curl/8"`;
const inJson = (field: string) => (line: string) =>
  JSON.stringify({ [field]: `${line}\n`, stream: 'stdout', time: '2026-03-28T13:00:00.043725123Z' });

async function read(wrap: (line: string) => string) {
  const text = ADDRESSES.map((address, second) => `${wrap(combined(address, second))}\n`).join('');
  const table = await readLog([sourceOf('a.log', text)]);
  const { codes, text: textOf } = fieldNamed(table, 'address', 'key');
  const findings = new Map(table.findings.map(({ kind, sentence }) => [kind, sentence]));
  return { table, addresses: Array.from(codes, textOf), findings };
}

describe('lines behind what a collector puts first are read without it', () => {
  it.each([
    ['syslog', 'Mar 28 13:00:00 lb nginx: '],
    ['syslog with a process and a short day', 'Mar  8 13:00:00 lb nginx[123]: '],
    ['syslog as a page shows it', 'Mar 8 13:00:00 lb nginx[123]: '],
    ['syslog with a priority', '<190>Mar 28 13:00:00 lb nginx: '],
    ['syslog without a host', '<190>Mar 28 13:00:00 nginx: '],
    ['rsyslog with an ISO time', '2026-03-28T13:00:00.043725+00:00 lb nginx[1]: '],
    ['RFC 5424', '<190>1 2026-03-28T13:00:00.043Z lb nginx 12 - - '],
    ['RFC 5424 with structured data', String.raw`1 2026-03-28T13:00:00Z lb nginx - ID47 [a@1 b="\"]"][c@2 d="e"] `],
    ['Gunicorn’s and Hypercorn’s loggers', '[2026-03-28 13:00:00 +0000] [12] [INFO] '],
    ['Python’s logging', '2026-03-28 13:00:00,043 - werkzeug - INFO - '],
    ['Python’s logging in another layout', '2026-03-28 13:00:00,043 INFO [aiohttp.access] (MainThread) '],
    ['containerd', '2026-03-28T13:00:00.043725123Z stdout F '],
    ['kubectl logs --timestamps', '2026-03-28T13:00:00.043725123Z '],
    ['kubectl logs --prefix', '[pod/ingress-nginx-controller-abc/controller] '],
    ['journalctl with microseconds', 'Mar 28 13:00:00.123456 lb nginx[3]: '],
    ['journalctl -o short-full', 'Sat 2026-03-28 13:00:00 UTC lb nginx[3]: '],
    ['journalctl -o short-unix', '1774702800.043725 lb nginx[3]: '],
    ['Loki’s logcli', '2026-03-28T13:00:00Z {filename="/var/log/nginx/access.log", job="nginx"} '],
    ['docker-compose', 'nginx_1  | '],
    ['docker-compose in colour', '\x1b[36mnginx_1  |\x1b[0m '],
    ['docker compose logs in colour', '\x1b[33mweb-1  | \x1b[0m'],
    ['docker compose logs --timestamps', 'web-1  | 2026-03-28T13:00:00.043725123Z '],
  ])('%s', async (_, prefix) => {
    const { table, addresses, findings } = await read((line) => prefix + line);
    expect(table.format).toBe('combined');
    expect(addresses).toEqual(ADDRESSES);
    expect(findings.get('wrapped')).toMatch(/^What was put before each line, such as “[ -~…]+”, is left out\.$/);
    expect(findings.has('no-address')).toBe(false);
  });

  it('JSON lines, too', async () => {
    const text = `2026-03-28T13:00:00.1Z stdout F {"ts":"2026-03-28T13:00:00.1Z","ip":"::1"}\n`;
    const table = await readLog([sourceOf('a.log', text.repeat(2))]);
    expect([table.format, table.rows]).toEqual(['ndjson', 2]);
  });

  it('Envoy’s lines behind Ambassador’s word, too', async () => {
    const line =
      'ACCESS [2026-03-28T13:00:00.043Z] "GET /a HTTP/1.1" 429 - 0 13 5 4 "203.0.113.7" "curl/8" "b6f1" "a.example" "-"\n';
    const table = await readLog([sourceOf('a.log', line)]);
    expect([table.format, table.rows, table.badLines.count]).toEqual(['envoy', 1, 0]);
  });

  it('a line without it stays as it is', async () => {
    let lines = 0;
    const { addresses } = await read((line) => (lines++ === 0 ? line : `nginx_1  | ${line}`));
    expect(addresses).toEqual(ADDRESSES);
  });
});

describe('what containerd and CRI-O write in parts is joined', () => {
  const [first, second, third] = ADDRESSES.map((address, index) => combined(address, index)) as [
    string,
    string,
    string,
  ];
  const part = (stream: string, tag: string, text: string) => `2026-03-28T13:00:00.043725123Z ${stream} ${tag} ${text}`;
  const whole = part('stdout', 'F', first);

  async function readParts(lines: readonly string[], chunkSize = Infinity) {
    const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
    let at = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.slice(at, (at += Math.min(chunkSize, bytes.length))));
      },
    });
    const table = await readLog([{ name: 'a.log', size: null, stream }]);
    const { codes, values } = table.columns.get('address')!;
    const bad = table.badLines.first.map(({ line }) => line);
    return { rows: table.rows, addresses: Array.from(codes, (code) => values.text(code)), bad };
  }

  it.each([
    ['two', [part('stdout', 'P', second.slice(0, 40)), part('stdout', 'F', second.slice(40))]],
    [
      'three, the last one empty',
      [part('stdout', 'P', second.slice(0, 3)), part('stdout', 'P', second.slice(3)), part('stdout', 'F', '')],
    ],
    ['two, the last one empty and without its space', [part('stdout', 'P', second), part('stdout', 'F', '').trimEnd()]],
  ])('from %s', async (_, parts) => {
    const { addresses, bad } = await readParts([whole, ...parts, part('stdout', 'F', third)]);
    expect([addresses, bad]).toEqual([ADDRESSES.slice(0, 3), []]);
  });

  it('in the first line, too', async () => {
    const parts = [part('stdout', 'P', first.slice(0, 40)), part('stdout', 'F', first.slice(40))];
    expect((await readParts(parts)).addresses).toEqual(ADDRESSES.slice(0, 1));
  });

  it('for each stream by itself', async () => {
    const lines = [
      part('stdout', 'P', first.slice(0, 40)),
      part('stderr', 'P', second.slice(0, 20)),
      part('stdout', 'F', first.slice(40)),
      part('stderr', 'F', second.slice(20)),
    ];
    const { addresses, bad } = await readParts(lines);
    expect([addresses, bad]).toEqual([ADDRESSES.slice(0, 2), []]);
  });

  it('however the file comes in chunks', async () => {
    const parts = [part('stdout', 'P', second.slice(0, 40)), part('stdout', 'F', second.slice(40))];
    const lines = Array.from({ length: 1_000 }, () => [whole, ...parts]).flat();
    const { rows, bad } = await readParts(lines, 997);
    expect([rows, bad]).toEqual([2_000, []]);
  });

  it('and is told by the number of its first part where it cannot be read, or has no end', async () => {
    const parts = [part('stdout', 'P', 'gar'), part('stdout', 'F', 'bage'), part('stdout', 'P', second.slice(0, 40))];
    const { rows, bad } = await readParts([whole, whole, ...parts]);
    expect([rows, bad]).toEqual([2, [3, 5]]);
  });

  it('only as far as a line may be long', async () => {
    const parts = Array.from({ length: 200 }, () => part('stdout', 'P', 'x'.repeat(16_384)));
    const { rows, bad } = await readParts([whole, ...parts, part('stdout', 'F', ''), whole]);
    expect([rows, bad]).toEqual([2, [2, 66, 130, 194]]);
  });
});

describe('lines in the JSON of a collector are read as themselves', () => {
  it.each(['log', 'message', 'msg', 'MESSAGE', 'line', '_raw', '@message', 'textPayload'])('%s', async (field) => {
    const { table, addresses, findings } = await read(inJson(field));
    expect(table.format).toBe('combined');
    expect(addresses).toEqual(ADDRESSES);
    expect(findings.get('wrapped')).toBe(
      `The lines are read from the field ${field} of the JSON that they were put in; its other fields are left out.`,
    );
  });

  it('in an object of it, too', async () => {
    const { addresses } = await read((line) => JSON.stringify({ preview: false, result: { _raw: line, host: 'web' } }));
    expect(addresses).toEqual(ADDRESSES);
  });

  it.each([
    ['log', 'ip'],
    ['MESSAGE', 'ip'],
    ['line', 'ip'],
    ['message', 'outer'],
  ])('JSON in %s: by its %s', async (field, address) => {
    const record = {
      [field]: '{"ts":"2026-03-28T13:00:00Z","ip":"::1"}',
      time: '2026-03-28T13:00:00Z',
      client_ip: 'outer',
    };
    const table = await readLog([sourceOf('a.log', `${JSON.stringify(record)}\n`)]);
    expect(table.columns.has(address === 'ip' ? 'ip' : 'client_ip')).toBe(true);
  });

  it('but not JSON without a time, which the collector has', async () => {
    const text = `${JSON.stringify({ log: '{"ip":"::1"}', time: '2026-03-28T13:00:00Z' })}\n`;
    expect((await readLog([sourceOf('a.log', text)])).mapping.time).toBe('time');
  });

  it('but as JSON where the user says so', async () => {
    const text = `${inJson('log')(combined('::1', 0))}\n`;
    expect((await readLog([sourceOf('a.log', text)], { format: 'ndjson' })).mapping.time).toBe('time');
  });
});

describe('lines in a column of CSV are read as themselves', () => {
  const quoted = (line: string) => `"${line.replaceAll('"', '""')}"`;
  it.each([
    ['_raw', '"_raw","_time",host', (line: string) => `${quoted(line)},"2026-03-28T13:00:00.000+0000",web-1`],
    ['message', 'timestamp,message', (line: string) => `1774702800043,${quoted(line)}`],
    ['@message', '@timestamp,@message', (line: string) => `2026-03-28 13:00:00.000,${quoted(line)}`],
    ['Message', 'Date,Host,Message', (line: string) => `2026-03-28T13:00:00.043Z,web-1,${quoted(line)}`],
    ['Line', 'tsNs;Line', (line: string) => `1774702800043000000;${quoted(line)}`],
  ])('%s', async (column, header, row) => {
    const table = await readLog([
      sourceOf('a.csv', [header, ...ADDRESSES.map((address, second) => row(combined(address, second)))].join('\n')),
    ]);
    expect([table.format, table.badLines.count]).toEqual(['combined', 0]);
    const { codes, text: textOf } = fieldNamed(table, 'address', 'key');
    expect(Array.from(codes, textOf)).toEqual(ADDRESSES);
    expect(table.findings.find(({ kind }) => kind === 'wrapped')?.sentence).toBe(
      `The lines are read from the column ${column} of the CSV that they were put in; its other columns are left out.`,
    );
  });

  it('but not what is only a message', async () => {
    const text = 'time,client,message\n2026-03-28T13:00:00Z,::1,"{""ts"":1774702800,""ip"":""::2""}"\n';
    expect((await readLog([sourceOf('a.csv', text)])).format).toBe('csv');
  });
});

describe('what stands where the address should be', () => {
  it.each(['Mar', '13:00:00', '0.043', '1774702800.043'])('%s is none, which is said', async (word) => {
    const { findings } = await read((line) => line.replace(/^\S+/, word));
    expect(findings.get('no-address')).toBe(
      `“${word}” stands where the client’s address should be, and is neither an address nor a host’s name. If the lines begin with something that the server did not write, cut it off; else choose another key.`,
    );
  });

  it.each([
    '10.0.0.1:4711',
    '2001:DB8:0:42:1:2:3:4',
    'fe80::1%eth0',
    '::ffff:10.0.0.1',
    'host-1.example.org',
    'localhost',
    'unix:',
  ])('%s is one', async (word) => {
    const { findings } = await read((line) => line.replace(/^\S+/, word));
    expect(findings.has('no-address')).toBe(false);
  });
});
