/** The fields of a phase by its kind: what stands in them, and what the format says of what is typed. */
import type { Problem, Traffic } from '../../sim/index.ts';
import type { Checked } from '../format/fields.ts';
import { number } from '../format/numbers.ts';
import { checkField, secondsFromText } from '../format/check.ts';

const LONGEST = 2_592_000;
const SHORTEST = 0.000001;
const MOST = 1_000_000_000;
const MILLION = 1_000_000;

export interface PhaseField {
  /** Where it stands within the entry: `rate`, `rate[1]`, `retry.every`. */
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

/** A length of time that is not nothing. */
function someTime(path: string, label: string, name: string): PhaseField {
  return { ...seconds(path, label, name), min: SHORTEST };
}

function perSecond(path: string, label: string, name: string = path): PhaseField {
  return { path, label, name, unit: 'a second', whole: false, min: 0, max: MOST };
}

function whole(path: string, label: string, max: number, name = path): PhaseField {
  return { path, label, name, unit: '', whole: true, min: 1, max };
}

function figure(path: string, label: string, name: string, [min, max]: readonly [number, number]): PhaseField {
  return { path, label, name, unit: '', whole: false, min, max };
}

const FROM = seconds('from', 'From');
const TO = seconds('to', 'To');
const RATE = perSecond('rate', 'Rate');

type Kind = Traffic['kind'];

const BY_KIND: { readonly [K in Kind]: readonly PhaseField[] } = {
  steady: [FROM, TO, RATE],
  poisson: [FROM, TO, RATE],
  burst: [seconds('at', 'At'), whole('count', 'Count', MOST), seconds('spread', 'Spread')],
  times: [],
  ramp: [FROM, TO, perSecond('rate[0]', 'Rate at first', 'rate'), perSecond('rate[1]', 'Rate at the end', 'rate')],
  'on-off': [FROM, TO, RATE, someTime('on', 'On for', 'on'), seconds('off', 'Off for', 'off')],
  daily: [
    FROM,
    TO,
    perSecond('mean', 'Mean rate', 'mean'),
    { ...seconds('peakAt', 'Peak at', 'peakAt'), max: 86_400 },
    figure('swing', 'Swing', 'swing', [0, 1]),
  ],
  clients: [FROM, TO, whole('count', 'Clients', MILLION)],
  script: [],
};

export function fieldsOf(kind: Kind): readonly PhaseField[] {
  return BY_KIND[kind];
}

export const COST: PhaseField = whole('cost', 'Cost', MILLION);
export const KEYS: PhaseField = whole('keys.count', 'Number of keys', MILLION, 'count');

type Retry = Extract<Traffic, { kind: 'clients' }>['retry'];

const EVERY = someTime('retry.every', 'Every', 'every');
const BACKOFF = [someTime('retry.base', 'Base', 'base'), someTime('retry.cap', 'Cap', 'cap')];
const FACTOR = figure('retry.factor', 'Factor', 'factor', [1, 1_000]);

/** What a client's strategy is told. */
export function fieldsOfRetry(retry: Retry): readonly PhaseField[] {
  switch (retry.strategy) {
    case 'retry-poll':
    case 'careless':
      return [EVERY];
    case 'backoff':
      // Decorrelated waits grow by chance, from the wait before.
      return retry.jitter === 'decorrelated' ? BACKOFF : [...BACKOFF, FACTOR];
    case 'abuser':
      return [{ ...figure('retry.a', 'Times the limit', 'a', [0, MILLION]), unit: '× n/T' }];
    case 'none':
    case 'retry-after':
      return [];
  }
}

/** Jobs a second of each client. */
export const CLIENT_RATE: PhaseField = perSecond('rate', 'Rate of each');

/** What stands in a field; a phase without `to` goes on to the end. */
export function valueIn(entry: Traffic, { path }: PhaseField, end: number): number {
  const value = path
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], entry);
  return typeof value === 'number' ? value : path === 'to' ? Math.max(end, startOf(entry)) : 0;
}

/** The phase with another value in a field. */
export function withValue(entry: Traffic, { path }: PhaseField, value: unknown): Traffic {
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
export function checkPhaseField(entry: Traffic, field: PhaseField, text: string): Checked {
  return checkField(
    {
      name: field.name,
      path: `traffic[0].${field.path}`,
      document: (value) => ({ traffic: [withValue(entry, field, value)] }),
      elsewhere: (problem) => elsewhere(entry, field, text, problem),
      ...(field.unit === 's' ? { read: secondsFromText } : {}),
      // The format takes a choice too, which has fields of its own here.
      ...(field.path === 'cost' ? { may: `a whole number from 1 to ${number(MILLION)}` } : {}),
    },
    text,
  );
}

/** A beginning that is good in itself and lies past the phase's own end. */
function elsewhere(entry: Traffic, field: PhaseField, text: string, problem: Problem): string | undefined {
  if (field.path !== 'from' || problem.path !== 'traffic[0].to' || !('to' in entry)) return undefined;
  return `from is ${text.trim()}. It may be a number of seconds from 0 to ${number(entry.to ?? LONGEST, 6)}, where it ends.`;
}

/** When a phase begins, seconds. */
export function startOf(entry: Traffic): number {
  switch (entry.kind) {
    case 'burst':
      return entry.at;
    case 'times':
      return entry.at.length === 0 ? 0 : entry.at.reduce((a, b) => Math.min(a, b));
    case 'script':
      return 0;
    default:
      return entry.from;
  }
}
