/**
 * Rate limiting rules of Cloudflare, as documented: the request that takes the count above the limit is refused, and so
 * is everything for mitigation_timeout; with 0, only what is above it.
 *
 * Where the pages are silent, the choice is ours: the count over a period is the aligned window's, and of the one before
 * it the part that is within a period, this request included; nothing is counted while a block lasts.
 */
import { UnsupportedPolicyError } from '../limiters/limiter.ts';
import { formatNumber } from '../numberFormat.ts';
import { microsFromSeconds } from '../time.ts';
import { costsOne } from './derived.ts';
import { offsetOf, requireOneOf, systemOf, type System } from './system.ts';
import { weighedWindows, type WeighedParams, type WeighedState } from './weighedWindows.ts';

const TIMEOUTS = [0, 10, 60, 120, 300, 600, 3_600, 86_400];

const windows = weighedWindows({
  estimate: ({ T }, previous, current, elapsed) => (previous * (T - elapsed)) / T + current,
  moves: 'evenly',
  compares: 'with cost',
  countsRefused: () => true,
  code: [
    'estimate = previous · rest of the period/T + current',
    'on refusal: count it, shut out for mitigation_timeout',
  ],
  countsTooLarge: true,
});

export const cloudflare: System<WeighedParams, WeighedState> = {
  ...costsOne(windows),
  ...systemOf('cloudflare', {
    mitigationTimeout: [
      'Mitigation timeout',
      'How long a key is blocked: 0, 10, 60, 120, 300, 600, 3,600 or 86,400 s.',
    ],
  }),
  summary: 'What goes above the limit in a period is blocked, and everything after it for a while.',
  rule:
    'The request that takes the count of a period above requests_per_period is refused, and all others for ' +
    'mitigation_timeout. With a timeout of 0 only what is above the limit is refused. The weight of the previous period is ' +
    'our choice: the vendor’s pages do not say.',
  prepare({ policy: { n, T }, options, epoch }) {
    requireOneOf(T, [10, 60, 120, 300, 600, 3_600], 'period');
    const timeout = options['mitigationTimeout'] as number;
    if (!TIMEOUTS.includes(timeout)) {
      throw new UnsupportedPolicyError(
        `mitigationTimeout must be one of ${TIMEOUTS.map((seconds) => formatNumber(seconds)).join(', ')} s, not ${formatNumber(timeout)}`,
      );
    }
    const block = microsFromSeconds(timeout);
    const shutUntil = block === 0 ? null : (at: number) => at + block;
    return { n, T, unit: 1, offset: offsetOf(epoch, T), epoch: microsFromSeconds(epoch), shutUntil };
  },
  story: {
    keywords: ['CDN', 'WAF'],
    product: 'Cloudflare rate limiting rules',
    release: 'documentation',
    source: 'cloudflare/cloudflare-docs, waf/rate-limiting-rules/request-rate.mdx, parameters.mdx',
    evidence: 'as documented',
    runs: 'managed',
    traps: ['Counters are those of a data centre: a client that reaches two has two.'],
  },
};
