/** The command as users run it: its two streams and its exit code. */
import { describe, expect, it } from 'vitest';
import { openTerminal } from './terminal.testing.ts';

const { run, runProcess, file } = openTerminal();

const lanes = [
  { limiter: 'nginx-limit-req', options: { burst: 18, delay: 'none' } },
  { limiter: 'token-bucket', policy: { n: 20, T: 10, capacity: 19 } },
  { limiter: 'sliding-log', policy: { n: 10, T: 7 } },
  { limiter: 'haproxy-rate' },
  { limiter: 'envoy-local' },
  { limiter: 'guava-bursty' },
];
const scenario = { version: 1, duration: 60, policy: { n: 20, T: 10 }, traffic: [{ kind: 'poisson', rate: 3 }], lanes };
const NGINX = 'limit_req_zone $binary_remote_addr zone=api:10m rate=2r/s;\nlimit_req zone=api burst=18 nodelay;\n';
const NGINX_PLACES = 'limit_req_zone belongs in http, limit_req in http, server or location.\n';

const lanesFile = file('lanes.json', JSON.stringify(scenario));
file('none.json', JSON.stringify({ ...scenario, lanes: [] }));
file('other.conf', 'hello\n');
file(
  'nginx.conf',
  `user www-data;
events {}
http {
  limit_req_zone $binary_remote_addr zone=api:10m rate=2r/s;
  limit_req_zone $binary_remote_addr zone=login:10m rate=6r/m;
  server {
    location /api/ { limit_req zone=api burst=18 nodelay; }
    location /login { limit_req zone=login burst=$queue; }
    location /sign-in { limit_req zone=login burst=3; }
  }
}
`,
);

describe('config, several limits of the same requests', () => {
  const of = [
    { limiter: 'fixed-window', policy: { n: 10, T: 1 } },
    { limiter: 'fixed-window', policy: { n: 1000, T: 3600 } },
  ];
  const stack = JSON.stringify({ lanes: [{ limiter: 'stack', of }] });
  const KONG =
    'plugins:\n  - name: rate-limiting\n    config:\n      second: 10\n      hour: 1000\n      policy: local\n';

  it('are one text, which is read as a lane again', async () => {
    const printed = await run('config', ['-', '--for', 'kong'], stack);
    expect(printed).toMatchObject({ status: 0, stdout: KONG });
    const { status, stdout } = await run('config', ['--from', '-'], KONG);
    expect(status).toBe(0);
    const { lanes: read } = JSON.parse(stdout) as { lanes: { limiter: string; options: object; of: object[] }[] };
    expect(read).toHaveLength(1);
    expect(read[0]).toMatchObject({
      limiter: 'stack',
      options: { charge: 'together' },
      of: [
        { limiter: 'kong', policy: { n: 10, T: 1 } },
        { limiter: 'kong', policy: { n: 1000, T: 3600 } },
      ],
    });
    expect((await run('simulate', ['-'], stdout)).status).toBe(0);
  });

  it('are refused with a sentence where a product has no text for them', async () => {
    const { status, stdout, stderr } = await run('config', ['-', '--for', 'caddy'], stack);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^No config of .* for several limits on the same requests is known here\.$/m);
  });
});

describe('config, a lane as text', () => {
  it.each([
    ['1', 'nginx-limit-req', NGINX],
    ['1', 'nginx', NGINX],
    ['4', 'haproxy', 'http-request deny deny_status 429 if { sc_http_req_rate(0) gt 20 }\n'],
    ['5', 'envoy', 'tokens_per_fill: 20'],
    ['6', 'guava', 'RateLimiter.create(2.0)'],
  ])('prints lane %s for %s', async (lane, product, text) => {
    const { status, stdout, stderr } = await run('config', [lanesFile, '--lane', lane, '--for', product]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining(text) });
    expect(stderr).not.toContain('The lane is');
  });

  it.each([
    ['the same limit', 'nginx', NGINX, `The lane is Token bucket, and nginx limit_req may decide differently.\n`],
    [
      'another burst',
      'haproxy',
      'gt 20 }\n',
      'The lane is Token bucket, and HAProxy http_req_rate may decide differently.\nNot the same limit: a burst of 20 instead of 19.\n',
    ],
  ])('prints what is nearest to a lane of the textbook: %s', async (_, product, text, differs) => {
    const { status, stdout, stderr } = await run('config', [lanesFile, '--lane', '2', '--for', product]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining(text) });
    expect(stderr.startsWith(differs)).toBe(true);
    expect(stderr.includes('Not the same')).toBe(differs.includes('Not the same'));
  });

  it('says where the product has one limit for all clients', async () => {
    const { status, stderr } = await run('config', [lanesFile, '--lane', '2', '--for', 'envoy']);
    expect(status).toBe(0);
    expect(stderr).toContain('Not the same limit: one limit for all clients instead of one for each.\n');
    expect(stderr).toContain(
      'This is one bucket for all clients of a process, and the lane has one for each client. Descriptors, or',
    );
  });

  it('reads a scenario from standard input, and prints its first lane', async () => {
    const { status, stdout, stderr } = await run('config', ['-', '--for', 'nginx'], JSON.stringify(scenario));
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: NGINX, stderr: NGINX_PLACES });
  });

  it('exits with 2 where the product cannot say the lane, and names the nearest two', async () => {
    expect(await run('config', [lanesFile, '--lane', '3', '--for', 'nginx'])).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'nginx counts whole requests a second or a minute; nearest: 85r/m and 86r/m.\n' +
        'Nearest policies: 85 per 60 s, 86 per 60 s.\n',
    });
  });

  it('prints the dry run, and what to count in it', async () => {
    const { status, stdout, stderr } = await run('config', [lanesFile, '--for', 'nginx', '--dry-run']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('limit_req_dry_run on;\n') });
    expect(stderr).toMatch(/^Count: .*REJECTED_DRY_RUN/);
  });

  it('exits with 2 where the product has no dry run', async () => {
    expect(await run('config', [lanesFile, '--lane', '6', '--for', 'guava', '--dry-run'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'No dry run of Guava bursty is known here.\n',
    });
  });
});

describe('config, a text as lanes', () => {
  it('prints the limits of a whole nginx.conf as a scenario, which simulate runs', async () => {
    const { status, stdout, stderr } = runProcess('config', ['--from', 'nginx.conf']);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr:
        'nginx.conf, line 8: burst=$queue: burst is a variable, and its value is not known here.\n' +
        'nginx.conf, line 9: The zone login is used in 2 places, which share its counts; each lane has its own.\n',
    });
    const nginx = (n: number, T: number, burst: number, delay: string | number, label: string) => ({
      limiter: 'nginx-limit-req',
      label,
      policy: { n, T },
      options: { burst, delay },
    });
    expect(JSON.parse(stdout)).toMatchObject({
      title: 'nginx.conf',
      // Twice what the first limit lets through at once.
      traffic: [{ kind: 'burst', at: 0, count: 38 }, { kind: 'poisson' }],
      lanes: [
        nginx(2, 1, 18, 'none', 'limit_req zone=api burst=18 nodelay, in location /api/ (line 7)'),
        nginx(6, 60, 3, 0, 'limit_req zone=login burst=3, in location /sign-in (line 9)'),
      ],
    });
    const simulated = await run('simulate', ['-', '--format', 'json'], stdout);
    expect({ ...simulated, stdout: '' }).toEqual({ status: 0, stdout: '', stderr: '' });
    const { lanes: results } = JSON.parse(simulated.stdout) as {
      lanes: readonly { readonly summary: { readonly denied: number } }[];
    };
    expect(results).toHaveLength(2);
    for (const { summary } of results) expect(summary.denied).toBeGreaterThan(0);
  });

  it('prints a limit that all clients share as one for all keys, with the n and T of the lane', async () => {
    const bucket = 'token_bucket: { max_tokens: 40, tokens_per_fill: 20, fill_interval: 10s }\n';
    const { status, stdout } = await run('config', ['--from', '-'], bucket);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      lanes: [
        {
          limiter: 'stack',
          label: 'All keys: token_bucket: 20 per 10 s, max_tokens 40 (line 1)',
          policy: { n: 20, T: 10, capacity: 40 },
          of: [{ limiter: 'envoy-local', policy: {}, key: 'all' }],
        },
      ],
    });
    expect((await run('simulate', ['-'], stdout)).status).toBe(0);
    const printed = await run('config', ['-', '--for', 'envoy'], stdout);
    expect(printed).toMatchObject({ status: 0, stdout: expect.stringContaining('max_tokens: 40') as string });
    expect(printed.stderr).not.toContain('clients');
  });

  it.each([
    ['none passes at once', 'deny ratelimit = 1 / 1h / strict\n', 1],
    ['all pass', '- name: RequestRateLimiter\n  args: { redis-rate-limiter.replenishRate: 10 }\n', 2],
  ])('prints a burst of requests that a scenario can have, also where %s', async (_, text, count) => {
    const { stdout } = await run('config', ['--from', '-'], text);
    expect(JSON.parse(stdout)).toMatchObject({ traffic: [{ kind: 'burst', count }, { kind: 'poisson' }] });
  });

  it('prints the dry run of a limit that all clients share, which is a stack of one', async () => {
    const bucket = 'token_bucket: { max_tokens: 40, tokens_per_fill: 20, fill_interval: 10s }\n';
    const { stdout: shared } = await run('config', ['--from', '-'], bucket);
    const dryRun = await run('config', ['-', '--for', 'envoy', '--dry-run'], shared);
    expect(dryRun).toMatchObject({ status: 0, stdout: expect.stringContaining('max_tokens: 40') as string });
    expect(dryRun.stdout).toMatch(/filter_enforced/);
    expect(dryRun.stderr).toMatch(/^Count: /);
    // Its product counts for each client, so that its dry run would, too.
    expect(await run('config', ['-', '--for', 'nginx', '--dry-run'], shared)).toMatchObject({
      status: 2,
      stderr: 'A dry run is printed for a plain limit only, and the lane is a stack.\n',
    });
  });

  it('cuts a long label after a word', async () => {
    const where = 'location ~ ^/a/rather/long/path/(with|many|words) ';
    const text = `limit_req_zone $a zone=api:1m rate=5r/s;\n${where} { limit_req zone=api burst=20 nodelay; }\n`;
    const { stdout } = await run('config', ['--from', '-'], text);
    const [lane] = (JSON.parse(stdout) as { lanes: { label: string }[] }).lanes;
    expect(lane?.label).toBe('limit_req zone=api burst=20 nodelay, in location ~… (line 2)');
  });

  it('names the limits of another product in the same file', async () => {
    const text =
      'a:\n  redis-rate-limiter.replenishRate: 10\n  redis-rate-limiter.burstCapacity: 20\n' +
      'resilience4j.ratelimiter.instances.b: { limitForPeriod: 5, limitRefreshPeriod: 1s }\n';
    const { status, stderr } = await run('config', ['--from', '-'], text);
    expect(status).toBe(0);
    expect(stderr).toMatch(/, line 4: This file also has a limit of resilience4j, which is not in the lanes: /);
  });

  it('says a sentence once, with the lines of the limits that it is said of', async () => {
    const text = (count: number) => 'a:\n' + '  - rateLimit: { average: 10 }\n'.repeat(count);
    const { stderr } = await run('config', ['--from', '-'], text(2));
    expect(stderr).toMatch(/, lines 2 and 3: burst is left out: it is 1\.\n$/);
    const many = await run('config', ['--from', '-'], text(1_000));
    expect(many.stderr.split('\n')).toEqual([
      expect.stringMatching(/, lines 2, 3, 4, 5, 6 and 995 more: burst is left out: it is 1\.$/),
      expect.stringMatching(/1,000 limits were found, and a scenario has at most 50 lanes\.$/),
      '',
    ]);
  });

  it('exits with 2 for a text without a limit', () => {
    expect(runProcess('config', ['--from', 'other.conf'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'other.conf, line 1: No rate limit of a known product is in this text.\n',
    });
  });
});

describe('config, used wrongly', () => {
  it.each([
    [
      'a file that is no scenario',
      ['other.conf', '--for', 'nginx'],
      /^other\.conf: This looks like plain text\. .*\n$/,
    ],
    ['a scenario without lanes', ['none.json', '--for', 'nginx'], /^none\.json: It has no lanes\.\n$/],
  ])('%s, named as it was given', (_, args, message) => {
    const { status, stdout, stderr } = runProcess('config', args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it.each([
    ['a file that is not there', ['missing.json', '--for', 'nginx'], /^missing\.json: There is no such file\.\n$/],
    ['a config that is not there', ['--from', 'missing.conf'], /^missing\.conf: There is no such file\.\n$/],
    ['a product that is not known', [lanesFile, '--for', 'apache'], /^--for is apache\. It may be nginx-limit-req, /],
    ['a misspelt product', [lanesFile, '--for', 'ngnix'], / or \S+\. Did you mean nginx\?\n$/],
    ['no product', [lanesFile], /^Give the product with --for\.\n\nUsage: /],
    ['a lane too many', [lanesFile, '--for', 'nginx', '--lane', '7'], /^--lane is 7\. It may be .* from 1 to 6\.\n$/],
    ['a lane that is no number', [lanesFile, '--for', 'nginx', '--lane', 'a'], /^--lane is a\. It may be /],
    [
      'a lane of a config',
      ['--from', 'nginx.conf', '--lane', '1'],
      /^--lane goes with a scenario .*, not with --from\.\n$/,
    ],
    [
      'a dry run of a config',
      ['--from', 'nginx.conf', '--dry-run'],
      /^--dry-run goes with a scenario .*, not with --from/,
    ],
    [
      'several scenarios',
      [file('two.ndjson', `${JSON.stringify(scenario)}\n`.repeat(2)), '--for', 'nginx'],
      /two\.ndjson holds 2 scenarios\. Give one\.\n$/,
    ],
    ['both ways at once', [lanesFile, '--from', 'nginx.conf'], /^Give a scenario or --from, not both\.\n/],
  ])('%s', async (_, args, message) => {
    const { status, stdout, stderr } = await run('config', args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
