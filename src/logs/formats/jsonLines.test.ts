/** JSON lines as services and collectors name their fields. */
import { describe, expect, it } from 'vitest';
import { readLines, sourceOf } from '../goldenLogs.testing.ts';
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

describe('a field is not taken for what its values or its place say that it is not', () => {
  const time = '2026-03-28T13:00:00.043Z';
  it.each([
    [
      'Datadog’s status is a level',
      { date: time, status: 'info', attributes: { http: { status_code: 429 } } },
      { status: 'attributes.http.status_code' },
    ],
    ['Logstash’s response is the status', { '@timestamp': time, response: '429' }, { status: 'response' }],
    ['another’s is not', { '@timestamp': time, response: 'OK' }, { status: null }],
    ['the header Host is the server', { time, meta: { req: { headers: { host: 'a.example' } } } }, { address: null }],
    ['Akamai’s client', { reqTimeSec: '1774702800.043', cliIP: '203.0.113.3' }, { address: 'cliIP' }],
    ['the path of the Elastic Common Schema', { time, url: { original: '/a?b' } }, { path: 'url.original' }],
    ['Envoy’s path', { start_time: time, 'x-envoy-origin-path': '/a?b' }, { path: 'x-envoy-origin-path' }],
  ])('%s', async (_, record, fields) => {
    expect((await read(record)).mapping.fields).toMatchObject(fields);
  });
});

describe('of several fields that may be the time', () => {
  const STAMP = '2026-03-28T13:00:00.043Z';
  it.each([
    ['one in a date counts before one in seconds', { log: { ts: STAMP }, response: { time: 0.12 } }, 'log.ts', 'end'],
    ['a whole name before the last part', { process: { start: STAMP }, '@timestamp': STAMP }, '@timestamp', 'arrival'],
    ['the arrival, where both are whole names', { event: { start: STAMP }, time: STAMP }, 'event.start', 'arrival'],
    ['the arrival, where both are last parts', { a: { time: STAMP, start: STAMP } }, 'a.start', 'arrival'],
    ['small numbers, by a whole name only', { time: 12.5, b: { ts: 12.5 } }, 'time', 'arrival'],
  ])('%s', async (_, record, time, timeIs) => {
    expect((await read(record)).mapping).toMatchObject({ time, timeIs });
  });
});

it('pino-http’s name the client remoteAddress', async () => {
  const { mapping } = await read({
    level: 30,
    time: 1_774_702_800_043,
    req: { id: 1, method: 'GET', url: '/a', headers: { host: 'example.org' }, remoteAddress: '::1', remotePort: 4_411 },
    res: { statusCode: 200 },
    responseTime: 12,
  });
  expect(mapping).toMatchObject({
    time: 'time',
    timeIs: 'end',
    duration: 'responseTime',
    durationUnit: 'ms',
    fields: { address: 'req.remoteAddress', method: 'req.method', path: 'req.url', status: 'res.statusCode' },
  });
});

// Traefik's ClientHost is the X-Forwarded-For, if there is one; ClientAddr is whoever connected.
it('Traefik’s are stamped when the request comes, finer than by `time`', async () => {
  const table = await read({
    ClientAddr: '192.0.2.1:4411',
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
    fields: { address: 'ClientHost', method: 'RequestMethod', path: 'RequestPath', status: 'DownstreamStatus' },
  });
});

// Their timestamp is time.start, and how long it took is in microseconds.
it('Fastly’s are stamped when the request comes', async () => {
  const { mapping } = await read({
    timestamp: '2026-03-28T13:00:00+0000',
    client_ip: '203.0.113.3',
    fastly_server: 'cache-fra1',
    elapsed: 51_234,
  });
  expect(mapping).toMatchObject({ time: 'timestamp', timeIs: 'arrival', duration: null });
});

it('of Fastify’s two lines for a request the first counts, which says who came when', async () => {
  const time = Date.UTC(2026, 2, 28, 13);
  const req = { method: 'GET', url: '/a', remoteAddress: '203.0.113.3' };
  const { table } = await readLines(
    JSON.stringify({ time, reqId: 'req-1', req, msg: 'incoming request' }),
    JSON.stringify({
      time: time + 12,
      reqId: 'req-1',
      res: { statusCode: 429 },
      responseTime: 12.3,
      msg: 'request completed',
    }),
  );
  expect([table.rows, table.stamps[0], table.mapping.timeIs]).toEqual([1, time * 1_000, 'arrival']);
  expect(table.findings.map(({ kind }) => kind)).toContain('answers');
});

describe('Google’s', () => {
  const AT = '2026-03-28T13:00:00.043Z';
  const httpRequest = {
    requestMethod: 'GET',
    requestUrl: '/a',
    status: 502,
    remoteIp: '203.0.113.3',
    latency: '60.3s',
  };
  it.each([
    ['load balancer', 'projects/p/logs/requests', { httpRequest }],
    ['Cloud Run', 'projects/p/logs/run.googleapis.com%2Frequests', { httpRequest }],
    [
      'App Engine',
      'projects/p/logs/appengine.googleapis.com%2Frequest_log',
      { protoPayload: { ip: '203.0.113.3', latency: '2s', startTime: AT, endTime: '2026-03-28T13:00:02.043Z' } },
    ],
  ])('%s stamps requests when they come', async (_, logName, rest) => {
    const { mapping, stamps } = await read({
      ...rest,
      logName,
      timestamp: AT,
      receiveTimestamp: '2026-03-28T13:01:01Z',
    });
    expect(mapping).toMatchObject({ time: 'timestamp', timeIs: 'arrival', duration: null });
    expect(stamps[0]).toBe(Date.parse(AT) * 1_000);
  });

  it('but not a program that logs to it', async () => {
    const { mapping } = await read({ httpRequest, logName: 'projects/p/logs/stdout', timestamp: AT });
    expect(mapping).toMatchObject({ time: 'timestamp', timeIs: 'end', duration: 'httpRequest.latency' });
  });
});

describe('an audit log of Kubernetes', () => {
  const event = (stage: string, code?: number) =>
    JSON.stringify({
      kind: 'Event',
      auditID: 'a',
      stage,
      requestURI: '/api',
      verb: 'get',
      sourceIPs: ['203.0.113.3', '10.0.0.1'],
      ...(code && { responseStatus: { code } }),
      requestReceivedTimestamp: '2026-03-28T13:00:00.043725Z',
      stageTimestamp: '2026-03-28T13:00:01.043725Z',
    });

  it('has a line for each stage of a request, of which the last counts', async () => {
    const { table } = await readLines(
      event('RequestReceived'),
      event('ResponseStarted', 200),
      event('ResponseComplete', 200),
    );
    expect(table.rows).toBe(1);
    expect(table.mapping).toMatchObject({ time: 'requestReceivedTimestamp', timeIs: 'arrival' });
    expect(table.mapping.fields).toMatchObject({
      address: 'sourceIPs',
      path: 'requestURI',
      status: 'responseStatus.code',
    });
    expect(table.findings.map(({ kind }) => kind)).toContain('stages');
  });

  it('of one stage is read as it is', async () => {
    const { table } = await readLines(event('ResponseComplete', 200), event('ResponseComplete', 200));
    expect([table.rows, table.findings.map(({ kind }) => kind)]).toEqual([2, []]);
  });
});

it('CloudTrail’s name the address that a call came from', async () => {
  const { mapping } = await read({
    eventTime: '2026-03-28T13:00:00Z',
    sourceIPAddress: '203.0.113.3',
    userIdentity: { userName: 'ada' },
  });
  expect(mapping.fields).toMatchObject({ address: 'sourceIPAddress', user: 'userIdentity.userName' });
});
