/**
 * What a limiter is like, measured: bytes kept for a key, the most that it lets through within T as claimed and as found
 * by trying traffics, and a task by which to time a decision. The comparison table is made of these.
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
  /** Permits that it claims to let into effect within any T at most, at n = 10 per 10 s; `Infinity` where it claims nothing. */
  readonly claimedBound: number;
  /** The most that any of the tried traffics got through. */
  readonly worstFound: number;
  /** How many traffics were tried. */
  readonly trafficsTried: number;
}

/** Small enough to be searched well, and the size that the first scenario has. */
const SEARCH_POLICY = { n: 10, T: 10 * SECOND, capacity: 10 };
/** The size that state is measured at. */
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

/** The most that a key takes in ten minutes of requests at twice the rate, after a crowd. */
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
 * Tries traffics of crowds and pauses: a crowd asks until it is refused, or stops short of it by chance; a pause is none,
 * some multiple of T/n, to an edge of T, to where the limiter's own level turns, or to the moment that a denial promised.
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
    // Whoever tries without end gets what drips in.
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

/** The most instants within any [t, t + length). */
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

/** Decisions in one go of the task. */
export const DECISIONS_PER_TASK = 50_000;

/** A task of `DECISIONS_PER_TASK` decisions on requests at twice the rate of n = 100 per minute to be timed by the caller. */
export function decisionTask(limiter: Limiter, edition: Edition): () => void {
  const params = preparedParams(limiter, edition, MEASURING_POLICY);
  const interval = MEASURING_POLICY.T / MEASURING_POLICY.n / 2;
  const at = Float64Array.from({ length: DECISIONS_PER_TASK }, (_, i) => i * interval);
  const trace = emptyTrace(unitArrivals(at), limiter);
  return () => decideSlice(limiter, params, [undefined], trace, 0, DECISIONS_PER_TASK);
}
