import { describe, expect, it } from 'vitest';
import { catalogue, knownLimiters, loadSystems, presets, schemes, type CatalogueEntry } from '../../sim/index.ts';
import { aliasedLimiters, aliasesOf } from './aliases.ts';
import { searchBest, searchItems } from './search.ts';
import { limiterFields, presetFields } from './searchFields.ts';

await loadSystems();

const limiters: readonly CatalogueEntry[] = [...catalogue, ...schemes];
const found = (search: string) => searchItems(limiters, search, limiterFields);
const ids = (search: string) => found(search).map(({ item }) => item.id);
const whyOf = (search: string, id: string) => found(search).find(({ item }) => item.id === id)?.why;

describe('limiters are found', () => {
  it('by any of their words, in any order', () => {
    expect(ids('token-bucket')).toContain('token-bucket');
    expect(ids(' BUCKET  token ')).toContain('token-bucket');
    expect(ids('double drain')).toEqual(['leaky-meter']);
    expect(ids('no such thing')).toEqual([]);
    expect(ids('  ')).toEqual(limiters.map(({ id }) => id));
    expect(ids('distributed')).toEqual(expect.arrayContaining(schemes.map(({ id }) => id)));
    expect(ids('lease centre')).toEqual(['quota-lease']);
    // Where they run: nothing else does, and the Cluster tab leads to them by it.
    expect(ids('cluster')).toEqual(schemes.map(({ id }) => id));
    expect(ids('several processes')).toEqual(schemes.map(({ id }) => id));
  });

  it.each([
    ['leaky bucket', 'leaky-meter', 'also called leaky bucket'],
    ['leaky bucket', 'leaky-queue', 'also called leaky bucket'],
    ['sliding window', 'sliding-log', 'also called sliding window'],
    ['sliding window', 'sliding-counter', 'also called sliding window'],
    ['throttle', 'leaky-interval', 'also called throttle'],
    ['envoy', 'token-bucket', 'Envoy local_ratelimit builds on it'],
    ['AWS', 'token-bucket', 'AWS API Gateway throttling builds on it'],
    ['express', 'quota-reset', 'express-rate-limit builds on it'],
    ['redis-cell', 'gcra', 'redis-cell, CL.THROTTLE builds on it'],
    ['bucket4j', 'token-bucket', 'Bucket4j builds on it'],
    ['kong', 'fixed-window', 'Kong builds on it'],
    ['redis fixed', 'redis-incr', 'also called Redis fixed window, INCR and EXPIRE'],
    ['double drain', 'leaky-meter', 'defect: double drain'],
    ['finch', 'gcra', 'source: Finch'],
  ])('by “%s”: %s, which says “%s”', (search, id, why) => expect(whyOf(search, id)).toBe(why));

  it('without a reason where the name says it', () => {
    expect(whyOf('token', 'token-bucket')).toBeNull();
  });

  it('not by what the work that they come from is called', () => {
    const families = new Set(
      searchItems([...knownLimiters(), ...schemes], 'distributed', limiterFields).map(({ item }) => item.family),
    );
    expect([...families]).toEqual(['Distributed']);
    expect(ids('jianfeng fu')).toContain('token-bucket');
  });

  it('by the beginnings of words only', () => {
    expect(ids('ws')).toEqual([]);
    expect(ids('aws')).toEqual(['token-bucket']);
  });
});

describe('real systems are found', () => {
  it.each([
    ['nginx', ['nginx-limit-req', 'kong', 'apisix-limit-count']],
    ['lua-resty', ['nginx-limit-req', 'apisix-limit-count']],
    ['go rate', ['golang-rate']],
    ['java', ['guava-bursty', 'guava-warming-up', 'bucket4j', 'resilience4j', 'sentinel', 'spring-gateway']],
    ['redis', ['redis-cell', 'upstash', 'spring-gateway', 'envoy-ratelimit', 'rack-attack']],
    ['rust', ['governor', 'redis-cell']],
    ['python', ['python-limits']],
    ['ruby', ['rack-attack']],
    ['node.js', ['express-rate-limit', 'rate-limiter-flexible', 'npm-limiter', 'rolling-rate-limiter', 'p-throttle']],
    ['aws', ['aws-api-gateway']],
    ['istio', ['envoy-local', 'envoy-ratelimit']],
  ])('by “%s”', (search, expected) => {
    const items = searchItems(knownLimiters(), search, limiterFields).map(({ item }) => item.id);
    expect(items).toEqual(expect.arrayContaining(expected));
  });

  it('by a platform, which is then said', () => {
    const whyFound = (search: string, id: string) =>
      searchItems(knownLimiters(), search, limiterFields).find(({ item }) => item.id === id)?.why;
    expect(whyFound('java', 'bucket4j')).toBe('keyword: Java');
    expect(whyFound('bucket4j', 'bucket4j')).toBeNull();
    expect(whyFound('guava', 'guava-bursty')).toBeNull();
    expect(whyFound('nginx', 'nginx-limit-req')).toBeNull();
    const shown = searchItems(presets, 'java', presetFields);
    expect(shown.find(({ item }) => item.id === 'bucket4j-intervally')?.why).toBe('with Bucket4j: Java');
  });
});

it('aliases name limiters that there are', () => {
  const known = new Set([...knownLimiters(), ...schemes].map(({ id }) => id));
  expect(aliasedLimiters().filter((id) => !known.has(id))).toEqual([]);
  expect(aliasesOf('no such limiter')).toEqual([]);
});

describe('presets are found', () => {
  const titles = (search: string) => searchItems(presets, search, presetFields).map(({ item }) => item.title);

  it('by title, topic, source, and the limiters that they show', () => {
    expect(titles('jitter')).toEqual(['Does jitter help?']);
    expect(titles('rounding and clocks')).toContain('What happens in January 2038?');
    expect(titles('finch')).toContain('Slow to react');
    expect(titles('nginx limit_req')).toContain('What do burst and delay do?');
    expect(titles('leaky bucket')).toContain('A queue of five');
    expect(titles('fixed window boundary')).toEqual(['Edge burst']);
  });

  const foundPresets = (search: string) =>
    searchItems(presets, search, presetFields).map(({ item, why }) => `${item.id}${why === null ? '' : `: ${why}`}`);

  it.each([
    ['race', 'last-token: with a race'],
    ['backoff', 'jitter: with clients that back off'],
    ['back-off', 'jitter'],
    ['polling', 'driver-table: with clients that poll'],
    ['thundering herd', 'herd: with a thundering herd'],
    ['DDoS', 'good-and-bad: with bad clients'],
    ['login', 'abuser: with a client above the limit'],
    ['skew', 'skewed-refill: with clocks that differ'],
    ['failover', 'server-away: with a store out of reach'],
    ['outage', 'immortal-key: with a node that dies'],
    ['429', 'edge-burst: with requests that are denied'],
  ])('by what is in the run: “%s” finds %s', (search, expected) => expect(foundPresets(search)).toContain(expected));

  it('and not by what is not in it', () => {
    expect(foundPresets('race condition').join(' ')).not.toContain('sticky-split');
    expect(foundPresets('429').join(' ')).not.toContain('sixty-at-once:');
    expect(foundPresets('thundering herd')).toHaveLength(2);
  });
});

it('the best come first: those found by a more telling field', () => {
  const items = ['beta', 'alpha beta', 'gamma'];
  const fields = (item: string) => [
    { text: item.split(' ')[0] as string },
    { text: item.split(' ')[1] ?? '', why: 'second' },
  ];
  expect(searchItems(items.toReversed(), 'beta', fields)).toEqual([
    { item: 'alpha beta', why: 'second' },
    { item: 'beta', why: null },
  ]);
  expect(searchBest(items.toReversed(), 'beta', fields).map(({ item }) => item)).toEqual(['beta', 'alpha beta']);
  expect(searchBest(items, 'alpha beta', fields)).toEqual([{ item: 'alpha beta', why: null }]);
});
