/** For tests only: settings to try every limiter with, and tables that are played row by row. */
import {
  defaultsOf,
  UnsupportedPolicyError,
  type Edition,
  type Knob,
  type Limiter,
  type Options,
  type Params,
  type Policy,
  type LimiterConfig,
  type KeyState,
} from './limiter.ts';
import { DENY_TOO_LARGE, outcomeOf } from '../verdict.ts';
import { DAY, NEVER, SECOND, secondsFromMicros, microsFromSeconds } from '../time.ts';

/** The options of a lane that sets none. */
export function defaultOptions(limiter: Limiter): Options {
  return defaultsOf(limiter.knobs);
}

/** Numbers worth trying beside the defaults, and choices that only show together, by limiter. Others try numbers as they come. */
const EXTRA_OPTIONS: Readonly<Record<string, readonly Options[]>> = {
  'sub-window': [{ slices: 1 }, { slices: 2 }, { slices: 7 }],
  'nginx-limit-req': [{ burst: 5 }, { burst: 5, delay: 2 }, { burst: 3, delay: 'none' }, { delay: 'none' }],
  'guava-bursty': [
    { maxBurstSeconds: 0 },
    { maxBurstSeconds: 7.5 },
    { mode: 'tryAcquire', timeout: 0.5 },
    { mode: 'tryAcquire', maxBurstSeconds: 3, timeout: 20 },
  ],
  'guava-warming-up': [
    { warmup: 1 },
    { coldFactor: 1 },
    { coldFactor: 7.5, warmup: 3 },
    { mode: 'tryAcquire', timeout: 0.5 },
    { mode: 'tryAcquire', warmup: 0.25, timeout: 20 },
  ],
  'golang-rate': [
    { mode: 'wait', maxWait: 0.5 },
    { mode: 'wait', maxWait: 20 },
  ],
  bucket4j: [
    { refill: 'aligned', timeOfFirstRefill: 0.25, useAdaptiveInitialTokens: 'true' },
    { refill: 'intervally', initialTokens: 0, precision: 'nanoseconds' },
    { refill: 'aligned', timeOfFirstRefill: 100, initialTokens: 1 },
  ],
  resilience4j: [{ timeoutDuration: 0 }, { timeoutDuration: 90 }],
  sentinel: [
    { behavior: 'throttling', maxQueueingTime: 0 },
    { behavior: 'warm-up', warmUpPeriod: 3, coldFactor: 2 },
    { behavior: 'warm-up-throttling', warmUpPeriod: 2, maxQueueingTime: 3 },
  ],
  'rate-limiter-flexible': [
    { blockDuration: 5 },
    { burstPoints: 4, burstDuration: 20 },
    { blockDuration: 0.5, burstPoints: 2 },
  ],
  'haproxy-rate': [{ expire: 0.75 }, { expire: 30 }],
  upstash: [
    { algorithm: 'fixedWindow', ephemeralCache: 'false' },
    { algorithm: 'tokenBucket', ephemeralCache: 'false' },
  ],
  'p-throttle': [{ strict: 'true' }],
  vsthrottle: [{ block: 2 }, { block: 0.001 }],
  cloudflare: [{ mitigationTimeout: 0 }, { mitigationTimeout: 60 }],
};

/** Of a numeric option: the least value, and one a little above the default. */
function numbersToTry(knob: Knob): readonly Options[] {
  if (knob.kind !== 'number') return [];
  const usual = typeof knob.default === 'number' ? knob.default : knob.min;
  const more = Math.min(knob.max, usual + (knob.integer ? 1 : 0.25));
  return [knob.min, more].filter((value) => value !== knob.default).map((value) => ({ [knob.id]: value }));
}

/** Default options, those with one choice changed, and further ones. */
export function optionVariants(limiter: Limiter): readonly Options[] {
  const usual = defaultOptions(limiter);
  const spread = [usual];
  for (const knob of limiter.knobs) {
    if (knob.kind !== 'choice') continue;
    for (const choice of knob.choices) if (choice !== knob.default) spread.push({ ...usual, [knob.id]: choice });
  }
  for (const options of EXTRA_OPTIONS[limiter.id] ?? limiter.knobs.flatMap(numbersToTry))
    spread.push({ ...usual, ...options });
  return spread;
}

/** Policies: round, awkward, and at the limits of what a scenario may hold. */
export const POLICIES: readonly Policy[] = [
  { n: 10, T: 60 * SECOND, capacity: 10 },
  { n: 3, T: 60 * SECOND, capacity: 3 },
  { n: 1, T: SECOND, capacity: 1 },
  { n: 1, T: 1000, capacity: 1 },
  { n: 5, T: 1000, capacity: 2 },
  { n: 7, T: 333_333, capacity: 7 },
  { n: 7, T: 333_333, capacity: 3 },
  { n: 3, T: SECOND, capacity: 11 },
  { n: 60, T: 60 * SECOND, capacity: 7 },
  { n: 13, T: 1_000_003, capacity: 13 },
  { n: 1, T: 30 * DAY, capacity: 1 },
  { n: 9, T: 30 * DAY, capacity: 5 },
];

function configName(config: LimiterConfig): string {
  const { n, T, capacity } = config.policy;
  const options = Object.entries(config.options).map(([id, value]) => `, ${id} ${value}`);
  const epoch = config.epoch === 0 ? '' : `, epoch ${config.epoch}`;
  return `${config.edition}, ${n} per ${secondsFromMicros(T)} s, capacity ${capacity}${options.join('')}${epoch}`;
}

export interface Case {
  readonly limiter: Limiter;
  readonly config: LimiterConfig;
  readonly params: Params;
  readonly name: string;
}

/** Long enough for every traffic of these tests, and the waits after it. */
const HORIZON = 400 * DAY;

export function caseOf(limiter: Limiter, setting: Partial<LimiterConfig> & Pick<LimiterConfig, 'policy'>): Case {
  const config: LimiterConfig = {
    options: defaultOptions(limiter),
    edition: limiter.editions[0] as Edition,
    epoch: 0,
    horizon: HORIZON,
    ...setting,
  };
  return { limiter, config: config, params: limiter.prepare(config), name: `${limiter.id}, ${configName(config)}` };
}

/** A limiter in all its editions, with all options and all of the policies that mean something to it. */
export function casesOf(limiter: Limiter, policies = POLICIES): readonly Case[] {
  return limiter.editions.flatMap((edition) =>
    optionVariants(limiter).flatMap((options) =>
      policies.flatMap((policy) => {
        try {
          return [caseOf(limiter, { edition, options, policy })];
        } catch (error) {
          if (error instanceof UnsupportedPolicyError) return [];
          throw error;
        }
      }),
    ),
  );
}

/** The highest cost that a test requests: what the limiter can hold, or more than it admits at once. */
export function maxTestCost({ limiter, params, config: { policy } }: Case): number {
  return Math.min(limiter.maxCost(params), 2 * (policy.n + policy.capacity));
}

interface DecisionRow {
  readonly time: number;
  readonly before: number;
  readonly cost: number;
  readonly verdict: string;
  readonly after: number;
  readonly wait: string | number;
}

const round = (value: number) => Math.round(value * 1e9) / 1e9 + 0;

/** `12.5`, `−3`, `8/7`, `1 − 1/3` without spaces: `1-1/3`. */
function parseFigure(text: string): number {
  const [, whole = '', numerator = '', denominator = ''] =
    /^(-?[\d.]+(?=$|[+-]))?\+?(?:(-?[\d.]+)\/([\d.]+))?$/.exec(text) ?? [];
  const value = Number(whole || 0) + (numerator === '' ? 0 : Number(numerator) / Number(denominator));
  if (text === '' || (whole === '' && numerator === '') || !Number.isFinite(value))
    throw new Error(`no figure: ${text}`);
  return value;
}

/**
 * Plays a table, one request a row: time in seconds, level before, cost asked, verdict (`allow`, `delay`, `deny`,
 * `large` for a cost that never fits), level after, and in the last column the wait: the retry-after time of a denial,
 * in seconds or `never`; that of a delayed request, in seconds; `-` for one admitted at once. What follows `·` is a
 * note for the reader.
 */
export function playTable(
  { limiter, params }: Case,
  table: string,
): { readonly actual: readonly DecisionRow[]; readonly expected: readonly DecisionRow[] } {
  const expected: DecisionRow[] = [];
  const actual: DecisionRow[] = [];
  const state: KeyState = limiter.init(params);
  for (const line of table.trim().split('\n').slice(1)) {
    const [time = '', before = '', ask = '', verdict = '', after = '', retry = ''] = (line.split('·')[0] as string)
      .trim()
      .split(/\s+/);
    const now = microsFromSeconds(parseFigure(time));
    expected.push({
      time: parseFigure(time),
      before: round(parseFigure(before)),
      cost: parseFigure(ask),
      verdict,
      after: round(parseFigure(after)),
      wait: /^[\d.]/.test(retry) ? parseFigure(retry) : retry,
    });
    const found = round(limiter.level(state, params, now));
    const decided = limiter.decide(state, params, now, parseFigure(ask));
    const outcome = outcomeOf(decided);
    const wait =
      outcome === 'deny'
        ? limiter.retryAfter(state, params, now, parseFigure(ask))
        : outcome === 'delay'
          ? (state['wait'] as number)
          : null;
    actual.push({
      time: parseFigure(time),
      before: found,
      cost: parseFigure(ask),
      verdict: decided === DENY_TOO_LARGE ? 'large' : outcome,
      after: round(limiter.level(state, params, now)),
      wait: wait === null ? '-' : wait === NEVER ? 'never' : secondsFromMicros(wait),
    });
  }
  return { actual, expected };
}
