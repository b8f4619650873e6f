/** Logs with a layout of their own, and what their lines may have. */
import { describe, expect, it } from 'vitest';
import { readLines } from '../goldenLogs.testing.ts';
import { arrivalsOf } from '../recordingOf.ts';

const MS = Date.UTC(2026, 2, 28, 13) * 1_000 + 43_000;

const COMMON = ['address', 'method', 'path', 'status', 'bytes'];
const haproxy = (client: string, rest: string) => `${client} [28/Mar/2026:13:00:00.043] https-in~ api/srv1 ${rest}`;
const HTTP = '0/0/1/12/13 429 512 - - PR-- 5/5/0/1/0 0/0';
const CLASSIC = (client: string) =>
  `2026-03-28T13:00:00.043000Z my-balancer ${client} 10.0.0.1:80 0.000073 0.001048 0.000057 429 200 0 512 "GET https://example.org:443/a?b HTTP/1.1" "curl/8" - -`;

describe('are read', () => {
  it.each([
    ['HAProxy’s', 'haproxy', haproxy('203.0.113.7:4711', `${HTTP} "GET /a?b HTTP/1.1"`), '203.0.113.7'],
    [
      'by syslog',
      'haproxy',
      `<134>Mar 28 13:00:01 lb haproxy[9]: ${haproxy('203.0.113.7:4711', `${HTTP} "GET /a HTTP/1.1"`)}`,
      '203.0.113.7',
    ],
    ['from IPv6', 'haproxy', haproxy('2001:db8::1:4711', `${HTTP} "GET /a HTTP/2.0"`), '2001:db8::1'],
    ['with headers', 'haproxy', haproxy('203.0.113.7:4711', `${HTTP} {a "b" c|d} {} "GET /a HTTP/1.1"`), '203.0.113.7'],
    ['with braces', 'haproxy', haproxy('203.0.113.7:4711', `${HTTP} "GET /a?{b} HTTP/1.1"`), '203.0.113.7'],
    ['with the host', 'haproxy', haproxy('203.0.113.7:4711', `example.org ${HTTP} "GET /a HTTP/1.1"`), '203.0.113.7'],
    [
      'Squid’s',
      'squid',
      '1774702800.143    100 203.0.113.7 TCP_DENIED/429 512 GET http://example.org/a?b - HIER_NONE/- text/html',
      '203.0.113.7',
    ],
    [
      'Amazon S3’s',
      's3',
      '79a59df9 bucket [28/Mar/2026:13:00:00 +0000] 203.0.113.7 - 3E57 REST.GET.OBJECT a "GET /a?b HTTP/1.1" 429 SlowDown 512 - 7 - "-" "curl/8" -',
      '203.0.113.7',
    ],
    ['a Classic Load Balancer’s', 'alb', CLASSIC('203.0.113.7:2817'), '203.0.113.7'],
    ['from IPv6 without brackets', 'alb', CLASSIC('2001:db8::1:2817'), '2001:db8::1'],
    [
      'an Application Load Balancer’s from IPv6',
      'alb',
      `https ${CLASSIC('2001:db8::1:2817')} - "-" "-" "-" 0 2026-03-28T13:00:00.043000Z "waf"`,
      '2001:db8::1',
    ],
  ])('%s', async (_, format, line, address) => {
    const { table, first } = await readLines(line);
    expect([table.format, table.badLines.count]).toEqual([format, 0]);
    expect(arrivalsOf(table)[0]).toBe(format === 's3' ? MS - 43_000 : MS);
    expect(COMMON.map(first)).toEqual([address, 'GET', '/a', '429', '512']);
  });

  it.each([
    ['connections of TCP', haproxy('203.0.113.7:4711', '0/0/5007 212 -- 0/0/0/0/3 0/0'), ['', '', '', '212']],
    [
      'requests that are none',
      haproxy('203.0.113.7:4711', '-1/-1/-1/-1/2 400 187 - - PR-- 1/1/0/0/0 0/0 "<BADREQ>"'),
      ['', '', '400', '187'],
    ],
    [
      'requests without an answer',
      haproxy('203.0.113.7:4711', '0/0/1/-1/9 -1 0 - - CD-- 1/1/0/0/0 0/0 "GET /a HTTP/1.1"'),
      ['GET', '/a', '', '0'],
    ],
  ])('HAProxy’s of %s', async (_, line, values) => {
    const { first } = await readLines(
      haproxy('203.0.113.7:4711', `${HTTP} "GET /a HTTP/1.1"`).replace('/a', '/b'),
      line,
    );
    const own = await readLines(line);
    expect(first('path')).toBe('/b');
    expect(COMMON.slice(1).map(own.first)).toEqual(values);
  });
});

it('a message of HAProxy among its requests is skipped', async () => {
  const line = haproxy('203.0.113.7:4711', `${HTTP} "GET /a HTTP/1.1"`);
  const { table } = await readLines(
    line,
    '203.0.113.7:4711 [28/Mar/2026:13:00:00.043] https-in/1: SSL handshake failure',
    line,
  );
  expect(table.rows).toBe(2);
  expect(table.badLines.first).toEqual([
    { file: 'a.log', line: 2, reason: 'it is not a request or a connection as HAProxy logs them' },
  ]);
});

it('what S3 does by itself is no request', async () => {
  const line = (operation: string) =>
    `79a59df9 bucket [28/Mar/2026:13:00:00 +0000] 203.0.113.7 - 3E57 ${operation} a "GET /a HTTP/1.1" 200 - 512 - 7 - "-" "curl/8" -`;
  const { table } = await readLines(line('REST.GET.OBJECT'), line('S3.EXPIRE.OBJECT'));
  expect([table.rows, table.badLines.first.map(({ reason }) => reason)]).toEqual([
    1,
    ['S3.EXPIRE.OBJECT is what S3 did by itself, and no request'],
  ]);
});
