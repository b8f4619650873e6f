/**
 * Counts in windows on the multiples of T since 1970, of which the previous one weighs on the current one by the part of
 * it that is still within T: what products call a sliding window. They differ in how they round the weight, whether what
 * they refuse is counted, and whether a refusal shuts the key out for a while.
 */
import { explainTooLarge, type Explanation, type KeyState, type Readout } from '../limiters/limiter.ts';
import { formatNumber, formatPermits, formatSeconds } from '../numberFormat.ts';
import { floorTo, NEVER, secondsFromMicros, tickAfter, type Duration, type Instant } from '../time.ts';
import { ALLOW, DENY, DENY_TOO_LARGE, isDenied, type Verdict } from '../verdict.ts';
import { compared, comparedSum, explainDecision, nextStep, searchRetryAfter, type SystemRule } from './system.ts';

export type WeighedParams = {
  readonly n: number;
  readonly T: Duration;
  /** What the clock reads, whole units. */
  readonly unit: Duration;
  /** How far into its window virtual time 0 is. */
  readonly offset: Duration;
  /** Unix time at virtual time 0, microseconds. */
  readonly epoch: number;
  /** How long a refusal shuts the key out, from the window's end on or from now; `null` where it does not. */
  readonly shutUntil: ((at: Instant, windowEnd: Instant) => Instant) | null;
};

export interface WeighedState extends KeyState {
  /** Where the current window begins; −∞ before the first request. */
  start: Instant;
  current: number;
  previous: number;
  /** Until then everything is refused unseen. */
  shut: Instant;
}

/** The counts as they are at an instant, which is not before the stored window. */
interface Counts {
  readonly at: Instant;
  readonly start: Instant;
  readonly current: number;
  readonly previous: number;
}

export interface WeighedRule {
  /** The number compared with n, before the request; `elapsed` is the time since the window began. */
  estimate(params: WeighedParams, previous: number, current: number, elapsed: Duration, at: Instant): number;
  /** How that changes by itself: in steps, once a tick of the clock, or along a line. */
  readonly moves: 'steps' | 'by the clock' | 'evenly';
  /** Whether the estimate and the cost must together be at most n, or the estimate alone below it. */
  readonly compares: 'with cost' | 'without cost';
  /** Whether a request is counted although it is refused, at this estimate. */
  countsRefused(params: WeighedParams, estimate: number): boolean;
  /** Three lines: the estimate, and what else the product says of it. */
  readonly code: readonly string[];
  readonly countsTooLarge: boolean;
}

function countsAt(state: WeighedState, { T, unit, offset }: WeighedParams, now: Instant): Counts {
  const read = Math.max(floorTo(now, unit), state.start);
  const start = floorTo(read + offset, T) - offset;
  if (start === state.start) return { at: read, start, current: state.current, previous: state.previous };
  return { at: read, start, current: 0, previous: start === state.start + T ? state.current : 0 };
}

/** A limiter of that rule; its id, name, knobs and parameters come from the product. */
export function weighedWindows(rule: WeighedRule) {
  const withCost = rule.compares === 'with cost';
  const maxCost = ({ n }: WeighedParams) => (withCost ? n : Infinity);
  const fits = (params: WeighedParams, estimated: number, cost: number) =>
    withCost ? estimated + cost <= params.n : estimated < params.n;
  const code = [
    withCost ? 'if cost > n: deny' : 'if shut out: deny',
    ...rule.code,
    withCost ? 'if estimate + cost ≤ n' : 'if estimate < n',
    '  count = count + cost, allow',
    'else deny',
    'while shut out: deny',
  ];
  const condition = rule.code.length + 1;

  function decide(state: WeighedState, params: WeighedParams, now: Instant, cost: number): Verdict {
    const refusal = cost > maxCost(params) ? DENY_TOO_LARGE : DENY;
    if (now < state.shut) return refusal;
    const { T } = params;
    // As countsAt, but without a record.
    const read = Math.max(floorTo(now, params.unit), state.start);
    if (read - state.start >= T) {
      const start = floorTo(read + params.offset, T) - params.offset;
      state.previous = start === state.start + T ? state.current : 0;
      state.current = 0;
      state.start = start;
    }
    const { start } = state;
    const estimated = rule.estimate(params, state.previous, state.current, read - start, read);
    if (fits(params, estimated, cost)) {
      state.current += cost;
      return ALLOW;
    }
    if (rule.countsRefused(params, estimated)) state.current += cost;
    if (params.shutUntil !== null) state.shut = params.shutUntil(read, start + T);
    return refusal;
  }

  function level(state: WeighedState, params: WeighedParams, now: Instant): number {
    const { at, start, current, previous } = countsAt(state, params, now);
    return rule.estimate(params, previous, current, at - start, at);
  }

  const deciding = { decide, maxCost };

  return {
    storedPerKey: 'two counts, window start',
    outcomes: ['allow', 'deny'],
    reasons: ['the windows had room', '', 'the windows are full, or the key is shut out', 'the cost is above n'],
    pacing: 'bursty',
    gauge: {
      unit: ['permit', 'permits'],
      denySide: 'ceiling',
      full: (params: WeighedParams) => params.n,
      boundBy: () => 'n',
      low: () => 0,
    },
    ...(rule.countsTooLarge ? { countsTooLarge: true as const } : {}),
    maxCost,
    init: (): WeighedState => ({ start: -Infinity, current: 0, previous: 0, shut: -Infinity }),
    decide,
    level,
    nextBreakpoint(state: WeighedState, params: WeighedParams, now: Instant): Instant {
      const { start, current, previous } = countsAt(state, params, now);
      if (current === 0 && previous === 0) return NEVER;
      const end = Math.max(start + params.T, now + 1);
      if (previous === 0 || rule.moves === 'evenly') return end;
      if (rule.moves === 'by the clock') return Math.min(end, tickAfter(now, params.unit));
      return nextStep((at) => level(state, params, at), now, end);
    },
    retryAfter: (state: WeighedState, params: WeighedParams, now: Instant, cost: number) =>
      searchRetryAfter(deciding, state, params, now, cost),
    explain(state: WeighedState, params: WeighedParams, now: Instant, cost: number): Explanation {
      if (cost > maxCost(params)) return explainTooLarge(cost, 'n', params.n, code);
      return explainDecision(deciding, state, params, now, cost, (verdict, after) => {
        if (now < state.shut) {
          return {
            sentence: `A refusal has shut the key out for another ${formatSeconds(state.shut - now)}; the counts are not looked at.`,
            condition: 'now ≥ end of the block',
            evaluatedCondition: compared(secondsFromMicros(now), '≥', secondsFromMicros(state.shut)),
            code,
            executedLines: [code.length - 1],
          };
        }
        const { start, current, previous } = countsAt(state, params, now);
        const estimated = level(state, params, now);
        const denied = isDenied(verdict);
        const counted = denied && after.current > current;
        return {
          sentence:
            `The window from ${formatSeconds(start)} has counted ${formatNumber(current)}, and the one before it ` +
            `${formatNumber(previous)}: that makes ${formatNumber(estimated)} of ${formatPermits(params.n)}.` +
            (denied
              ? ` The request is refused${counted ? ', and counted' : ''}; it would pass in ` +
                `${formatSeconds(searchRetryAfter(deciding, state, params, now, cost))}.`
              : ` The request adds ${formatNumber(cost)}.`),
          condition: withCost ? 'estimate + cost ≤ n' : 'estimate < n',
          evaluatedCondition: withCost ? comparedSum(estimated, cost, params.n) : compared(estimated, '<', params.n),
          code,
          executedLines: [...rule.code.map((_, line) => line + 1), condition, denied ? condition + 2 : condition + 1],
          countedSpan: [start, start + params.T] as const,
          ...(counted ? { countsDenied: true as const } : {}),
        };
      });
    },
    readouts(state: WeighedState, params: WeighedParams, now: Instant): readonly Readout[] {
      const { current, previous } = countsAt(state, params, now);
      return [
        ['estimate', formatNumber(level(state, params, now))],
        ['this window', formatNumber(current)],
        ['the one before', formatNumber(previous)],
        ...(now < state.shut ? [['shut out for', formatSeconds(state.shut - now)] as const] : []),
      ];
    },
    picture(state: WeighedState, params: WeighedParams, now: Instant) {
      const { at, start, current, previous } = countsAt(state, params, now);
      const { n, T } = params;
      const share = Math.min(1, (at - start) / T);
      return { kind: 'weighted', previous, current, elapsedShare: share, n, from: start, to: start + T };
    },
    /** No window admits more than n, and instants at most length − 1 apart touch so many of them. */
    bound: ({ n, T }: WeighedParams, length: Duration) => (length <= 0 ? 0 : n * (1 + Math.ceil((length - 1) / T))),
  } satisfies SystemRule<WeighedParams, WeighedState>;
}
