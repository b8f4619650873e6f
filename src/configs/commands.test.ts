/** Configs within the shell commands that send or write them. */
import { describe, expect, it } from 'vitest';
import { loadSystems, SECOND } from '../sim/index.ts';
import { readConfig } from './index.ts';
import { foundIn } from './testing.ts';

await loadSystems();

/** `line: n per T`, and `line! message`. */
function found(text: string): readonly string[] {
  const { limits, problems } = readConfig(text);
  return [
    ...limits.map(({ line, policy: { n, T } }) => `${line}: ${n} per ${T / SECOND}`),
    ...problems.map(({ line, message }) => `${line}! ${message}`),
  ];
}

describe('the body of a command', () => {
  const route = (key = '') =>
    `{\n  "uri": "/get",${key}\n  "plugins": {\n    "limit-count": { "count": 2, "time_window": 60 }\n  }\n}`;
  const rule = '{ "action": "block", "ratelimit": { "period": 60, "requests_per_period": 5 } }';

  it.each([
    [`curl -i http://127.0.0.1:9180/routes/1 -H 'X-API-KEY: a' -X PUT -d '\n${route()}'\n`, ['5: 2 per 60']],
    [`$ curl "http://a" -X PUT \\\n  --data-raw '${route()}'\n\n{"message": "ok"}\n`, ['5: 2 per 60']],
    [`curl http://a -d '${route(` "auth": "Bearer '"$TOKEN"'",`)}'`, ['4: 2 per 60']],
    [`curl http://a -d "${route().replaceAll('"', '\\"')}"`, ['4: 2 per 60']],
    [`curl http://a --json '${rule}'\n# and another\ncurl http://a --json '${rule}'\n`, ['1: 5 per 60', '3: 5 per 60']],
    [
      'kubectl apply -f - <<EOF\ntoken_bucket:\n  max_tokens: 4\n  tokens_per_fill: 4\n  fill_interval: 60s\nEOF\nkubectl get pods\n',
      ['2: 4 per 60'],
    ],
    ["cat > kong.yml <<-'END'\nplugins: [{ name: rate-limiting, config: { minute: 5 } }]\nEND\n", ['2: 5 per 60']],
    [
      'sudo tee /etc/nginx/conf.d/a.conf << EOF\nlimit_req_zone \\$binary_remote_addr zone=a:1m rate=5r/s;\nserver { limit_req zone=a; }\nEOF\nsudo nginx -s reload\n',
      ['3: 5 per 1'],
    ],
  ])('is read at its lines: %j', (text, expected) => expect(found(text)).toEqual(expected));

  it('is said to be wrong where it is', () => {
    expect(found(`curl http://a -d '\n${route().replace('"count": 2', '"count": "x"')}'`)).toEqual([
      '5! count is x, not a number.',
    ]);
  });

  it('is nothing in the block http of nginx', () => {
    const text =
      'http {\n  limit_req_zone $a zone=a:1m rate=5r/s;\n  server {\n    limit_req zone=a;\n    return 200 "<<a";\n  }\n}\n';
    expect(found(text)).toEqual(['4: 5 per 1']);
  });

  it('is no heredoc of Terraform', () => {
    expect(found('resource "a" "b" {\n  c = <<EOT\n    rate: 5\nEOT\n}\n')[0]).toMatch(/^1! No rate limit/);
  });
});

describe('words for Kong’s Admin API', () => {
  const curl = (...words: readonly string[]) => `curl -X POST http://kong:8001/plugins \\\n${words.join(' \\\n')}\n`;

  it.each([
    [curl('--data name=rate-limiting', '--data config.minute=5', '--data "config.policy=local"'), ['3: 5 per 60']],
    [curl('-d "name=rate-limiting&config.second=5"', '-d config.hour=10000'), ['2: 5 per 1', '3: 10000 per 3600']],
    ['http POST :8001/plugins name=rate-limiting config.day=7\n', ['1: 7 per 86400']],
    [
      curl('--data name=rate-limiting', '--data config.minute=5') +
        curl('--data name=key-auth', '--data config.hour=1'),
      ['3: 5 per 60'],
    ],
    [
      curl('--data name=rate-limiting', '--data config.minutes=5'),
      [
        '3! minutes is not a setting of rate-limiting known here. The ones that are read: second, minute, hour, day, limit_by and policy.',
      ],
    ],
  ])('are one plugin for each command: %j', (text, expected) => {
    expect(readConfig(text).product).toBe('kong');
    expect(found(text)).toEqual(expected);
  });
});

describe('a plugin of APISIX', () => {
  const OFF = 'enable is false: the plugin is off and refuses nothing; the lane refuses.';
  const CASE = 'It is an action of workflow: it limits only the requests of its case; the lane limits all.';

  it.each([
    ['spec:\n  plugins:\n    - name: limit-count\n      config: { count: 3, time_window: 30 }\n', []],
    ['plugins:\n- name: limit-count\n  enable: false\n  config: { count: 3, time_window: 30 }\n', [OFF]],
    ['{"workflow": {"rules": [{"actions": [["limit-count", {"count": 3, "time_window": 30}]]}]}}', [CASE]],
  ])('may have its name beside its settings, or before them: %j', (text, notes) => {
    const { limits, problems } = readConfig(text);
    expect(problems).toEqual([]);
    expect(limits).toMatchObject([{ limiter: 'apisix-limit-count', policy: { n: 3, T: 30 * SECOND }, notes }]);
  });
});

it('rules of APISIX are not read in the place of a count, and that is said', () => {
  const rules = '"rules": [{ "count": 1, "time_window": 10, "key": "$remote_addr" }]';
  expect(readConfig(`{"limit-count": {\n  ${rules},\n  "count": 3, "time_window": 30\n}}`)).toMatchObject({
    limits: [],
    problems: [{ line: 2, message: expect.stringMatching(/^rules is in the place of count/) }],
  });
});

describe('a Policy of the NGINX Ingress Controller', () => {
  const policy = (...settings: readonly string[]) =>
    `apiVersion: k8s.nginx.org/v1\nkind: Policy\nmetadata:\n  name: a\nspec:\n  rateLimit:\n${['rate: 10r/s', 'key: ${binary_remote_addr}', ...settings].map((one) => `    ${one}\n`).join('')}`;

  it.each([
    [policy('zoneSize: 10M'), ['6: 10 per 1, burst 0, delay 0']],
    [policy('burst: 20', 'noDelay: true'), ['6: 10 per 1, burst 20, delay none']],
    [policy('burst: 20', 'delay: 5', 'dryRun: true'), ['6: 10 per 1, burst 20, delay 5, It is a dry run: nothing is refused.']], // prettier-ignore
    [`${policy()}---\n${policy().replace('name: a', 'name: b')}`, ['6: 10 per 1, burst 0, delay 0', '15: 10 per 1, burst 0, delay 0']], // prettier-ignore
  ])('is the limit_req that it becomes: %j', (text, expected) => {
    const { product, limits, problems } = readConfig(text);
    expect([product, problems]).toEqual(['nginx-limit-req', []]);
    expect(
      limits.map(({ line, policy: { n, T }, options: { burst, delay }, notes }) =>
        [`${line}: ${n} per ${T / SECOND}`, `burst ${burst}`, `delay ${delay}`, ...notes].join(', '),
      ),
    ).toEqual(expected);
  });

  it.each([
    [policy('bursts: 20'), /^9! bursts is not a setting of rateLimit known here/],
    [policy('scale: true'), /^9! scale divides the rate/],
    [policy('condition: { jwt: { claim: level, match: premium } }'), /^9! condition limits only some requests/],
    [policy().replace(/^ *key.*\n/m, ''), /^6! key is missing\.$/],
  ])('says what is not read: %j', (text, problem) => {
    expect(found(text).filter((said) => said.includes('!'))).toEqual([expect.stringMatching(problem)]);
  });
});

describe('annotations of the NGINX Ingress Controller', () => {
  const ingress = (name: string, ...annotations: readonly string[]): string =>
    `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: ${name}\n  annotations:\n${annotations.map((one) => `    nginx.org/limit-req-${one}\n`).join('')}`;
  it('are its directives', () => {
    const zone = ['key: ${binary_remote_addr}', 'zone-size: 10M', 'reject-code: "429"'];
    const text = [
      ingress('a', ...zone, 'rate: 10r/s', 'burst: "20"'),
      ingress('b', 'rate: 30r/m', 'burst: "5"', 'no-delay: "true"'),
      ingress('c', 'rate: 5r/s', 'burst: "9"', 'delay: "4"'),
    ].join('---\n');
    expect(foundIn(text)).toEqual([
      'nginx-limit-req',
      '9: 10 per 1 for each burst=20 delay=0',
      '17: 30 per 60 for each burst=5 delay=none',
      '26: 5 per 1 for each burst=9 delay=4',
    ]);
  });
  it('stand beside those of ingress-nginx', () => {
    const both = ingress('a', 'rate: 10r/s').replace(
      'nginx.org',
      'nginx.ingress.kubernetes.io/limit-rps: "3"\n    nginx.org',
    );
    expect(foundIn(both).slice(1)).toEqual([
      '6: 3 per 1 for each burst=15 delay=none',
      '7: 10 per 1 for each burst=0 delay=0',
    ]);
  });
});

it.each([
  ['haproxy.org/rate-limit-requests', ['haproxy-rate', '5: 60 per 1 for each expire=none']],
  ['nginx.ingress.kubernetes.io/limit-rps', ['nginx-limit-req', '5: 60 per 1 for each burst=300 delay=none']],
])('annotations are read where Terraform makes the Ingress: %s', (annotation, expected) => {
  const text = `resource "kubernetes_ingress_v1" "main" {
  metadata {
    name = "main"
    annotations = {
      "${annotation}" : "60",
      "haproxy.org/path-rewrite" : "/"
    }
  }
}
`;
  expect(foundIn(text)).toEqual(expected);
});
