/**
 * Envoy's local rate limit: one bucket in each process, not one a client; keys of a lane stand for descriptors.
 * `continuous` refills evenly (since July 2024; the product's doubles count from the host's boot, so exact ties may fall
 * either way), `timer` refills at multiples of fill_interval, as older releases do.
 */
import { tokenBucket } from '../limiters/tokenBucket.ts';
import { tokenBucketTicked } from '../limiters/tokenBucketTicked.ts';
import type { Limiter } from '../limiters/limiter.ts';
import { MILLISECOND } from '../time.ts';
import { chosenRule, costsOne, type ChosenParams } from './derived.ts';
import { requireWhole, systemOf, type System } from './system.ts';

const { outcomes, reasons, pacing, gauge } = tokenBucket;

const timer: Limiter = {
  ...tokenBucketTicked,
  prepare: (config) => tokenBucketTicked.prepare({ ...config, options: { refill: 'all' } }),
};

const rules = chosenRule(({ refill }) => (refill === 'timer' ? timer : tokenBucket));

export const envoyLocal: System<ChosenParams> = {
  ...costsOne(rules),
  ...systemOf('envoy-local', {
    refill: ['Refill', 'Evenly, as since July 2024, or all tokens at every multiple of fill_interval, as before.'],
  }),
  outcomes,
  reasons,
  pacing,
  gauge,
  summary: 'A token bucket in each process of Envoy, for all clients of a route together.',
  rule:
    'The bucket gains tokens_per_fill every fill_interval, evenly or all at once, up to max_tokens, and each request ' +
    'takes one. The bucket is that of the process or of a descriptor, not of a client.',
  storedPerKey: 'tokens, time',
  prepare(config) {
    requireWhole(config.policy.T, MILLISECOND, 'fill_interval', 50 * MILLISECOND);
    return rules.prepare(config);
  },
  story: {
    keywords: ['Istio', 'service mesh', 'reverse proxy'],
    product: 'Envoy, local_ratelimit',
    release: 'commit 016c0c80 (timer); evenly since July 2024',
    source: 'envoyproxy/envoy, local_ratelimit_impl.cc, token_bucket_impl.cc',
    evidence: 'source read',
    equals: 'token-bucket, or token-bucket-ticked with refill all',
    runs: 'per process',
    traps: ['One bucket serves all clients of a process, and every process has its own.'],
  },
};
