/** What of a pasted text its lanes do not show. */
import { describe, expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { groupsOf, readConfig } from './index.ts';

await loadSystems();

function notesOn(text: string): readonly string[] {
  return readConfig(text).limits.flatMap(({ notes }) => notes);
}

const ENFORCED_NOT =
  'filter_enforced is left out, which is 0 %: Envoy counts what it would refuse and refuses nothing; the lane refuses it.';

describe('Envoy’s filter', () => {
  const share = (name: string, numerator: number, denominator = 'HUNDRED') =>
    `  ${name}: { runtime_key: ${name}, default_value: { numerator: ${numerator}, denominator: ${denominator} } }\n`;
  const filter = (shares: string, type = 'http.local_ratelimit.v3.LocalRateLimit') =>
    `typed_config:\n  "@type": type.googleapis.com/envoy.extensions.filters.${type}\n  stat_prefix: limit\n` +
    `  token_bucket: { max_tokens: 6, tokens_per_fill: 6, fill_interval: 10s }\n${shares}`;

  it.each([
    [share('filter_enabled', 100) + share('filter_enforced', 100), []],
    [share('filter_enabled', 100, '0') + share('filter_enforced', 100), []],
    [share('filter_enabled', 1_000_000, '2') + share('filter_enforced', 10_000, '1'), []],
    [share('filter_enabled', 1_000_000, 'MILLION') + share('filter_enforced', 10_000, 'TEN_THOUSAND'), []],
    [
      share('filter_enabled', 100) + share('filter_enforced', 0),
      ['filter_enforced is 0 %: Envoy counts what it would refuse and refuses nothing; the lane refuses it.'],
    ],
    [share('filter_enabled', 100), [ENFORCED_NOT]],
    ['', ['filter_enabled is left out, which is 0 %: the filter is off and refuses nothing; the lane refuses.']],
    [
      share('filterEnabled', 2_500, 'TEN_THOUSAND') + share('filterEnforced', 50),
      [
        'filter_enabled is 25 %: only that share of the requests, chosen at random, is limited; in the lane all are.',
        'filter_enforced is 50 %: of what finds no token only that share, chosen at random, is refused; in the lane all is.',
      ],
    ],
  ])('is said to do what its shares say: %j', (shares, notes) => {
    expect(notesOn(filter(shares))).toEqual(notes);
  });

  it('says so of its descriptors too, whose buckets it enforces', () => {
    const bucket = 'token_bucket: { max_tokens: 2, tokens_per_fill: 2, fill_interval: 1s }';
    const descriptors = `  descriptors:\n  - entries: [{ key: a, value: b }]\n    ${bucket}\n`;
    expect(notesOn(filter(descriptors + share('filter_enabled', 100)))).toEqual([
      ENFORCED_NOT,
      ENFORCED_NOT,
      'What it admits also takes a token from the filter’s own bucket.',
    ]);
    const alone = '  always_consume_default_token_bucket: false\n';
    expect(notesOn(filter(descriptors + alone + share('filter_enabled', 100)))).toEqual([ENFORCED_NOT, ENFORCED_NOT]);
  });

  it('is on where it limits connections, and unknown around a bucket alone', () => {
    const connections = 'network.local_ratelimit.v3.LocalRateLimit';
    const limited = 'It limits new connections; the lane limits requests.';
    expect(notesOn(filter('', connections))).toEqual([limited]);
    const enabled = (value: boolean) => `  runtime_enabled: { default_value: ${value}, runtime_key: key }\n`;
    expect(notesOn(filter(enabled(true), connections))).toEqual([limited]);
    expect(notesOn(filter(enabled(false), connections))).toEqual([
      limited,
      'runtime_enabled is false: the filter is off and refuses nothing; the lane refuses.',
    ]);
    expect(notesOn(filter('').replace('  stat_prefix: limit\n', ''))).toEqual([]);
  });

  it('has shares that are not understood', () => {
    const shares = share('filter_enabled', 100, 'DOZEN') + share('filter_enforced', 0).replace('0,', 'most,');
    expect(readConfig(filter(shares)).problems).toEqual([
      { line: 5, message: 'The denominator of filter_enabled is DOZEN: it is HUNDRED, TEN_THOUSAND or MILLION.' },
      { line: 6, message: 'The numerator of filter_enforced is most, not a number.' },
    ]);
    expect(readConfig(filter(share('filter_enabled', 150) + share('filter_enforced', 100))).problems).toEqual([
      { line: 5, message: 'filter_enabled is 150 %, more than 100 %.' },
    ]);
  });
});

describe('a limit that is switched off', () => {
  it.each([
    ['plugins: [{ name: rate-limiting, enabled: false, config: { second: 5 } }]', /^enabled is false: the plugin/],
    ['{"limit-count": {"count": 2, "time_window": 60, "_meta": {"disable": true}}}', /^disable is true: the plugin/],
    ['{"enabled": false, "ratelimit": {"period": 60, "requests_per_period": 5}}', /^enabled is false: the rule/],
    ['tcp dport 80 limit rate over 10/second burst 5 packets log', /^Nothing after it drops/],
    ["Rack::Attack.track('a', limit: 5, period: 20) { |req| req.ip }", /^track counts/],
    ['warn message = slow down\n     ratelimit = 10 / 1m / strict', /^It is in a warn statement/],
  ])('says so: %s', (text, note) => {
    expect(notesOn(text)).toEqual([expect.stringMatching(note)]);
  });

  it.each([
    'plugins: [{ name: rate-limiting, enabled: true, config: { second: 5 } }]',
    'tcp dport 80 limit rate over 10/second burst 5 packets drop',
    'warn message = slow down\ndeny ratelimit = 10 / 1m / strict',
    "Rack::Attack.track('all') { |req| req.ip }",
  ])('is another: %s', (text) => {
    expect(notesOn(text)).toEqual([]);
  });
});

describe('the keys of nginx’s zones', () => {
  const config = (...keys: readonly string[]) =>
    keys.map((key, index) => `limit_req_zone ${key} zone=z${index}:1m rate=5r/s;\n`).join('') +
    `location / { ${keys.map((_, index) => `limit_req zone=z${index};`).join(' ')} }\n`;

  it('are said where they differ, for a lane counts by one', () => {
    expect(notesOn(config('$binary_remote_addr', '$server_name', '$request_uri', '$remote_user'))).toEqual([
      'The zone z0 counts by $binary_remote_addr, the zone z2 by $request_uri; a lane with both counts by one key.',
      'The zone z0 counts by $binary_remote_addr, the zone z3 by $remote_user; a lane with both counts by one key.',
    ]);
    expect(notesOn(config('$server_name', '$binary_remote_addr', '${remote_addr}'))).toEqual([]);
  });

  it('are not, where no request passes both', () => {
    const [zones = '', uses = ''] = config('$remote_addr', '$remote_user').split(/(?=location)/);
    expect(notesOn(`${zones}${uses.replace('; ', '; } location /b { ')}`)).toEqual([]);
  });

  it('are said to limit nothing where they may be empty', () => {
    expect(notesOn(config('$http_x_api_key'))).toEqual(['Requests in which $http_x_api_key is empty are not limited.']);
  });
});

describe('the annotations of ingress-nginx', () => {
  const ingress = (...lines: readonly string[]) =>
    `metadata:\n  annotations:\n${lines.map((line) => `    nginx.ingress.kubernetes.io/${line}\n`).join('')}`;

  it('say what is not in the lane', () => {
    expect(notesOn(ingress('limit-rps: "5"', 'limit-whitelist: 10.0.0.0/8'))).toEqual([
      'limit-burst-multiplier is left out: it is 5.',
      'Addresses in limit-whitelist are not limited; in the lane all are.',
    ]);
    expect(notesOn(ingress('limit-rps: "5"', 'limit-burst-multiplier: "5"'))).toEqual([]);
    const { limits, problems } = readConfig(ingress('limit-rps: "2"', 'limit-burst-multiplier: "2.5"'));
    expect(problems).toEqual([]);
    expect(limits).toMatchObject([
      {
        options: { burst: 10 },
        notes: ['limit-burst-multiplier is 2.5, which is not a whole number: ingress-nginx takes 5.'],
      },
    ]);
    const unknown = ingress('limit-rps: "2"', 'limit-burst-multiplier: "{{ .Values.burst }}"');
    expect(readConfig(unknown).limits).toEqual([]);
  });

  it('are one stack of the same requests, those of another Ingress another', () => {
    const { limits } = readConfig(`${ingress('limit-rps: "5"', 'limit-rpm: "100"')}---\n${ingress('limit-rps: "7"')}`);
    expect(groupsOf(limits).map((group) => group.map(({ line }) => line))).toEqual([[3, 4], [8]]);
  });

  const problemsOf = (text: string) => readConfig(text).problems.map(({ line, message }) => `${line}! ${message}`);

  it('are no sign in a comment of an nginx.conf', () => {
    const comment = '# replaces the annotation nginx.ingress.kubernetes.io/limit-rps of the old Ingress\n';
    const zone = 'limit_req_zone $binary_remote_addr zone=api:10m rate=5r/s;\nlimit_req zone=api;\n';
    expect(readConfig(comment + zone).limits).toHaveLength(1);
    expect(readConfig(comment).product).toBe('');
  });

  it.each([
    'annotations := map[string]string{\n\n  "nginx.ingress.kubernetes.io/limit-rps": "5",\n}\n',
    '#\n\nkubectl annotate ingress api nginx.ingress.kubernetes.io/limit-rps=5\n',
  ])('are read from a manifest only, which is said: %j', (text) => {
    expect(problemsOf(text)).toContain('3! Annotations are read only from a Kubernetes manifest.');
  });

  it('stand beside directives that are not read', () => {
    const snippet = (name: string) => `${name}: |\n      # limit_req zone=a;\n      limit_req zone=a;`;
    const manifest = ingress(
      'limit-rps: "5"',
      snippet('configuration-snippet'),
      'server-snippet: "# limit_req zone=a;"',
    );
    const map = `---\nkind: ConfigMap\ndata:\n  http-snippet: limit_req_zone $uri zone=a:1m rate=1r/s;\n`;
    const copy = `---\nkubectl.kubernetes.io/last-applied-configuration: 'limit_req zone=a'\n`;
    expect(problemsOf(manifest + map + copy)).toEqual([
      '4! configuration-snippet is not read: it has limit_req. Paste what is in it alone.',
      '11! http-snippet is not read: it has limit_req. Paste what is in it alone.',
    ]);
  });

  it('are whole numbers in digits, and 0 is no limit', () => {
    for (const text of ['1e1', '5.0', '-5'])
      expect(problemsOf(ingress(`limit-rps: "${text}"`))).toEqual([
        `3! limit-rps is ${text}: only a whole number from 0 is understood.`,
      ]);
    const other = ingress('limit-rps: "0"', 'limit-rpm: "100"');
    expect(readConfig(other)).toMatchObject({ limits: [{ line: 4 }], problems: [] });
    expect(problemsOf(ingress('limit-rps: "0"'))).toEqual(['3! limit-rps is 0: it limits nothing.']);
    const multiplied = readConfig(ingress('limit-rps: "5"', 'limit-burst-multiplier: "0"'));
    expect(multiplied).toMatchObject({
      limits: [],
      problems: [{ line: 4, message: 'limit-burst-multiplier is 0: only a whole number from 1 is understood.' }],
    });
  });
});

describe('a limit of some requests', () => {
  const rack = (condition: string) =>
    `Its block has a condition, ${condition}: it limits only some requests; the lane limits all.`;
  const throttle = "throttle('a', limit: 5, period: 20)";

  it.each([
    [`${throttle} do |req|\n  if req.path == '/login' && req.post?\n    req.ip\n  end\nend`, "if req.path == '/login' && req.post?"], // prettier-ignore
    [`  ${throttle} do |req|\n    # of all\n    req.ip unless req.get? # or so\n  end`, 'unless req.get?'],
    [`${throttle} { |req| req.ip if req.post? }`, 'if req.post?'],
    [`${throttle} { |req|\n  req.post? ? req.ip : nil\n}`, 'req.post? ? req.ip : nil'],
    [`${throttle} { |req|\n  req.post? and req.ip\n}`, 'req.post? and req.ip'],
    [`${throttle} { |req|\n  req.post? && req.ip\n}`, 'req.post? && req.ip'],
    [`${throttle} do |req| req.ip if req.post? end`, 'if req.post?'],
  ])('says so where the block of Rack::Attack gives a key to some only: %j', (text, condition) => {
    expect(notesOn(`Rack::Attack\n${text}\n`)).toEqual([rack(condition)]);
  });

  it.each([
    `${throttle} { |req| req.ip } if ENV['LIMIT']`,
    `${throttle} do |req|\n  req.ip # if it has one\nend\nif a && b\nend`,
    `${throttle} do |req| req.ip end\nif a\nend`,
    "throttle('a', limit: 5, period: 20, &:ip)\nif a\nend",
    `${throttle} do |req|\n  if it is not closed`,
  ])('is another: %j', (text) => expect(notesOn(`Rack::Attack\n${text}\n`)).toEqual([]));

  it('says so where a zone of Caddy has a matcher', () => {
    const zone = (match: string) => `zone a {\n ${match}\n key {remote_host}\n events 5\n window 10s\n}\n`;
    const matched = 'match {\n path /api/*\n method POST\n }';
    expect(notesOn(`rate_limit {\n${zone(matched)}${zone('')}}`)).toEqual([
      'It limits only requests that match path /api/*, method POST; the lane limits all.',
    ]);
    expect(notesOn(`rate_limit @api {\n${zone('')}}`)).toEqual([
      'It limits only requests that match @api; the lane limits all.',
    ]);
  });
});
