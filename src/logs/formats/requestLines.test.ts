/** Lines as servers and frameworks print them for each request: with their own time, one in front, or none. */
import { describe, expect, it } from 'vitest';
import { expectLinearTime, repeated } from '../../linearTime.testing.ts';
import { readLines, sourceOf } from '../goldenLogs.testing.ts';
import { readLog } from '../readLog.ts';
import { arrivalsOf } from '../recordingOf.ts';
import { requestLines, timelessSentence } from './requestLines.ts';

const AT = Date.UTC(2026, 2, 28, 13) * 1_000;
const NGINX = (message: string, client = '203.0.113.7') =>
  `2026/03/28 13:00:00 [error] 12#12: *5 ${message}, client: ${client}, server: example.org, request: "GET /a?b HTTP/1.1", host: "example.org"`;
const UVICORN = 'INFO:     203.0.113.7:4711 - "GET /a?b HTTP/1.1" 429 Too Many Requests';

describe('are read', () => {
  it.each([
    ['nginx’s refusals', NGINX('limiting requests, excess: 5.123 by zone "api"'), 0, ['203.0.113.7', 'GET', '/a']],
    ['its delays', NGINX('delaying request, excess: 0.500, by zone "api"'), 0, ['203.0.113.7', 'GET', '/a']],
    ['its dry run', NGINX('limiting requests, dry run, excess: 5.123 by zone "api"'), 0, ['203.0.113.7', 'GET', '/a']],
    ['Django’s', '[28/Mar/2026 13:00:00] "GET /a?b HTTP/1.1" 429 512', 0, [null, 'GET', '/a', '429', '512']],
    ['by its logger', 'INFO 2026-03-28 13:00:00,000 basehttp 12 34 "GET /a HTTP/1.1" 429 512', 0, [null, 'GET', '/a', '429', '512']], // prettier-ignore
    ['Tornado’s', '[W 260328 13:00:00 web:2348] 429 GET /a?b (203.0.113.7) 100.00ms', 0.1, ['203.0.113.7', 'GET', '/a', '429']], // prettier-ignore
    ['Jupyter’s', '[I 2026-03-28 13:00:00.000 ServerApp] 429 GET /a (ada@203.0.113.7) 100.00ms', 0.1, ['203.0.113.7', 'GET', '/a', '429']], // prettier-ignore
    ['Gin’s', '[GIN] 2026/03/28 - 13:00:00 | 429 |     100µs |     203.0.113.7 | GET      "/a?b"', 0.0001, ['203.0.113.7', 'GET', '/a', '429']], // prettier-ignore
    ['chi’s', '2026/03/28 13:00:00 [host/x-000001] "GET http://localhost/a HTTP/1.1" from 203.0.113.7:4711 - 429 512B in 1.5ms', 0.0015, ['203.0.113.7', 'GET', '/a', '429', '512']], // prettier-ignore
    ['Nginx Proxy Manager’s', '[28/Mar/2026:15:00:00 +0200] MISS 200 429 - GET https example.org "/a?b" [Client 203.0.113.7] [Length 512] [Gzip -] [Sent-to 10.0.0.1] "curl/8" "-"', 0, ['203.0.113.7', 'GET', '/a', '429', '512']], // prettier-ignore
    ['its own', '[28/Mar/2026:13:00:00 +0000] 429 - GET http example.org "/a" [Client 203.0.113.7] [Length 512] [Gzip -] "curl/8" "-"', 0, ['203.0.113.7', 'GET', '/a', '429', '512']], // prettier-ignore
    ['Fastly’s', '203.0.113.7 "-" "-" Sat, 28 Mar 2026 13:00:00 GMT GET /a?b 429', 0, ['203.0.113.7', 'GET', '/a', '429']], // prettier-ignore
    [
      'PHP’s',
      '[12] [Sat Mar 28 13:00:00 2026] 203.0.113.7:4711 [429]: GET /a?b',
      0,
      ['203.0.113.7', 'GET', '/a', '429'],
    ],
    ['uWSGI’s', '{address space usage: 1 bytes/1MB} [pid: 12|app: 0|req: 1/9] 203.0.113.7 (ada) {40 vars in 700 bytes} [Sat Mar 28 13:00:00 2026] GET /a?b => generated 512 bytes in 900 msecs (HTTP/1.1 429) 3 headers in 79 bytes (1 switches on core 0)', 0, ['203.0.113.7', 'GET', '/a', '429', '512']], // prettier-ignore
    ['Rails’', 'I, [2026-03-28T13:00:01.000 #12]  INFO -- : [8f-3a] Started GET "/a?b" for 203.0.113.7 at 2026-03-28 13:00:00 +0000', 0, ['203.0.113.7', 'GET', '/a']], // prettier-ignore
    ['morgan’s behind a time', '2026-03-28T13:00:00: \x1b[0mGET /a?b \x1b[33m429\x1b[0m 100.000 ms - 512\x1b[0m', 0.1, [null, 'GET', '/a', '429', '512']], // prettier-ignore
    ['with the address', '2026-03-28T13:00:00Z ::1 - GET /a?b HTTP/1.1 429 512 - 100.000 ms', 0.1, ['::1', 'GET', '/a', '429', '512']], // prettier-ignore
    ['uvicorn’s', `2026-03-28 13:00:00,000 ${UVICORN}`, 0, ['203.0.113.7', 'GET', '/a', '429']],
    ['actix’s', '[2026-03-28T13:00:00Z INFO  actix_web::middleware::logger] 203.0.113.7 "GET /a?b HTTP/1.1" 429 512 "-" "curl/8" 0.100000', 0.1, ['203.0.113.7', 'GET', '/a', '429', '512']], // prettier-ignore
    ['Serilog’s', '2026-03-28 13:00:00.000 +00:00 [INF] HTTP GET /a responded 429 in 100.0000 ms', 0.1, [null, 'GET', '/a', '429']], // prettier-ignore
  ])('%s', async (_, line, seconds, fields) => {
    const { table, first } = await readLines(line);
    expect([table.format, table.badLines.count]).toEqual(['lines', 0]);
    expect(arrivalsOf(table)[0]).toBe(AT - seconds * 1e6);
    const names = ['address', 'method', 'path', 'status', 'bytes'];
    expect(names.map((name) => (fields[names.indexOf(name)] ? first(name) : undefined))).toEqual(
      names.map((_name, index) => fields[index] ?? undefined),
    );
  });

  it('of an error log only what limit_req refused or delayed, with the zone, and that is said', async () => {
    const { table, first } = await readLines(
      NGINX('limiting requests, excess: 5.123 by zone "api"'),
      NGINX('open() "/a" failed (2: No such file or directory)'),
      NGINX('delaying request, excess: 0.500, by zone "api"', '203.0.113.8'),
    );
    expect([table.rows, table.badLines.first.map(({ reason }) => reason)]).toEqual([
      2,
      ['it is not a line of limit_req'],
    ]);
    expect(['zone', 'outcome', 'excess'].map(first)).toEqual(['api', 'limiting', '5.123']);
    expect(table.findings.map(({ sentence }) => sentence)).toContain(
      'An error log has only the requests that limit_req refused or delayed. Those that passed at once are in the access log.',
    );
  });
});

it('those of which there are most in the file, beside a few of the combined format', async () => {
  const proxied = (second: number) =>
    `[28/Mar/2026:13:00:0${second} +0000] - 200 200 - GET https example.org "/a" [Client 203.0.113.${second}] [Length 512] [Gzip -] [Sent-to 10.0.0.1] "curl/8" "-"`;
  const own = '203.0.113.9 - - [28/Mar/2026:13:00:09 +0000] "GET /b HTTP/1.1" 404 552 "-" "curl/8"';
  const { table } = await readLines(proxied(1), own, proxied(2), proxied(3));
  expect([table.format, table.rows, table.badLines.count]).toEqual(['lines', 3, 1]);
  const few = await readLines(own, proxied(1), own);
  expect([few.table.format, few.table.rows]).toEqual(['combined', 2]);
});

const refusal = async (text: string): Promise<string> => {
  const reading = readLog([sourceOf('a.log', text)]);
  return reading.then(
    () => 'It was read.',
    (error: unknown) => (error as Error).message,
  );
};

describe('without a time are refused with what puts one in front', () => {
  it.each([
    ['uvicorn', `INFO:     Started server process [12]\n${UVICORN}\n`, 'a time'],
    ['morgan dev', 'GET /a 200 12.345 ms - 512\n', 'a time'],
    ['morgan tiny', 'GET /a 200 512 - 12.345 ms\n', 'a time'],
    ['morgan short', '::1 - GET /a HTTP/1.1 200 512 - 12.345 ms\n', 'a time'],
    ['Next', ' GET /a 200 in 12ms\n', 'a time'],
    ['koa-logger', '  <-- GET /a\n  --> GET /a 200 12ms 1kb\n', 'a time'],
    ['a format of one’s own', '203.0.113.7 "GET /a HTTP/1.1" 200 123\n', 'a time'],
    ['Serilog', '[13:00:00 INF] HTTP GET /a responded 200 in 12.3456 ms\n', 'the date'],
  ])('%s', async (_, text, missing) => {
    expect(await refusal(text)).toBe(
      `a.log has requests without ${missing} in their lines, so when they came is not known. Let the server write it, or ` +
        'collect its lines with a time in front of each: docker logs --timestamps, kubectl logs --timestamps or journalctl -o short-iso.',
    );
  });

  it('and with one in front as these write it they are read', async () => {
    const { table } = await readLines(`2026-03-28T13:00:00.000000000Z ${UVICORN}`);
    expect(arrivalsOf(table)[0]).toBe(AT);
  });
});

describe('a long line of one kind of character is looked at in no more time than it is long', () => {
  const parts = ['1', ':', '"', ' ', 'a', '-', '[', '(', '. ', 'GET /', '200 ', '1.', '| ', '"GET / ', '::1 '];
  it.each(['', '2026-03-28T13:00:00Z ', '[28/Mar/2026 13:00:00] "GET /', '::1 - GET /', '[pid: ', 'Started GET "/'])(
    'after %j',
    (front) => {
      for (const part of parts)
        expectLinearTime(100_000, repeated(part, front), (text) => {
          const head = { text, lines: [text] };
          return [requestLines.recognises(head), timelessSentence(head)];
        });
    },
  );
});
