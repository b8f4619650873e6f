/** Searches for the traffic of which a limiter admits most within T: what someone could send who knows the rule. */
import { cloneState, type KeyState, type Limiter, type Params, type Policy } from '../limiters/limiter.ts';
import { peakInWindow } from '../metrics/peak.ts';
import { makeStream, nextBelow, nextFloat, type RandomStream } from '../random.ts';
import { NEVER, type Instant } from '../time.ts';
import { DELAY, isDenied } from '../verdict.ts';

export interface WorstTraffic {
  /** Permits that take effect within any [t, t + T). */
  readonly permits: number;
  /** The first such t. */
  readonly from: Instant;
  /** When the requests are sent, in order, up to the end of that window; those that were refused are among them. */
  readonly at: readonly Instant[];
}

const SEED = 2_021;

/**
 * Tries random patterns of crowds and pauses, of requests of cost 1, and yields after each. A crowd sends requests until one
 * is denied, or randomly stops earlier. A pause is short, a multiple of T/n, until a window edge, T, until the level's next
 * breakpoint, the retry-after time, or random. Of equally bad patterns it keeps the first.
 */
export function* searchWorstTraffic(
  limiter: Limiter,
  params: Params,
  policy: Policy,
  patterns: number,
): Generator<undefined, WorstTraffic> {
  const random = makeStream(SEED, 0, 0);
  let worst: WorstTraffic = { permits: 0, from: 0, at: [] };
  for (let pattern = 0; pattern < patterns; pattern++) {
    const { sent, effects } = playPattern(random, limiter, params, policy);
    const peak = peakInWindow({ at: Float64Array.from(effects).sort(), cost: null }, policy.T);
    // What is sent later takes effect later still.
    if (peak !== null && peak.permits > worst.permits)
      worst = { ...peak, at: sent.filter((at) => at < peak.from + policy.T) };
    yield;
  }
  return worst;
}

/** When requests were sent, and when those that were admitted took effect. */
interface Played {
  readonly sent: Instant[];
  readonly effects: Instant[];
}

function playPattern(random: RandomStream, limiter: Limiter, params: Params, policy: Policy): Played {
  const { n, T, capacity } = policy;
  const burst = 2 * (n + capacity);
  const state = limiter.init(params);
  const sent: Instant[] = [];
  const effects: Instant[] = [];
  /** Whether it was admitted. */
  const send = (at: Instant): boolean => {
    sent.push(at);
    const verdict = limiter.decide(state, params, at, 1);
    if (isDenied(verdict)) return false;
    effects.push(at + (verdict === DELAY ? (state['wait'] as number) : 0));
    return true;
  };
  const steps = 2 + nextBelow(random, 5);
  let now = nextBelow(random, 2) === 0 ? 0 : Math.floor(nextFloat(random) * 2 * T);
  for (let step = 0; step < steps; step++) {
    const requestCount = nextBelow(random, 3) === 0 ? nextBelow(random, n) : burst;
    for (let i = 0; i < requestCount; i++) if (!send(now)) break;
    now += drawPause(random, limiter, state, params, policy, now);
  }
  // Then a client that retries as soon as it can.
  for (let i = 0; i < 2 * n; i++) {
    if (send(now)) continue;
    const wait = limiter.retryAfter(state, params, now, 1);
    if (wait >= T) break;
    now += Math.max(1, wait);
  }
  return { sent, effects };
}

function drawPause(
  random: RandomStream,
  limiter: Limiter,
  state: KeyState,
  params: Params,
  { n, T }: Policy,
  now: Instant,
): number {
  switch (nextBelow(random, 7)) {
    case 0:
      return nextBelow(random, 3);
    case 1:
      return Math.round(((1 + nextBelow(random, n)) * T) / n) + nextBelow(random, 3) - 1;
    case 2:
      return Math.max(0, (Math.floor(now / T) + 1) * T - now - nextBelow(random, 2));
    case 3:
      return T + nextBelow(random, 3) - 1;
    case 4: {
      const step = limiter.nextBreakpoint(state, params, now);
      return step === NEVER ? T : Math.min(2 * T, Math.max(0, step - now - nextBelow(random, 2)));
    }
    case 5:
      return Math.min(2 * T, limiter.retryAfter(cloneState(state), params, now, 1));
    default:
      return Math.floor(nextFloat(random) * T);
  }
}
