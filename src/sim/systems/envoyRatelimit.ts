/** Envoy's rate-limit service: fixed windows of Unix time in Redis; INCRBY comes first, so refused requests count. */
import {
  alignedWindows,
  countingWindow,
  type CountingWindowParams,
  type CountingWindowState,
} from './countingWindow.ts';
import { offsetOf, requireOneOf, systemOf, type System } from './system.ts';

export const envoyRatelimit: System<CountingWindowParams, CountingWindowState> = {
  ...countingWindow,
  ...systemOf('envoy-ratelimit'),
  summary: 'A counter in Redis for each second, minute, hour, day, week or month of 30 days.',
  rule:
    'Time since 1970 is divided into units, each with a count in Redis. The count is incremented first; a request is admitted ' +
    'when it is then at most requests_per_unit. A large request that is refused still uses up what was left.',
  prepare({ policy: { n, T }, epoch }) {
    requireOneOf(T, [1, 60, 3_600, 86_400, 604_800, 2_592_000], 'the unit');
    return alignedWindows(n, T, offsetOf(epoch, T));
  },
  story: {
    keywords: ['Istio', 'service mesh', 'Go', 'Redis'],
    product: 'Envoy rate limit service',
    release: 'commit f2fb157',
    source: 'envoyproxy/ratelimit, src/redis/fixed_cache_impl.go, src/limiter',
    evidence: 'source read',
    equals: 'fixed-window, for requests of cost 1',
    runs: 'in Redis',
    traps: ['Up to twice requests_per_unit pass around a unit boundary.', 'Its month is 30 days, not the calendar’s.'],
  },
};
