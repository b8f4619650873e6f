import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { recogniseJson, recogniseText } from './recognise.ts';
import { recogniseFile } from './recogniseFile.ts';
import { SCENARIO_FIELDS } from './scenario.ts';

const bytes = (latin1: string) => Uint8Array.from(latin1, (letter) => letter.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('a file that is not ours is named for what it seems to be', () => {
  it.each<[Uint8Array, string, string]>([
    [bytes(''), 'x.json', 'an empty file'],
    [utf8(' \r\n\n'), '', 'an empty file'],
    [bytes('\x89PNG\r\n\x1a\n\0\0'), 'a.json', 'a PNG picture'],
    [bytes('\xff\xd8\xff\xe0\0\x10JFIF'), '', 'a JPEG picture'],
    [bytes('GIF89a'), '', 'a GIF picture'],
    [bytes('RIFF\x10\0\0\0WEBPVP8 '), '', 'a WebP picture'],
    [bytes('%PDF-1.7\n%\xe2'), '', 'a PDF document'],
    [bytes('PK\x03\x04\x14'), 'scenario.zip', 'a zip archive'],
    [bytes('PK\x03\x04\x14'), 'Figures.XLSX', 'an Office document'],
    [gzipSync('{}'), 'scenario.json.gz', 'a gzip archive'],
    [bytes(`scenario.json${'\0'.repeat(244)}ustar\x0000`), '', 'a tar archive'],
    [bytes('\0\0\0\x20ftypisom'), '', 'a video or picture'],
    [bytes('SQLite format 3\0'), '', 'an SQLite database'],
    [bytes('\x7fELF\x02'), '', 'a program'],
    [bytes('\xff\xfe{\0}\0'), '', 'text in UTF-16; save it as UTF-8'],
    [bytes('{"a":\0}'), '', 'a binary file'],
    [bytes('{"caf\xe9":1}'), '', 'a binary file'],
    [utf8('<!DOCTYPE html>\n<title>x</title>'), '', 'an HTML page'],
    [utf8('<HTML lang="en">'), '', 'an HTML page'],
    [utf8('<?xml version="1.0"?>\n<svg xmlns="x"/>'), '', 'an SVG picture'],
    [utf8('<?xml version="1.0"?>\n<feed/>'), '', 'an XML document'],
    [
      utf8('203.0.113.9 - bob [10/Oct/2000:13:55:36 -0700] "GET /a HTTP/1.0" 200 2326 "-" "curl/8.0"\n'),
      'access.log',
      'an access log',
    ],
    [utf8('limit_req_zone $binary_remote_addr zone=one:10m rate=1r/s;\n'), '', 'an nginx configuration'],
    [utf8('# ours\nserver {\n  listen 80;\n}\n'), '', 'an nginx configuration'],
    [utf8('time,key,cost\n1,a,1\n2,b,1\n'), '', 'a CSV table'],
    [utf8('time;key\n1,5;a\n'), '', 'a CSV table'],
    [utf8('time\tkey\n1\ta\n'), '', 'a CSV table'],
    [utf8('"Time","requests"\n2026-03-28 13:00:00,"1,596"\n'), '', 'a CSV table'],
    [utf8('"a ""b""";c\n1;2\n'), '', 'a CSV table'],
    [utf8('<190>Mar 28 13:00:00 lb nginx: ::1 - -\n'), '', 'plain text'],
    [utf8('---\nn: 10\n'), '', 'a YAML document'],
    [utf8('policy:\n  n: 10\n'), '', 'a YAML document'],
    [utf8('https://example.com/a'), '', 'an address without a link of ours'],
    [utf8('#!/bin/sh\necho\n'), '', 'plain text'],
    [utf8('Dear all, see below.\nYours'), '', 'plain text'],
  ])('%#: as $2', (head, name, kind) => expect(recogniseFile(head, name)).toBe(kind));

  it.each([
    '{"policy":{}}',
    '\uFEFF{}',
    ' [1]',
    '#1~AAAAAA.q64FAA',
    '#1.q64FAA',
    'https://spillway.example/#1.q64FAA',
    '12',
    'null',
    '"text"',
    '"a, b"\n',
  ])('what may be ours is not named: %j', (text) => expect(recogniseText(text)).toBeNull());

  it('by its beginning, even if that ends within a character', () => {
    const text = `{"title":"${'é'.repeat(4_096)}"}`;
    expect(recogniseFile(utf8(text), '')).toBeNull();
    expect(recogniseFile(utf8(` ${text}`), '')).toBeNull();
    expect(recogniseFile(utf8('{"title":"\uFFFD"}'), '')).toBeNull();
  });
});

describe('JSON that is not ours', () => {
  it.each<[unknown, string | null]>([
    [{ log: { version: '1.2', entries: [] } }, 'a HAR recording'],
    [{ name: 'x', version: '1.0.0', dependencies: {} }, 'a package.json'],
    [{ openapi: '3.1.0', info: {} }, 'an OpenAPI description'],
    [{ info: {}, item: [] }, 'a Postman collection'],
    [{ users: [], total: 3 }, 'JSON of another program'],
    [[1, 2], 'a JSON list'],
    [12, 'a single JSON value'],
    ['text', 'a single JSON value'],
    [null, 'a single JSON value'],
    [{}, null],
    [{ policy: {}, users: [] }, null],
    [{ polcy: {} }, null],
    [{ spillway: 'works', works: [] }, null],
  ])('%j', (value, kind) => expect(recogniseJson(value, SCENARIO_FIELDS)).toBe(kind));
});
