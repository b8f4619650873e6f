/** What people's own files have besides the plain form of a limit, and what becomes of it. */
import { describe, expect, it } from 'vitest';
import { loadSystems, SECOND } from '../sim/index.ts';
import { readConfig } from './index.ts';

await loadSystems();

/** `line: n per T (capacity)`, with the options and notes, and `line! message`. */
function found(text: string, product?: string): readonly string[] {
  const { limits, problems } = readConfig(text, product);
  return [
    ...limits.map(({ line, policy: { n, T, capacity }, options, notes }) => {
      const said = Object.entries(options).map(([id, value]) => ` ${id}=${value}`);
      const size = capacity === null ? '' : ` (${capacity})`;
      return [`${line}: ${n} per ${T / SECOND}${size}${said.join('')}`, ...notes].join('; ');
    }),
    ...problems.map(({ line, message }) => `${line}! ${message}`),
  ];
}

describe('an instance of resilience4j', () => {
  const yaml = (configs: string, instances: string) =>
    `resilience4j.ratelimiter:\n  configs:\n${configs}  instances:\n${instances}`;
  const read = (text: string) => found(text).map((line) => line.replace(/; This is one limiter.*/, ''));
  const DEFAULT = '    default: { limitForPeriod: 10, limitRefreshPeriod: 1s, timeoutDuration: 0 }\n';

  it.each([
    ['the config that it names', '    a: { baseConfig: default }\n', '5: 10 per 1 timeoutDuration=0'],
    ['default, if it names none', '    a: { limitForPeriod: 5 }\n', '5: 5 per 1 timeoutDuration=0'],
    ['no more than it leaves out', '    a: { baseConfig: default, timeout-duration: 2s }\n', '5: 10 per 1 timeoutDuration=2'], // prettier-ignore
  ])('takes the rest from %s', (_, instances, expected) => {
    expect(read(yaml(DEFAULT, instances))).toEqual(['3: 10 per 1 timeoutDuration=0', expected]);
  });

  it('follows the config of a config, and none for ever', () => {
    const slow = '    slow: { baseConfig: less, limitRefreshPeriod: 2s }\n    less: { limitForPeriod: 3 }\n';
    expect(read(yaml(DEFAULT + slow, '    a: { baseConfig: slow }\n'))).toContain('7: 3 per 2 timeoutDuration=0');
    const part = '    default: { timeoutDuration: 0 }\n';
    const whole = '    a: { limitForPeriod: 5, limitRefreshPeriod: 1s }\n';
    expect(read(yaml(part, whole))).toEqual(['5: 5 per 1 timeoutDuration=0']);
    const circle = '    a: { baseConfig: b, limitForPeriod: 1, limitRefreshPeriod: 1s }\n    b: { baseConfig: a }\n';
    expect(read(yaml(circle, '    c: { baseConfig: b }\n'))).toContain('6: 1 per 1 timeoutDuration=5');
  });

  it('does not say how long it waits if its config is elsewhere', () => {
    const instances = '    a: { baseConfig: shared, limitForPeriod: 6, limitRefreshPeriod: 1s }\n';
    expect(read(`resilience4j.ratelimiter:\n  instances:\n${instances}`)).toEqual([
      '3: 6 per 1',
      '3! a takes the rest from the config shared, which is not in this text.',
    ]);
  });
});

describe('a zone of Caddy', () => {
  const zone = (more = '') => `rate_limit {\n zone a {\n key {client_ip}\n events 5\n window 1m\n ${more}\n }\n}\n`;
  const only = (matchers: string) => `It limits only requests that match ${matchers}; the lane limits all.`;

  it.each([
    [`handle /login* {\n${zone()}}\n`, [only('/login*')]],
    [`route /a/* {\nhandle_path /a/b {\n${zone()}}\n}\n`, [only('/a/*, /a/b')]],
    [`handle /login* {\n}\nhandle {\n${zone()}}\n`, [only('no other handle')]],
    [`handle {\n${zone()}}\n`, []],
    [`route {\n${zone()}}\n`, []],
    [zone('ipv6_prefix 64'), ['ipv6_prefix is 64: all addresses of such a network share one limit.']],
  ])('says which requests it limits: %j', (site, notes) => {
    const text = `example.com {\n${site}}\n`;
    expect(readConfig(text).limits.map((limit) => limit.notes)).toEqual([notes]);
    expect(readConfig(text).problems).toEqual([]);
  });

  it('is read in a snippet, which a site may import', () => {
    const text = (name: string) => `(limited) {\n${zone()}}\na.example {\nimport ${name}\n}\n`;
    expect(found(text('limited'))).toEqual(['3: 5 per 60']);
    expect(found(text('other'))).toEqual(['3: 5 per 60', '12! import other: that file or snippet is not read.']);
  });

  it('is another plugin’s where it is none', () => {
    expect(found('a.example {\nrate_limit {query.id} 2r/m\n}\n')).toEqual([
      expect.stringContaining('another plugin’s'),
    ]);
  });

  it('is read in JSON', () => {
    const handler = (zones: string) =>
      `{"handle": [{"handler": "rate_limit",\n"rate_limits": {\n${zones}\n},\n"log_key": true}],\n"match": [{"path": ["/api/*"]}]}\n`;
    expect(found(handler('"a": {"key": "static", "window": "1m", "max_events": 100}'))).toEqual([
      `3: 100 per 60; ${only('path /api/*')}`,
    ]);
    expect(found(handler('"a": {"window": 5000000000, "max_events": "x", "event": 2}'))).toEqual([
      '3! event is not a setting of a zone known here. The ones that are read: key, max_events and window.',
      '3! max_events is x, not a number.',
    ]);
  });
});

describe('a rule of HAProxy', () => {
  const frontend = (...lines: readonly string[]) =>
    `frontend a\nstick-table type ip size 1m store http_req_rate(10s)\n${lines.join('\n')}\n`;
  const OTHERS = 'The rule has other conditions too, which are not part of the lane.';
  const acls = [
    'acl fast sc_http_req_rate(0) gt 100',
    'acl slow sc_http_req_rate(0) le 50',
    'acl known src 192.0.2.0/24',
  ];

  it.each([
    ['unless { sc_http_req_rate(0) le 300 }', ['7: 300 per 10 expire=none']],
    ['unless { sc_http_req_rate(0) lt 300 }', ['7: 299 per 10 expire=none']],
    ['unless slow', ['7: 50 per 10 expire=none']],
    ['unless !fast', ['7: 100 per 10 expire=none']],
    ['unless known or !fast', [`7: 100 per 10 expire=none; ${OTHERS}`]],
    ['unless fast', ['7! sc_http_req_rate(0) le 100: only gt and ge with a number are understood.']],
  ])('refuses %s', (condition, expected) => {
    const text = frontend('http-request track-sc0 src', ...acls, `http-request deny ${condition}`);
    expect(found(text)).toEqual(expected);
  });

  it.each([
    [
      ['url_param(key) unless over', 'src if !over'],
      'acl over url_param(key),table_http_req_rate() gt 9',
      'if over',
      ['Its key is tracked unless over; the lane counts all requests.'],
    ],
    [
      ['hdr(x-key) if { hdr(x-key) -m found }', 'src'],
      'acl over sc_http_req_rate(0) gt 9',
      'if over',
      ['Another key is tracked if { hdr(x-key) -m found }; the lane counts all requests by one.'],
    ],
    [
      ['src if a', 'src if b'],
      'acl over sc_http_req_rate(0) gt 9',
      'if over',
      ['Its key is tracked if b; the lane counts all requests.'],
    ],
    [['src', 'path'], 'acl over sc_http_req_rate(0) gt 9', 'if over', []],
    [['path', 'src'], 'acl over sc_http_req_rate(0) gt 9', 'if over', ['It counts for each path; the lane counts for each client.']], // prettier-ignore
  ])('says what is tracked: %j', (keys, acl, condition, notes) => {
    const tracks = keys.map((key) => `http-request track-sc0 ${key}`);
    const { limits, problems } = readConfig(frontend(...tracks, acl, `http-request deny ${condition}`));
    expect(problems).toEqual([]);
    expect(limits).toMatchObject([{ policy: { n: 9 }, notes }]);
  });
});

describe('a limit of vsthrottle', () => {
  it('is found in blocks within blocks, after conditions that are not understood', () => {
    const deny = (key: string, n: number) =>
      `if (vsthrottle.is_denied("${key}:" + req.http.X-Client-IP, ${n}, 10s)) { return (synth(429, "Slow down")); }`;
    const within = (inner: string, levels: number): string =>
      levels === 0
        ? inner
        : `if (req.http.Cookie !~ "([sS]ession|Token)=" && req.url ~ "^/a") {\n${within(inner, levels - 1)}\n}`;
    for (let levels = 0; levels < 10; levels++) {
      const body = `${within(`${deny('a', 10)} else ${deny('b', 20)}`, levels)}\n${within(deny('c', 30), levels)}`;
      const { limits, problems } = readConfig(`sub vcl_recv {\n${body}\n}\n`, 'vsthrottle');
      expect({ levels, n: limits.map(({ policy }) => policy.n), problems }).toEqual({
        levels,
        n: [10, 20, 30],
        problems: [],
      });
    }
  });
});

describe('a rule of nftables', () => {
  const WITHIN = (verdict: string) =>
    `Without over it matches what is within the limit, and ${verdict} refuses that; the lane refuses the rest.`;
  const LOGS = 'It limits what is logged or counted: the rule refuses nothing; the lane refuses.';
  const NOTHING = 'Nothing after it drops: the rule refuses nothing; the lane refuses.';

  it.each([
    ['limit rate 5/minute burst 5 packets log prefix "dropped " level warn', [LOGS]],
    ['limit rate 5/minute burst 5 packets counter', [LOGS]],
    ['limit rate 5/minute burst 5 packets log prefix "more" drop', [WITHIN('drop')]],
    ['tcp dport 22 meter a { ip saddr limit rate 5/minute burst 5 packets } reject', [WITHIN('reject')]],
    ['limit rate over 5/minute burst 5 packets log prefix "drop"', [NOTHING]],
    ['limit rate over 5/minute burst 5 packets accept', [NOTHING]],
    ['limit rate over 5/minute burst 5 packets counter drop', []],
    ['limit rate 5/minute burst 5 packets log prefix "drop" accept', []],
    ['limit rate 5/minute burst 5 packets log prefix "more" \\', []],
    ['limit rate 5/minute burst 5 packets', []],
  ])('says what it refuses: %s', (rule, notes) => {
    expect(readConfig(rule).limits.map((limit) => limit.notes)).toEqual([notes]);
  });

  it('may be an object in one line', () =>
    expect(readConfig('limit ssh { rate 5/minute burst 5 packets }').limits).toHaveLength(1));
});

describe('Traefik', () => {
  const names = (text: string) => readConfig(text).limits.map(({ what }) => what.split(', ').at(-1));

  it('names a middleware of Kubernetes as its resource is named', () => {
    const rateLimit = '  rateLimit: { average: 100, burst: 200 }\n';
    expect(names(`kind: Middleware\nmetadata:\n  name: api-limit\nspec:\n${rateLimit}`)).toEqual(['in api-limit']);
    expect(names(`http:\n middlewares:\n spec:\n${rateLimit}`)).toEqual(['in spec']);
  });

  it.each([
    ['traefik.http.middlewares.${APP}-limit.ratelimit.average=100', 'in ${APP}-limit'],
    ['traefik.http.middlewares.$APP.ratelimit.average=100', 'in $APP'],
    ['traefik.http.middlewares.${APP:-web}.ratelimit.average=100', 'in ${APP:-web}'],
    ['traefik-inner.http.middlewares.limit.ratelimit.average=100', 'in limit'],
  ])('reads the label %s', (label, name) => {
    expect(names(`labels:\n  - "${label}"\n`)).toEqual([name]);
  });

  it('takes nothing else of the name rateLimit for a middleware', () => {
    const label = 'traefik.http.middlewares.a.ratelimit.average=5';
    expect(found(`services:\n  ratelimit:\n    image: whoami\n    labels: ["${label}"]\n`)).toEqual([
      '4: 5 per 1 (1); burst is left out: it is 1.',
    ]);
    const schema = 'rateLimit: { type: object, properties: { average: { type: integer } } }\n';
    expect(readConfig(schema, 'traefik').problems).toEqual([expect.objectContaining({ line: 1 })]);
    expect(names('middlewares:\n  ratelimit:\n    rateLimit: { average: 5 }\n')).toEqual(['in ratelimit']);
    expect(readConfig('middlewares:\n  rateLimit:\n    rateLimit: { average: 5 }\n').problems).toEqual([]);
    expect(found('a:\n  rateLimit: {}\n', 'traefik')).toEqual([
      '2! average is 0 or missing, which Traefik treats as no limit.',
    ]);
  });
});

describe('a zone of nginx', () => {
  const config = (key: string) => `limit_req_zone ${key} zone=a:1m rate=5r/s;\nlimit_req zone=a;\n`;

  it.each([
    ['$http_host', 'all', ['Requests in which $http_host is empty are not limited.']],
    ['$request_uri', 'each', ['It counts for each $request_uri; the lane counts for each client.']],
    ['"$host$uri"', 'each', ['It counts for each $host$uri; the lane counts for each client.']],
    [
      '$binary_remote_addr$uri',
      'each',
      ['It counts each $uri separately; the lane counts all requests of a client together.'],
    ],
    ['$server_name', 'all', []],
  ])('by %s says whose requests it counts', (zoneKey, key, notes) => {
    const [limit] = readConfig(config(zoneKey)).limits;
    expect([limit?.key ?? 'each', limit?.notes]).toEqual([key, notes]);
  });

  it('is read in a ConfigMap, at its lines', () => {
    const map = (data: string) => `apiVersion: v1\nkind: ConfigMap\ndata:\n${data}`;
    const block =
      '  nginx.conf: |\n    limit_req_zone $remote_addr zone=a:1m rate=5r/s;\n    server { limit_req zone=a; }\n';
    expect(found(map(block))).toEqual(['6: 5 per 1 burst=0 delay=0']);
    const lines = '  http-snippet: limit_req_zone $a zone=a:1m rate=5r/s;\n  server-snippet: limit_req zone=b;\n';
    expect(found(map(lines))).toEqual([
      '4! No limit_req in this text uses the zone a: it limits nothing.',
      '5! The zone b is not in this text: paste its limit_req_zone, too.',
    ]);
  });
});

describe('a call of vsthrottle', () => {
  const call = 'vsthrottle.is_denied(client.identity, 5, 10s)';
  const denied = '{ return (synth(429)); }';
  const some = 'limits only some requests; the lane limits all.';

  it.each([
    [`if (req.url ~ "^/api" && ${call}) ${denied}`, [`Its condition has req.url ~ "^/api", too: it ${some}`]],
    [`if (req.method == "POST") {\n  # few\n  if (${call}) ${denied}\n}`, [`It stands within if (req.method == "POST"): it ${some}`]], // prettier-ignore
    [`if (${call} ||\n  vsthrottle.is_denied(client.identity, 5, 10s)) ${denied}`, [], []],
    [`if (req.url ~ "^/static") { return (pass); }\nif (${call}) ${denied}`, []],
    [`if (${call} && req.url ~ "a") ${denied}`, []],
  ])('says which requests it limits: %j', (vcl, ...notes) => {
    expect(readConfig(`sub vcl_recv {\n${vcl}\n}\n`).limits.map((limit) => limit.notes)).toEqual(notes);
  });
});

describe('the builder of tower_governor', () => {
  const built = (...settings: readonly string[]) =>
    `let conf = GovernorConfigBuilder::default()\n${settings.map((one) => `    .${one}\n`).join('')}    .finish()\n    .unwrap();\n`;

  it.each([
    [['per_second(2)', 'burst_size(5)'], ['1: 1 per 2 (5); per_second is the interval of one request: one every 2 s.']],
    [['per_second(1)', 'burst_size(5)'], ['1: 1 per 1 (5)']],
    [['per_millisecond(100)', 'burst_size(5)'], ['1: 10 per 1 (5)']],
    [['period(Duration::from_millis(250))', 'burst_size(5)'], ['1: 4 per 1 (5)']],
    [[], ['1: 2 per 1 (8); burst_size is left out: it is 8.']],
    [['burst_size(5)', 'methods(vec![Method::POST])'], ['1: 2 per 1 (5); It limits only requests of vec![Method::POST]; the lane limits all.']], // prettier-ignore
    [['requests_per_second(3)', 'burst_size(5)'], ['1: 3 per 1 (5)']],
    [['seconds_per_request(4)', 'burst_size(5)'], ['1: 1 per 4 (5)']],
    [
      ['burst_size(5)', 'permissive(true)'],
      ['1: 2 per 1 (5)', expect.stringMatching(/^1! permissive is not a setting/)],
    ],
    [['per_second(rate)'], [expect.stringMatching(/^1! .*: only number literals are understood\.$/)]],
  ])('is a quota with %j', (settings, expected) => {
    expect(readConfig(built(...settings)).product).toBe('governor');
    expect(found(built(...settings))).toEqual(expected);
  });

  it('is built once', () => {
    expect(found(built().replace('.unwrap()', '.finish()'))).toEqual(found(built()));
  });

  it('may have one limit for all', () => {
    const keys = (extractor: string) => readConfig(built(`key_extractor(${extractor})`)).limits.map(({ key }) => key);
    expect([keys('GlobalKeyExtractor'), keys('SmartIpKeyExtractor')]).toEqual([['all'], [undefined]]);
  });
});

it('Rack::Attack may stand in its module', () => {
  const text = "module Rack\n  class Attack\n    throttle('a', limit: 5, period: 20) { |req| req.ip }\n  end\nend\n";
  expect(readConfig(text).product).toBe('rack-attack');
  expect(found(text)).toEqual(['3: 5 per 20']);
});
