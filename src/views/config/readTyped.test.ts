import { expect, it } from 'vitest';
import { loadSystems, SECOND } from '../../sim/index.ts';
import { readTyped } from './readTyped.ts';

await loadSystems();

const NGINX = 'limit_req_zone $binary_remote_addr zone=a:1m rate=2r/s;\nlimit_req zone=a burst=3 nodelay;\n';
const T = 10 * SECOND;

it('is read as text of the product that is shown, at the T that the lane has', () => {
  const [limit] = readTyped(NGINX, 'nginx-limit-req', T).limits;
  expect(limit).toMatchObject({ limiter: 'nginx-limit-req', policy: { n: 20, T }, options: { burst: 3 }, line: 2 });
  expect(readTyped(NGINX, 'nginx-limit-req', SECOND).limits[0]?.policy).toMatchObject({ n: 2, T: SECOND });
});

it('is read as what it turns out to be, if it says nothing to the product that is shown', () => {
  expect(readTyped(NGINX, 'guava-bursty', T).limits[0]?.limiter).toBe('nginx-limit-req');
  // What is broken is said by the product that is shown.
  const broken = readTyped(NGINX.replace('2r/s', ''), 'nginx-limit-req', T);
  expect(broken.limits).toEqual([]);
  expect(broken.problems[0]).toMatchObject({ line: 1 });
  // Nor has another product to be chosen to be told what is wrong.
  const [problem] = readTyped(NGINX.replace('2r/s', '2x/s'), 'haproxy-rate', T).problems;
  expect(problem?.line).toBe(1);
  expect(problem?.message).toContain('2x/s');
});

it('is not read as text of the shown product where only another one’s words are in it', () => {
  const envoy = 'token_bucket:\n\tmax_tokens: 20\n';
  const { limits, problems } = readTyped(envoy, 'nginx-limit-req', T);
  expect(limits).toEqual([]);
  expect(problems.map(({ message }) => message).join()).not.toContain('semicolon');
  expect(problems.map(({ message }) => message).join()).toContain('fill_interval is missing.');
});

it('of a product that is not read says so, and nothing else', () => {
  const { product, problems } = readTyped('delay_pools 1\n', 'nginx-limit-req', T);
  expect(product).toBe('nginx-limit-req');
  expect(problems.map(({ message }) => message)).toEqual([
    'Squid is not read. It limits bytes per second, not requests.',
  ]);
});

it('is refused where reading it at each key would take too long', () => {
  const { limits, problems } = readTyped(NGINX + '#'.repeat(200_000), 'nginx-limit-req', T);
  expect(limits).toEqual([]);
  expect(problems.map(({ message }) => message)).toEqual([
    'At most 200,000 characters are read. Paste only the part with the limits.',
  ]);
});
