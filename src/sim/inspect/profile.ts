/**
 * Measures a limiter for the comparison table: bytes of state per key, the claimed and the observed maximum of permits
 * within any T, and a task for timing decisions.
 */
import {
  stateBytes,
  defaultsOf,
  UnsupportedPolicyError,
  type Edition,
  type Limiter,
  type Params,
  type Policy,
} from '../limiters/limiter.ts';
import { unitArrivals } from '../arrivals.ts';
import { DAY, SECOND } from '../time.ts';
import { decideSlice, emptyTrace } from '../run/openLoop.ts';
import { runToEnd } from '../slices.ts';
import { searchWorstTraffic } from './worstTraffic.ts';

export interface LimiterProfile {
  /** Bytes of numbers and arrays kept for one busy key at n = 100 per minute. */
  readonly stateBytes: number;
  /**
   * The claimed maximum of permits that take effect within any T, at n = 10 per 10 s, or per minute where a product knows
   * no 10 s; `Infinity` if it claims none.
   */
  readonly claimedBound: number;
  /** The maximum observed with any of the traffic patterns tried. */
  readonly worstFound: number;
  /** The number of random traffic patterns tried. */
  readonly trafficsTried: number;
}

/** Small enough for a thorough search; also the policy of the default scenario. */
const SEARCH_POLICY: Policy = { n: 10, T: 10 * SECOND, capacity: 10 };
/** The policy for measuring state and time. */
const MEASURING_POLICY: Policy = { n: 100, T: 60 * SECOND, capacity: 100 };
const TRAFFIC_COUNT = 10_000;

export function profileLimiter(limiter: Limiter, edition: Edition): LimiterProfile {
  const policy = searchPolicyOf(limiter, edition);
  const params = preparedParams(limiter, edition, policy);
  return {
    stateBytes: busyKeyBytes(limiter, edition),
    claimedBound: limiter.bound(params, policy.T),
    worstFound: runToEnd(searchWorstTraffic(limiter, params, policy, TRAFFIC_COUNT)).permits,
    trafficsTried: TRAFFIC_COUNT,
  };
}

/** Some products know only certain T; a minute is known to all. */
function searchPolicyOf(limiter: Limiter, edition: Edition): Policy {
  try {
    preparedParams(limiter, edition, SEARCH_POLICY);
    return SEARCH_POLICY;
  } catch (error) {
    if (!(error instanceof UnsupportedPolicyError)) throw error;
    return { ...SEARCH_POLICY, T: 60 * SECOND };
  }
}

function preparedParams(limiter: Limiter, edition: Edition, policy: Policy): Params {
  const options = defaultsOf(limiter.knobs);
  return limiter.prepare({ policy, options, edition, epoch: 0, horizon: 30 * DAY });
}

/** The maximum size of a key's state: a crowd of 100 requests at time 0, then requests at twice the rate. */
export function busyKeyBytes(limiter: Limiter, edition: Edition): number {
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
