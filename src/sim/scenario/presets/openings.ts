/**
 * Where the presets open that select no request, in seconds: where a request is refused, or waits, and the pictures of the
 * lanes show something, as they no longer do at the end of most runs. A test looks at all of them.
 */
import type { Preset } from './preset.ts';

const OPENINGS: Readonly<Record<string, number>> = {
  'edge-burst': 10.05,
  'cooldown-console': 15,
  'cooldown-run-out': 40,
  'cooldown-at-most-n': 61,
  'edge-spike': 3600,
  'leaky-two-n': 20,
  'sixty-at-once': 60,
  'two-a-minute': 49,
  'four-within-a-minute': 61,
  'critical-mutation': 59.9,
  'sub-windows-not-precise': 23.35,
  'hybrid-past-its-quota': 120,
  'cooldown-twice-n': 40,
  'idle-server': 1200,
  'monthly-budget': 1250000,
  'twice-the-rate': 60.3,
  'slow-to-react': 63,
  'bytes-per-second': 1.5,
  'evenly-twice-the-rate': 60,
  sentinel: 1,
  'quota-first': 63,
  abuser: 10.5,
  'queue-of-five': 2,
  'sixty-in-line': 60,
  'nginx-burst-and-delay': 3,
  'guava-next-caller-pays': 1.5,
  'guava-cold-start': 10,
  'guava-wait-or-give-up': 1.7,
  'guava-never-warm': 2.04,
  patience: 10.666667,
  'burst-and-pause': 20.05,
  'driver-table': 45,
  herd: 10,
  'hour-of-an-api': 1310.375,
  jitter: 20.26584,
  'noisy-neighbour': 20.038107,
  'good-and-bad': 20.1,
  'sliding-counter-denials-counted': 13.5,
  'token-bucket-throttler-double-refill': 10,
  'exponential-refusals-count': 40,
  'sliding-log-denials-recorded': 1.67,
  'leaky-meter-double-drain': 3.4,
  'sliding-counter-cut-to-whole': 30.1,
  'sliding-counter-whole-milliseconds': 0.0149,
  'token-bucket-lazy-lost-fraction': 6.7,
  'token-bucket-throttler-last-token': 20,
  'token-bucket-throttler-whole-tokens': 16.5,
  'leaky-interval-cut': 0.335,
  'leaky-interval-no-limit': 0.3334,
  'leaky-interval-whole-milliseconds': 0.01,
  'cooldown-score-2038': 60,
  'cooldown-score-whole-seconds': 10,
  'cooldown-score-zero': 10,
  'sliding-log-whole-milliseconds': 0.01,
  'leaky-meter-lost-leakage': 30,
  'leaky-meter-capacity-rate': 10,
  'deploy-adds-two': 13.5,
  'sticky-split': 10.333333,
  'server-away': 13.666667,
  lease: 18.783427,
  'two-layers': 12,
  'skewed-refill': 10.25,
};

/** The instant at which a preset opens, in seconds. */
export function presetOpening({ id, selected }: Preset): number {
  const at = selected?.at ?? OPENINGS[id];
  if (at === undefined) throw new TypeError(`It is not said where the preset ${id} opens.`);
  return at;
}
