/** The ids, editions and options that the format promises. Links in the wild depend on every one. */
import { describe, expect, it } from 'vitest';
import type { SchemeKnob } from '../cluster/scheme.ts';
import { schemes } from '../cluster/schemes/index.ts';
import { catalogue } from '../limiters/index.ts';
import { systems } from '../systems/index.ts';
import { systemWords } from '../systems/words.ts';
import { viewFromDocument } from './linkView.ts';
import { vocabulary, formatEntryOf } from './vocabulary.ts';

const scheme = { timeout: 0.1, fallback: ['deny', 'allow', 'local'] };

/** By id: the editions, and every option with its default; for a choice, all choices, the default first. */
const PROMISED: Record<string, readonly [editions: string, options: Record<string, unknown>]> = {
  'cooldown-score': ['published corrected', {}],
  'fixed-window': ['corrected', {}],
  'simple-window': ['corrected', {}],
  'quota-reset': ['corrected', {}],
  'sliding-log': ['published corrected', { boundary: ['open', 'closed'] }],
  'sliding-counter': ['published corrected', {}],
  'sub-window': ['corrected', { slices: 6 }],
  'token-bucket': ['corrected', { start: ['full', 'empty'] }],
  'token-bucket-ticked': ['corrected', { refill: ['one', 'all'] }],
  'token-bucket-lazy': ['published', {}],
  'token-bucket-throttler': ['published', {}],
  'leaky-meter': ['published corrected', {}],
  'leaky-queue': ['corrected', {}],
  'leaky-interval': ['published corrected', {}],
  gcra: ['corrected', {}],
  hybrid: ['corrected', {}],
  'quota-and-linear': ['corrected', {}],
  exponential: ['corrected', { update: ['leaky', 'strict'] }],
  'guava-bursty': ['corrected', { maxBurstSeconds: 1, mode: ['acquire', 'tryAcquire'], timeout: 0 }],
  'guava-warming-up': ['corrected', { warmup: 10, coldFactor: 3, mode: ['acquire', 'tryAcquire'], timeout: 0 }],
  'nginx-limit-req': ['corrected', { burst: 0, delay: [0, 'none'] }],
  'haproxy-rate': ['corrected', { expire: ['none', 'none'] }],
  'envoy-local': ['corrected', { refill: ['continuous', 'timer'] }],
  'envoy-ratelimit': ['corrected', {}],
  traefik: ['corrected', {}],
  'caddy-ratelimit': ['corrected', {}],
  vsthrottle: ['corrected', { block: 0 }],
  'nft-limit': ['corrected', {}],
  kong: ['corrected', {}],
  'apisix-limit-count': ['corrected', { windowType: ['fixed', 'sliding'] }],
  'spring-gateway': ['corrected', {}],
  'aws-api-gateway': ['corrected', {}],
  cloudflare: ['corrected', { mitigationTimeout: 10 }],
  'redis-cell': ['corrected', {}],
  upstash: [
    'corrected',
    { algorithm: ['slidingWindow', 'fixedWindow', 'tokenBucket'], ephemeralCache: ['true', 'false'] },
  ],
  'golang-rate': ['corrected', { mode: ['allow', 'wait'], maxWait: ['none', 'none'] }],
  throttled: ['corrected', {}],
  governor: ['corrected', {}],
  bucket4j: [
    'corrected',
    {
      refill: ['greedy', 'intervally', 'aligned'],
      initialTokens: ['capacity', 'capacity'],
      timeOfFirstRefill: ['T', 'T'],
      useAdaptiveInitialTokens: ['false', 'true'],
      precision: ['milliseconds', 'nanoseconds'],
    },
  ],
  resilience4j: ['corrected', { timeoutDuration: 5 }],
  sentinel: [
    'corrected',
    {
      behavior: ['default', 'throttling', 'warm-up', 'warm-up-throttling'],
      maxQueueingTime: 0.5,
      warmUpPeriod: 10,
      coldFactor: 3,
    },
  ],
  'express-rate-limit': ['corrected', {}],
  'rate-limiter-flexible': [
    'corrected',
    { blockDuration: 0, burstPoints: ['none', 'none'], burstDuration: ['T', 'T'] },
  ],
  'npm-limiter': ['corrected', { class: ['RateLimiter', 'TokenBucket'] }],
  'rolling-rate-limiter': ['corrected', { minDifference: 0 }],
  'p-throttle': ['corrected', { strict: ['false', 'true'] }],
  'rack-attack': ['corrected', {}],
  'python-limits': ['corrected', { strategy: ['fixed-window', 'moving-window', 'sliding-window-counter'] }],
  stack: ['corrected', { charge: ['together', 'in-order'] }],
  own: ['corrected', { code: 'none', clock: ['exact', 'ms', 's'] }],
  'simple-window-threads': ['corrected', scheme],
  'local-split': ['corrected', { limiter: 'token-bucket', ...scheme }],
  'redis-incr': ['corrected', { variant: ['lua', 'multi', 'incr-expire', 'list', 'set-then-get'], ...scheme }],
  'tair-incr': ['corrected', scheme],
  'redis-sub-window': ['corrected', { slices: 6, variant: ['lua', 'none'], ...scheme }],
  'redis-token-bucket': [
    'published corrected',
    { concurrency: ['lua', 'none', 'watch', 'lock'], retries: 3, lockTtl: 0.1, lockRetry: 0.005, ...scheme },
  ],
  'redis-sliding-log': ['corrected', { variant: ['lua', 'multi'], ...scheme }],
  'redis-cooldown': ['corrected', { variant: ['lua', 'incr'], ...scheme }],
  'token-server': ['corrected', { limiter: 'token-bucket', ...scheme }],
  'quota-lease': [
    'corrected',
    { preallocate: 0.5, reserve: 0.1, taper: 0.5, weights: 'none', lease: 'none', ...scheme },
  ],
  'own-scheme': ['corrected', { code: 'none', timeout: 0.1, fallback: ['deny', 'allow'] }],
  'own-lua': ['corrected', { code: 'none', timeout: 0.1, fallback: ['deny', 'allow'] }],
  layered: ['corrected', { outer: 'token-bucket', inner: 'token-bucket', ...scheme }],
};

function promise(knob: SchemeKnob): unknown {
  switch (knob.kind) {
    case 'choice':
      return [knob.default, ...knob.choices.filter((choice) => choice !== knob.default)];
    case 'number':
      return knob.specialValue === undefined ? knob.default : [knob.default, knob.specialValue];
    case 'limiter':
      return knob.default;
    default:
      return 'none';
  }
}

describe('the vocabulary', () => {
  it('has every id once', () => {
    expect(vocabulary.map(({ id }) => id).sort(), 'PROMISED has every id').toEqual(Object.keys(PROMISED).sort());
  });

  it.each(Object.entries(PROMISED))('keeps what is promised of %s', (id, [editions, options]) => {
    const entry = formatEntryOf(id);
    expect(entry?.editions.slice().sort().reverse().join(' ')).toBe(editions);
    expect(Object.fromEntries(entry?.knobs.map((knob) => [knob.id, promise(knob)]) ?? [])).toEqual(options);
    expect(entry?.defaultEdition).toBe(editions === 'published' ? 'published' : 'corrected');
  });

  it('takes schemes for schemes', () => {
    const several = vocabulary.filter(({ processes }) => processes === 'several').map(({ id }) => id);
    expect(several.sort()).toEqual(
      Object.keys(PROMISED)
        .filter((id) => 'fallback' in (PROMISED[id]?.[1] ?? {}))
        .sort(),
    );
  });

  it('has a system for all words of one, in their order', () => {
    expect(systems.map(({ id }) => id)).toEqual(systemWords.map(({ id }) => id));
  });

  it('gives every option a label and a sentence', () => {
    for (const { knobs } of [...catalogue, ...systems, ...schemes])
      for (const { label, help } of knobs) expect(label !== '' && help.endsWith('.')).toBe(true);
  });
});

describe('the view of a link', () => {
  /** By letter: what the page reads from it. */
  const VIEW: readonly (readonly [part: object, read: object])[] = [
    [{ a: 3 }, { at: 3 }],
    [{ f: 2 }, { from: 2 }],
    [{ s: [0, 5] }, { selected: { lane: 0, request: 5 } }],
    [{ l: 'stacked' }, { layout: 'stacked' }],
    [{ h: true }, { hideFuture: true }],
    [{ m: 'tune' }, { mode: 'tune' }],
    [{ p: 'window-edge/3' }, { step: 'window-edge/3' }],
    [{ e: 'watch' }, { embed: 'watch' }],
    [{ e: 'try' }, { embed: 'try' }],
  ];
  it.each(VIEW)('%j', (part, read) =>
    expect(viewFromDocument({ t: 24, ...part })).toEqual({ at: 0, from: 0, to: 24, ...read }),
  );
});
