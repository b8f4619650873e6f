/** What becomes of a phase that changes its kind. */
import type { TrafficEntry } from '../../sim/index.ts';
import { jobsPerSecond } from './clientsFields.ts';
import { phaseStart } from './phaseFields.ts';

/** In the order in which they are offered. */
export const PHASE_KINDS = [
  'steady',
  'poisson',
  'burst',
  'times',
  'ramp',
  'on-off',
  'daily',
  'clients',
  'script',
] as const;
type Kind = TrafficEntry['kind'];
type EntryOfKind<K extends Kind> = Extract<TrafficEntry, { kind: K }>;

/** The run that the phase is in. */
export interface RunContext {
  /** When it ends, seconds. */
  readonly end: number;
  /** Its limit n/T, requests a second. */
  readonly limit: number;
}

const MAX_RATE = 1_000_000_000;
/** Thirty days. */
const MAX_SECONDS = 2_592_000;
/** As many instants as somebody may want to edit one by one. */
const MAX_LISTED_INSTANTS = 100;

/**
 * The phase as one of another kind: at the same time, about as many requests, the same key, cost, label and timeout. Its
 * stream stays, so that no other phase's random numbers change.
 */
export function convertPhase(entry: TrafficEntry, kind: Kind, run: RunContext): TrafficEntry {
  if (kind === entry.kind) return entry;
  const common = commonFieldsOf(entry);
  const from = phaseStart(entry);
  const { count, rate, to } = paceOf(entry, run);
  const span = { ...common, from, ...(to === undefined ? {} : { to }) };
  switch (kind) {
    case 'times':
      return { ...common, kind, at: instantsOf(entry, run), clicks: false };
    case 'burst':
      return { ...common, kind, at: from, count: Math.max(1, Math.ceil(count - 1e-9)), spread: 0 };
    case 'steady':
    case 'poisson':
      return { ...span, kind, rate };
    case 'ramp':
      return { ...span, kind, rate: [0, roundToFormat(2 * rate)] };
    case 'on-off':
      return { ...span, kind, rate, on: 1, off: 1 };
    case 'daily':
      return { ...span, kind, mean: rate, peakAt: 50_400, swing: 0.8 };
    case 'clients':
      // One client has the phase's own requests as its jobs; what is new is that it comes back.
      return {
        ...span,
        kind,
        count: 1,
        rate,
        arrivals: entry.kind === 'poisson' ? 'poisson' : 'steady',
        keys: common.keys ?? 'shared',
        retry: { strategy: 'backoff', base: 1, cap: 32, factor: 2, jitter: 'full' },
      };
    case 'script':
      return { ...common, kind, code: scriptFor(entry, { from, to: to ?? 'duration', rate }, run) };
  }
}

/** What every kind has, with one key and one cost where `times` had one for each request. */
function commonFieldsOf(entry: TrafficEntry): Omit<EntryOfKind<'script'>, 'kind' | 'code'> {
  const { key, cost, label, timeout, stream } = entry;
  const keys = keyPoolOf(entry);
  return {
    key: typeof key === 'string' ? key : (key[0] ?? 'a'),
    ...(keys === undefined ? {} : { keys }),
    cost: oneCost(cost),
    ...(label === undefined ? {} : { label }),
    ...(timeout === undefined ? {} : { timeout }),
    stream,
  };
}

/** Clients with a key each are as many keys. */
function keyPoolOf(entry: TrafficEntry): EntryOfKind<'script'>['keys'] {
  if (entry.kind !== 'clients') return entry.keys;
  const { keys, count } = entry;
  if (typeof keys === 'object') return keys;
  return keys === 'own' && count > 1 ? { count, share: 'even' } : undefined;
}

function oneCost(cost: TrafficEntry['cost']): EntryOfKind<'script'>['cost'] {
  if (typeof cost === 'number' || 'of' in cost) return cost;
  return cost[0] ?? 1;
}

interface Pace {
  readonly count: number;
  readonly rate: number;
  readonly to?: number;
}

/** About how many requests a phase makes, how fast, and when it ends; no end for one that goes on to the run's. */
function paceOf(entry: TrafficEntry, { end, limit }: RunContext): Pace {
  switch (entry.kind) {
    case 'times':
    case 'burst': {
      const count = entry.kind === 'burst' ? entry.count : Math.max(1, entry.at.length);
      const from = phaseStart(entry);
      const last = entry.kind === 'burst' ? from + entry.spread : entry.at.reduce((a, b) => Math.max(a, b), from);
      const length = last > from ? last - from : 1;
      return { count, rate: roundToFormat(count / length), to: Math.min(MAX_SECONDS, roundToFormat(from + length)) };
    }
    case 'script':
      // What a program makes is known when it has run; the limit's own rate shows something.
      return { count: Math.min(MAX_RATE, limit * end), rate: roundToFormat(limit) };
    default: {
      const { from, to } = entry;
      const rate = meanRate(entry, limit);
      const count = Math.min(MAX_RATE, rate * Math.max(0, (to ?? end) - from));
      return { count, rate, ...(to === undefined ? {} : { to }) };
    }
  }
}

function meanRate(entry: Exclude<TrafficEntry, { kind: 'times' | 'burst' | 'script' }>, limit: number): number {
  switch (entry.kind) {
    case 'ramp':
      return roundToFormat((entry.rate[0] + entry.rate[1]) / 2);
    case 'daily':
      return entry.mean;
    case 'clients':
      return roundToFormat(entry.count * jobsPerSecond(entry, limit));
    default:
      return entry.rate;
  }
}

/** The instants of a phase that has few and even ones; else its beginning alone. */
function instantsOf(entry: TrafficEntry, { end }: RunContext): readonly number[] {
  if (entry.kind === 'times') return entry.at;
  const from = phaseStart(entry);
  const [count, gap] =
    entry.kind === 'burst'
      ? [entry.count, entry.spread / entry.count]
      : entry.kind === 'steady'
        ? [Math.ceil(((entry.to ?? end) - from) * entry.rate - 1e-9), 1 / entry.rate]
        : [1, 0];
  if (count < 1 || count > MAX_LISTED_INSTANTS) return [from];
  return Array.from({ length: count }, (_, k) => roundToFormat(from + k * gap));
}

/** A program that sends what the phase sends: instants written out where they are few, else a loop at its rate. */
function scriptFor(
  entry: TrafficEntry,
  pace: { from: number; to: number | string; rate: number },
  run: RunContext,
): string {
  if (entry.kind === 'times' || entry.kind === 'burst') {
    const instants = instantsOf(entry, run);
    if (instants.length <= MAX_LISTED_INSTANTS && (entry.kind === 'times' || instants.length === entry.count))
      return `for (const at of [${instants.join(', ')}]) send(at);\n`;
  }
  const at = pace.from === 0 ? `k / ${pace.rate}` : `${pace.from} + k / ${pace.rate}`;
  return `for (let k = 0; ${at} < ${pace.to}; k++) {\n  send(${at});\n}\n`;
}

/** To the microsecond, never 0 where it was not, and never more than the format takes. */
function roundToFormat(value: number): number {
  const rounded = Math.min(MAX_RATE, Math.round(value * 1e6) / 1e6);
  return rounded === 0 && value > 0 ? 0.000001 : rounded;
}
