/** CSV as monitoring tools and spreadsheets write it. */
import { describe, expect, it } from 'vitest';
import { sourceOf } from '../goldenLogs.testing.ts';
import { readLog } from '../readLog.ts';

const read = (...lines: readonly string[]) => readLog([sourceOf('a.csv', `${lines.join('\n')}\n`)]);
const TIME = '2026-03-28T13:00:00.043Z';

describe('the client is in the column whose name says most', () => {
  it.each([
    ['Date,Host,Service,@network.client.ip', '@network.client.ip'],
    ['Date,Host,Service,@client.ip', '@client.ip'],
    ['Date,"@Client IP",host', '@Client IP'],
    ['time,host.ip,source.ip', 'source.ip'],
    ['time,server,host', 'host'],
    ['time,app.request.remote_ip,host', 'app.request.remote_ip'],
  ])('%s: %s', async (header, column) => {
    const { mapping } = await read(header, `${TIME},a,b,c`.split(',').slice(0, header.split(',').length).join(','));
    expect(mapping.fields.address).toBe(column);
  });

  it.each([
    ['Date,@http.status_code', 'status', '@http.status_code'],
    ['Date,@duration,@http.url_details.path', 'path', '@http.url_details.path'],
    ['Date,@http.method,@http.useragent', 'agent', '@http.useragent'],
  ] as const)('%s: %s', async (header, field, column) => {
    const { mapping } = await read(header, `${TIME},1,2`.split(',').slice(0, header.split(',').length).join(','));
    expect(mapping.fields[field]).toBe(column);
  });
});

describe('times', () => {
  it.each([
    '28/03/2026 13:00:00',
    '3/28/2026 01:00:00 PM',
    '28.03.2026 13:00:00',
    '"Mar 28, 2026, 13:00:00.000"',
    'Sat Mar 28 13:00:00 2026',
  ])('are read as spreadsheets write them: %s', async (time) => {
    const table = await read('Date,client,status', `${time},::1,200`);
    expect(Array.from(table.stamps)).toEqual([Date.UTC(2026, 2, 28, 13) * 1_000]);
  });

  it('that cannot be read are said', async () => {
    await expect(read('time,client,status', 'Saturday,::1,200', 'Saturday,::1,200')).rejects.toThrow(
      'No column holds times that can be read: time holds “Saturday”. Times may be ISO 8601, such as 2026-03-28T13:00:00Z, Unix time in s, ms, µs or ns, or a date with a time of day, such as 28.03.2026 13:00:00, 3/28/2026 1:00 PM or Mar 28, 2026, 13:00:00.',
    );
  });
});

describe('the order of the numbers in dates with slashes', () => {
  const rows = (...dates: readonly string[]) => dates.map((date) => `${date}/2026 13:00:00,::1`);
  const daysOf = ({ stamps }: Awaited<ReturnType<typeof read>>) =>
    Array.from(stamps, (stamp) => new Date(stamp / 1_000).toISOString().slice(5, 10));
  const said = ({ findings }: Awaited<ReturnType<typeof read>>) =>
    findings.find(({ kind }) => kind === 'date-order')?.sentence;

  it.each([
    ['a date further down tells it', ['11/03', '12/03', '13/03'], ['03-11', '03-12', '03-13'], 'day'],
    ['so for the month', ['03/01', '03/28'], ['03-01', '03-28'], 'month'],
    ['it makes no difference', ['05/05', '05/05'], ['05-05', '05-05'], undefined],
  ])('is known where %s', async (_, dates, days, order) => {
    const table = await read('time,client', ...rows(...dates));
    expect([daysOf(table), table.mapping.dateOrder, said(table)]).toEqual([days, order, undefined]);
  });

  it.each([
    ['the day', ['03/08', '03/08'], ['08-03', '08-03'], 'day', 'month'],
    ['the days that are closer together', ['03/11', '03/12'], ['03-11', '03-12'], 'month', 'day'],
  ])('is taken to have %s first where none tells it, which is said', async (_, dates, days, order, other) => {
    const table = await read('time,client', ...rows(...dates));
    expect([daysOf(table), table.mapping.dateOrder]).toEqual([days, order]);
    expect(said(table)).toBe(
      `In dates such as “${dates[0]}/2026 13:00:00”, the first lines do not show whether the day or the month comes first. They are read with the ${order} first; if that is wrong, choose ${other} first.`,
    );
  });

  it('is what the user says, and that of the files before', async () => {
    const texts = [rows('03/08'), rows('08/04')].map((lines) => ['time,client', ...lines].join('\n'));
    const files = () => texts.map((text, index) => sourceOf(`${index}.csv`, text));
    expect(daysOf(await readLog(files(), { mapping: { dateOrder: 'month' } }))).toEqual(['03-08', '08-04']);
    expect(daysOf(await readLog(files()))).toEqual(['08-03', '04-08']);
  });

  it('does not change on the way: a row in another one is skipped', async () => {
    const table = await read('time,client', ...rows(...Array<string>(8).fill('28/03'), '03/29', '31/31'));
    expect(new Set(daysOf(table))).toEqual(new Set(['03-28']));
    expect(table.badLines.first.map(({ reason }) => reason)).toEqual([
      'its time “03/29/2026 13:00:00” has the month first, unlike the dates before it',
      'its time “31/31/2026 13:00:00” is not a time',
    ]);
  });

  it('is not known by dates that come later than the first lines', async () => {
    const table = await read('time,client', ...Array.from({ length: 110 }, () => `${TIME},::1`), ...rows('03/08'));
    expect(table.badLines.first.map(({ reason }) => reason)).toEqual([
      'the day and the month of its time “03/08/2026 13:00:00” cannot be told apart',
    ]);
  });
});

describe('a header', () => {
  it('may name columns twice, or not at all', async () => {
    const { mapping, columns, rows } = await read('time, status,status,,status', `${TIME},200,502,x,503`);
    expect([mapping.time, mapping.fields.status, rows]).toEqual(['time', 'status', 1]);
    expect([...columns].map(([name, { values }]) => [name, values.text(1)])).toEqual([
      ['status', '200'],
      ['status (2)', '502'],
      ['column 4', 'x'],
      ['status (3)', '503'],
    ]);
  });

  it('is no line with a time in it', async () => {
    const { mapping, rows } = await read(`${TIME},::1,::1`, `${TIME},::1,::1`);
    expect([mapping.time, rows]).toEqual(['column 1', 2]);
  });
});

describe('a line that says what separates the columns', () => {
  it.each(['sep=;', '"sep=;"', 'SEP=;'])('%s', async (first) => {
    const { mapping, rows, badLines, columns } = await read(first, '"Time";"value, all"', `${TIME};2,5`, `${TIME};3`);
    expect([mapping.time, rows, badLines.count]).toEqual(['Time', 2, 0]);
    expect([...columns.keys()]).toEqual(['value, all']);
  });
});

describe('quotes', () => {
  const agentsOf = ({ columns }: Awaited<ReturnType<typeof read>>) => {
    const { codes, values } = columns.get('agent')!;
    return Array.from(codes, (code) => values.text(code));
  };
  /** As many rows, with that agent in every so many of them. */
  const rowsWith = (agent: string, count: number, every: number, delimiter = ',') => [
    ['time', 'agent', 'status'].join(delimiter),
    ...Array.from({ length: count }, (_, i) => [TIME, i % every === 0 ? agent : 'curl', 200].join(delimiter)),
  ];

  it.each([
    ['in each row', `height 6' 2"`, 60, 1, ','],
    ['in two rows', 'foo"bar', 300, 150, ','],
    ['in one row', 'foo"bar', 300, 300, ','],
    ['behind quotes that begin it', '"quoted" 5" disk', 120, 10, '\t'],
    ['behind quotes with a comma in them', '"quoted, too" 5" disk', 120, 10, '\t'],
  ])('within a field cost no request: %s', async (_, agent, count, every, delimiter) => {
    const table = await read(...rowsWith(agent, count, every, delimiter));
    expect([table.rows, table.badLines.count]).toEqual([count, 0]);
    expect(agentsOf(table).filter((text) => text === agent)).toHaveLength(count / every);
  });

  it.each([
    ['commas', '"a, b"', 'a, b'],
    ['escaped quotes', '"say ""hi, you"""', 'say "hi, you"'],
    ['quotes that are not escaped', '"say "hi, you" there"', 'say "hi, you" there'],
    ['nothing', '""', ''],
    ['spaces behind them', '"a, b" ', 'a, b'],
  ])('hold %s', async (_, agent, text) => {
    const table = await read(...rowsWith(agent, 3, 1));
    expect([table.rows, table.badLines.count, agentsOf(table)]).toEqual([3, 0, [text, text, text]]);
  });

  it('hold line breaks, in several fields of a row, too', async () => {
    const table = await read(
      'time,agent,note,status',
      `${TIME},"a ""b"",`,
      '""c"" and, d","e',
      'f",200',
      `${TIME},curl,"",200`,
    );
    expect([table.rows, table.badLines.count]).toEqual([2, 0]);
    expect(agentsOf(table)).toEqual(['a "b",\n"c" and, d', 'curl']);
  });

  it.each([
    ['up to the next quotes', 20],
    ['for as long as a row may be', 1_000],
    ['up to the end', 150],
  ])(
    'that are not closed cost the line that they are in, and none of those that were read with it %s',
    async (_, every) => {
      const lines = rowsWith('"Mozilla', 200, every);
      const table = await read(...lines.with(10, `${TIME},"a, b",200`));
      const open = Math.ceil(200 / every);
      expect([table.rows, table.badLines.count]).toEqual([200 - open, open]);
      expect(table.badLines.first[0]).toEqual({ file: 'a.csv', line: 2, reason: 'its quotes are not closed' });
    },
  );

  it('in a very long line are looked at once', async () => {
    const table = await read('time,agent', `${TIME},curl`, `${TIME},${'"a"b,'.repeat(200_000)}`);
    expect(table.rows).toBe(2);
  });
});

describe('a log of Zeek', () => {
  const header = (...names: readonly string[]) => [
    '#separator \\x09',
    '#set_separator\t,',
    '#empty_field\t(empty)',
    '#unset_field\t-',
    '#path\thttp',
    ['#fields', ...names].join('\t'),
    ['#types', ...names.map(() => 'string')].join('\t'),
  ];
  const row = (...values: readonly string[]) => values.join('\t');

  it('has its names in #fields, and says when a connection began', async () => {
    const { mapping, stamps, badLines } = await read(
      ...header('ts', 'uid', 'id.orig_h', 'id.resp_h', 'duration', 'resp_bytes'),
      row('1774702800.043000', 'C1', '203.0.113.7', '10.0.0.1', '0.500000', '90'),
      row('1774702801.000000', 'C2', '2001:db8::1', '10.0.0.1', '-', '-'),
      '#close\t2026-03-28-14-00-00',
    );
    expect(badLines.count).toBe(0);
    expect(Array.from(stamps)).toEqual([1_774_702_800_043_000, 1_774_702_801_000_000]);
    expect(mapping).toMatchObject({ time: 'ts', timeIs: 'arrival', duration: null });
    expect(mapping.fields).toMatchObject({ address: 'id.orig_h' });
  });

  it('has no quotes', async () => {
    const { rows } = await read(
      ...header('ts', 'id.orig_h', 'uri', 'user_agent'),
      row('1774702800.043000', '203.0.113.7', '"a', '"b'),
      row('1774702801.000000', '203.0.113.7', '/', 'c"'),
    );
    expect(rows).toBe(2);
  });

  it('that goes on with other columns is not read as if it had the first', async () => {
    const { rows, badLines } = await read(
      ...header('ts', 'id.orig_h', 'uri'),
      row('1774702800.043000', '203.0.113.7', '/'),
      ...header('ts', 'uri', 'id.orig_h'),
      row('1774702801.000000', '/', '203.0.113.7'),
      ...header('ts', 'id.orig_h', 'uri'),
      row('1774702802.000000', '203.0.113.7', '/'),
    );
    expect(rows).toBe(2);
    expect(badLines).toMatchObject({
      count: 1,
      first: [{ line: 16, reason: 'its columns are not those of the first #fields' }],
    });
  });
});

describe('of two columns with the same times', () => {
  it('that with fractions of a second is read: API Gateway’s', async () => {
    const { mapping, stamps } = await read(
      'requestTime,requestTimeEpoch,ip,responseLatency',
      '28/Mar/2026:13:00:00 +0000,1774702800043,::1,12',
      '28/Mar/2026:13:00:01 +0000,1774702801999,::1,12',
    );
    expect(mapping).toMatchObject({ time: 'requestTimeEpoch', timeIs: 'arrival', duration: null });
    expect(Array.from(stamps)).toEqual([1_774_702_800_043_000, 1_774_702_801_999_000]);
  });

  it('that with fractions of a second is read: nginx’s', async () => {
    const { mapping } = await read('time,msec,ip,request_time', '2026-03-28T13:00:00+00:00,1774702800.043,::1,0.012');
    expect(mapping).toMatchObject({ time: 'msec', timeIs: 'end', duration: 'request_time' });
  });

  it('but milliseconds within a second are no time', async () => {
    const { mapping } = await read('time,msec,ip', '2026-03-28T13:00:00Z,43,::1');
    expect(mapping.time).toBe('time');
  });
});

describe('a comma within the time', () => {
  it.each([
    '2026-03-28 13:00:00,043 INFO [main] org.example.App Started\n2026-03-28 13:00:01,102 WARN [exec-1] Late\n',
    '2026-03-28 13:00:00,043 - app - INFO - Started\n2026-03-28 13:00:01,102 - app - INFO - Late\n',
    '28-Mar-2026 13:00:00.043 INFO [main] Starting\n2026-03-28T13:00:01,991Z [exec-9] WARN  a\n2026-03-28T13:00:02,991Z [exec-9] WARN  b\n',
  ])('is that of a program’s own log, which is no table: %j', async (text) => {
    await expect(readLog([sourceOf('app.log', text)])).rejects.toThrow('is not in a recognised format');
  });

  it.each([
    '2026-03-28 13:00:00,200\n2026-03-28 13:00:01,429\n',
    '2026-03-28 13:00:00,200,GET\n2026-03-28 13:00:01,429,GET\n',
  ])('but three digits in a column are a column: %j', async (text) => {
    const { format, rows } = await readLog([sourceOf('a.csv', text)]);
    expect([format, rows]).toEqual(['csv', 2]);
  });
});
