/** JSON lines as services and collectors name their fields. */
import { describe, expect, it } from 'vitest';
import { sourceOf } from '../goldenLogs.testing.ts';
import { readLog } from '../readLog.ts';

const read = (record: object, spaces = '') =>
  readLog([sourceOf('a.json', `${JSON.stringify(record).replaceAll(':{', `:${spaces}{`)}\n`.repeat(2))]);

describe('lines that begin with a log', () => {
  const rest = {
    '@timestamp': '2026-03-28T15:00:00.043+02:00',
    ecs: { version: '1.6.0' },
    http: { request: { method: 'GET', path: '/' }, response: { status_code: 200 } },
    client: { ip: '203.0.113.3' },
    user: { id: 'ada' },
  };
  it.each([
    ['ECS', { log: { level: 'info' } }],
    ['Filebeat', { log: { offset: 0, file: { path: '/var/log/a.log' } } }],
  ])('are no HAR: %s', async (_, log) => {
    for (const spaces of ['', ' ']) {
      const table = await read({ ...log, ...rest }, spaces);
      expect([table.format, table.rows, table.mapping.time]).toEqual(['ndjson', 2, '@timestamp']);
      expect(table.mapping.fields).toMatchObject({
        address: 'client.ip',
        user: 'user.id',
        method: 'http.request.method',
        path: 'http.request.path',
        status: 'http.response.status_code',
      });
    }
  });
});

it('Traefik’s are stamped when the request comes, finer than by `time`', async () => {
  const table = await read({
    ClientAddr: '203.0.113.3:4411',
    ClientHost: '203.0.113.3',
    DownstreamStatus: 200,
    OriginStatus: 0,
    Duration: 1_000_000,
    RequestMethod: 'GET',
    RequestPath: '/a',
    StartLocal: '2026-03-28T14:00:00.043725000+01:00',
    StartUTC: '2026-03-28T13:00:00.043725000Z',
    time: '2026-03-28T13:00:01Z',
  });
  expect(table.resolution).toBe(1);
  expect(table.mapping).toMatchObject({
    time: 'StartUTC',
    timeIs: 'arrival',
    fields: { address: 'ClientAddr', method: 'RequestMethod', path: 'RequestPath', status: 'DownstreamStatus' },
  });
});
