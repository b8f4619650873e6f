/** The fields of a phase by its kind: what stands in them, and what the format says of what is typed. */
import type { Problem, TrafficEntry } from '../../sim/index.ts';
import type { FieldResult } from '../format/fields.ts';
import { formatNumber } from '../format/numbers.ts';
import { parseScenarioField, parseSeconds } from '../format/scenarioFields.ts';

const MAX_SECONDS = 2_592_000;
const MIN_SECONDS = 0.000001;
const BILLION = 1_000_000_000;
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

function secondsField(path: string, label: string, name = path): PhaseField {
  return { path, label, name, unit: 's', whole: false, min: 0, max: MAX_SECONDS };
}

/** A length of time that is not nothing. */
function positiveSecondsField(path: string, label: string, name: string): PhaseField {
  return { ...secondsField(path, label, name), min: MIN_SECONDS };
}

function rateField(path: string, label: string, name: string = path): PhaseField {
  return { path, label, name, unit: 'a second', whole: false, min: 0, max: BILLION };
}

function wholeField(path: string, label: string, max: number, name = path): PhaseField {
  return { path, label, name, unit: '', whole: true, min: 1, max };
}

function decimalField(path: string, label: string, name: string, [min, max]: readonly [number, number]): PhaseField {
  return { path, label, name, unit: '', whole: false, min, max };
}

const FROM = secondsField('from', 'From');
const TO = secondsField('to', 'To');
const RATE = rateField('rate', 'Rate');

type Kind = TrafficEntry['kind'];

const FIELDS_BY_KIND: { readonly [K in Kind]: readonly PhaseField[] } = {
  steady: [FROM, TO, RATE],
  poisson: [FROM, TO, RATE],
  burst: [secondsField('at', 'At'), wholeField('count', 'Count', BILLION), secondsField('spread', 'Spread')],
  times: [],
  ramp: [FROM, TO, rateField('rate[0]', 'Rate at first', 'rate'), rateField('rate[1]', 'Rate at the end', 'rate')],
  'on-off': [FROM, TO, RATE, positiveSecondsField('on', 'On for', 'on'), secondsField('off', 'Off for', 'off')],
  daily: [
    FROM,
    TO,
    rateField('mean', 'Mean rate', 'mean'),
    { ...secondsField('peakAt', 'Peak at', 'peakAt'), max: 86_400 },
    decimalField('swing', 'Swing', 'swing', [0, 1]),
  ],
  clients: [FROM, TO, wholeField('count', 'Clients', MILLION)],
  script: [],
};

export function fieldsOfKind(kind: Kind): readonly PhaseField[] {
  return FIELDS_BY_KIND[kind];
}

export const COST_FIELD: PhaseField = wholeField('cost', 'Cost', MILLION);
export const KEY_COUNT_FIELD: PhaseField = wholeField('keys.count', 'Number of keys', MILLION, 'count');

type Retry = Extract<TrafficEntry, { kind: 'clients' }>['retry'];

const EVERY = positiveSecondsField('retry.every', 'Every', 'every');
const BACKOFF = [positiveSecondsField('retry.base', 'Base', 'base'), positiveSecondsField('retry.cap', 'Cap', 'cap')];
const FACTOR = decimalField('retry.factor', 'Factor', 'factor', [1, 1_000]);

/** What a client's strategy is told. */
export function retryFields(retry: Retry): readonly PhaseField[] {
  switch (retry.strategy) {
    case 'retry-poll':
    case 'careless':
      return [EVERY];
    case 'backoff':
      // Decorrelated waits grow by chance, from the wait before.
      return retry.jitter === 'decorrelated' ? BACKOFF : [...BACKOFF, FACTOR];
    case 'abuser':
      return [{ ...decimalField('retry.a', 'Times the limit', 'a', [0, MILLION]), unit: '× n/T' }];
    case 'none':
    case 'retry-after':
      return [];
  }
}

/** Jobs a second of each client. */
export const CLIENT_RATE_FIELD: PhaseField = rateField('rate', 'Rate of each');

/** What stands in a field; a phase without `to` goes on to the end. */
export function fieldValue(entry: TrafficEntry, { path }: PhaseField, runEnd: number): number {
  const value = path
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], entry);
  return typeof value === 'number' ? value : path === 'to' ? Math.max(runEnd, phaseStart(entry)) : 0;
}

/** The phase with another value in a field. */
export function withFieldValue(entry: TrafficEntry, { path }: PhaseField, value: unknown): TrafficEntry {
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
export function parsePhaseField(entry: TrafficEntry, field: PhaseField, text: string): FieldResult {
  return parseScenarioField(
    {
      name: field.name,
      path: `traffic[0].${field.path}`,
      documentWith: (value) => ({ traffic: [withFieldValue(entry, field, value)] }),
      otherProblemText: (problem) => startAfterEndText(entry, field, text, problem),
      ...(field.unit === 's' ? { parse: parseSeconds } : {}),
      // The format takes a choice too, which has fields of its own here.
      ...(field.path === 'cost' ? { expected: `a whole number from 1 to ${formatNumber(MILLION)}` } : {}),
    },
    text,
  );
}

/** A beginning that is good in itself and lies past the phase's own end. */
function startAfterEndText(entry: TrafficEntry, field: PhaseField, text: string, problem: Problem): string | undefined {
  if (field.path !== 'from' || problem.path !== 'traffic[0].to' || !('to' in entry)) return undefined;
  return `from is ${text.trim()}. It may be a number of seconds from 0 to ${formatNumber(entry.to ?? MAX_SECONDS, 6)}, where it ends.`;
}

/** When a phase begins, seconds. */
export function phaseStart(entry: TrafficEntry): number {
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
