/** Files as people paste them: what is found in them, and what is named. */
import { describe, expect, it } from 'vitest';
import { loadSystems, SECOND } from '../sim/index.ts';
import { nearestLane, printConfig, readConfig, type CannotPrintError } from './index.ts';

await loadSystems();

/** `line: n per T (capacity)`, T in seconds, with the options, and `line! message`. */
function found(text: string, product?: string, keepT?: number): readonly string[] {
  const { limits, problems } = readConfig(text, product, keepT === undefined ? undefined : keepT * SECOND);
  return [
    ...limits.map(({ line, policy: { n, T, capacity }, options }) => {
      const size = capacity === null ? '' : ` (${capacity})`;
      const said = Object.entries(options).map(([id, value]) => ` ${id}=${value}`);
      return `${line}: ${n} per ${T / SECOND}${size}${said.join('')}`;
    }),
    ...problems.map(({ line, message }) => `${line}! ${message}`),
  ];
}

interface Pasted {
  readonly product: string;
  readonly text: string;
  readonly is: readonly (string | RegExp)[];
}

const files: Readonly<Record<string, Pasted>> = {
  'a whole nginx.conf': {
    product: 'nginx-limit-req',
    text: `user www-data;
events { worker_connections 768; }
http {
    include /etc/nginx/mime.types;
    map $http_x_key $limit { "" $binary_remote_addr; default ""; }
    limit_req_zone $limit zone=perip:10m rate=10r/s; # a comment with ; and }
    limit_req_zone $server_name zone=perserver:10m rate=90r/m;
    limit_req_zone $uri zone=unused:1m rate=1r/s;
    limit_req_zone $uri zone=var:1m rate=\${rate}r/s;
    server {
        listen 80;
        limit_req zone=perip burst=5;
        location /search/ { limit_req zone=perserver burst=10 delay=4; }
        location ~ "^/a;{b" { limit_req zone=perip burst=20 nodelay; limit_req zone=gone; }
        location /v { limit_req zone=var; }
    }
    server { limit_req_dry_run on; location / { limit_req zone=perip burst=x; } }
}
`,
    is: [
      '12: 10 per 1 burst=5 delay=0',
      '13: 90 per 60 burst=10 delay=4',
      '14: 10 per 1 burst=20 delay=none',
      '8! No limit_req in this text uses the zone unused: it limits nothing.',
      /^9! rate=\$\{rate\}r\/s: the rate is a variable/,
      '14! The zone gone is not in this text: paste its limit_req_zone, too.',
      '17! burst=x: burst must be a whole number of requests.',
    ],
  },
  'annotations of ingress-nginx': {
    product: 'nginx-limit-req',
    text: `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: api
  annotations:
    nginx.ingress.kubernetes.io/limit-rps: "5"
    nginx.ingress.kubernetes.io/limit-rpm: "100"
    nginx.ingress.kubernetes.io/limit-burst-multiplier: "3"
    nginx.ingress.kubernetes.io/limit-connections: "10"
    nginx.ingress.kubernetes.io/limit-rate: "64"
---
metadata:
  annotations: { nginx.ingress.kubernetes.io/limit-rpm: 20 }
---
metadata:
  annotations:
    nginx.ingress.kubernetes.io/limit-rpm: "2.5"
`,
    is: [
      '6: 5 per 1 burst=15 delay=none',
      '7: 100 per 60 burst=300 delay=none',
      '13: 20 per 60 burst=100 delay=none',
      '9! limit-connections limits connections at the same time: it is not part of the lane.',
      '10! limit-rate limits the bytes per second of a response: it is not part of the lane.',
      '17! limit-rpm is 2.5: only a whole number from 0 is understood.',
    ],
  },
  'a whole haproxy.cfg': {
    product: 'haproxy-rate',
    text: `global
  maxconn 100
backend st_src
  stick-table type ip size 1m expire 10s store gpc0,http_req_rate(10s)
frontend fe
  bind *:80
  http-request track-sc0 src table st_src # the client
  acl abuse sc_http_req_rate(0,st_src) gt 100
  http-request deny deny_status 429 if abuse
  http-request tarpit if { sc0_http_req_rate(st_src) ge 50 }
  http-request deny if { sc_http_req_rate(1) gt 5 }
  http-request deny if { src_http_req_rate(gone) gt 200 }
backend idle
  stick-table type ip size 1m store http_req_rate(1d)
`,
    is: [
      '9: 100 per 10 expire=10',
      '10: 49 per 10 expire=10',
      /^11! .*sc1/,
      /^12! .*the table gone is not in this text/,
      /^14! No rule/,
    ],
  },
  'Envoy with an anchor and templates': {
    product: 'envoy-local',
    text: `http_filters:
- name: envoy.filters.http.local_ratelimit
  typed_config:
    token_bucket: &bucket
      max_tokens: 10000
      tokens_per_fill: 1000
      fill_interval: 0.5s
- typed_config: { token_bucket: *bucket }
- typed_config: { token_bucket: { <<: *bucket, max_tokens: 7 } }
- typed_config:
    token_bucket:
      max_tokens: {{ .Values.max }}
      fill_interval: 1s
- typed_config:
    token_bucket:
      max_tokens: \${MAX}
      fill_interval: 1 fortnight
`,
    is: [
      '4: 1000 per 0.5 (10000)',
      '8: 1000 per 0.5 (10000)',
      '9: 1000 per 0.5 (7)',
      /^12! A template/,
      /^12! max_tokens is a template/,
      '16! max_tokens is ${MAX}, not a number.',
      '17! fill_interval is 1 fortnight, which is not understood as a duration.',
    ],
  },
  'Envoy’s rate limit service': {
    product: 'envoy-ratelimit',
    text: `domain: api
descriptors:
  - key: path
    value: /a
    rate_limit: { unit: MINUTE, requests_per_unit: 10 }
    descriptors:
      - key: remote_address
        rate_limit:
          unit: year
          requests_per_unit: 3
  - key: free
    rate_limit: { unlimited: true }
`,
    is: ['5: 10 per 60', /^9! unit is year/],
  },
  'Spring: nested and dotted': {
    product: 'spring-gateway',
    text: `spring.cloud.gateway.routes:
- filters:
  - name: RequestRateLimiter
    args:
      redis-rate-limiter.replenishRate: 10
      redis-rate-limiter.burstCapacity: 20
      key-resolver: "#{@user}"
- filters:
  - name: RequestRateLimiter
    args:
      redis-rate-limiter: { replenish-rate: 1, burst-capacity: 60, requested-tokens: 60 }
  - name: RequestRateLimiter
    args: { redis-rate-limiter.replenishRate: 10, redis-rate-limiter.burstCapacity: 25, redis-rate-limiter.requestedTokens: 10 }
`,
    is: ['5: 10 per 1 (20)', '11: 1 per 60 (1)', /^13! burstCapacity \(25\) is not a multiple/],
  },
  'resilience4j with ISO times': {
    product: 'resilience4j',
    text: `resilience4j:
  ratelimiter:
    instances:
      a: { limit-for-period: 50, limit-refresh-period: PT1S, timeout-duration: 500ms }
      b: { baseConfig: shared }
      c: { limitForPeriod: 6, limitRefreshPeriod: 500, timeoutDuration: 0 }
`,
    is: ['4: 50 per 1 timeoutDuration=0.5', '6: 6 per 0.5 timeoutDuration=0', /^5! b takes the rest/],
  },
  'properties of Spring': {
    product: 'resilience4j',
    text: `# limits
resilience4j.ratelimiter.instances.a.limitForPeriod=10
resilience4j.ratelimiter.instances.a.limitRefreshPeriod=1h
resilience4j.ratelimiter.instances.b.limitRefreshPeriod=2s
`,
    is: ['2: 10 per 3600 timeoutDuration=5', '4: 50 per 2 timeoutDuration=5'],
  },
  'Traefik in YAML': {
    product: 'traefik',
    text: `http:
  middlewares:
    a: { rateLimit: { average: 100, burst: 50 } }
    b: { rateLimit: { average: 6, period: 1m } }
    c: { rateLimit: { average: 0, burst: 5 } }
    d: { rateLimit: { average: 5, redis: { endpoints: [x] } } }
    e: { rateLimit: { average: 7, burst: 0 } }
`,
    is: ['3: 100 per 1 (50)', '4: 6 per 60 (1)', '7: 7 per 1 (1)', /^5! average is 0/, /^6! In Redis/],
  },
  'Traefik as labels': {
    product: 'traefik',
    text: `labels:
  - "traefik.http.middlewares.t.ratelimit.average=100"
  - "traefik.http.middlewares.t.ratelimit.burst=50"
`,
    is: ['2: 100 per 1 (50)'],
  },
  'Traefik in TOML': {
    product: 'traefik',
    text: `[http.middlewares]
  [http.middlewares.t.rateLimit]
    average = 100
`,
    is: ['2: 100 per 1 (1)'],
  },
  Kong: {
    product: 'kong',
    text: `services:
- name: a
  plugins:
  - name: rate-limiting
    config: { second: 5, hour: 10000, policy: redis, month: 5 }
  - name: rate-limiting-advanced
    config: { limit: [5] }
`,
    is: ['5: 5 per 1', '5: 10000 per 3600', /^5! month is the calendar/, /^6! rate-limiting-advanced/],
  },
  Caddyfile: {
    product: 'caddy-ratelimit',
    text: `:80 {
	rate_limit {
		zone a {
			match { method GET }
			key    {http.request.remote.host}
			events 100
			window 1m
		}
		zone b { key static events 5 window 10s }
		zone c {
			events {env.N}
			window 10s
		}
	}
	import other
}
`,
    is: ['3: 100 per 60', '9: 5 per 10', /^10! events is \{env\.N\}/, /^15! import other/],
  },
  VCL: {
    product: 'vsthrottle',
    text: `sub vcl_recv {
	if (vsthrottle.is_denied(client.identity, 15, 10s, 30s)) { return (synth(429)); } # per client
	if (vsthrottle.is_denied("key:" + req.http.Key, 30, 1m)) { return (synth(429)); }
	if (vsthrottle.is_denied(client.identity, std.integer(req.http.n, 5), 1m)) { return (synth(429)); }
}`,
    is: ['2: 15 per 10 block=30', '3: 30 per 60 block=0', /^4! The limit is std\.integer/],
  },
  nftables: {
    product: 'nft-limit',
    text: `table inet filter {
  chain input {
    tcp dport 80 limit rate over 10/second burst 20 packets drop
    icmp type echo-request limit rate 1/minute accept
    limit rate 10 mbytes/second accept
    limit rate 5/fortnight accept
  }
}`,
    is: ['3: 10 per 1 (20)', '4: 1 per 60 (5)', /^5! A rate in bytes/, /^6! .*the unit is second/],
  },
  'Rack::Attack': {
    product: 'rack-attack',
    text: `class Rack::Attack
  # nobody's limit: throttle('old', limit: 1, period: 1)
  throttle('req/ip', limit: 300, period: 5.minutes) do |req|
    req.ip unless req.path.start_with?('/assets')
  end
  throttle "logins/email", limit: 5, period: 20.seconds do |req|
    req.params['email'].to_s
  end
  throttle('x', limit: proc { |req| 5 }, period: LIMIT)
end
`,
    is: ['3: 300 per 300', '6: 5 per 20', /^9! limit is proc/, /^9! period is LIMIT/],
  },
  'express-rate-limit': {
    product: 'express-rate-limit',
    text: `import rateLimit from 'express-rate-limit'
const limiter = rateLimit({
	windowMs: 15 * 60 * 1000, // 15 minutes
	limit: 100,
})
app.use('/a', (req, res, next) => { rateLimit({ windowMs: 60_000, max: 7 })(req, res, next) })
app.use('/b', rateLimit({ windowMs: ms('1m'), limit: async () => 5 }))
`,
    is: ['2: 100 per 900', '6: 7 per 60', /^7! limit is async/],
  },
  'Go, by an interval': {
    product: 'golang-rate',
    text: `l := rate.NewLimiter(rate.Every(100*time.Millisecond), 10)
m := rate.NewLimiter(rate.Limit(cfg.Rate), 10)
if !l.Allow() { return }
`,
    is: ['1: 10 per 1 (10) mode=allow', /^2! The limit is rate\.Limit\(cfg\.Rate\)/],
  },
  'Rust, by macro': {
    product: 'governor',
    text: `let lim: RateLimiter<'a, _> = RateLimiter::keyed(Quota::per_second(nonzero!(50u32)).allow_burst(nonzero!(100u32)));
let b = RateLimiter::direct(Quota::per_minute(NonZeroU32::new(7).unwrap()));`,
    is: ['1: 50 per 1 (100)', '2: 7 per 60 (7)'],
  },
  'Bucket4j of several releases': {
    product: 'bucket4j',
    text: `Bandwidth limit = Bandwidth.classic(20, Refill.greedy(10, Duration.ofMinutes(1)));
Bucket bucket = Bucket.builder()
    .addLimit(limit)
    .addLimit(l -> l.capacity(100).refillIntervally(50, Duration.ofSeconds(1)).initialTokens(3))
    .build();
`,
    is: [
      '1: 10 per 60 (20) precision=milliseconds refill=greedy initialTokens=capacity',
      '4: 50 per 1 (100) precision=milliseconds refill=intervally initialTokens=3',
    ],
  },
  'limits for Python': {
    product: 'python-limits',
    text: `from limits import parse
strategy = MovingWindowRateLimiter(storage)
strategy.hit(parse("10 per 2 hours"), key)
parse_many("100/day;1/fortnight")
RateLimitItemPerMinute(5, 2)
`,
    is: [
      '3: 10 per 7200 strategy=moving-window',
      '4: 100 per 86400 strategy=moving-window',
      '5: 5 per 120 strategy=moving-window',
      /^4! 1\/fortnight is not a rate/,
    ],
  },
  'Upstash with times of two kinds': {
    product: 'upstash',
    text: `new Ratelimit({ redis, limiter: Ratelimit.slidingWindow(10, "10 s"), analytics: true });
new Ratelimit({ redis: Redis.fromEnv(), limiter: Ratelimit.tokenBucket(5, "1h", 20), ephemeralCache: false });
new Ratelimit({ redis, limiter: Ratelimit.cachedFixedWindow(10, "10 s") });`,
    is: [
      '1: 10 per 10 algorithm=slidingWindow ephemeralCache=true',
      '2: 5 per 3600 (20) algorithm=tokenBucket ephemeralCache=false',
      /^3! limiter is Ratelimit\.cachedFixedWindow/,
    ],
  },
  'Sentinel’s rules': {
    product: 'sentinel',
    text: `[
  {"resource": "a", "grade": 1, "count": 20, "controlBehavior": 2, "maxQueueingTimeMs": 300},
  {"resource": "b", "grade": 0, "count": 5} // threads
]`,
    is: ['2: 20 per 1 behavior=throttling warmUpPeriod=10 maxQueueingTime=0.3', /^3! grade is 0/],
  },
  'a rule of Cloudflare': {
    product: 'cloudflare',
    text: `{"rules": [{"action": "log", "expression": "true",
  "ratelimit": {"characteristics": ["ip.src"], "period": 60, "requests_per_period": 100, "mitigation_timeout": 600}},
  {"action": "block", "ratelimit": {"period": 45, "requests_per_period": 5}}]}`,
    is: ['2: 100 per 60 mitigationTimeout=600', /^3! 5 per 45 s: Period must be 10, 60/],
  },
  'the commands of redis-cell': {
    product: 'redis-cell',
    text: `CL.THROTTLE user123 15 30 60 1
redis.call("CL.THROTTLE", "k", 4, 5, 10, 1)
CL.THROTTLE user123 fifteen 30 60`,
    is: ['1: 30 per 60 (16)', '2: 5 per 10 (5)', /^3! CL\.THROTTLE takes/],
  },
};

describe.each(Object.entries(files))('%s', (_, { product, text, is }) => {
  it('is recognised, and read', () => {
    expect(readConfig(text).product).toBe(product);
    const lines = found(text);
    expect(lines).toEqual(is.map((one) => (typeof one === 'string' ? one : (expect.stringMatching(one) as string))));
  });

  it('is read the same with the line breaks of Windows', () => {
    expect(found(text.replaceAll('\n', '\r\n'))).toEqual(found(text));
  });
});

describe('T', () => {
  const rate = (word: string) => `limit_req_zone $a zone=api:1m rate=${word};\nlimit_req zone=api;\n`;

  it.each([
    ['2r/s', 10, '2: 20 per 10'],
    ['2r/s', 0.3, '2: 2 per 1'],
    ['140r/m', 3, '2: 7 per 3'],
    ['85r/m', 7, '2: 85 per 60'],
  ])('of a lane stays where %s gives a whole n in it: %s s', (word, keepT, expected) => {
    expect(found(rate(word), 'nginx', keepT)[0]).toContain(expected);
  });
});

describe('what a product cannot say', () => {
  const policy = { n: 10, T: 7 * SECOND, capacity: 20 };

  it('names the nearest two: 10 per 7 s in nginx', () => {
    const lane = { policy, options: { burst: 19, delay: 'none' } };
    expect(() => printConfig('nginx', lane)).toThrow(/85r\/m and 86r\/m/);
    try {
      printConfig('nginx', lane);
    } catch (error) {
      expect((error as CannotPrintError).nearest).toMatchObject([
        { n: 85, T: 60 * SECOND },
        { n: 86, T: 60 * SECOND },
      ]);
    }
  });

  it('is the refusal of the system itself', () => {
    expect(() => printConfig('kong', { policy: { ...policy, T: 45 * SECOND }, options: {} })).toThrow(/60 s/);
  });

  it('has a nearest lane, with what differs', () => {
    const nearest = nearestLane('nginx', { limiter: 'token-bucket', policy, options: {} });
    expect(nearest).toEqual({
      lane: {
        limiter: 'nginx-limit-req',
        policy: { n: 85, T: 60 * SECOND, capacity: 20 },
        options: { burst: 19, delay: 'none' },
      },
      exact: false,
      differs: '85 per 60 s instead of 10 per 7 s.',
    });
    const exact = nearestLane('haproxy', { limiter: 'sliding-log', policy: { ...policy, capacity: 10 }, options: {} });
    expect(exact).toMatchObject({ exact: true, differs: '', lane: { limiter: 'haproxy-rate', policy: { n: 10 } } });
    expect(nearestLane('haproxy', { limiter: 'token-bucket', policy, options: {} }).differs).toBe(
      'a burst of 10 instead of 20.',
    );
  });
});
