/** Keys, costs and labels against brute force, and the order of rows. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matcherOf, parseBadExpression } from './badExpression.ts';
import { sourceOf } from './goldenLogs.testing.ts';
import { LogError } from './logError.ts';
import { orderByTime } from './order.ts';
import { readLog } from './readLog.ts';
import { recordingOf, type RecordingChoice } from './recordingOf.ts';

interface Row {
  readonly time: number;
  readonly ip: string;
  readonly path: string;
  readonly units: number | string;
}

const read = (rows: readonly Row[]) =>
  readLog([
    sourceOf('a.ndjson', rows.map((row) => `${JSON.stringify({ ...row, time: row.time / 1_000 + 1.7e9 })}\n`).join('')),
  ]);

const CHOICE: RecordingChoice = { key: ['address'], cost: null, bad: '', keepsNames: true };

async function clientsOf(addresses: readonly string[], key: string): Promise<readonly (string | undefined)[]> {
  const table = await read(addresses.map((ip, time) => ({ time, ip, path: '/a/b/c', units: 1 })));
  const { client, names } = recordingOf(table, { ...CHOICE, key: [key] }).columns;
  return Array.from(client, (each) => names?.[each]);
}

describe('a key', () => {
  it.each([
    ['address', '10.1.2.3:443', '10.1.2.3'],
    ['address', '[2001:db8::1]:443', '2001:db8::1'],
    ['address', '10.1.2.3, 192.0.2.1', '10.1.2.3'],
    ['address/24', '10.1.2.3', '10.1.2.0/24'],
    ['address/24', '2001:db8::1', '2001:db8::1'],
    ['address/64', '2001:DB8:0:42:1:2:3:4', '2001:db8:0:42::/64'],
    ['address/64', '2001:db8::1', '2001:db8::/64'],
    ['address/64', '2001:db8:0042::1', '2001:db8:42::/64'],
    ['address/64', '::1', '::/64'],
    ['address/64', '::ffff:10.1.2.3', '10.1.2.3'],
    ['address/64', '64:ff9b::10.1.2.3', '64:ff9b::/64'],
    ['address/64', '10.1.2.3', '10.1.2.3'],
    ['path:2', '10.1.2.3', '/a/b'],
    ['path:9', '10.1.2.3', '/a/b/c'],
  ])('%s of %s is %s', async (key, address, name) => {
    expect(await clientsOf([address], key)).toEqual([name]);
  });

  it('may be a pair, and a request without one is a client, too', async () => {
    const table = await read([
      { time: 0, ip: '10.0.0.1', path: '/a', units: 1 },
      { time: 1, ip: '', path: '/a', units: 1 },
      { time: 2, ip: '10.0.0.1', path: '/b', units: 1 },
      { time: 3, ip: '10.0.0.1', path: '/a', units: 1 },
    ]);
    const made = recordingOf(table, { ...CHOICE, key: ['address', 'path'] });
    expect(Array.from(made.columns.client)).toEqual([0, 1, 2, 0]);
    expect(made.columns.names).toEqual(['10.0.0.1 /a', '- /a', '10.0.0.1 /b']);
    expect(made.findings.map(({ sentence }) => sentence)).toContain(
      '1 request has no address and counts as one client.',
    );
  });

  it('of more than 200 characters is cut, and numbered where it begins as another one does', async () => {
    const long = 'a'.repeat(199);
    const paths = ['b', 'b1', 'b2', '😀1', '😀2', 'b1'].map((end) => `${long}${end}`);
    const table = await read([...paths, '/'].map((path, time) => ({ time, ip: '::1', path, units: 1 })));
    const { client, names } = recordingOf(table, { ...CHOICE, key: ['path'] }).columns;
    const begins = long.slice(0, 188);
    expect(names).toEqual([`${long}b`, `${begins} (2)`, `${begins} (3)`, long, `${begins} (4)`, '/']);
    expect(Array.from(client)).toEqual([0, 1, 2, 3, 4, 1, 5]);
  });

  it('that the log lacks is named, with those that it has', async () => {
    const table = await read([{ time: 0, ip: '::1', path: '/a', units: 1 }]);
    expect(() => recordingOf(table, { ...CHOICE, key: ['tenant'] })).toThrow(
      'The key is tenant. It may be address, address/24, address/64, path, path:N, units or time.',
    );
    expect(() => recordingOf(table, { ...CHOICE, key: ['user'] })).toThrow(/^The key is user\. It may be address, /);
    expect(() => recordingOf(table, { ...CHOICE, bad: 'tenant=a' })).toThrow(
      'What counts as bad names tenant. It may name key, address, ',
    );
    expect(() => recordingOf(table, { ...CHOICE, cost: '2' })).toThrow('The cost is 2. It may be 1 or units.');
    expect(() => recordingOf(table, { ...CHOICE, cost: 'path' })).toThrow(
      'The cost is path, which holds no numbers. It may be 1 or units.',
    );
  });
});

it('are as brute force has them, whatever the order of the lines', async () => {
  const row = fc.record({
    time: fc.integer({ min: 0, max: 50 }),
    ip: fc.constantFrom('10.0.0.1', '10.0.0.2', '10.0.1.1', ''),
    path: fc.constantFrom('/a/x', '/a/y', '/b'),
    units: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(2.5), fc.constant('many')),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), async (rows) => {
      fc.pre(rows.some(({ units }) => typeof units === 'number') && rows.some(({ ip }) => ip !== ''));
      const made = recordingOf(await read(rows), { ...CHOICE, key: ['address/24'], cost: 'units', bad: 'path=/a/*' });
      const sorted = [...rows].sort((one, other) => one.time - other.time);
      const first = Math.floor(sorted[0]!.time / 1_000) * 1_000;
      expect(Array.from(made.columns.at)).toEqual(sorted.map(({ time }) => (time - first) * 1_000));
      const names = sorted.map(({ ip }) => (ip === '' ? '-' : `${ip.split('.').slice(0, 3).join('.')}.0/24`));
      const distinct = [...new Set(names)];
      expect(made.columns.names).toEqual(distinct);
      expect(Array.from(made.columns.client)).toEqual(names.map((name) => distinct.indexOf(name)));
      expect(Array.from(made.columns.costAndBad)).toEqual(
        sorted.map(({ units, path }) => {
          const cost = typeof units === 'number' ? Math.max(1, Math.ceil(units)) : 1;
          return cost + (path.startsWith('/a/') ? 2 ** 31 : 0);
        }),
      );
    }),
    { numRuns: 60, seed: 14 },
  );
});

it('holds two million requests: of a log without a span, one is to be chosen', async () => {
  const table = await read([{ time: 0, ip: '::1', path: '/', units: 1 }]);
  const most = { ...table, stamps: new Float64Array(2_000_001) };
  const sentence = (what: string, advice: string) =>
    `${what} has 2,000,001 requests, and a recording holds at most 2,000,000. ${advice}`;
  expect(() => recordingOf(most, CHOICE)).toThrow(sentence('The log', 'Choose a span of it.'));
  expect(() => recordingOf(most, { ...CHOICE, span: { from: 0, to: 1 } })).toThrow(
    sentence('The span', 'Choose a shorter one.'),
  );
});

it('has the requests from the start of a span on, until before its end', async () => {
  const table = await read([0, 1_000, 2_000].map((time) => ({ time, ip: '::1', path: '/', units: 1 })));
  const made = recordingOf(table, { ...CHOICE, span: { from: 1.7e9, to: 1.7e9 + 2 } });
  expect(Array.from(made.columns.at)).toEqual([0, 1_000_000]);
});

it('lasts whole seconds, until after the interval of its last stamp', async () => {
  const line = (second: number) => `::1 - - [05/Jan/2026:10:00:0${second} +0000] "GET / HTTP/1.1" 200 1 "-" "-"\n`;
  const table = await readLog([sourceOf('a.log', line(0) + line(3))]);
  expect(recordingOf(table, CHOICE)).toMatchObject({ resolution: 1, duration: 4 });
});

it('orders rows as a stable sort does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 100 }), (times) => {
      const expected = times.map((_, row) => row).sort((a, b) => times[a]! - times[b]! || a - b);
      const order = orderByTime(Float64Array.from(times));
      expect(order === null ? times.map((_, row) => row) : Array.from(order)).toEqual(expected);
    }),
    { numRuns: 300, seed: 14 },
  );
});

describe('what counts as bad', () => {
  it.each([
    ['', []],
    ['status=401,403', [{ field: 'status', patterns: ['401', '403'], file: null }]],
    ['status= 401, 403 ,, "4 " , " 5"', [{ field: 'status', patterns: ['401', '403', '4 ', ' 5'], file: null }]],
    [
      'path=/login* or  agent="a, b or c*",x',
      [
        { field: 'path', patterns: ['/login*'], file: null },
        { field: 'agent', patterns: ['a, b or c*', 'x'], file: null },
      ],
    ],
    ['key=@bad keys.txt', [{ field: 'key', patterns: [], file: 'bad keys.txt' }]],
  ])('reads %s', (text, terms) => {
    expect(parseBadExpression(text)).toEqual(terms);
  });

  it.each(['status', '=1', 'status=', 'status=1 or', 'status=,', 'agent=""', 'agent="a"b', 'path=@list'])(
    'refuses %s',
    (text) => {
      expect(() => parseBadExpression(text)).toThrow(LogError);
    },
  );

  it('matches wildcards as a regular expression does', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 6 });
    fc.assert(
      fc.property(text, text, (pattern, value) => {
        const expected = new RegExp(`^${pattern.replaceAll('*', '[^]*')}$`).test(value);
        expect(matcherOf([pattern])(value)).toBe(expected);
      }),
      { numRuns: 1_000, seed: 14 },
    );
  });

  it.each([
    ['path=*', [1, 2 ** 31 + 1]],
    ['key=*', [1, 2 ** 31 + 1]],
  ])('is no missing value: %s', async (bad, costAndBad) => {
    const table = await read(['', '/a'].map((path, time) => ({ time, ip: '::1', path, units: 1 })));
    expect(Array.from(recordingOf(table, { ...CHOICE, key: ['path'], bad }).columns.costAndBad)).toEqual(costAndBad);
  });

  it('is a pair of which one is missing', async () => {
    const table = await read([
      { time: 0, ip: '::1', path: '', units: 1 },
      { time: 1, ip: '', path: '/', units: 1 },
    ]);
    const choice = { ...CHOICE, key: ['address', 'path'], bad: 'key="* -"' };
    expect(Array.from(recordingOf(table, choice).columns.costAndBad)).toEqual([2 ** 31 + 1, 1]);
  });

  it('is counted, and a slip in it is seen by what it matches', async () => {
    const rows = ['10.0.0.1', '10.0.0.1', '10.0.0.2'].map((ip, time) => ({ time, ip, path: '/', units: 1 }));
    const table = await read(rows);
    const said = (bad: string) =>
      recordingOf(table, { ...CHOICE, bad }).findings.flatMap(({ kind, sentence }) => (kind === 'bad' ? sentence : []));
    expect(said('address=10.0.0.1')).toEqual(['2 of 3 requests count as bad.']);
    expect(said('address=10.0.0.2')).toEqual(['1 of 3 requests counts as bad.']);
    expect(said('address=10.0.0.3 ')).toEqual(['No request counts as bad: none matches address=10.0.0.3.']);
    expect(said('')).toEqual([]);
  });

  it('takes a list of keys', async () => {
    const table = await read(['10.0.0.1', '10.0.0.2'].map((ip, time) => ({ time, ip, path: '/', units: 1 })));
    const keyLists = new Map([['bad.txt', ['', ' 10.0.0.2\t']]]);
    const made = recordingOf(table, { ...CHOICE, bad: 'key=@bad.txt', keyLists });
    expect(Array.from(made.columns.costAndBad)).toEqual([1, 2 ** 31 + 1]);
  });
});
