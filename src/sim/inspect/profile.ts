/**
 * Measures a limiter for the comparison table: bytes of state per key, the claimed and the observed maximum of permits
 * within any T, and a task for timing decisions.
 */
import {
  stateBytes,
  cloneState,
  defaultsOf,
  type Edition,
  type Limiter,
  type Params,
  type KeyState,
} from '../limiters/limiter.ts';
import { DELAY, isDenied } from '../verdict.ts';
import { nextBelow, makeStream, nextFloat, type RandomStream } from '../random.ts';
import { unitArrivals } from '../arrivals.ts';
import { DAY, NEVER, SECOND, type Instant } from '../time.ts';
import { decideSlice, emptyTrace } from '../run/openLoop.ts';

export interface LimiterProfile {
  /** Bytes of numbers and arrays kept for one busy key at n = 100 per minute. */
  readonly stateBytes: number;
  /** The claimed maximum of permits that take effect within any T, at n = 10 per 10 s; `Infinity` if it claims none. */
  readonly claimedBound: number;
  /** The maximum observed with any of the traffic patterns tried. */
  readonly worstFound: number;
  /** The number of random traffic patterns tried. */
  readonly trafficsTried: number;
}

/** Small enough for a thorough search; also the policy of the default scenario. */
const SEARCH_POLICY = { n: 10, T: 10 * SECOND, capacity: 10 };
/** The policy for measuring state and time. */
const MEASURING_POLICY = { n: 100, T: 60 * SECOND, capacity: 100 };
const TRAFFIC_COUNT = 10_000;
const SEED = 2_021;

export function profileLimiter(limiter: Limiter, edition: Edition): LimiterProfile {
  const params = preparedParams(limiter, edition, SEARCH_POLICY);
  return {
    stateBytes: busyKeyBytes(limiter, edition),
    claimedBound: limiter.bound(params, SEARCH_POLICY.T),
    worstFound: searchWorstCase(limiter, params),
    trafficsTried: TRAFFIC_COUNT,
  };
}

function preparedParams(limiter: Limiter, edition: Edition, policy: typeof SEARCH_POLICY): Params {
  const options = defaultsOf(limiter.knobs);
  return limiter.prepare({ policy, options, edition, epoch: 0, horizon: 30 * DAY });
}

/** The maximum size of a key's state: a crowd of 100 requests at time 0, then requests at twice the rate. */
function busyKeyBytes(limiter: Limiter, edition: Edition): number {
  const params = preparedParams(limiter, edition, MEASURING_POLICY);
  const state = limiter.init(params);
  let maxBytes = stateBytes(state);
  const interval = MEASURING_POLICY.T / MEASURING_POLICY.n / 2;
  for (let i = 0; i < 20 * MEASURING_POLICY.n; i++) {
    limiter.decide(state, params, Math.max(0, i - MEASURING_POLICY.n) * interval, 1);
    maxBytes = Math.max(maxBytes, stateBytes(state));
  }
  return maxBytes;
}

/**
 * Tries random patterns of crowds and pauses. A crowd sends requests until one is denied, or randomly stops earlier. A pause
 * is short, a multiple of T/n, until a window edge, T, until the level's next breakpoint, the retry-after time, or random.
 */
function searchWorstCase(limiter: Limiter, params: Params): number {
  const random = makeStream(SEED, 0, 0);
  const { n, T, capacity } = SEARCH_POLICY;
  const burst = 2 * (n + capacity);
  let worst = 0;
  for (let traffic = 0; traffic < TRAFFIC_COUNT; traffic++) {
    const state = limiter.init(params);
    const effects: Instant[] = [];
    const steps = 2 + nextBelow(random, 5);
    let now = nextBelow(random, 2) === 0 ? 0 : Math.floor(nextFloat(random) * 2 * T);
    for (let step = 0; step < steps; step++) {
      const requestCount = nextBelow(random, 3) === 0 ? nextBelow(random, n) : burst;
      for (let i = 0; i < requestCount; i++) {
        const verdict = limiter.decide(state, params, now, 1);
        if (isDenied(verdict)) break;
        effects.push(now + (verdict === DELAY ? (state['wait'] as number) : 0));
      }
      now += drawPause(random, limiter, state, params, now);
    }
    // Then a client that retries as soon as it can.
    for (let i = 0; i < 2 * n; i++) {
      const verdict = limiter.decide(state, params, now, 1);
      if (isDenied(verdict)) {
        const wait = limiter.retryAfter(state, params, now, 1);
        if (wait >= T) break;
        now += Math.max(1, wait);
      } else effects.push(now + (verdict === DELAY ? (state['wait'] as number) : 0));
    }
    worst = Math.max(worst, maxWithin(effects, T));
  }
  return worst;
}

function drawPause(random: RandomStream, limiter: Limiter, state: KeyState, params: Params, now: Instant): number {
  const { n, T } = SEARCH_POLICY;
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

/** The maximum number of instants within any [t, t + length). */
function maxWithin(instants: Instant[], length: number): number {
  instants.sort((a, b) => a - b);
  let max = 0;
  let first = 0;
  for (let last = 0; last < instants.length; last++) {
    while ((instants[first] as Instant) <= (instants[last] as Instant) - length) first++;
    max = Math.max(max, last + 1 - first);
  }
  return max;
}

/** Decisions in one run of the task. */
export const DECISIONS_PER_TASK = 50_000;

/** A task for the caller to time: `DECISIONS_PER_TASK` decisions on requests at twice the rate of n = 100 per minute. */
export function decisionTask(limiter: Limiter, edition: Edition): () => void {
  const params = preparedParams(limiter, edition, MEASURING_POLICY);
  const interval = MEASURING_POLICY.T / MEASURING_POLICY.n / 2;
  const at = Float64Array.from({ length: DECISIONS_PER_TASK }, (_, i) => i * interval);
  const trace = emptyTrace(unitArrivals(at), limiter);
  return () => decideSlice(limiter, params, [undefined], trace, 0, DECISIONS_PER_TASK);
}
