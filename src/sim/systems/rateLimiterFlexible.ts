/**
 * rate-limiter-flexible for Node, in memory: a window opened at the first request that counts all, with a block after
 * the request that crosses the limit, and with a second window for bursts behind it.
 *
 * The record is removed by a timer of Node, and a timer holds at most 2^31 − 1 ms: beyond, a window or a block lasts one
 * millisecond.
 */
import { explainTooLarge, type Explanation, type KeyState, type Limiter } from '../limiters/limiter.ts';
import { formatNumber, formatPermits, formatSeconds } from '../numberFormat.ts';
import { floorTo, microsFromSeconds, MILLISECOND, NEVER, type Duration, type Instant } from '../time.ts';
import { ALLOW, DENY, DENY_TOO_LARGE, type Verdict } from '../verdict.ts';
import { countingWindow } from './countingWindow.ts';
import { recorded } from './recorded.ts';
import { explainDecision, LONGEST_TIMER, requireWhole, searchRetryAfter, systemOf, type System } from './system.ts';

export type FlexibleParams = {
  readonly n: number;
  readonly T: Duration;
  readonly block: Duration;
  /** Permits and length of the window for bursts; 0 permits where there is none. */
  readonly burst: number;
  readonly burstT: Duration;
};

export interface FlexibleState extends KeyState {
  /** When the window, or the block, is over; −∞ before the first request. */
  end: Instant;
  used: number;
  burstEnd: Instant;
  burstUsed: number;
}

const asTimer = (span: Duration) => (span > LONGEST_TIMER ? MILLISECOND : span);

const usedAt = (state: FlexibleState, now: Instant) => (now < state.end ? state.used : 0);
const burstUsedAt = (state: FlexibleState, now: Instant) => (now < state.burstEnd ? state.burstUsed : 0);

function decide(state: FlexibleState, params: FlexibleParams, now: Instant, cost: number): Verdict {
  const { n, block, burst } = params;
  if (now >= state.end) {
    state.end = floorTo(now, MILLISECOND) + params.T;
    state.used = 0;
  }
  state.used += cost;
  if (state.used <= n) return ALLOW;
  if (block > 0 && state.used <= n + cost) state.end = floorTo(now, MILLISECOND) + block;
  if (burst > 0) {
    if (now >= state.burstEnd) {
      state.burstEnd = floorTo(now, MILLISECOND) + params.burstT;
      state.burstUsed = 0;
    }
    state.burstUsed += cost;
    if (state.burstUsed <= burst) return ALLOW;
  }
  return cost > Math.max(n, burst) ? DENY_TOO_LARGE : DENY;
}

const CODE = [
  'if cost > points: deny, counted',
  'if end ≤ now: end = now + duration, used = 0',
  'used = used + cost',
  'if used ≤ points: allow',
  'if used ≤ points + cost and blockDuration > 0: end = now + blockDuration',
  'deny',
];
const CODE_BURSTY = [...CODE.slice(0, 5), 'ask the window for bursts: allow', 'else deny'];

function explain(state: FlexibleState, params: FlexibleParams, now: Instant, cost: number): Explanation {
  const { n, burst } = params;
  const bursty = burst > 0;
  const code = bursty ? CODE_BURSTY : CODE;
  if (cost > Math.max(n, burst)) return explainTooLarge(cost, 'n', Math.max(n, burst), code);
  return explainDecision(rateLimiterFlexible, state, params, now, cost, (verdict, after) => {
    const used = usedAt(state, now);
    const inMain = used + cost <= n;
    const [counted, limit] = inMain || !bursty ? [used, n] : [burstUsedAt(state, now), burst];
    const opened = now < state.end ? [] : [1];
    const blocked = !inMain && params.block > 0 && used + cost <= n + cost ? [4] : [];
    return {
      sentence:
        `The window has counted ${formatNumber(used)} of ${formatPermits(n)}, and the request makes it ${formatNumber(used + cost)}` +
        (inMain
          ? '.'
          : (blocked.length > 0
              ? `: it crosses the limit, and the key is blocked for ${formatSeconds(params.block)}.`
              : ', counted though refused.') +
            (bursty
              ? ` The window for bursts has counted ${formatNumber(burstUsedAt(state, now))} of ${formatPermits(burst)}.`
              : '') +
            (verdict === ALLOW ? '' : ` A new window opens in ${formatSeconds(after.end - now)}.`)),
      condition: inMain || !bursty ? 'used + cost ≤ points' : 'burst used + cost ≤ burst points',
      evaluatedCondition: `${formatNumber(counted)} + ${formatNumber(cost)} ≤ ${formatNumber(limit)}`,
      code,
      executedLines: inMain ? [...opened, 2, 3] : [...opened, 2, ...blocked, bursty && verdict !== ALLOW ? 6 : 5],
      countsDenied: true,
    };
  });
}

const { storedPerKey, outcomes, reasons, pacing, gauge } = countingWindow;

export const rateLimiterFlexible: System<FlexibleParams, FlexibleState> = {
  ...systemOf('rate-limiter-flexible', {
    blockDuration: [
      'Block duration',
      'How long the request that crosses the limit shuts the key out; 0 for not at all.',
    ],
    burstPoints: ['Burst points', 'How many more a second window lets through, for what the first refuses.'],
    burstDuration: ['Burst duration', 'The length of that second window.'],
  }),
  storedPerKey,
  outcomes,
  reasons,
  pacing,
  countsTooLarge: true,
  gauge: { ...gauge, full: (params: FlexibleParams) => params.n } satisfies Limiter<FlexibleParams>['gauge'],
  summary: 'A window opened at the first request; what crosses its limit may be blocked for longer.',
  rule:
    'A window opens at a key’s first request and counts all that comes, refused or not. The request that takes the count ' +
    'above points may block the key. What the window refuses may ask a second one, for bursts.',
  prepare({ policy: { n, T }, options }) {
    requireWhole(T, MILLISECOND, 'duration');
    const { blockDuration, burstPoints, burstDuration } = options;
    const block = microsFromSeconds(blockDuration as number);
    requireWhole(block, MILLISECOND, 'blockDuration', 0);
    const burstT = burstDuration === 'T' ? T : microsFromSeconds(burstDuration as number);
    requireWhole(burstT, MILLISECOND, 'burstDuration');
    return {
      n,
      T: asTimer(T),
      block: asTimer(block),
      burst: burstPoints === 'none' ? 0 : (burstPoints as number),
      burstT: asTimer(burstT),
    };
  },
  maxCost: ({ n, burst }) => Math.max(n, burst),
  init: () => ({ end: -Infinity, used: 0, burstEnd: -Infinity, burstUsed: 0 }),
  decide,
  level: (state, _, now) => usedAt(state, now),
  nextBreakpoint: (state, _, now) => (usedAt(state, now) > 0 ? state.end : NEVER),
  retryAfter: (state, params, now, cost) => searchRetryAfter(rateLimiterFlexible, state, params, now, cost),
  explain,
  readouts: (state, { burst }, now) => [
    ['used', formatNumber(usedAt(state, now))],
    ['window', now < state.end ? `until ${formatSeconds(state.end)}` : 'opens at the next request'],
    ...(burst > 0 ? [['burst used', formatNumber(burstUsedAt(state, now))] as const] : []),
  ],
  picture(state, { n, T }, now) {
    const to = now < state.end ? state.end : floorTo(now, MILLISECOND) + T;
    return { kind: 'cells', count: Math.min(n, usedAt(state, now)), n, from: to - T, to };
  },
  /** A block may end a window early, so windows are as far apart as the shorter of both. */
  bound({ n, T, block, burst, burstT }, length) {
    if (length <= 0) return 0;
    const apart = length - 1 + MILLISECOND - 1;
    const windows = (span: Duration) => 1 + Math.ceil(apart / span);
    return n * windows(block > 0 ? Math.min(T, block) : T) + burst * windows(burstT);
  },
  story: {
    keywords: ['Node.js', 'JavaScript', 'TypeScript', 'npm'],
    product: 'rate-limiter-flexible, RateLimiterMemory and BurstyRateLimiter',
    release: '11.4.0 (npm)',
    source: 'animir/node-rate-limiter-flexible, lib/RateLimiterMemory.js, lib/BurstyRateLimiter.js',
    evidence: recorded['rate-limiter-flexible'],
    equals: 'quota-reset on a clock of milliseconds, without a block or bursts',
    runs: 'per process',
    traps: [
      'A duration over 2,147,483.647 s (24.9 days) lasts a millisecond: Node’s timer overflows, and nothing is limited.',
      'A blockDuration shorter than the duration ends the window early.',
    ],
  },
};
