/** Names that a product does not have: its defaults are in force then, and nobody sees why. */
import { expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';

await loadSystems();

it.each([
  ['envoy', 'token_bucket:\n  max_tokens: 20\n  token_per_fill: 10\n  fill_interval: 1s\n', 3, 'token_per_fill'],
  [
    'resilience4j',
    'resilience4j.ratelimiter.instances.api:\n  limitForPeriods: 10\n  limitRefreshPeriod: 1s\n',
    2,
    'limitForPeriods',
  ],
  ['traefik', 'rateLimit:\n  average: 10\n  bursts: 20\n', 3, 'bursts'],
  ['traefik', '- traefik.http.middlewares.a.ratelimit.average=10\n- traefik.http.middlewares.a.ratelimit.bust=20\n', 2, 'bust'], // prettier-ignore
  ['sentinel', '[{"resource": "api",\n"count": 10,\n"controlBehaviour": 2}]', 3, 'controlBehaviour'],
  ['kong', 'plugins:\n- name: rate-limiting\n  config:\n    seconds: 10\n    minute: 100\n', 4, 'seconds'],
  ['kong', 'plugins:\n- name: rate-limiting\n  config:\n    minute: 100\n    polcy: local\n', 5, 'polcy'],
  ['kong', 'plugins:\n- name: rate-limiting\n  config:\n    minute: 100\n    limit_by: ips\n', 5, 'limit_by is ips: it may be consumer'], // prettier-ignore
  ['apisix', '"limit-count": {\n"count": 5,\n"time_window": 10,\n"window_kind": "sliding"\n}', 4, 'window_kind'],
  ['cloudflare', '"ratelimit": {\n"period": 10,\n"requests_per_period": 5,\n"mitigation": 60\n}', 4, 'mitigation'],
  ['envoy-ratelimit', 'descriptors:\n- key: a\n  rate_limit:\n    unit: second\n    requests_per_unit: 5\n    burst: 6\n', 6, 'burst'], // prettier-ignore
  ['spring', 'args:\n  redis-rate-limiter.replenishRate: 10\n  redis-rate-limiter.burstCap: 20\n', 3, 'burstCap'],
  ['caddy', 'rate_limit {\n zone a {\n key {remote_host}\n events 10\n event 5\n window 10s\n }\n}\n', 5, 'event'],
  ['caddy', 'rate_limit {\n zone a {\n events 10\n window 10s\n }\n zones b {\n events 5\n }\n}\n', 6, 'zones b'],
  [
    'haproxy',
    'frontend a\nstick-table type ip size 1m store http_req_rate(10s)\nhttp-request track-sc0 src\nhttp-request denny if { sc_http_req_rate(0) gt 5 }\nhttp-request deny if { sc_http_req_rate(0) gt 9 }\n',
    4,
    'denny',
  ],
  [
    'haproxy',
    'frontend a\nstick-table type ip size 1m store http_req_rate(10s)\nhttp-request track-sc0 src\nhttp-request deny deny_statu 429 if { sc_http_req_rate(0) gt 5 }\n',
    4,
    'deny_statu',
  ],
])('%s: %s: line %d says so', (product, text, line, name) => {
  const { problems } = readConfig(text, product);
  expect(problems).toEqual([{ line, message: expect.stringMatching(new RegExp(`^${name}\\b`)) as string }]);
});

it('what is left out is said with its default', () => {
  const notes = (text: string) => readConfig(text).limits.flatMap((limit) => limit.notes);
  expect(notes('token_bucket: { max_tokens: 20, fill_interval: 1s }\n')).toContain(
    'tokens_per_fill is left out: it is 1.',
  );
  expect(notes('rateLimit:\n  average: 10\n')).toContain('burst is left out: it is 1.');
  expect(notes('resilience4j.ratelimiter.instances.api:\n  limitRefreshPeriod: 1s\n')).toContain(
    'limitForPeriod is left out: it is 50.',
  );
});

it.each([
  ['limit_req_zone $a zone=api:1m rate=10r/s\nserver {\n  limit_req zone=api;\n}\n', 1, 'limit_req_zone'],
  ['limit_req_zone $a zone=api:1m rate=10r/s;\nserver {\n  limit_req zone=api\n  proxy_pass http://a;\n}\n', 3, 'limit_req'], // prettier-ignore
])('a directive of nginx without its semicolon is named, and what follows is read: %j', (text, line, name) => {
  const { limits, problems } = readConfig(text);
  expect(problems).toEqual([{ line, message: `${name} has no semicolon at its end.` }]);
  expect(limits).toHaveLength(1);
});

it.each([
  ['aws', '{"throttle": {"rateLimit": -10, "burstLimit": 5}}', 'rateLimit is -10: the rate of a lane is n in T'],
  ['kong', 'plugins:\n- name: rate-limiting\n  config:\n    minute: 0\n', '0 per minute: n is 0. It may be'],
  ['nginx', 'limit_req_zone $a zone=api:1m rate=0r/s;\nlimit_req zone=api;\n', 'rate=0r/s: a rate must be a whole number from 1'], // prettier-ignore
])('%s: a number that no lane can have is named as the text does: %j', (product, text, message) => {
  expect(readConfig(text, product).problems[0]?.message).toContain(message);
});
