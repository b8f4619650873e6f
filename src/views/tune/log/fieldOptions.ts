/** The fields of a log that may tell clients apart, or say what a request costs. */
import type { LogSummary } from '../../../logs/index.ts';
import { pluralize } from '../../format/numbers.ts';

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** Stands for no field in a select. */
export const NONE = '';

const COMMON_LABELS = {
  address: 'client address',
  user: 'user',
  method: 'method',
  path: 'path',
  status: 'status',
  bytes: 'bytes',
  agent: 'agent',
} as const;

/** What can be the key: the common fields, parts of addresses and paths, and the file's own columns. */
export function keyOptions({ mapping, fields }: Pick<LogSummary, 'mapping' | 'fields'>): readonly FieldOption[] {
  const has = (field: keyof typeof COMMON_LABELS): boolean => mapping.fields[field] !== null;
  const common: FieldOption[] = [];
  if (has('address'))
    common.push(
      { value: 'address', label: COMMON_LABELS.address },
      { value: 'address/24', label: 'network, /24 of IPv4' },
      { value: 'address/64', label: 'network, /64 of IPv6' },
    );
  if (has('user')) common.push({ value: 'user', label: COMMON_LABELS.user });
  if (has('path'))
    common.push(
      { value: 'path:1', label: 'path, first part' },
      { value: 'path:2', label: 'path, first two parts' },
      { value: 'path', label: COMMON_LABELS.path },
    );
  for (const field of ['agent', 'method', 'status'] as const)
    if (has(field)) common.push({ value: field, label: COMMON_LABELS[field] });
  return [...common, ...ownColumns({ mapping, fields })];
}

/** How many clients a key makes at most: `412 different values`; null where only making the recording tells. */
export function keyText(
  { mapping, fields }: Pick<LogSummary, 'mapping' | 'fields'>,
  key: readonly string[],
): string | null {
  const [name, second] = key;
  if (name === undefined || second !== undefined) return null;
  const column = (mapping.fields as Readonly<Record<string, string | null>>)[name] ?? name;
  const field = fields.find((each) => each.name === column);
  return field?.isKept === true ? pluralize(field.values, 'different value') : null;
}

/** What a request may cost: fields with numbers. */
export function costOptions({ mapping, fields }: Pick<LogSummary, 'mapping' | 'fields'>): readonly FieldOption[] {
  const bytes = mapping.fields.bytes === null ? [] : [{ value: 'bytes', label: COMMON_LABELS.bytes }];
  const numeric = ownColumns({ mapping, fields: fields.filter(({ isNumeric }) => isNumeric) });
  return [...bytes, ...numeric];
}

/** The columns that stand for none of the common fields; those not kept are read when they are chosen. */
function ownColumns({ mapping, fields }: Pick<LogSummary, 'mapping' | 'fields'>): readonly FieldOption[] {
  const mapped = new Set<string | null>(Object.values(mapping.fields));
  return fields
    .filter(({ name }) => !mapped.has(name))
    .map(({ name, isKept }) => ({ value: name, label: isKept ? name : `${name} (reads the file again)` }));
}
