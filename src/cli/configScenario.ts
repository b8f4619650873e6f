/** The limits of a config as the lanes of a scenario, under traffic that the first of them refuses some of. */
import { chargeOf, sizeOf, type FoundLimit } from '../configs/index.ts';
import { MAX_SECONDS, secondsFromMicros } from '../sim/index.ts';

/** A burst of two times what the first limit lets through at once, and then half as much again as its rate. */
const OVERLOAD = 1.5;
const STEADY_REQUESTS = 600;

/** @param first of the limits, for which the traffic is */
export function scenarioOfLimits(title: string, first: FoundLimit, lanes: readonly (readonly FoundLimit[])[]): object {
  const { n, T, capacity } = first.policy;
  const atOnce = sizeOf({ ...first, policy: { n, T, capacity: capacity ?? n } });
  const rate = Math.min(1_000_000, Math.max(1e-6, (OVERLOAD * n) / secondsFromMicros(T)));
  const duration = Math.min(MAX_SECONDS, Math.max(0.01, roundedSeconds(STEADY_REQUESTS / rate)));
  return {
    version: 1,
    title,
    duration,
    policy: { n, T: secondsFromMicros(T) },
    traffic: [
      { kind: 'burst', at: 0, count: Math.min(1_000_000, Math.max(1, 2 * atOnce)) },
      { kind: 'poisson', rate: Number(rate.toPrecision(3)) },
    ],
    lanes: lanes.map(laneFrom),
  };
}

/** A limit; several that the same requests pass, or one for all keys, are a stack. */
function laneFrom(limits: readonly FoundLimit[]): object {
  const [first] = limits as readonly [FoundLimit];
  const { line, policy } = first;
  const parts = limits.map((limit) => ({ ...limitFrom(limit), ...(limit.key && { key: limit.key }) }));
  if (limits.length === 1 && first.key === undefined) return limitFrom(first);
  const isSingle = limits.length === 1;
  return {
    limiter: 'stack',
    label: isSingle ? `All keys: ${labelOf(first)}` : `${limits.length} limits (line ${line})`,
    // Of a single limit, which has none of its own: what tunes the lane tunes it. Of several, what window counts are judged by.
    policy: isSingle ? policyFrom(policy) : { n: policy.n, T: secondsFromMicros(policy.T) },
    options: { charge: chargeOf(limits) },
    of: isSingle ? parts.map((part) => ({ ...part, policy: {} })) : parts,
  };
}

function limitFrom(limit: FoundLimit) {
  const { limiter, policy, options } = limit;
  return { limiter, label: labelOf(limit), policy: policyFrom(policy), options };
}

function policyFrom({ n, T, capacity }: FoundLimit['policy']) {
  return { n, T: secondsFromMicros(T), ...(capacity === null ? {} : { capacity }) };
}

const MAX_LABEL = 60;

function labelOf({ what, line }: FoundLimit): string {
  return `${shortened(what)} (line ${line})`;
}

/** Cut after a word, unless that would leave hardly anything. */
function shortened(text: string): string {
  if (text.length <= MAX_LABEL) return text;
  const cut = text.slice(0, MAX_LABEL);
  const end = cut.lastIndexOf(' ');
  return `${(end > MAX_LABEL / 2 ? cut.slice(0, end) : cut.slice(0, -1)).replace(/[\s,:]+$/, '')}…`;
}

function roundedSeconds(seconds: number): number {
  return seconds >= 1 ? Math.ceil(seconds) : Number(seconds.toPrecision(2));
}
