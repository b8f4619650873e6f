/** Ways to write a limit for HAProxy, and what becomes of requests by their rate, or before a limit, besides it. */
import { describe, expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';

await loadSystems();

/** `line: n`, and `key` where all clients share it; `line! message`. */
function found(text: string): readonly string[] {
  const { limits, problems } = readConfig(text);
  return [
    ...limits.map(({ line, policy: { n }, key }) => `${line}: ${n}${key === undefined ? '' : ` ${key}`}`),
    ...problems.map(({ line, message }) => `${line}! ${message}`),
  ];
}

const notesOn = (text: string) => readConfig(text).limits.flatMap(({ notes }) => notes);

const table = 'stick-table type ip size 1m store http_req_rate(10s)\n';
const front = `frontend f\n${table}http-request track-sc0 src\n`;
const deny = 'http-request deny if { sc_http_req_rate(0) gt 20 }\n';

describe('a limit', () => {
  it.each([
    ['by a converter', `${front}http-request deny if { src,table_http_req_rate(f) gt 20 }\n`, '4: 20'],
    ['by a chain of them', `${front}http-request deny if { src,ipmask(24),table_http_req_rate() ge 20 }\n`, '4: 19'],
    ['of all clients by one', `${front}http-request deny if { int(1),table_http_req_rate(f) gt 20 }\n`, '4: 20 all'],
    ['by what a rule is not', `${front}acl ok sc_http_req_rate(0) le 20\nhttp-request deny if !ok\n`, '5: 20'],
    ['by what no comparison says', `${front}http-request deny if !{ sc_http_req_rate(0) lt 20 }\n`, '4: 19'],
    ['by that, apart', `${front}http-request deny if ! { sc_http_req_rate(0) le 20 }\n`, '4: 20'],
    ['in the backend, of what a frontend tracks', `${front}default_backend b\nbackend b\n${deny}`, '6: 20'],
    [
      'by a table of peers',
      `peers p\ntable t1 type ip size 1m store http_req_rate(10s)\nfrontend f\nhttp-request track-sc0 src table p/t1\n${deny}`,
      '5: 20',
    ],
    ['by a table with two stores', front.replace('store', 'store conn_cur store') + deny, '4: 20'],
  ])('may be written %s', (_, text, limit) => {
    expect(found(text)).toEqual([limit]);
    expect(notesOn(text)).toEqual([]);
  });

  it('in another frontend has no counter', () => {
    expect(found(`${front}${deny}frontend g\n${deny}`)).toEqual([
      '4: 20',
      '6! sc_http_req_rate(0) gt 20: nothing tracks a key with the counter sc0 here.',
    ]);
  });

  it('that is the opposite of one is not read', () => {
    expect(found(`${front}acl bad sc_http_req_rate(0) gt 20\nhttp-request deny if !bad\n`)).toEqual([
      '5! sc_http_req_rate(0) le 20: only gt and ge with a number are understood.',
    ]);
  });
});

describe('what is not in the lane', () => {
  it.each(['if { path_beg /api }', 'unless { path /health }'])('are requests that are not tracked: %s', (condition) => {
    const text = `${front.replace('src', `src ${condition}`)}${deny}`;
    expect(notesOn(text)).toEqual([`Its key is tracked ${condition}; the lane counts all requests.`]);
    expect(notesOn(`${front}http-request track-sc1 src ${condition}\n${deny}`)).toEqual([]);
  });

  it('are requests that a rule before it allows', () => {
    const allow = 'http-request allow if white\n';
    const said =
      'http-request allow if white: it lets requests pass whatever their rate, which is not part of the lane.';
    expect(found(`${front}acl white src 10.0.0.0/8\n${allow}${deny}`)).toEqual(['6: 20', `5! ${said}`]);
    expect(found(`${front}${deny}${allow}`)).toEqual(['4: 20']);
    expect(found(`${front}${deny}backend b\n${allow}`)).toEqual(['4: 20']);
  });

  it.each([
    'use_backend be_429 if { sc_http_req_rate(0) gt 100 }',
    'http-request allow if { sc_http_req_rate(0) le 20 }',
    'http-request redirect location /slow if fast',
    'backend b\nuse-server slow if { sc_http_req_rate(0) gt 20 }',
  ])('is what else the rate decides, and its table is not said to limit nothing: %s', (rule) => {
    const rows = rule.split('\n');
    expect(found(`${front}acl fast sc_http_req_rate(0) gt 20\n${rule}\n`)).toEqual([
      `${4 + rows.length}! ${rows.at(-1)}: it goes by http_req_rate, and only rules that refuse are read.`,
    ]);
  });
});
