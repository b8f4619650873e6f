/** Other names of limiters, and the systems that build on them: what people type who know neither our ids nor our names. */
import type { CatalogueEntry } from '../../sim/index.ts';

interface Alias {
  readonly name: string;
  /** Ids of limiters and schemes. */
  readonly of: readonly string[];
}

/** The same thing under another name. */
const NAMES: readonly Alias[] = [
  { name: 'fixed window counter', of: ['fixed-window'] },
  { name: 'tumbling window', of: ['fixed-window'] },
  { name: 'quota per period', of: ['fixed-window', 'quota-reset'] },
  { name: 'sliding window', of: ['sliding-log', 'sliding-counter', 'sub-window'] },
  { name: 'sliding window log', of: ['sliding-log', 'redis-sliding-log'] },
  { name: 'sliding window counter', of: ['sliding-counter'] },
  { name: 'rolling window', of: ['sliding-log', 'sub-window'] },
  { name: 'moving window', of: ['sliding-log'] },
  { name: 'bucketed window', of: ['sub-window', 'redis-sub-window'] },
  { name: 'leaky bucket', of: ['leaky-meter', 'leaky-queue', 'leaky-interval', 'nginx-limit-req', 'gcra'] },
  { name: 'leaky bucket as a meter', of: ['leaky-meter', 'gcra'] },
  { name: 'leaky bucket as a queue', of: ['leaky-queue'] },
  { name: 'throttle', of: ['leaky-interval'] },
  { name: 'minimum interval', of: ['leaky-interval'] },
  { name: 'traffic shaper', of: ['leaky-queue', 'nginx-limit-req'] },
  { name: 'virtual scheduling', of: ['gcra'] },
  { name: 'generic cell rate algorithm', of: ['gcra'] },
  { name: 'theoretical arrival time', of: ['gcra'] },
  { name: 'exponentially weighted moving average, EWMA', of: ['exponential'] },
  { name: 'interval refill', of: ['token-bucket-ticked'] },
  { name: 'SmoothBursty', of: ['guava-bursty'] },
  { name: 'SmoothWarmingUp', of: ['guava-warming-up'] },
  { name: 'slow start', of: ['guava-warming-up'] },
  { name: 'per-instance limit', of: ['local-split'] },
  { name: 'Redis fixed window, INCR and EXPIRE', of: ['redis-incr'] },
  { name: 'sorted set', of: ['redis-sliding-log'] },
  { name: 'global rate limit service', of: ['token-server'] },
  { name: 'prefetched permits', of: ['quota-lease'] },
  { name: 'two-tier limit', of: ['layered', 'stack'] },
  { name: 'custom limiter, JavaScript code, write a program', of: ['own'] },
  { name: 'multiple limits, combined limits, several rates', of: ['stack'] },
];

/** Systems whose rule is this one, give or take their clocks and options. */
const SYSTEMS: readonly Alias[] = [
  { name: 'Envoy local_ratelimit', of: ['token-bucket', 'token-bucket-ticked'] },
  { name: 'Envoy’s rate limit service', of: ['fixed-window'] },
  { name: 'AWS API Gateway throttling', of: ['token-bucket'] },
  { name: 'golang.org/x/time/rate', of: ['token-bucket'] },
  { name: 'Bucket4j', of: ['token-bucket'] },
  { name: 'Traefik', of: ['token-bucket'] },
  { name: 'Spring Cloud Gateway', of: ['token-bucket', 'redis-token-bucket'] },
  { name: 'Varnish vsthrottle', of: ['token-bucket-lazy'] },
  { name: 'Resilience4j', of: ['fixed-window'] },
  { name: 'Kong', of: ['fixed-window'] },
  { name: 'Rack::Attack throttle', of: ['fixed-window'] },
  { name: 'python limits', of: ['fixed-window', 'sliding-log', 'sliding-counter'] },
  { name: 'Upstash ratelimit', of: ['fixed-window', 'sliding-counter', 'token-bucket-ticked'] },
  { name: 'express-rate-limit', of: ['quota-reset'] },
  { name: 'rate-limiter-flexible', of: ['quota-reset'] },
  { name: 'APISIX limit-count', of: ['quota-reset', 'sliding-counter'] },
  { name: 'Caddy rate_limit', of: ['sliding-log'] },
  { name: 'rolling-rate-limiter', of: ['sliding-log'] },
  { name: 'HAProxy http_req_rate', of: ['sliding-counter'] },
  { name: 'Sentinel', of: ['sub-window'] },
  { name: 'redis-cell, CL.THROTTLE', of: ['gcra'] },
  { name: 'governor', of: ['gcra'] },
  { name: 'throttled', of: ['gcra'] },
  { name: 'nftables limit', of: ['gcra'] },
  { name: 'nginx limit_req', of: ['nginx-limit-req'] },
  { name: 'Guava RateLimiter', of: ['guava-bursty', 'guava-warming-up'] },
  { name: 'Exim ratelimit', of: ['exponential'] },
];

/** By the preset's id: what its story is elsewhere called. */
export const PRESET_NAMES: Readonly<Record<string, string>> = {
  'edge-burst': 'burst at the window boundary, minute boundary, twice the limit, 2x',
};

/** What a limiter is also known as, and why that finds it: `also called leaky bucket`, `Kong builds on it`. */
export interface KnownAs {
  readonly name: string;
  readonly why: string;
}

export function aliasesOf(limiter: string): readonly KnownAs[] {
  const having = (aliases: readonly Alias[]) => aliases.filter(({ of }) => of.includes(limiter));
  return [
    ...having(NAMES).map(({ name }) => ({ name, why: `also called ${name}` })),
    ...having(SYSTEMS).map(({ name }) => ({ name, why: `${name} builds on it` })),
  ];
}

/** What a real system is looked for by besides its names. */
export function keywordsOf({ story }: CatalogueEntry): readonly string[] {
  return story?.keywords ?? [];
}

/** The ids that any alias names. */
export function aliasedLimiters(): readonly string[] {
  return [...NAMES, ...SYSTEMS].flatMap(({ of }) => of);
}
