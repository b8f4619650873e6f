/** The same made-up requests written as each format writes them, with what a reader can know of them. */
import { fieldNamed } from './fields.ts';
import { readLog } from './readLog.ts';

/** A request as it was; every time in whole milliseconds, as microseconds. */
export interface TrueRequest {
  /** Microseconds since 1970. */
  readonly arrival: number;
  readonly duration: number;
  readonly address: string;
  readonly user: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly bytes: number;
  readonly agent: string;
}

export interface GoldenLog {
  /** The file's name; what is before the first dash or dot is the format. */
  readonly file: string;
  readonly text: string;
  /** When each request came as far as this log tells, microseconds since 1970. */
  readonly arrivals: readonly number[];
  /** Microseconds. */
  readonly resolution: number;
  /** The fields that this format has. */
  readonly fields: readonly (keyof TrueRequest)[];
}

const START = Date.UTC(2026, 0, 5, 10, 0, 0) * 1_000;
const SECOND = 1_000_000;
const MILLISECOND = 1_000;
const ADDRESSES = ['203.0.113.7', '198.51.100.23', '2001:db8:1:2::9', '203.0.113.8', '2001:db8:1:2:ffff::1'];
const AGENTS = [
  'curl/8.5.0',
  'Mozilla/5.0 (X11; Linux x86_64) "quoted", with a comma',
  'Feed-Bot/1.0 (+https://example.org/bot)',
];
const PATHS = ['/', '/api/items', '/api/items/17', '/login', '/caf%C3%A9'];

/** In order of arrival, each a whole number of ms after the one before. */
export const trueRequests: readonly TrueRequest[] = Array.from({ length: 40 }, (_, i) => ({
  arrival: START + (i * 617 + ((i * i * 31) % 500)) * MILLISECOND,
  duration: ((i * 137) % 900) * MILLISECOND,
  address: ADDRESSES[(i * 7) % 5]!,
  user: i % 4 === 0 ? 'ada' : '',
  method: i % 6 === 0 ? 'POST' : 'GET',
  path: PATHS[(i * 3) % 5]!,
  status: i % 9 === 0 ? 404 : 200,
  bytes: 100 + ((i * 7_919) % 50_000),
  agent: AGENTS[i % 3]!,
}));

const iso = (micros: number, digits = 3): string =>
  `${new Date(micros / 1_000).toISOString().slice(0, 19)}.${String(micros % SECOND)
    .padStart(6, '0')
    .slice(0, digits)}Z`;
const seconds = (micros: number, digits = 3): string => (micros / SECOND).toFixed(digits);
const end = ({ arrival, duration }: TrueRequest): number => arrival + duration;
const floorTo = (micros: number, unit: number): number => Math.floor(micros / unit) * unit;
const lines = (rows: readonly string[]): string => `${rows.join('\n')}\n`;
const escaped = (text: string): string => text.replaceAll('"', String.raw`\"`);
const cell = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function clf(micros: number): string {
  const [, day, month, year, time] = /, (\d+) (\w+) (\d+) (\S+)/.exec(new Date(micros / 1_000).toUTCString())!;
  return `${day}/${month}/${year}:${time} +0000`;
}

function combinedLine(request: TrueRequest, time: number, rest = ''): string {
  const { address, user, method, path, status, bytes, agent } = request;
  return `${address} - ${user || '-'} [${clf(time)}] "${method} ${path}?q=1 HTTP/1.1" ${status} ${bytes} "-" "${escaped(agent)}"${rest}`;
}

const ALL = ['address', 'user', 'method', 'path', 'status', 'bytes', 'agent'] as const;
const WITHOUT_USER = ALL.filter((field) => field !== 'user');
const arrivalsIn = (unit: number): number[] => trueRequests.map(({ arrival }) => floorTo(arrival, unit));
/** From ends that are stamped in that unit, less the duration. */
const fromEnds = (unit: number): number[] => trueRequests.map((one) => floorTo(end(one), unit) - one.duration);

const alb = (request: TrueRequest): string =>
  [
    'https',
    iso(end(request), 6),
    'app/web/50dc6c495c0c9188',
    request.address.includes(':') ? `[${request.address}]:41812` : `${request.address}:41812`,
    '10.0.0.1:80',
    '0.000',
    seconds(request.duration),
    '0.000',
    request.status,
    request.status,
    '34',
    request.bytes,
    `"${request.method} https://www.example.org:443${request.path}?q=1 HTTP/2.0"`,
    `"${escaped(request.agent)}"`,
    'ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:eu:1:targetgroup/web/73e2d6bc24d8a067',
    '"Root=1-58337262-36d228ad5d99923122bbe354" "www.example.org" "session-reused" 0',
    iso(request.arrival, 6),
    '"forward" "-" "-" "10.0.0.1:80" "200" "-" "-"',
  ].join(' ');

const cloudfrontHeader = [
  '#Version: 1.0',
  '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query time-taken',
];
function cloudfrontLine(request: TrueRequest): string {
  const stamp = new Date(end(request) / 1_000).toISOString();
  const { bytes, address, method, path, status, agent, duration } = request;
  const agentText = encodeURI(agent).replaceAll(',', '%2C');
  return [stamp.slice(0, 10), stamp.slice(11, 19), 'FRA56-P1', bytes, address, method, 'd111.cloudfront.net', path]
    .concat([status, '-', agentText, 'q=1', seconds(duration)])
    .join('\t');
}

const harEntry = ({ arrival, duration, method, path, status, bytes, agent }: TrueRequest): object => ({
  startedDateTime: iso(arrival),
  time: duration / MILLISECOND,
  request: { method, url: `https://www.example.org${path}?q=1`, headers: [{ name: 'user-agent', value: agent }] },
  response: { status, bodySize: bytes },
});

/** k6 writes several metrics of each request. */
const k6Rows = (request: TrueRequest): string[] => {
  const stamp = Math.floor(end(request) / SECOND);
  const rest = `,,,,,,${request.method},${request.path},HTTP/1.1,default,${request.status},,,https://www.example.org${request.path},`;
  return [
    `http_reqs,${stamp},1.000000${rest}`,
    `http_req_duration,${stamp},${(request.duration / MILLISECOND).toFixed(6)}${rest}`,
    `http_req_waiting,${stamp},1.000000${rest}`,
  ];
};

/** `k6 run --out json=FILE`: each metric is described once, before its first sample; instants are local times, to the ns. */
const k6JsonRows = (request: TrueRequest, index: number): string[] => {
  const tags = {
    expected_response: 'true',
    group: '',
    method: request.method,
    name: request.path,
    proto: 'HTTP/1.1',
    scenario: 'default',
    status: String(request.status),
    url: `https://www.example.org${request.path}`,
  };
  const time = `${iso(end(request) + 3_600 * SECOND, 6).slice(0, -1)}000+01:00`;
  const samples = [
    { metric: 'http_reqs', type: 'counter', contains: 'default', value: 1 },
    { metric: 'http_req_duration', type: 'trend', contains: 'time', value: request.duration / MILLISECOND },
  ];
  return samples.flatMap(({ metric, type, contains, value }) => {
    const about = { name: metric, type, contains, thresholds: [], submetrics: null };
    return [
      ...(index === 0 ? [{ metric, type: 'Metric', data: about }] : []),
      { metric, type: 'Point', data: { time, value, tags } },
    ].map((row) => JSON.stringify(row));
  });
};

export const goldenLogs: readonly GoldenLog[] = [
  {
    file: 'combined.log',
    text: lines(trueRequests.map((request) => combinedLine(request, request.arrival))),
    arrivals: arrivalsIn(SECOND),
    resolution: SECOND,
    fields: ALL,
  },
  {
    file: 'combined-timed.log',
    text: lines(
      trueRequests.map((one) => combinedLine(one, end(one), ` ${seconds(end(one))} ${seconds(one.duration)}`)),
    ),
    arrivals: arrivalsIn(MILLISECOND),
    resolution: MILLISECOND,
    fields: ALL,
  },
  {
    file: 'ndjson.log',
    text: lines(
      trueRequests.map(({ arrival, address, user, method, path, status, bytes, agent }) =>
        JSON.stringify({
          time: iso(arrival),
          request: {
            remote_ip: `${address.includes(':') ? `[${address}]` : address}:4711`,
            method,
            uri: `${path}?q=1`,
          },
          user,
          status,
          bytes,
          user_agent: agent,
        }),
      ),
    ),
    arrivals: arrivalsIn(MILLISECOND),
    resolution: MILLISECOND,
    fields: ALL,
  },
  {
    file: 'csv.log',
    text: lines([
      'Time,Client IP,User,Method,URL,Status,Bytes,User Agent',
      ...trueRequests.map(({ arrival, address, user, method, path, status, bytes, agent }) =>
        [iso(arrival), address, user, method, `${path}?q=1`, status, bytes, cell(agent)].join(','),
      ),
    ]),
    arrivals: arrivalsIn(MILLISECOND),
    resolution: MILLISECOND,
    fields: ALL,
  },
  {
    file: 'envoy.log',
    text: lines(
      trueRequests.map(
        ({ arrival, duration, address, method, path, status, bytes, agent }) =>
          `[${iso(arrival)}] "${method} ${path}?q=1 HTTP/2" ${status} - 0 ${bytes} ${duration / MILLISECOND} 1 "${address}, 10.0.0.1" "${escaped(agent)}" "cc21d9b0" "www.example.org" "10.0.2.1:80"`,
      ),
    ),
    arrivals: arrivalsIn(MILLISECOND),
    resolution: MILLISECOND,
    fields: WITHOUT_USER,
  },
  {
    file: 'alb.log',
    text: lines(trueRequests.map(alb)),
    arrivals: arrivalsIn(1),
    resolution: 1,
    fields: WITHOUT_USER,
  },
  {
    file: 'cloudfront.log',
    text: lines([...cloudfrontHeader, ...trueRequests.map(cloudfrontLine)]),
    arrivals: fromEnds(SECOND),
    resolution: SECOND,
    fields: WITHOUT_USER.filter((field) => field !== 'path'),
  },
  {
    file: 'cloudflare.log',
    text: lines(
      trueRequests.map((one) =>
        JSON.stringify({
          ClientIP: one.address,
          ClientRequestHost: 'www.example.org',
          ClientRequestMethod: one.method,
          ClientRequestURI: `${one.path}?q=1`,
          ClientRequestUserAgent: one.agent,
          EdgeEndTimestamp: iso(end(one)),
          EdgeResponseBytes: one.bytes,
          EdgeResponseStatus: one.status,
          EdgeStartTimestamp: iso(one.arrival),
          RayID: '3a6050bcbe121a87',
        }),
      ),
    ),
    arrivals: arrivalsIn(MILLISECOND),
    resolution: MILLISECOND,
    fields: WITHOUT_USER,
  },
  {
    file: 'har.log',
    text: JSON.stringify(
      { log: { version: '1.2', creator: { name: 'made up' }, entries: trueRequests.map(harEntry) } },
      null,
      1,
    ),
    arrivals: arrivalsIn(MILLISECOND),
    resolution: MILLISECOND,
    fields: ['method', 'path', 'status', 'bytes', 'agent'],
  },
  {
    file: 'k6.log',
    text: lines([
      'metric_name,timestamp,metric_value,check,error,error_code,expected_response,group,method,name,proto,scenario,status,subproto,tls_version,url,extra_tags',
      ...trueRequests.flatMap(k6Rows),
    ]),
    arrivals: fromEnds(SECOND),
    resolution: SECOND,
    fields: ['method', 'path', 'status'],
  },
  {
    file: 'k6-json.log',
    text: lines(trueRequests.flatMap(k6JsonRows)),
    arrivals: fromEnds(1),
    resolution: 1,
    fields: ['method', 'path', 'status'],
  },
  {
    file: 'vegeta.log',
    text: lines(
      trueRequests.map(
        ({ arrival, duration, method, path, status, bytes }, i) =>
          `${arrival}000,${status},${duration}000,0,${bytes},"",aGVsbG8=,attack,${i},${method},https://www.example.org${path},`,
      ),
    ),
    arrivals: arrivalsIn(1),
    resolution: 1,
    fields: ['method', 'path', 'status', 'bytes'],
  },
  {
    file: 'hey.log',
    text: lines([
      'response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset',
      ...trueRequests.map(
        ({ arrival, duration, status }) =>
          `${seconds(duration, 4)},0.0010,0.0000,0.0001,0.0100,0.0001,${status},${seconds(arrival - START, 4)}`,
      ),
    ]),
    arrivals: trueRequests.map(({ arrival }) => arrival - START),
    resolution: 100,
    fields: ['status'],
  },
];

/** A source of that text, in chunks of so many bytes. */
export function sourceOf(name: string, content: string | Uint8Array, chunkBytes = 65_536) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, (at += chunkBytes)));
    },
  });
  return { name, size: bytes.length, stream };
}

/** The table of a log with these lines, and what a field has in its first row. */
export async function readLines(...rows: readonly string[]) {
  const table = await readLog([sourceOf('a.log', lines(rows))]);
  const first = (name: string) => {
    const { codes, text } = fieldNamed(table, name, 'key');
    return text(codes[0]!);
  };
  return { table, first };
}
