/** The fields of a phase: their values, and validation of typed text by the format. */
import { MAX_KEYS, MAX_PERMITS, wholeField, type FormField, type Problem, type TrafficEntry } from '../../sim/index.ts';
import { fieldName, type FieldResult } from '../format/fields.ts';
import { expectedEnd, expectedStart, parseScenarioField, parseSeconds } from '../format/scenarioFields.ts';

export const COST_FIELD = wholeField('cost', 'Cost', MAX_PERMITS);
export const KEY_COUNT_FIELD = wholeField('keys.count', 'Number of keys', MAX_KEYS);

/** The value of a field; a phase without `to` lasts until the end. */
export function fieldValue(entry: TrafficEntry, { path }: FormField, runEnd: number): number {
  const value = path
    .split(/[.[\]]+/)
    .filter((part) => part !== '')
    .reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], entry);
  return typeof value === 'number' ? value : path === 'to' ? Math.max(runEnd, 'from' in entry ? entry.from : 0) : 0;
}

/** The phase with a field's value replaced. */
export function withFieldValue(entry: TrafficEntry, { path }: FormField, value: unknown): TrafficEntry {
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

/** Validates a field's typed text by the format. */
export function parsePhaseField(entry: TrafficEntry, field: FormField, text: string): FieldResult {
  return parseScenarioField(
    {
      name: fieldName(field.label),
      path: `traffic[0].${field.path}`,
      documentWith: (value) => ({ traffic: [withFieldValue(entry, field, value)] }),
      expected: expectedBeside(entry, field),
      otherProblemText: (problem) => bothZeroText(entry, field, text, problem),
      ...(field.unit === 's' ? { parse: parseSeconds } : {}),
    },
    text,
  );
}

/** What a beginning may be before the phase's own end, and an end after its beginning. */
function expectedBeside(entry: TrafficEntry, { path }: FormField): string | undefined {
  if (path === 'from' && 'to' in entry && entry.to !== undefined) return expectedStart(entry.to);
  return path === 'to' && 'from' in entry ? expectedEnd(entry.from) : undefined;
}

/** The error for a rate of a ramp that is valid by itself, but the other one is 0, too. */
function bothZeroText(entry: TrafficEntry, field: FormField, text: string, problem: Problem): string | undefined {
  if (entry.kind !== 'ramp' || problem.path !== 'traffic[0].rate') return undefined;
  return `${fieldName(field.label)} is ${text.trim()}. It may be a number above 0, because the other rate is 0.`;
}
