/** The ids, editions and options that the format promises. Links in the wild depend on every one. */
import { describe, expect, it } from 'vitest';
import type { SchemeKnob } from '../cluster/scheme.ts';
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
    expect(vocabulary.map(({ id }) => id).sort()).toEqual(Object.keys(PROMISED).sort());
  });

  it.each(Object.entries(PROMISED))('keeps what is promised of %s', (id, [editions, options]) => {
    const entry = formatEntryOf(id);
    expect(entry?.editions.slice().sort().reverse().join(' ')).toBe(editions);
    expect(Object.fromEntries(entry?.knobs.map((knob) => [knob.id, promise(knob)]) ?? [])).toEqual(options);
    expect(entry?.defaultEdition).toBe(editions === 'published' ? 'published' : 'corrected');
  });

  it('takes schemes for schemes', () => {
    const schemes = vocabulary.filter(({ processes }) => processes === 'several').map(({ id }) => id);
    expect(schemes.sort()).toEqual(
      Object.keys(PROMISED)
        .filter((id) => 'fallback' in (PROMISED[id]?.[1] ?? {}))
        .sort(),
    );
  });

  it('gives every option a label and a sentence', () => {
    for (const { knobs } of vocabulary)
      for (const { label, help } of knobs) expect(label !== '' && help.endsWith('.')).toBe(true);
  });
});
