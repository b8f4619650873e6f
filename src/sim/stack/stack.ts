/**
 * Limits that stack: a request must pass several limits, such as 10 a second and 1,000 an hour, or one limit for its key and
 * one for all keys.
 *
 * Charged together, a limit is charged only if every one admits the request; what one refuses costs the others nothing.
 * Charged in order, each limit is charged as the request passes it, as a chain of products does: what a later one refuses
 * has used up a permit of every limit before it. A limit that refuses does with the request what it does with any that it
 * refuses. Where limits delay, the request waits for the longest.
 *
 * A limit that all keys share has one state in a run, which is in the state of every key.
 */
import { fixedWindow } from '../limiters/fixedWindow.ts';
import {
  cloneState,
  defaultsOf,
  UnsupportedPolicyError,
  type Explanation,
  type Gauge,
  type KeyState,
  type Limiter,
  type LimiterConfig,
  type Params,
  type PartExplanation,
  type StackedLimiter,
} from '../limiters/limiter.ts';
import { tokenBucket } from '../limiters/tokenBucket.ts';
import { formatNumber, pluralize } from '../numberFormat.ts';
import type { OwnCodeError } from '../ownCodeError.ts';
import { firstInstant } from '../search.ts';
import { withTexts } from '../systems/texts.ts';
import { DEFAULT_STACK, hasCodeKnob, stackWords } from '../systems/words.ts';
import { PrecisionLossError } from '../ticks.ts';
import { NEVER, secondsFromMicros, type Duration, type Instant } from '../time.ts';
import { ALLOW, DELAY, DENY_TOO_LARGE, isDenied, type Verdict } from '../verdict.ts';

/** A limit that is ready to decide. */
interface StackPart extends Pick<StackedLimiter, 'limiter' | 'sharedByKeys'> {
  /** As shown: its label, or its limiter and policy. */
  readonly name: string;
  readonly params: Params;
  /** Whether a user wrote it: then what it says of waits need not fit what it decides. */
  readonly isOwn: boolean;
}

type StackParams = {
  readonly parts: readonly StackPart[];
  readonly gauges: readonly Gauge[];
  readonly charge: 'together' | 'in-order';
  readonly maxCost: number;
  /** The states that all keys of a run share, by part; empty outside a run. */
  readonly shared: readonly (KeyState | null)[];
};

type StackState = {
  /** Of the request that was delayed last. */
  wait: Duration;
  readonly parts: readonly KeyState[];
};

/** As many as the format allows; each has a verdict of its own, for a refusal. */
const MAX_PARTS = 8;
const REFUSED_BY_FIRST: Verdict = DENY_TOO_LARGE + 1;

/** Rooms that are nearer to each other than this are the same: they are computed in different ways. */
const ROOM_PRECISION = 1e-12;

const TOO_LARGE_LINE = 'if cost > what some limit can hold: deny';
const CODE = {
  together: [
    TOO_LARGE_LINE,
    'ask every limit, charging none',
    'if all admit',
    '  charge every limit',
    '  allow',
    'else deny',
  ],
  'in-order': [TOO_LARGE_LINE, 'for each limit, in order', '  if it admits: charge it', '  else deny', 'allow'],
} as const;

/** What is left of a limit, as a share of all that it holds; below 0 where it owes. It refuses at about 0. */
function roomOf(params: StackParams, state: StackState, part: number, now: Instant): number {
  const { limiter, params: own } = params.parts[part] as StackPart;
  const gauge = params.gauges[part] as Gauge;
  const level = limiter.level(state.parts[part] as KeyState, own, now);
  const full = gauge.full(own);
  return gauge.denySide === 'floor' ? level / full : (full - level) / (full - Math.min(0, gauge.low(own)));
}

/** The limit that is nearest to refusing; the first of several. */
function tightest(params: StackParams, state: StackState, now: Instant): number {
  let nearest = 0;
  let least = Infinity;
  for (let part = 0; part < params.parts.length; part++) {
    const room = roomOf(params, state, part, now);
    if (room >= least - ROOM_PRECISION) continue;
    nearest = part;
    least = room;
  }
  return nearest;
}

function waitOfPart(params: StackParams, state: StackState, part: number, now: Instant, cost: number): Duration {
  const { limiter, params: own } = params.parts[part] as StackPart;
  return limiter.retryAfter(state.parts[part] as KeyState, own, now, cost);
}

/** Whether a limit would admit the request. Ours would where no wait is needed; one that a user wrote decides on a copy. */
function admitsPart(params: StackParams, state: StackState, part: number, now: Instant, cost: number): boolean {
  const { limiter, params: own, isOwn } = params.parts[part] as StackPart;
  if (!isOwn) return waitOfPart(params, state, part, now, cost) === 0;
  return !isDenied(limiter.decide(cloneState(state.parts[part] as KeyState), own, now, cost));
}

function decidePart(params: StackParams, state: StackState, part: number, now: Instant, cost: number): Verdict {
  const { limiter, params: own } = params.parts[part] as StackPart;
  return limiter.decide(state.parts[part] as KeyState, own, now, cost);
}

/** Has every limit decide, up to the first that refuses. */
function charge(params: StackParams, state: StackState, now: Instant, cost: number): Verdict {
  let [verdict, wait] = [ALLOW, 0];
  for (let part = 0; part < params.parts.length; part++) {
    const answer = decidePart(params, state, part, now, cost);
    if (isDenied(answer)) return REFUSED_BY_FIRST + part;
    if (answer !== DELAY) continue;
    verdict = DELAY;
    wait = Math.max(wait, (state.parts[part] as KeyState)['wait'] as number);
  }
  state.wait = wait;
  return verdict;
}

/** Only the limits that refuse the request decide on it. */
function refuse(params: StackParams, state: StackState, now: Instant, cost: number): Verdict {
  let first = -1;
  for (let part = 0; part < params.parts.length; part++) {
    if (admitsPart(params, state, part, now, cost)) continue;
    decidePart(params, state, part, now, cost);
    if (first < 0) first = part;
  }
  return REFUSED_BY_FIRST + first;
}

/** The same for a cost that some limit can never hold. */
function refuseTooLarge(params: StackParams, state: StackState, now: Instant, cost: number): Verdict {
  params.parts.forEach(({ limiter, params: own }, part) => {
    if (cost > limiter.maxCost(own)) decidePart(params, state, part, now, cost);
  });
  return DENY_TOO_LARGE;
}

function explainParts(params: StackParams, state: StackState, now: Instant, cost: number) {
  const explained = params.parts.map(({ limiter, params: own }, part) =>
    limiter.explain(state.parts[part] as KeyState, own, now, cost),
  );
  const refusing = explained.findIndex(
    ({ verdict }) => isDenied(verdict) && (cost <= params.maxCost || verdict === DENY_TOO_LARGE),
  );
  const answers = explained.map(({ verdict, condition, evaluatedCondition }, part): PartExplanation => {
    const { name } = params.parts[part] as StackPart;
    // A cost that is too large is refused before any limit is charged.
    if (params.charge === 'in-order' && refusing >= 0 && part > refusing)
      return { name, answer: 'not asked', condition: '', evaluatedCondition: '' };
    const answer = isDenied(verdict) ? 'refuses' : verdict === DELAY ? 'delays' : 'admits';
    return { name, answer, condition, evaluatedCondition };
  });
  return { explained, refusing, answers };
}

/** Those of the document's default, on the lane's own policy: where nothing else is said, as in the picker. */
function defaultLimits(config: LimiterConfig): readonly StackedLimiter[] {
  const limiters: Readonly<Record<(typeof DEFAULT_STACK)[number], Limiter>> = {
    'token-bucket': tokenBucket,
    'fixed-window': fixedWindow,
  };
  return DEFAULT_STACK.map((id) => {
    const limiter = limiters[id];
    const prepare = () => limiter.prepare({ ...config, options: defaultsOf(limiter.knobs), edition: 'corrected' });
    return { limiter, policy: config.policy, sharedByKeys: false, prepare };
  });
}

/** What a user's limit throws says which limit it is: each has lines of its own. */
function named<T>(name: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    // By its name, and made by its constructor: the class comes with the sandbox.
    if (!(error instanceof Error) || error.name !== 'OwnCodeError') throw error;
    const { message, line, column, place, at, request, constructor } = error as OwnCodeError;
    const Kind = constructor as typeof OwnCodeError;
    const failure = new Kind(`${name}: ${message}`, line, column, { place, at });
    failure.request = request;
    throw failure;
  }
}

function namedLimiter(limiter: Limiter, name: string): Limiter {
  const methods = Object.entries(limiter).map(([key, value]: [string, unknown]) => {
    if (typeof value !== 'function') return [key, value];
    const method = value as (...args: readonly unknown[]) => unknown;
    return [key, (...args: readonly unknown[]) => named(name, () => method(...args))];
  });
  return Object.fromEntries(methods) as Limiter;
}

/**
 * @throws {UnsupportedPolicyError} that says which limit cannot run its policy
 * @throws {OwnCodeError} that says whose program does not run
 */
function partOf({ limiter, policy, label, sharedByKeys, prepare }: StackedLimiter, place: number): StackPart {
  const own =
    label ?? `${limiter.name}, ${formatNumber(policy.n)} per ${formatNumber(secondsFromMicros(policy.T), 6)} s`;
  const said = `limit ${place + 1}, ${limiter.name}`;
  const isOwn = hasCodeKnob(limiter);
  try {
    return {
      name: sharedByKeys ? `${own}, all keys` : own,
      limiter: isOwn ? namedLimiter(limiter, said) : limiter,
      params: named(said, prepare),
      sharedByKeys,
      isOwn,
    };
  } catch (error) {
    if (!(error instanceof PrecisionLossError) && !(error instanceof UnsupportedPolicyError)) throw error;
    throw new UnsupportedPolicyError(`${said}: ${error.message}`, { cause: error });
  }
}

export const stack: Limiter<StackParams, StackState> = {
  ...withTexts(stackWords, {
    charge: ['Charge', 'together: only if every limit admits. in-order: each limit as the request passes it.'],
  }),
  family: 'Several limits',
  summary: 'Several limits, all of which must admit a request.',
  rule:
    'Every request must pass every limit. Together: the limits are charged only if all admit it. In order: each is charged ' +
    'as the request passes it, even if a later one refuses.',
  sources: [],
  storedPerKey: 'what each limit stores',
  errata: [],
  outcomes: ['allow', 'delay', 'deny'],
  reasons: [
    'every limit admitted it',
    'it waits for the slowest limit',
    '',
    'the cost is above what one of the limits can hold',
    ...Array.from({ length: MAX_PARTS }, (_, part) => `limit ${part + 1} refused`),
  ],
  pacing: 'bursty',
  traits: { monotone: null },
  gauge: {
    unit: ['% left', '% left'],
    denySide: 'floor',
    full: () => 100,
    low: () => 0,
  },

  canDelay: ({ parts }) =>
    parts.some(({ limiter, params }) => limiter.canDelay?.(params) ?? limiter.outcomes.includes('delay')),

  prepare(config) {
    const parts = (config.stacked ?? defaultLimits(config)).map(partOf);
    return {
      parts,
      gauges: parts.map(({ limiter, params }) => limiter.gaugeFor?.(params) ?? limiter.gauge),
      charge: config.options['charge'] === 'in-order' ? 'in-order' : 'together',
      maxCost: Math.min(...parts.map(({ limiter, params }) => limiter.maxCost(params))),
      shared: [],
    };
  },

  maxCost: (params) => params.maxCost,

  withSharedStates(params) {
    if (!params.parts.some(({ sharedByKeys }) => sharedByKeys)) return params;
    const shared = params.parts.map(({ sharedByKeys, limiter, params: own }) =>
      sharedByKeys ? limiter.init(own) : null,
    );
    return { ...params, shared };
  },

  init: ({ parts, shared }) => ({
    wait: 0,
    parts: parts.map(({ limiter, params }, part) => shared[part] ?? limiter.init(params)),
  }),

  decide(state, params, now, cost) {
    if (cost > params.maxCost) return refuseTooLarge(params, state, now, cost);
    if (params.charge === 'in-order') return charge(params, state, now, cost);
    for (let part = 0; part < params.parts.length; part++)
      if (!admitsPart(params, state, part, now, cost)) return refuse(params, state, now, cost);
    return charge(params, state, now, cost);
  },

  level: (state, params, now) => Math.max(0, 100 * roomOf(params, state, tightest(params, state, now), now)),

  /** Where a limit's level bends, or where another limit becomes the tightest. */
  nextBreakpoint(state, params, now) {
    let next: Instant = NEVER;
    for (const [part, { limiter, params: own }] of params.parts.entries())
      next = Math.min(next, limiter.nextBreakpoint(state.parts[part] as KeyState, own, now));
    if (next === NEVER || next <= now + 1) return next;
    const nearest = tightest(params, state, now);
    const isSpent = (at: Instant) => roomOf(params, state, nearest, at) < 0;
    const spent = isSpent(now);
    const isOver = (at: Instant) => tightest(params, state, at) !== nearest || isSpent(at) !== spent;
    // Straight lines: once another is below this one, it stays there.
    return isOver(next - 1) ? firstInstant(now, next - 1, isOver) : next;
  },

  retryAfter(state, params, now, cost) {
    // Each limit, once it would admit the request, goes on doing so if no other comes.
    let longest: Duration = 0;
    for (let part = 0; part < params.parts.length; part++) {
      // A user's limit is asked only where it refuses.
      if ((params.parts[part] as StackPart).isOwn && admitsPart(params, state, part, now, cost)) continue;
      longest = Math.max(longest, waitOfPart(params, state, part, now, cost));
    }
    return longest;
  },

  explain(state, params, now, cost) {
    const { explained, refusing, answers } = explainParts(params, state, now, cost);
    const isTooLarge = cost > params.maxCost;
    const shown = refusing >= 0 ? refusing : tightest(params, state, now);
    const { condition, evaluatedCondition, holds, sentence } = explained[shown] as Explanation;
    const { name } = params.parts[shown] as StackPart;
    const delayed = answers.filter(({ answer }) => answer === 'delays').length;
    const common = { condition, evaluatedCondition, holds, code: CODE[params.charge], parts: answers };
    if (refusing >= 0) {
      return {
        ...common,
        verdict: isTooLarge ? DENY_TOO_LARGE : REFUSED_BY_FIRST + refusing,
        sentence: `Limit ${refusing + 1}, ${name}, refuses. ${sentence}`,
        executedLines: isTooLarge ? [0] : params.charge === 'together' ? [1, 2, 5] : [1, 2, 3],
      };
    }
    return {
      ...common,
      verdict: delayed > 0 ? DELAY : ALLOW,
      sentence: `${admittedBy(params.parts.length, delayed)} Nearest to refusing is limit ${shown + 1}, ${name}. ${sentence}`,
      executedLines: params.charge === 'together' ? [1, 2, 3, 4] : [1, 2, 4],
    };
  },

  readouts(state, params, now) {
    const nearest = tightest(params, state, now);
    return [
      ['tightest', `${nearest + 1}. ${params.parts[nearest]?.name}`],
      ...params.parts.map(({ limiter, params: own }, part): readonly [string, string] => {
        const gauge = params.gauges[part] as Gauge;
        const level = formatNumber(limiter.level(state.parts[part] as KeyState, own, now));
        return [`limit ${part + 1}`, `${level} of ${pluralize(gauge.full(own), ...gauge.unit)}`];
      }),
    ];
  },

  picture(state, params, now) {
    const nearest = tightest(params, state, now);
    const { limiter, params: own } = params.parts[nearest] as StackPart;
    return limiter.picture(state.parts[nearest] as KeyState, own, now);
  },

  /**
   * What the strictest limit lets through. A limit counts when a request is admitted, or when its own wait is over: where
   * another one delays the request, it takes effect at a time that was never counted.
   */
  bound({ parts }, length) {
    const delaying = parts.filter(({ limiter }) => limiter.outcomes.includes('delay'));
    if (delaying.length > 1) return Infinity;
    const counting = delaying.length === 1 ? delaying : parts;
    return Math.min(...counting.map(({ limiter, params }) => limiter.bound(params, length)));
  },
};

function admittedBy(limits: number, delayed: number): string {
  const all = limits === 1 ? 'The limit admits it.' : `All ${limits} limits admit it.`;
  return delayed === 0 ? all : `${all} It waits for the slowest.`;
}
