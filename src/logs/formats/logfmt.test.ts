/** Lines of name=value as services write them. */
import { describe, expect, it } from 'vitest';
import { readLines } from '../goldenLogs.testing.ts';
import { arrivalsOf } from '../recordingOf.ts';

const AT = Date.UTC(2026, 2, 28, 13) * 1_000 + 43_000;
const TIME = '2026-03-28T13:00:00.043Z';
const HEROKU =
  'at=info method=GET path="/a?b" host=example.org request_id=1-2 fwd="203.0.113.3, 10.0.0.1" dyno=web.1 connect=1ms service=40ms status=429 bytes=12';

describe('are read', () => {
  it.each([
    ['Heroku’s', `2026-03-28T13:00:00.043+00:00 heroku[router]: ${HEROKU}`, 40_000],
    ['from its drain', `325 <158>1 2026-03-28T13:00:00.043+00:00 host heroku router - ${HEROKU}`, 40_000],
    [
      'of Go',
      `time="${TIME}" level=info msg="a request" method=GET path=/a?b status=429 duration=40ms remote_addr=203.0.113.3:4711`,
      40_000,
    ],
    [
      'of Go kit',
      `ts=${TIME} caller=http.go:194 method=GET path=/a status_code=429 duration=40ms ip=203.0.113.3`,
      40_000,
    ],
    [
      'Grafana’s',
      `logger=context userId=1 t=${TIME} level=info msg="Request Completed" method=GET path=/a status=429 remote_addr=203.0.113.3 time_ms=40 duration=40ms`,
      40_000,
    ],
    [
      'Lograge’s',
      `method=GET path=/a controller=A action=show status=429 duration=40.00 time=${TIME} ip=203.0.113.3`,
      40_000,
    ],
    [
      'behind Ruby’s logger',
      `I, [2026-03-28T13:00:00.043000 #12]  INFO -- : method=GET path=/a controller=A action=show status=429 duration=40.00 ip=203.0.113.3`,
      40_000,
    ],
    [
      'in Docker’s JSON',
      JSON.stringify({ log: `ts=${TIME} method=GET path=/a status=429 ip=203.0.113.3\n`, time: TIME }),
      0,
    ],
  ])('%s', async (_, line, taken) => {
    const { table, first } = await readLines(line);
    expect([table.format, arrivalsOf(table)[0]]).toEqual(['logfmt', AT - taken]);
    expect(['address', 'method', 'path', 'status'].map(first)).toEqual(['203.0.113.3', 'GET', '/a', '429']);
  });

  it('without other messages', async () => {
    const line = `2026-03-28T13:00:00.043+00:00 heroku[router]: ${HEROKU}`;
    const { table } = await readLines(line, '2026-03-28T13:00:01+00:00 app[web.1]: Listening on port=80', line);
    expect(table.rows).toBe(2);
    expect(table.badLines.first).toEqual([{ file: 'a.log', line: 2, reason: 'it has no method, path, status' }]);
  });
});

it.each([
  `${TIME} level=info method=GET path=/a status=429 time=0.040`,
  `level=info method=GET path=/a status=429 time=0.040 ts=${TIME}`,
])('beside a date, what is named time and counts from 0 is none: %s', async (line) => {
  const { table } = await readLines(line);
  expect([table.format, table.stamps[0], table.findings.some(({ kind }) => kind === 'wrapped')]).toEqual([
    'logfmt',
    AT,
    false,
  ]);
});

it('text with few pairs is none', async () => {
  await expect(readLines(`${TIME} said a=1 b=2`)).rejects.toThrow('is not in a recognised format');
});
