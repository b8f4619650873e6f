/** Lines of the combined and the common format as servers and frameworks vary them. */
import { describe, expect, it } from 'vitest';
import { fieldNamed } from '../fields.ts';
import { sourceOf } from '../goldenLogs.testing.ts';
import { readLog } from '../readLog.ts';

const TIME = '[28/Mar/2026:13:00:00 +0000]';
const REST = '"GET /a?b HTTP/1.1" 200 12 "-" "curl/8"';

async function read(...lines: readonly string[]) {
  const table = await readLog([sourceOf('a.log', `${lines.join('\n')}\n`)]);
  const valuesOf = (name: string) => {
    const { codes, text } = fieldNamed(table, name, 'key');
    return Array.from(codes, text);
  };
  return { table, valuesOf };
}

describe('the client is an address alone', () => {
  it.each([
    ['of IPv4 in IPv6, as Node writes it', '::ffff:203.0.113.7 - -', '203.0.113.7'],
    ['before its port', '203.0.113.7:4711 - -', '203.0.113.7'],
    ['of IPv6 before its port', '[2001:db8::1]:4711 - -', '2001:db8::1'],
    ['of IPv6', '2001:db8::1 - -', '2001:db8::1'],
    ['before a proxy’s', '203.0.113.7, 10.0.0.1 - -', '203.0.113.7'],
    ['before several proxies’', '2001:db8::1, 198.51.100.2, 10.0.0.1 - -', '2001:db8::1'],
    ['before a proxy’s, without a space', '203.0.113.7,10.0.0.1 - -', '203.0.113.7'],
    ['behind the host', 'example.org:443 203.0.113.7, 10.0.0.1 - -', '203.0.113.7'],
    ['in quotes, before the proxy’s own', '"203.0.113.7, 198.51.100.2" 10.0.0.1 - -', '203.0.113.7'],
    ['before others and the proxy’s own', '2001:db8::1, 198.51.100.2 10.0.0.1 - -', '2001:db8::1'],
    ['before the proxy’s own', '203.0.113.7 10.0.0.1 - -', '203.0.113.7'],
    ['in quotes, without any other', '"203.0.113.7" - -', '203.0.113.7'],
    ['behind a host that is an address', '127.0.1.1:443 203.0.113.7 - -', '203.0.113.7'],
    ['behind a host that is a private address', '10.0.0.5 203.0.113.7 - -', '203.0.113.7'],
    ['before nginx’s own', '203.0.113.7, 10.0.0.1 - 10.0.0.2 - -', '203.0.113.7'],
  ])('%s', async (_, client, address) => {
    const { table, valuesOf } = await read(`${client} ${TIME} ${REST}`);
    expect([table.badLines.count, valuesOf('address')]).toEqual([0, [address]]);
  });

  it('also where only some requests came through a proxy', async () => {
    const clients = ['203.0.113.7, 10.0.0.1', '203.0.113.8', '-', '203.0.113.9, 198.51.100.2, 10.0.0.1'];
    const { table, valuesOf } = await read(...clients.map((client) => `${client} - ada ${TIME} ${REST}`));
    expect(table.columns.has('host')).toBe(false);
    expect(valuesOf('address')).toEqual(['203.0.113.7', '203.0.113.8', '', '203.0.113.9']);
    expect(valuesOf('user')).toEqual(['ada', 'ada', 'ada', 'ada']);
  });
});

it('a host may be an address that is the same in all lines', async () => {
  const { table, valuesOf } = await read(...['203.0.113.7', '203.0.113.8'].map((client) => `192.0.2.1 ${client} - - ${TIME} ${REST}`)); // prettier-ignore
  expect([valuesOf('address'), table.columns.has('host')]).toEqual([['203.0.113.7', '203.0.113.8'], true]);
});

it('who did not come through a proxy is the client', async () => {
  const clients = ['"-" 203.0.113.7', '"203.0.113.8, 10.0.0.2" 10.0.0.1'];
  const { valuesOf } = await read(...clients.map((client) => `${client} - ada ${TIME} ${REST}`));
  expect([valuesOf('address'), valuesOf('user')]).toEqual([
    ['203.0.113.7', '203.0.113.8'],
    ['ada', 'ada'],
  ]);
});

describe('lines are read', () => {
  it.each([
    ['with a duration behind the bytes, as Tomcat’s', `${TIME} "GET /a HTTP/1.1" 429 12 57`, 'extra:1', '57'],
    [
      'with an id behind the bytes, as API Gateway’s',
      `${TIME} "GET /a HTTP/1.1" 429 12 c6af9ac6`,
      'extra:1',
      'c6af9ac6',
    ],
    [
      'without a space before the request, as API Gateway’s documentation has it',
      `${TIME}"GET /a HTTP/1.1" 429 12 c6af9ac6`,
      'extra:1',
      'c6af9ac6',
    ],
    ['of WEBrick', '[28/Mar/2026:13:00:00 UTC] "GET /a HTTP/1.1" 429 12', 'bytes', '12'],
    ['with one text in quotes there', `${TIME} "GET /a HTTP/1.1" 429 12 "x y"`, 'extra:1', 'x y'],
    [
      'with the host before the request',
      `${TIME} example.org "GET /a HTTP/1.1" 429 12 7 "-" "curl/8"`,
      'extra:3',
      'curl/8',
    ],
    ['as Flask writes them', '[28/Mar/2026 13:00:00] "GET /a HTTP/1.1" 429 -', 'method', 'GET'],
    [
      'of a proxy, which is asked for a whole address',
      `${TIME} "GET http://example.org/a HTTP/1.1" 429 12`,
      'method',
      'GET',
    ],
  ])('%s', async (_, rest, field, value) => {
    const { table, valuesOf } = await read(`203.0.113.7 - - ${rest}`);
    expect([table.format, table.badLines.count]).toEqual(['combined', 0]);
    expect(Array.from(table.stamps)).toEqual([Date.UTC(2026, 2, 28, 13) * 1_000]);
    expect(['path', 'status', field].map((name) => valuesOf(name)[0])).toEqual(['/a', '429', value]);
  });
});

it('is taken for combined where a few lines among the requests are JSON, and for JSON lines where most are', async () => {
  const [line, json] = [`203.0.113.7 - - ${TIME} ${REST}`, '{"time":"2026-03-28T13:00:00Z","msg":"started"}'];
  const { table } = await read(json, line, line);
  expect([table.format, table.rows, table.badLines.count]).toEqual(['combined', 2, 1]);
  const { table: ofProgram } = await read(line, json, json);
  expect([ofProgram.format, ofProgram.rows, ofProgram.badLines.count]).toEqual(['ndjson', 2, 1]);
});
