/** The limit statement of nftables: a bucket of nanoseconds that gains one a nanosecond; a packet costs ⌊T/n⌋ of them. */
import type { TokenBucketParams, TokenBucketState } from '../limiters/tokenBucket.ts';
import { costsOne } from './derived.ts';
import { prepareInterval, tokensByInterval } from './intervalBucket.ts';
import { requireOneOf, systemOf, type System } from './system.ts';

export const nftLimit: System<TokenBucketParams, TokenBucketState> = {
  ...costsOne(tokensByInterval),
  ...systemOf('nft-limit'),
  summary: 'A bucket of time in the kernel: packets above the burst are dropped until the next is due.',
  rule:
    'The bucket gains a nanosecond every nanosecond, up to the burst, and each packet takes T/n of it, cut to whole ' +
    'nanoseconds. One bucket serves the whole rule, or each element of a dynamic set.',
  prepare(config) {
    requireOneOf(config.policy.T, [1, 60, 3_600, 86_400, 604_800], 'the unit of the rate');
    return prepareInterval(config);
  },
  story: {
    keywords: ['Linux', 'netfilter', 'iptables', 'firewall'],
    product: 'nftables, limit rate',
    release: 'Linux, commit b25c4e56',
    source: 'torvalds/linux, net/netfilter/nft_limit.c',
    evidence: 'source read',
    equals: 'gcra',
    runs: 'per process',
    traps: ['A burst that is not set is 5, whatever the rate.'],
  },
};
