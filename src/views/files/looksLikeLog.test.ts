import { describe, expect, it } from 'vitest';
import { recogniseText } from '../../sim/index.ts';
import { looksLikeLog } from './looksLikeLog.ts';

describe('what is brought is read as a log', () => {
  it.each([
    ['203.0.113.9 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 2326\n', true],
    [
      '#Version: 1.0\n#Fields: date time c-ip\n2019-12-04\t21:02:31\t192.0.2.1\n2019-12-04\t21:02:32\t192.0.2.1\n',
      true,
    ],
    ['[2016-04-15T20:17:00.310Z] "POST /api HTTP/2" 204\n', true],
    [
      'h2 2018-07-02T22:23:00.186641Z app/my/1 10.0.0.1:2817\nh2 2018-07-02T22:23:01.186641Z app/my/1 10.0.0.1:2817\n',
      true,
    ],
    ['<190>Mar 28 13:00:00 lb nginx: ::1 - - [28/Mar/2026:13:00:00 +0000] "GET /\n<190>Mar 28', true],
    ['[28/Mar/2026 13:00:00] "GET / HTTP/1.1" 200 12\n', true],
    ['[GIN] 2026/03/28 - 13:00:00 | 200 | 1ms | ::1 | GET "/"\n', true],
    ['[pid: 12|app: 0] ::1 () {42 vars} [Sat Mar 28 13:00:00 2026] GET / => generated\n', true],
    ['[http.middlewares] # of Traefik\n', false],
    ['[null, true] \n', false],
    ['[pod/web/nginx] 203.0.113.9 - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 2326\n', true],
    ['{"log":"::1 - - [28/Mar","stream":"stdout"}\n{"log":"::1 - - [28/Mar","stream":"stdout"}\n', true],
    ['{"ts":1.5,"ip":"192.0.2.1"}\n{"ts":1.6,"ip":"192.0.2.1"}\n', true],
    ['{\n  "log": {\n    "version": "1.2"', true],
    ['{"log":{"level":"info"},"@timestamp":"2026"}\n{"log":{"level":"info"}', true],
    ['{"log":{"level":"info"}}\n', false],
    ['time,ip\n1,a\n2,b\n', true],
    ['"time",client,status\n2026-03-28T13:00:00.123Z,203.0.113.0,200\n', true],
    ['"Time"\t"requests"\n2026-03-28 13:00:00\t"1,596"\n', true],
    ['Summary:\n  Total: 1.0 secs\n', true],
    ['{\n  "policy": {}\n}\n', false],
    ['{"policy":{}}\n', false],
    ['[\n {\n  "timestamp": "2026-03-28T13:00:00.043725+00:00",', true],
    ['[{"ts":1774702800043,"ip":"::1"}]', true],
    ['[{"name":"api","period":60}]', false],
    ['[1, 2]', false],
    ['#1~AAAAAA.q64FAA', false],
    ['Just a word', false],
    ['<!doctype html>\n<p>', false],
    ['policy:\n  n: 10\n', false],
  ])('%j: %s', (text, log) => expect(looksLikeLog(text, recogniseText(text))).toBe(log));

  it.each([
    ['access.log', true],
    ['access.log.1', true],
    ['access_log-20260105', true],
    ['requests.ndjson', true],
    ['saved.json', false],
    ['catalog.json', false],
    ['', false],
  ])('an empty or binary file “%s”: %s', (name, log) => {
    expect(looksLikeLog('', 'an empty file', name)).toBe(log);
    expect(looksLikeLog('\0', 'a binary file', name)).toBe(log);
  });

  it('a first line without an end, by the name', () => {
    expect(looksLikeLog('x'.repeat(4_096), 'plain text', 'access.log')).toBe(true);
    expect(looksLikeLog('x'.repeat(4_096), 'plain text', 'notes.txt')).toBe(false);
  });
});
