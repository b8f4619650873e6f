/** The limits of a config as the lanes of a scenario, under traffic that the first of them refuses some of. */
import { burstOf, stackChargeOf, type FoundLimit } from '../configs/index.ts';
import { MAX_SECONDS, secondsFromMicros } from '../sim/index.ts';

/** A burst of two times what the first limit lets through at once, and then half as much again as its rate. */
const OVERLOAD = 1.5;
const STEADY_REQUESTS = 600;

/** @param first of the limits, for which the traffic is */
export function scenarioOfLimits(title: string, first: FoundLimit, lanes: readonly (readonly FoundLimit[])[]): object {
  const { n, T, capacity } = first.policy;
  const atOnce = burstOf({ ...first, policy: { n, T, capacity: capacity ?? n } });
  const rate = Math.min(1_000_000, Math.max(1e-6, (OVERLOAD * n) / secondsFromMicros(T)));
  const duration = Math.min(MAX_SECONDS, Math.max(0.01, roundedSeconds(STEADY_REQUESTS / rate)));
  return {
    version: 1,
    title,
    duration,
    policy: { n, T: secondsFromMicros(T) },
    traffic: [
      { kind: 'burst', at: 0, count: Math.min(1_000_000, 2 * atOnce) },
      { kind: 'poisson', rate: Number(rate.toPrecision(3)) },
    ],
    lanes: lanes.map(laneFrom),
  };
}

/** A limit; several that the same requests pass, or one for all keys, are a stack. */
function laneFrom(limits: readonly FoundLimit[]): object {
  const [{ limiter, line, policy }] = limits as readonly [FoundLimit];
  const parts = limits.map(({ limiter: id, policy: own, options, what, line: place, key }) => ({
    limiter: id,
    label: `${what.slice(0, 60)} (line ${place})`,
    policy: {
      n: own.n,
      T: secondsFromMicros(own.T),
      ...(own.capacity === null ? {} : { capacity: own.capacity }),
    },
    options,
    ...(key && { key }),
  }));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && only.key === undefined) return only;
  return {
    limiter: 'stack',
    label: `${parts.length === 1 ? '1 limit for all keys' : `${parts.length} limits`} (line ${line})`,
    // What its window counts are judged by.
    policy: { n: policy.n, T: secondsFromMicros(policy.T) },
    options: { charge: stackChargeOf(limiter) },
    of: parts,
  };
}

function roundedSeconds(seconds: number): number {
  return seconds >= 1 ? Math.ceil(seconds) : Number(seconds.toPrecision(2));
}
