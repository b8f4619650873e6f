import { expect, it } from 'vitest';
import { loadSystems, scenarioOf, type Lane } from '../../sim/index.ts';
import { configuredProduct, writeConfig } from './writtenConfig.ts';

await loadSystems();

const policy = { n: 20, T: 10 };

function laneOf(document: object): Lane {
  return scenarioOf({ lanes: [document] }).lanes[0]!;
}

const stack = (limiter: string, ...keys: readonly string[]) =>
  laneOf({ limiter: 'stack', options: { charge: 'together' }, of: keys.map((key) => ({ limiter, key })) });

it.each([
  ['envoy-local', ['all'], 'envoy-local'],
  ['envoy-local', ['each'], 'envoy-local'],
  ['envoy-local', ['all', 'all'], null],
  ['bucket4j', ['all', 'all'], 'bucket4j'],
  ['bucket4j', ['all', 'each'], null],
  ['nginx-limit-req', ['all', 'each'], 'nginx-limit-req'],
  ['caddy-ratelimit', ['all'], 'caddy-ratelimit'],
  ['spring-gateway', ['all'], null],
  ['token-bucket', ['all'], null],
])('a stack of %s for %j is a config of %s', (limiter, keys, product) => {
  expect(configuredProduct(stack(limiter, ...keys))).toBe(product);
});

it('is compared as one limit for all keys where the product has one for all clients', () => {
  expect(writeConfig('envoy-local', laneOf({ limiter: 'token-bucket' }), policy)).toMatchObject({
    limits: [{ limiter: 'envoy-local', key: 'all' }],
    differs: 'one limit for all clients instead of one for each.',
    notes: [expect.stringMatching(/^This is one bucket for all clients/), expect.any(String), expect.any(String)],
  });
  expect(writeConfig('envoy-local', stack('envoy-local', 'all'), policy)).toMatchObject({
    limits: [{ limiter: 'envoy-local', key: 'all' }],
    differs: '',
    notes: [expect.any(String), expect.any(String)],
  });
});
