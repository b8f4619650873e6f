/**
 * The AtomicRateLimiter of resilience4j: cycles of T with n permits each, and reservations from later cycles for whoever
 * waits no longer than the timeout. By default that is five seconds, so five cycles and more are sold ahead.
 *
 * Everything follows from one closed form: permits at `now` = min(n, permits + n for each cycle since), below 0 by what
 * is reserved.
 */
import { explainTooLarge, type KeyState } from '../limiters/limiter.ts';
import { formatNumber, formatPermits, formatSeconds } from '../numberFormat.ts';
import { microsFromSeconds, NEVER, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { ALLOW, DELAY, DENY, DENY_TOO_LARGE } from '../verdict.ts';
import { compared, explainDecision, systemOf, type System } from './system.ts';

export type Resilience4jParams = {
  readonly n: number;
  readonly T: Duration;
  readonly timeout: Duration;
};

export interface Resilience4jState extends KeyState {
  /** Index of the cycle that `permits` belongs to, from 0. */
  cycle: number;
  permits: number;
  wait: Duration;
}

/** The cycle at `now`; the stored one if the clock has stepped back. */
const cycleAt = (state: Resilience4jState, { T }: Resilience4jParams, now: Instant) =>
  Math.max(state.cycle, Math.floor(now / T));

function permitsIn(state: Resilience4jState, { n }: Resilience4jParams, cycle: number): number {
  return Math.min(n, state.permits + (cycle - state.cycle) * n);
}

/** The wait of a request in that cycle: its rest, and the whole cycles after it that are sold. */
function waitIn(params: Resilience4jParams, cycle: number, permits: number, now: Instant, cost: number): Duration {
  if (permits >= cost) return 0;
  return (cycle + 1) * params.T - now + Math.floor((cost - permits - 1) / params.n) * params.T;
}

const CODE = [
  'if cost never fits: deny',
  'permits = min(n, permits + n · new cycles)',
  'wait = permits ≥ cost ? 0 : rest of this cycle + ⌊(cost − permits − 1)/n⌋ · T',
  'if wait ≤ timeoutDuration',
  '  permits = permits − cost',
  '  allow after wait',
  'else deny',
];

export const resilience4j: System<Resilience4jParams, Resilience4jState> = {
  ...systemOf('resilience4j', {
    timeoutDuration: ['Timeout', 'The longest wait that is accepted; with 0 nothing waits.'],
  }),
  summary: 'Windows that lend: a request takes permits of later cycles and waits for them.',
  rule:
    'Each cycle of limitRefreshPeriod has limitForPeriod permits. A request that finds too few reserves them from later ' +
    'cycles and waits for those, if that takes no longer than timeoutDuration.',
  storedPerKey: 'cycle, permits',
  outcomes: ['allow', 'delay', 'deny'],
  reasons: [
    'the cycle had permits',
    'it waits for a later cycle',
    'the wait would be too long',
    'the cost can never fit',
  ],
  pacing: 'bursty',
  gauge: {
    unit: ['permit', 'permits'],
    denySide: 'floor',
    full: (params: Resilience4jParams) => params.n,
    boundBy: () => 'n',
    low: ({ n, T, timeout }: Resilience4jParams) => (timeout === 0 ? 0 : -n * (Math.floor(timeout / T) + 1)),
  },
  prepare: ({ policy: { n, T }, options }) => ({
    n,
    T,
    timeout: microsFromSeconds(options['timeoutDuration'] as number),
  }),
  /** At the last microsecond of a cycle with all its permits, those of the cycles within the timeout come on top. */
  maxCost: ({ n, T, timeout }) => (timeout === 0 ? n : n * (Math.floor((timeout - 1) / T) + 2)),
  init: ({ n }) => ({ cycle: 0, permits: n, wait: 0 }),
  decide(state, params, now, cost) {
    // The most that fits is n or more, which takes two divisions to tell.
    if (cost > params.n && cost > resilience4j.maxCost(params)) return DENY_TOO_LARGE;
    const cycle = cycleAt(state, params, now);
    state.permits = permitsIn(state, params, cycle);
    state.cycle = cycle;
    const wait = waitIn(params, cycle, state.permits, now, cost);
    if (wait > params.timeout) return DENY;
    state.permits -= cost;
    state.wait = wait;
    return wait > 0 ? DELAY : ALLOW;
  },
  level: (state, params, now) => permitsIn(state, params, cycleAt(state, params, now)),
  nextBreakpoint(state, params, now) {
    const cycle = cycleAt(state, params, now);
    return permitsIn(state, params, cycle) < params.n ? (cycle + 1) * params.T : NEVER;
  },
  /**
   * The wait gets shorter to the end of a cycle and, for a cost above n, longer at the next: cycle by cycle, the first in
   * which it is short enough before the end.
   */
  retryAfter(state, params, now, cost) {
    if (cost > resilience4j.maxCost(params)) return NEVER;
    const { n, T, timeout } = params;
    for (let cycle = cycleAt(state, params, now); ; cycle++) {
      const from = Math.max(now, cycle * T);
      const permits = permitsIn(state, params, cycle);
      const late = waitIn(params, cycle, permits, from, cost) - timeout;
      if (late <= 0) return from - now;
      if (from + late < (cycle + 1) * T) return from + late - now;
      if (permits === n && cost <= n) return (cycle + 1) * T - now;
    }
  },
  explain(state, params, now, cost) {
    const most = resilience4j.maxCost(params);
    if (cost > most) return explainTooLarge(cost, 'n', most, CODE);
    return explainDecision(resilience4j, state, params, now, cost, (verdict) => {
      const cycle = cycleAt(state, params, now);
      const permits = permitsIn(state, params, cycle);
      const wait = waitIn(params, cycle, permits, now, cost);
      return {
        sentence:
          (permits < 0
            ? `This cycle has none left, and ${formatPermits(-permits)} of later cycles ${permits === -1 ? 'is' : 'are'} reserved`
            : `This cycle has ${formatNumber(permits)} of ${formatPermits(params.n)} left`) +
          `; the request asks for ${formatNumber(cost)}. ` +
          (verdict === ALLOW
            ? 'There are enough.'
            : verdict === DELAY
              ? `It reserves what is missing and waits ${formatSeconds(wait)}.`
              : `It would wait ${formatSeconds(wait)}, and ${formatSeconds(params.timeout)} is the longest wait.`),
        condition: 'wait ≤ timeoutDuration',
        evaluatedCondition: compared(secondsFromMicros(wait), '≤', secondsFromMicros(params.timeout)),
        code: CODE,
        executedLines: verdict === DENY ? [1, 2, 3, 6] : [1, 2, 3, 4, 5],
        countedSpan: [cycle * params.T, (cycle + 1) * params.T] as const,
      };
    });
  },
  readouts(state, params, now) {
    const cycle = cycleAt(state, params, now);
    return [
      ['permits', formatNumber(permitsIn(state, params, cycle))],
      ['cycle', `${formatSeconds(cycle * params.T)} to ${formatSeconds((cycle + 1) * params.T)}`],
    ];
  },
  picture(state, params, now) {
    const cycle = cycleAt(state, params, now);
    const tokens = permitsIn(state, params, cycle);
    return { kind: 'debt', tokens, n: params.n, endsIn: secondsFromMicros(Math.max(0, (cycle + 1) * params.T - now)) };
  },
  /** Whatever waits takes effect at the beginning of a cycle, and no cycle has more than n. */
  bound: ({ n, T }, length) => (length <= 0 ? 0 : n * (1 + Math.ceil((length - 1) / T))),
  windowLength: ({ T }) => T,
  story: {
    keywords: ['Java', 'Kotlin', 'JVM'],
    product: 'resilience4j, AtomicRateLimiter',
    release: '2.4, commit af9e7c97',
    source: 'resilience4j/resilience4j, AtomicRateLimiter.java',
    evidence: 'source read',
    equals: 'fixed-window (timeoutDuration 0)',
    runs: 'per process',
    traps: [
      'By default a request waits up to 5 s: at a period of a second, six times n are admitted at once.',
      'Permits lent in advance are missing later: the next cycles are spent.',
    ],
  },
};
