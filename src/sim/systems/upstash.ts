/**
 * @upstash/ratelimit on Redis: three algorithms, and in front of them a cache in the process that remembers who was
 * refused and until when. A refusal lasts to the end of the window, and to the millisecond in which that ends: a place
 * that becomes free within the window stays shut, and a big request that is refused shuts out small ones.
 */
import type { KeyState, Limiter, LimiterConfig } from '../limiters/limiter.ts';
import { explainTooLarge } from '../limiters/limiter.ts';
import { divCeil, divFloor } from '../math.ts';
import { formatNumber, formatSeconds, pluralize } from '../numberFormat.ts';
import {
  floorTo,
  microsFromSeconds,
  MILLISECOND,
  NEVER,
  secondsFromMicros,
  type Duration,
  type Instant,
} from '../time.ts';
import { ALLOW, DENY, DENY_TOO_LARGE, type Verdict } from '../verdict.ts';
import { chosenRule, type ChosenParams } from './derived.ts';
import { recorded } from './recorded.ts';
import {
  compared,
  explainDecision,
  offsetOf,
  requireWhole,
  ruleWithin,
  searchRetryAfter,
  systemOf,
  type System,
} from './system.ts';
import { weighedWindows, type WeighedParams } from './weighedWindows.ts';

/** In whose millisecond a block ends, the key is still shut out. */
const afterMillisecond = (end: Instant) => end + MILLISECOND;

const usesCache = ({ options }: LimiterConfig) => options['ephemeralCache'] === 'true';

function prepareWindows(config: LimiterConfig): WeighedParams {
  const { n, T } = config.policy;
  return {
    n,
    T,
    unit: MILLISECOND,
    offset: offsetOf(config.epoch, T),
    epoch: microsFromSeconds(config.epoch),
    shutUntil: usesCache(config) ? (_, windowEnd) => afterMillisecond(windowEnd) : null,
  };
}

const slidingWindow = {
  ...ruleWithin('upstash'),
  ...weighedWindows({
    estimate: ({ T }, previous, current, elapsed) => Math.floor((1 - elapsed / T) * previous) + current,
    moves: 'steps',
    compares: 'with cost',
    countsRefused: ({ n }, estimate) => estimate < n,
    code: ['estimate = ⌊(1 − elapsed/T) · previous⌋ + current', 'if estimate < n: count, even what is refused'],
    countsTooLarge: true,
  }),
  prepare: prepareWindows,
};

const fixedWindow = {
  ...ruleWithin('upstash'),
  ...weighedWindows({
    estimate: (_, __, current) => current,
    moves: 'evenly',
    compares: 'with cost',
    countsRefused: () => true,
    code: ['estimate = count of this window', 'count, even what is refused'],
    countsTooLarge: true,
  }),
  prepare: prepareWindows,
};

type TokenParams = {
  readonly n: number;
  readonly T: Duration;
  readonly capacity: number;
  readonly cache: boolean;
};

interface TokenState extends KeyState {
  /** Tokens at `refilledAt`; the key is forgotten at `end`, and full again. */
  tokens: number;
  refilledAt: Instant;
  end: Instant;
  shut: Instant;
}

/** Intervals since the last refill, and the tokens after them; a key that is not there is full, as of now. */
function intervalsAt(state: TokenState, { T }: TokenParams, clock: Instant): number {
  return clock < state.end ? Math.max(0, divFloor(clock - state.refilledAt, T)) : 0;
}

function tokensAt(state: TokenState, params: TokenParams, now: Instant): number {
  const clock = floorTo(now, MILLISECOND);
  if (clock >= state.end) return params.capacity;
  return Math.min(params.capacity, state.tokens + intervalsAt(state, params, clock) * params.n);
}

/** The last refill at or before `now`, or now where the key is not there. */
function refilledBy(state: TokenState, params: TokenParams, now: Instant): Instant {
  const clock = floorTo(now, MILLISECOND);
  return clock < state.end ? state.refilledAt + intervalsAt(state, params, clock) * params.T : clock;
}

function decideTokens(state: TokenState, params: TokenParams, now: Instant, cost: number): Verdict {
  const { n, T, capacity } = params;
  const refusal = cost > capacity ? DENY_TOO_LARGE : DENY;
  if (now < state.shut) return refusal;
  const tokens = tokensAt(state, params, now);
  const at = refilledBy(state, params, now);
  if (tokens < cost) {
    if (params.cache) state.shut = afterMillisecond(at + T);
    return refusal;
  }
  state.tokens = tokens - cost;
  state.refilledAt = at;
  state.end = Math.max(floorTo(now, MILLISECOND), at) + divCeil(capacity - state.tokens, n) * T;
  return ALLOW;
}

const TOKEN_CODE = [
  'if shut out or cost > maxTokens: deny',
  'if no key: tokens = maxTokens, at = now',
  'else add refillRate for each whole interval since at',
  'if tokens ≥ cost',
  '  tokens = tokens − cost, allow',
  'else deny, shut out until at + interval',
];

const tokenBucket: Limiter<TokenParams, TokenState> = {
  ...ruleWithin('upstash'),
  storedPerKey: 'tokens, time',
  outcomes: ['allow', 'deny'],
  reasons: ['a token was there', '', 'too few tokens, or the key is shut out', 'the cost is above the capacity'],
  pacing: 'bursty',
  countsTooLarge: true,
  gauge: {
    unit: ['token', 'tokens'],
    denySide: 'floor',
    full: (params: TokenParams) => params.capacity,
    boundBy: () => 'capacity',
    low: () => 0,
  },
  prepare: (config) => {
    const { n, T, capacity } = config.policy;
    return { n, T, capacity, cache: usesCache(config) };
  },
  maxCost: ({ capacity }) => capacity,
  init: ({ capacity }) => ({ tokens: capacity, refilledAt: -Infinity, end: -Infinity, shut: -Infinity }),
  decide: decideTokens,
  level: tokensAt,
  nextBreakpoint(state, params, now) {
    const clock = floorTo(now, MILLISECOND);
    if (tokensAt(state, params, now) >= params.capacity) return NEVER;
    return Math.max(
      now + 1,
      Math.min(state.end, state.refilledAt + (intervalsAt(state, params, clock) + 1) * params.T),
    );
  },
  retryAfter: (state, params, now, cost) => searchRetryAfter(tokenBucket, state, params, now, cost),
  explain(state, params, now, cost) {
    if (cost > params.capacity) return explainTooLarge(cost, 'capacity', params.capacity, TOKEN_CODE);
    return explainDecision(tokenBucket, state, params, now, cost, (verdict) => {
      if (now < state.shut) {
        return {
          sentence: `A refusal has shut the key out for another ${formatSeconds(state.shut - now)}; the tokens are not looked at.`,
          condition: 'now ≥ end of the block',
          evaluatedCondition: compared(secondsFromMicros(now), '≥', secondsFromMicros(state.shut)),
          code: TOKEN_CODE,
          executedLines: [0],
        };
      }
      const tokens = tokensAt(state, params, now);
      const fresh = floorTo(now, MILLISECOND) >= state.end;
      return {
        sentence:
          `The bucket holds ${pluralize(tokens, 'token')}, and the request ` +
          (verdict === ALLOW
            ? `takes ${formatNumber(cost)}.`
            : `needs ${formatNumber(cost)}. It would pass in ${formatSeconds(searchRetryAfter(tokenBucket, state, params, now, cost))}, ` +
              'if it does not shut itself out.'),
        condition: 'tokens ≥ cost',
        evaluatedCondition: `${formatNumber(tokens)} ≥ ${formatNumber(cost)}`,
        code: TOKEN_CODE,
        executedLines: [fresh ? 1 : 2, 3, verdict === ALLOW ? 4 : 5],
      };
    });
  },
  readouts: (state, params, now) => [
    ['tokens', formatNumber(tokensAt(state, params, now))],
    ['last refill', state.refilledAt === -Infinity ? 'none yet' : formatSeconds(refilledBy(state, params, now))],
    ...(now < state.shut ? [['shut out for', formatSeconds(state.shut - now)] as const] : []),
  ],
  picture(state, params, now) {
    const next = tokenBucket.nextBreakpoint(state, params, now);
    return {
      kind: 'tokens',
      tokens: tokensAt(state, params, now),
      capacity: params.capacity,
      refillIn: next === NEVER ? null : secondsFromMicros(next - now),
    };
  },
  /** Refills are T apart, less what the clock cuts; a full bucket may be there before the first. */
  bound: ({ n, T, capacity }, length) =>
    length <= 0 ? 0 : capacity + Math.max(n, capacity) * Math.ceil((length - 1 + MILLISECOND - 1) / T),
};

const RULES: Readonly<Record<string, Limiter>> = { slidingWindow, fixedWindow, tokenBucket };
const rules = chosenRule(({ algorithm }) => RULES[algorithm as string] as Limiter);

export const upstash: System<ChosenParams> = {
  ...rules,
  ...systemOf('upstash', {
    algorithm: ['Algorithm', 'What is counted in Redis; only tokenBucket uses the capacity (maxTokens).'],
    ephemeralCache: ['Ephemeral cache', 'Whether the process remembers who was refused, and until when.'],
  }),
  outcomes: ['allow', 'deny'],
  pacing: 'bursty',
  gauge: slidingWindow.gauge,
  countsTooLarge: true,
  summary: 'Windows or a bucket in Redis, behind a cache that shuts out whoever was refused.',
  rule:
    'slidingWindow weighs the window before and cuts to a whole number, fixedWindow counts all that comes, tokenBucket ' +
    'refills once an interval. With the cache, a refused key stays refused to the end of the window, whatever becomes free.',
  storedPerKey: 'counts or tokens; in the cache, an end',
  reasons: ['there was room', '', 'the limit is reached, or the key is shut out', 'the cost can never fit'],
  prepare(config) {
    requireWhole(config.policy.T, MILLISECOND, 'window');
    return rules.prepare(config);
  },
  story: {
    keywords: ['Redis', 'JavaScript', 'TypeScript', 'npm', 'serverless'],
    product: '@upstash/ratelimit',
    release: '2.2.0 (npm)',
    source: 'upstash/ratelimit, src/lua-scripts/single.ts, src/single.ts, src/cache.ts',
    evidence: recorded.upstash,
    runs: 'in Redis',
    traps: [
      'The cache refuses what the window allows: a place that becomes free within the window stays shut.',
      'A block includes the millisecond in which it ends: a request right at a window boundary is refused.',
      'A big request that is refused shuts out small ones.',
    ],
  },
};
