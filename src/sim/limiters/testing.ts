/** For tests only: settings to try every limiter with, and tables that are played row by row. */
import {
  DENY_TOO_LARGE,
  outcomeOf,
  Unusable,
  type Edition,
  type Limiter,
  type Options,
  type Params,
  type Policy,
  type Setting,
  type State,
} from './limiter.ts';
import { DAY, NEVER, SECOND, secondsFromMicros, microsFromSeconds } from '../time.ts';

/** The options of a lane that sets none. */
export function defaultOptions(limiter: Limiter): Options {
  return Object.fromEntries(limiter.knobs.map((knob) => [knob.id, knob.default]));
}

/** Numbers worth trying beside the defaults, and choices that only show together, by limiter. */
const FURTHER_OPTIONS: Readonly<Record<string, readonly Options[]>> = {
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
};

/** Default options, those with one choice changed, and further ones. */
export function optionSpread(limiter: Limiter): readonly Options[] {
  const usual = defaultOptions(limiter);
  const spread = [usual];
  for (const knob of limiter.knobs) {
    if (knob.kind !== 'choice') continue;
    for (const choice of knob.choices) if (choice !== knob.default) spread.push({ ...usual, [knob.id]: choice });
  }
  for (const options of FURTHER_OPTIONS[limiter.id] ?? []) spread.push({ ...usual, ...options });
  return spread;
}

/** Policies that are nice, awkward, and at the edges of what a scenario may hold. */
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

function nameOf(setting: Setting): string {
  const { n, T, capacity } = setting.policy;
  const options = Object.entries(setting.options).map(([id, value]) => `, ${id} ${value}`);
  const epoch = setting.epoch === 0 ? '' : `, epoch ${setting.epoch}`;
  return `${setting.edition}, ${n} per ${secondsFromMicros(T)} s, capacity ${capacity}${options.join('')}${epoch}`;
}

export interface Case {
  readonly limiter: Limiter;
  readonly setting: Setting;
  readonly params: Params;
  readonly name: string;
}

/** Long enough for every traffic of these tests, and the waits after it. */
const HORIZON = 400 * DAY;

export function caseOf(limiter: Limiter, setting: Partial<Setting> & Pick<Setting, 'policy'>): Case {
  const full: Setting = {
    options: defaultOptions(limiter),
    edition: limiter.editions[0] as Edition,
    epoch: 0,
    horizon: HORIZON,
    ...setting,
  };
  return { limiter, setting: full, params: limiter.prepare(full), name: `${limiter.id}, ${nameOf(full)}` };
}

/** A limiter in all its editions, with all options and all policies that mean something to it. */
export function casesOf(limiter: Limiter): readonly Case[] {
  return limiter.editions.flatMap((edition) =>
    optionSpread(limiter).flatMap((options) =>
      POLICIES.flatMap((policy) => {
        try {
          return [caseOf(limiter, { edition, options, policy })];
        } catch (error) {
          if (error instanceof Unusable) return [];
          throw error;
        }
      }),
    ),
  );
}

/** The most that a test asks for at once: what the limiter can hold, or more than it lets through at once. */
export function mostOf({ limiter, params, setting: { policy } }: Case): number {
  return Math.min(limiter.most(params), 2 * (policy.n + policy.capacity));
}

interface Row {
  readonly time: number;
  readonly before: number;
  readonly ask: number;
  readonly verdict: string;
  readonly after: number;
  readonly retry: string | number;
}

const round = (value: number) => Math.round(value * 1e9) / 1e9 + 0;

/** `12.5`, `−3`, `8/7`, `1 − 1/3` without spaces: `1-1/3`. */
function figure(text: string): number {
  const [, whole = '', numerator = '', denominator = ''] =
    /^(-?[\d.]+(?=$|[+-]))?\+?(?:(-?[\d.]+)\/([\d.]+))?$/.exec(text) ?? [];
  const value = Number(whole || 0) + (numerator === '' ? 0 : Number(numerator) / Number(denominator));
  if (text === '' || (whole === '' && numerator === '') || !Number.isFinite(value))
    throw new Error(`no figure: ${text}`);
  return value;
}

/**
 * Plays a table, one request a row: time in seconds, level before, cost asked, verdict (`allow`, `delay`, `deny`, `large` for
 * a cost that never fits), level after, and in the last column the wait: promised with a denial, in seconds or `never`;
 * that of a delayed request, in seconds; `-` for one admitted at once. What follows `·`
 * is said to the reader.
 */
export function play(
  { limiter, params }: Case,
  table: string,
): { readonly actual: readonly Row[]; readonly expected: readonly Row[] } {
  const expected: Row[] = [];
  const actual: Row[] = [];
  const state: State = limiter.init(params);
  for (const line of table.trim().split('\n').slice(1)) {
    const [time = '', before = '', ask = '', verdict = '', after = '', retry = ''] = (line.split('·')[0] as string)
      .trim()
      .split(/\s+/);
    const now = microsFromSeconds(figure(time));
    expected.push({
      time: figure(time),
      before: round(figure(before)),
      ask: figure(ask),
      verdict,
      after: round(figure(after)),
      retry: /^[\d.]/.test(retry) ? figure(retry) : retry,
    });
    const found = round(limiter.level(state, params, now));
    const decided = limiter.decide(state, params, now, figure(ask));
    const outcome = outcomeOf(decided);
    const wait =
      outcome === 'deny'
        ? limiter.retryAfter(state, params, now, figure(ask))
        : outcome === 'delay'
          ? (state['wait'] as number)
          : null;
    actual.push({
      time: figure(time),
      before: found,
      ask: figure(ask),
      verdict: decided === DENY_TOO_LARGE ? 'large' : outcome,
      after: round(limiter.level(state, params, now)),
      retry: wait === null ? '-' : wait === NEVER ? 'never' : secondsFromMicros(wait),
    });
  }
  return { actual, expected };
}
