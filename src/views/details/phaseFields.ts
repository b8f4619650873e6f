/** The fields of a phase by its kind, and what becomes of a phase that changes its kind. */
import type { Problem, Traffic } from '../../sim/index.ts';
import type { Checked } from '../format/fields.ts';
import { number } from '../format/numbers.ts';
import { inSeconds } from '../format/time.ts';
import { checkField, secondsFromText } from './check.ts';
import type { Kind } from './phaseText.ts';

/** The kinds that this version runs, in the order in which they are offered. */
export const RUNNABLE = ['steady', 'poisson', 'burst', 'times', 'ramp', 'on-off', 'daily'] as const;
export type RunnableKind = (typeof RUNNABLE)[number];
export type Runnable = Extract<Traffic, { kind: RunnableKind }>;

export function isRunnable(entry: Traffic): entry is Runnable {
  return (RUNNABLE as readonly Kind[]).includes(entry.kind);
}

const LONGEST = 2_592_000;
const MOST = 1_000_000_000;

export interface PhaseField {
  /** Where it stands within the entry: `rate`, `rate[1]`, `keys.count`. */
  readonly path: string;
  readonly label: string;
  /** How a sentence calls it. */
  readonly name: string;
  /** `s` for seconds; a rate is `a second`. */
  readonly unit: string;
  readonly whole: boolean;
  readonly min: number;
  readonly max: number;
}

function seconds(path: string, label: string, name = path): PhaseField {
  return { path, label, name, unit: 's', whole: false, min: 0, max: LONGEST };
}

function perSecond(path: string, label: string, name: string = path): PhaseField {
  return { path, label, name, unit: 'a second', whole: false, min: 0, max: MOST };
}

function whole(path: string, label: string, max: number, name = path): PhaseField {
  return { path, label, name, unit: '', whole: true, min: 1, max };
}

const FROM = seconds('from', 'From');
const TO = seconds('to', 'To');
const RATE = perSecond('rate', 'Rate');

const BY_KIND: { readonly [K in RunnableKind]: readonly PhaseField[] } = {
  steady: [FROM, TO, RATE],
  poisson: [FROM, TO, RATE],
  burst: [seconds('at', 'At'), whole('count', 'Count', MOST), seconds('spread', 'Spread')],
  times: [],
  ramp: [FROM, TO, perSecond('rate[0]', 'Rate at first', 'rate'), perSecond('rate[1]', 'Rate at the end', 'rate')],
  'on-off': [FROM, TO, RATE, seconds('on', 'On for', 'on'), seconds('off', 'Off for', 'off')],
  daily: [
    FROM,
    TO,
    perSecond('mean', 'Mean rate', 'mean'),
    { ...seconds('peakAt', 'Peak at', 'peakAt'), max: 86_400 },
    { path: 'swing', label: 'Swing', name: 'swing', unit: '', whole: false, min: 0, max: 1 },
  ],
};

export function fieldsOf(kind: RunnableKind): readonly PhaseField[] {
  return BY_KIND[kind];
}

export const COST: PhaseField = whole('cost', 'Cost', 1_000_000);
export const KEYS: PhaseField = whole('keys.count', 'Number of keys', 1_000_000, 'count');

/** What stands in a field; a phase without `to` goes on to the end. */
export function valueIn(entry: Runnable, { path }: PhaseField, end: number): number {
  const value = path
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], entry);
  return typeof value === 'number' ? value : path === 'to' ? Math.max(end, startOf(entry)) : 0;
}

/** The phase with another value in a field. */
export function withValue(entry: Runnable, { path }: PhaseField, value: unknown): Runnable {
  const [name = '', inner] = path.split(/[.[\]]+/);
  const old = (entry as unknown as Record<string, unknown>)[name];
  const next =
    inner === undefined || inner === ''
      ? value
      : Array.isArray(old)
        ? old.with(Number(inner), value)
        : { ...(old as object), [inner]: value };
  return { ...entry, [name]: next };
}

/** What somebody typed into a field, as the format sees it. */
export function checkPhaseField(entry: Runnable, field: PhaseField, text: string): Checked {
  return checkField(
    {
      name: field.name,
      path: `traffic[0].${field.path}`,
      document: (value) => ({ traffic: [withValue(entry, field, value)] }),
      elsewhere: (problem) => elsewhere(entry, field, text, problem),
      ...(field.unit === 's' ? { read: secondsFromText } : {}),
    },
    text,
  );
}

/** A beginning that is good in itself and lies past the phase's own end. */
function elsewhere(entry: Runnable, field: PhaseField, text: string, problem: Problem): string | undefined {
  if (field.path !== 'from' || problem.path !== 'traffic[0].to' || !('to' in entry)) return undefined;
  return `from is ${text.trim()}. It may be a number of seconds from 0 to ${number(entry.to ?? LONGEST, 6)}, where it ends.`;
}

/** When a phase begins. */
function startOf(entry: Runnable): number {
  if (entry.kind === 'burst') return entry.at;
  if (entry.kind === 'times') return entry.at.length === 0 ? 0 : entry.at.reduce((a, b) => Math.min(a, b));
  return entry.from;
}

/** As many instants as somebody may want to edit one by one. */
const MOST_WRITTEN_OUT = 100;

/**
 * The phase as one of another kind: at the same time, about as many requests, the same key and cost. Its stream stays,
 * so that no other phase's random numbers change.
 */
export function converted(entry: Runnable, kind: RunnableKind, end: number): Runnable {
  if (kind === entry.kind) return entry;
  const common = commonOf(entry);
  const from = startOf(entry);
  const { count, rate, to } = paceOf(entry, end);
  const span = { ...common, from, ...(to === undefined ? {} : { to }) };
  switch (kind) {
    case 'times':
      return { ...common, kind, at: instantsOf(entry, end), clicks: false };
    case 'burst':
      return { ...common, kind, at: from, count: Math.max(1, Math.ceil(count - 1e-9)), spread: 0 };
    case 'steady':
    case 'poisson':
      return { ...span, kind, rate };
    case 'ramp':
      return { ...span, kind, rate: [0, tidy(2 * rate)] };
    case 'on-off':
      return { ...span, kind, rate, on: 1, off: 1 };
    case 'daily':
      return { ...span, kind, mean: rate, peakAt: 50_400, swing: 0.8 };
  }
}

/** What every kind has, with one key and one cost where `times` had one for each request. */
function commonOf(entry: Runnable): Omit<Extract<Runnable, { kind: 'burst' }>, 'kind' | 'at' | 'count' | 'spread'> {
  const { key, keys, cost, label, timeout, stream } = entry;
  return {
    key: typeof key === 'string' ? key : (key[0] ?? 'a'),
    ...(keys === undefined ? {} : { keys }),
    cost: oneCost(cost),
    ...(label === undefined ? {} : { label }),
    ...(timeout === undefined ? {} : { timeout }),
    stream,
  };
}

function oneCost(cost: Runnable['cost']): Extract<Runnable, { kind: 'burst' }>['cost'] {
  if (typeof cost === 'number' || 'of' in cost) return cost;
  return cost[0] ?? 1;
}

/** About how many requests a phase makes, how fast, and when it ends; no end for one that goes on to the run's. */
function paceOf(entry: Runnable, end: number): { readonly count: number; readonly rate: number; readonly to?: number } {
  if (entry.kind === 'times' || entry.kind === 'burst') {
    const count = entry.kind === 'burst' ? entry.count : Math.max(1, entry.at.length);
    const from = startOf(entry);
    const last = entry.kind === 'burst' ? from + entry.spread : entry.at.reduce((a, b) => Math.max(a, b), from);
    const length = last > from ? last - from : 1;
    return { count, rate: tidy(count / length), to: tidy(from + length) };
  }
  const { from, to } = entry;
  const rate = meanRate(entry);
  return { count: Math.min(MOST, rate * Math.max(0, (to ?? end) - from)), rate, ...(to === undefined ? {} : { to }) };
}

function meanRate(entry: Exclude<Runnable, { kind: 'times' | 'burst' }>): number {
  switch (entry.kind) {
    case 'ramp':
      return tidy((entry.rate[0] + entry.rate[1]) / 2);
    case 'daily':
      return entry.mean;
    default:
      return entry.rate;
  }
}

/** The instants of a phase that has few and even ones; else its beginning alone. */
function instantsOf(entry: Runnable, end: number): readonly number[] {
  const from = startOf(entry);
  const [count, gap] =
    entry.kind === 'burst'
      ? [entry.count, entry.spread / entry.count]
      : entry.kind === 'steady'
        ? [Math.ceil(((entry.to ?? end) - from) * entry.rate - 1e-9), 1 / entry.rate]
        : [1, 0];
  if (count < 1 || count > MOST_WRITTEN_OUT) return [from];
  return Array.from({ length: count }, (_, k) => tidy(from + k * gap));
}

/** To the microsecond, and never 0 where it was not. */
function tidy(value: number): number {
  const rounded = Math.round(value * 1e6) / 1e6;
  return rounded === 0 && value > 0 ? 0.000001 : rounded;
}

/** What a phase holds beyond its fields, in words; empty when nothing. */
export function alsoHolds({ label, timeout }: Traffic): string {
  const parts = [
    ...(label === undefined ? [] : [`its requests count as ${label}`]),
    ...(timeout === undefined ? [] : [`each gives up waiting after ${inSeconds(timeout)}`]),
  ];
  return parts.length === 0 ? '' : `Also kept: ${parts.join('; ')}.`;
}
