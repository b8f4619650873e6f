/** What stands in a file beside the limits of its lanes, and files in which no limit is understood. */
import { describe, expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { printConfig, readConfig } from './index.ts';

await loadSystems();

const problemsIn = (text: string) => readConfig(text).problems.map(({ line, message }) => `${line}! ${message}`);

describe('another limit in a file', () => {
  it.each([
    [
      'nginx',
      'limit_req_zone $a zone=a:1m rate=1r/s;\nlimit_conn_zone $a zone=b:1m;\nserver {\nlimit_req zone=a;\nlimit_conn b 5;\n' +
        'limit_rate 50k;\nlimit_rate_after 500k;\n}\n',
      [
        '2! limit_conn_zone counts connections for limit_conn: it is not part of the lane.',
        '5! limit_conn limits connections at the same time: it is not part of the lane.',
        '6! limit_rate limits the bytes per second of a response: it is not part of the lane.',
        '7! limit_rate_after limits the bytes per second of a response: it is not part of the lane.',
      ],
    ],
    [
      'HAProxy',
      'frontend f\n  stick-table type ip size 1m store http_req_rate(1s),conn_rate(3s)\n  http-request track-sc0 src\n' +
        '  http-request deny if { sc_http_req_rate(0) gt 5 }\n  http-request tarpit if { sc0_http_err_rate gt 20 }\n' +
        '  tcp-request connection reject if { src_conn_rate ge 50 }\n  acl used src_get_gpc0 gt 0\n' +
        '  http-request return status 429 if used\n  rate-limit sessions 100\n  filter bwlim-out a default-limit 1m\n',
      [
        '5! This rule refuses by http_err_rate, which is not part of the lane: only http_req_rate is.',
        '6! This rule refuses by conn_rate, which is not part of the lane: only http_req_rate is.',
        '8! This rule refuses by gpc0, which is not part of the lane: only http_req_rate is.',
        '9! rate-limit sessions limits new sessions: it is not part of the lane.',
        '10! filter bwlim-out limits the bytes per second: it is not part of the lane.',
      ],
    ],
    [
      'APISIX',
      'plugins:\n  limit-count: { count: 2, time_window: 60 }\n  limit-req: { rate: 1, burst: 2 }\n  limit-conn: { conn: 1 }\n',
      [
        '3! limit-req delays and refuses by a leaky bucket: it is not part of the lane.',
        '4! limit-conn limits requests at the same time: it is not part of the lane.',
      ],
    ],
    [
      'Traefik',
      'a: { rateLimit: { average: 5 } }\nb: { inFlightReq: { amount: 10 } }\n',
      ['2! inFlightReq limits requests at the same time: it is not part of the lane.'],
    ],
    [
      'Kong',
      'plugins:\n- { name: rate-limiting, config: { second: 5 } }\n- { name: response-ratelimiting }\n',
      ['3! response-ratelimiting counts what responses say: it is not part of the lane.'],
    ],
    [
      'Rack::Attack',
      "class Rack::Attack\n  safelist_ip('5.6.7.8')\n  throttle('a', limit: 5, period: 20) { |req| req.ip }\n" +
        "  blocklist('b') { |req| Rack::Attack::Fail2Ban.filter('p', maxretry: 3) { true } }\nend\n",
      [
        "2! safelist_ip('5.6.7.8'): it lets requests pass whatever their rate, which is not part of the lane.",
        "4! blocklist('b'): it refuses requests whatever their rate, which is not part of the lane.",
        "4! Rack::Attack::Fail2Ban.filter('p', maxretry: 3): it bans clients for some time, which is not part of the lane.",
      ],
    ],
    [
      'a usage plan of AWS',
      '{"throttle": {"rateLimit": 5, "burstLimit": 10},\n "quota": {"limit": 5000, "period": "MONTH"}}',
      ['2! The quota of 5000 a month is not part of the lane.'],
    ],
  ])('is no part of a lane, which is said at its line: %s', (_, text, problems) => {
    expect(readConfig(text).limits).toHaveLength(1);
    expect(problemsIn(text)).toEqual(problems);
  });

  it('of another product is named: its limits are not in the lanes', () => {
    const spring = 'a:\n  redis-rate-limiter.replenishRate: 10\n  redis-rate-limiter.burstCapacity: 20\n';
    const others = ['a', 'b'].map((name) => `    ${name}: { limitForPeriod: 5, limitRefreshPeriod: 1s }\n`).join('');
    const text = `${spring}resilience4j:\n  ratelimiter:\n   instances:\n${others}`;
    expect(readConfig(text).product).toBe('resilience4j');
    expect(problemsIn(text)).toEqual([
      '2! This file also has a limit of Spring Cloud Gateway, which is not in the lanes: replenishRate 10, burstCapacity 20.',
    ]);
    const { problems } = readConfig(text, 'spring');
    expect(problems.map(({ message }) => message)).toEqual([
      'This file also has 2 limits of resilience4j, which are not in the lanes: limitForPeriod 5, in a.',
    ]);
  });
});

describe('a file with no limit that is understood', () => {
  it.each([
    [
      'frontend f\n  stick-table type ip size 1m store gpc0_rate(10s)\n  http-request track-sc0 src\n' +
        '  http-request deny if { sc_gpc0_rate(0) gt 30 }\n',
      'haproxy-rate',
      '4! This rule refuses by gpc0_rate, which is not part of the lane: only http_req_rate is.',
    ],
    [
      'resource "cloudflare_ruleset" "a" {\n  rules {\n    ratelimit {\n      requests_per_period = 100\n    }\n  }\n}\n',
      'cloudflare',
      '3! period is missing.',
    ],
    [
      'resource "aws_wafv2" "p" {\n  token_bucket = { max_tokens = 5 }\n}\n',
      'envoy-local',
      /^2! This looks like Envoy local in Terraform, and no limit is read in it\. What is read: .*, in YAML or JSON, .*\.$/,
    ],
    [
      'var builder = builders.get();\nbuilder.limitForPeriod(10);\n',
      'resilience4j',
      /^2! This looks like resilience4j in code, .* in YAML or properties, .*\.$/,
    ],
    ['bucket4j:\n  filters:\n  - url: .*\n', 'bucket4j', /^1! This looks like Bucket4j, .* Java code/],
    ['filters:\n- name: RequestRateLimiter\n', 'spring-gateway', /^2! This looks like Spring Cloud Gateway, /],
  ])('is said to be of its product, and what of that is read: %s', (text, product, problem) => {
    expect(readConfig(text)).toMatchObject({ product, limits: [] });
    expect(problemsIn(text)).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)]);
  });
});

describe('HAProxy', () => {
  const map =
    'This rule compares http_req_rate with a number from a variable or a map, which is not read: write the number.';
  const table =
    'frontend f\n  stick-table type binary len 20 size 1m store http_req_rate(10s)\n  http-request track-sc0 base32+src\n';

  it.each([
    [
      '  http-request set-var(req.limit) path,map_beg(rates.map,20)\n  http-request set-var(req.rate) base32+src,table_http_req_rate()\n' +
        '  acl abuse var(req.limit),sub(req.rate) lt 0\n  http-request deny if abuse\n',
      7,
    ],
    ['  acl abuse sc_http_req_rate(0),sub(txn.limit) gt 0\n  http-request deny if abuse\n', 5],
  ])('may have its number in a map: it limits, and what is not read is said', (rules, line) => {
    expect(readConfig(table + rules)).toMatchObject({ limits: [], problems: [{ line, message: map }] });
  });

  it.each([
    ['sc_http_req_rate(0)', ': compare sc_http_req_rate(0) itself.'],
    ['base32+src,table_http_req_rate()', ': compare base32+src,table_http_req_rate() itself.'],
    ['sc_http_req_rate(0),add(1)', '.'],
  ])('may have its rate in a variable, set from %s: that is what is not read, and not the number', (rate, advice) => {
    const rules = `  http-request set-var(txn.r) ${rate}\n  http-request deny if { var(txn.r) gt 20 }\n`;
    const message = `http_req_rate is compared through the variable txn.r, which is not read${advice}`;
    expect(readConfig(table + rules)).toMatchObject({ limits: [], problems: [{ line: 5, message }] });
  });

  it('is written with a table that holds clients of both kinds of address, which is said', () => {
    const lane = { policy: { n: 20, T: 10_000_000, capacity: 20 }, options: { expire: 10 } };
    const mapped =
      'A table of type ipv6 holds IPv4 clients too, as ::ffff:192.0.2.1; one of type ip holds no IPv6 clients.';
    expect(printConfig('haproxy', lane).notes).toContain(mapped);
    expect(printConfig('haproxy', { ...lane, key: 'all' }).notes).not.toContain(mapped);
  });
});

describe('a rule of Cloudflare', () => {
  it('is called as its description, and says what it does not count', () => {
    const rule = {
      description: 'login',
      expression: '(http.request.uri.path eq "/login")',
      ratelimit: {
        period: 60,
        requests_per_period: 5,
        counting_expression: 'http.response.code eq 401',
        requests_to_origin: true,
      },
    };
    expect(readConfig(JSON.stringify(rule)).limits).toMatchObject([
      {
        what: 'login: 5 per 60 s',
        notes: [
          'It limits only requests with (http.request.uri.path eq "/login"); the lane limits all.',
          'It counts only requests with http.response.code eq 401; the lane counts all.',
          'It counts only requests that reach the origin, and none that the cache answers; the lane counts all.',
        ],
      },
    ]);
  });

  it('by a score is no limit of requests', () => {
    expect(problemsIn('{"ratelimit": {"period": 60, "score_per_period": 400}}')).toEqual([
      '1! score_per_period limits a score that responses give, which a lane does not have.',
    ]);
  });
});

describe('Kong', () => {
  it('counts each service by itself where a limit is for all keys, which is said', () => {
    const lane = { policy: { n: 20, T: 60_000_000, capacity: 20 }, options: {} };
    const note = 'limit_by: service keeps one count for each service, also as a global plugin.';
    expect(printConfig('kong', { ...lane, key: 'all' }).notes).toEqual([note]);
    expect(printConfig('kong', lane).notes).toEqual([]);
  });
});

it('the limit of a method stands after that of its usage plan, with its path', () => {
  const plan = {
    apiStages: [{ throttle: { '/x/GET': { burstLimit: 5, rateLimit: 2 } } }],
    throttle: { burstLimit: 200, rateLimit: 100 },
  };
  expect(readConfig(JSON.stringify(plan, null, 2)).limits).toMatchObject([
    { what: 'rateLimit 100, burstLimit 200', notes: [] },
    {
      what: 'rateLimit 2, burstLimit 5, for /x/GET',
      notes: ['It stands in for the limit of the usage plan, for this method.'],
    },
  ]);
  const stage =
    '{"MethodSettings": [{"ResourcePath": "/x", "HttpMethod": "GET", "ThrottlingRateLimit": 2, "ThrottlingBurstLimit": 5}]}';
  expect(readConfig(stage).limits).toMatchObject([{ what: 'rateLimit 2, burstLimit 5, for GET /x', key: 'all' }]);
});

describe('a resource of Kubernetes', () => {
  it('may be a plugin of Kong', () => {
    const text =
      'kind: KongPlugin\nmetadata: { name: rl }\nplugin: rate-limiting\nconfig: { minute: 5, policy: local }\ndisabled: true\n';
    expect(readConfig(text)).toMatchObject({
      limits: [
        {
          what: '5 per minute, of rl',
          notes: ['disabled is true: the plugin is off and refuses nothing; the lane refuses.'],
        },
      ],
      problems: [],
    });
  });

  it('may hold a file in a block of text, whose lines are those of the whole', () => {
    const text =
      'kind: ConfigMap\ndata:\n  run.sh: |\n    echo: {\n  config.yaml: |\n    domain: a\n    descriptors:\n    - key: remote_address\n' +
      '      rate_limit: { unit: minute, requests_per_unit: 5 }\n    - key: b\n      rate_limit: { unit: year, requests_per_unit: 5 }\n';
    const { limits, problems } = readConfig(text);
    expect(limits).toMatchObject([{ line: 9, limiter: 'envoy-ratelimit', policy: { n: 5 } }]);
    expect(problems).toMatchObject([{ line: 11, message: expect.stringMatching(/^unit is year/) as string }]);
  });
});

describe('a file in a text that is no block', () => {
  const file = 'descriptors:\n- key: remote_address\n  rate_limit: { unit: minute, requests_per_unit: 5 }\n';
  const linesOf = (text: string) => readConfig(text).limits.map(({ line }) => line);

  it('has its limits at its own line: in JSON', () => {
    expect(linesOf(JSON.stringify({ kind: 'ConfigMap', data: { 'config.yaml': file } }))).toEqual([1]);
    expect(linesOf(JSON.stringify({ kind: 'ConfigMap', data: { 'config.yaml': file } }, null, 1))).toEqual([4]);
  });

  it('has its limits at its own line: within quotes', () => {
    expect(linesOf(`kind: ConfigMap\ndata:\n  config.yaml: ${JSON.stringify(file)}\n`)).toEqual([3]);
    expect(linesOf(`a: &a |\n  ${file.trim().replaceAll('\n', '\n  ')}\ndata:\n  b: *a\n`)).toEqual([4, 6]);
    const quoted = file.trim().replaceAll('\n', '\n\n    ');
    expect(linesOf(`data:\n  config.yaml: '${quoted}'\n`)).toEqual([2]);
  });
});

describe('Lua in an nginx.conf', () => {
  const around = (lua: string) =>
    `limit_req_zone $a zone=a:1m rate=1r/s;\nlocation /a {\n  access_by_lua_block {\n${lua}\n  }\n}\nlocation /b { limit_req zone=a; }\n`;

  it.each([
    "-- don't {\nif a then return end",
    'local x = "}" local y = \'{\'',
    'local x = [[ } ]] --[==[ } ]] ]==]',
    'local x = { a = { "\\"}" } }',
  ])('is left out up to the brace that closes it: %s', (lua) => {
    const { limits, problems } = readConfig(around(lua));
    expect({ lines: limits.map(({ line }) => line), problems }).toEqual({
      lines: [lua.split('\n').length + 6],
      problems: [],
    });
  });

  it('that limits is said to be not read', () => {
    expect(problemsIn(around('local lim = require("resty.limit.req").new("s", 200, 100)'))).toEqual([
      '3! The Lua of access_by_lua_block is not read: it may limit requests, too.',
      '4! lua-resty-limit-traffic is not read. Its resty.limit.req decides as nginx’s limit_req, and resty.limit.count as Quota reset.',
    ]);
    expect(problemsIn('limit_req zone=a;\nset_by_lua_block $x { return {}')).toContain(
      '2! The block of set_by_lua_block is not closed.',
    );
  });
});
