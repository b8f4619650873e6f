/**
 * Fields as the user names them, from the columns that were kept: `address`, `address/24`, `address/64`, `user`, `method`,
 * `path`, `path:N`, `status`, `agent`, `bytes`, `header:NAME`, or a column of the file. What is derived is worked out once
 * for each distinct value, so changing it costs one pass over the rows.
 */
import { MISSING, type Dictionary } from './dictionary.ts';
import { headerColumn } from './fieldNames.ts';
import { listed } from './finding.ts';
import { LogChoiceError, LogError, type LogChoice } from './logError.ts';
import { COMMON_FIELDS, type Column, type CommonField, type LogTable } from './logTable.ts';
import { cleanAddress, CLEANED, numberIn } from './values.ts';

/** Codes of a field by row, and its values by code; the missing one is code 0 and ''. */
export interface Field {
  readonly name: string;
  readonly codes: Uint32Array;
  readonly size: number;
  readonly text: (code: number) => string;
}

/**
 * The field of that name.
 * @param choice what it is to be
 * @throws {LogError} 'needs-read' if its column was not kept; 'choice' if the log has none
 */
export function fieldNamed(table: LogTable, name: string, choice: Exclude<LogChoice, 'time'>): Field {
  const from = (column: Column | undefined): Column => {
    if (column === undefined) throw wrongField(table, name, choice);
    return column;
  };
  const prefix = /^address\/(24|64)$/.exec(name);
  if (prefix !== null)
    return derived(name, from(baseColumn(table, 'address')), prefix[1] === '24' ? prefix24 : prefix64);
  const segments = /^path:([1-9]\d?)$/.exec(name);
  if (segments !== null) {
    const count = Number(segments[1]);
    return derived(name, from(baseColumn(table, 'path')), (path) => pathPrefix(path, count));
  }
  if (!isCommon(name)) return fieldOf(name, from(columnNamed(table, name)));
  const clean = CLEANED[name];
  const column = from(baseColumn(table, name));
  // What is mapped from the beginning was cleaned as it was read.
  return clean === undefined || column.name === name ? fieldOf(name, column) : derived(name, column, clean);
}

/** What tells clients apart unless the user says otherwise: the address, else the user; nothing where no request has one. */
export function defaultKey({ mapping: { fields }, columns }: Pick<LogTable, 'mapping' | 'columns'>): readonly string[] {
  const isKnown = (field: CommonField): boolean =>
    columns.get(fields[field] ?? '')?.codes.some((code) => code !== MISSING) === true;
  return (['address', 'user'] as const).filter(isKnown).slice(0, 1);
}

/** What may be taken of a field, by its name. */
const PARTS: Readonly<Partial<Record<CommonField, readonly string[]>>> = {
  address: ['address/24', 'address/64'],
  path: ['path:N'],
};

const isCommon = (name: string): name is CommonField => (COMMON_FIELDS as readonly string[]).includes(name);

/** The column that is mapped to one of the common fields; or one that simply has its name. */
function baseColumn(table: LogTable, field: CommonField): Column | undefined {
  const name = table.mapping.fields[field];
  return name === null ? table.columns.get(field) : columnNamed(table, name);
}

function columnNamed({ columns, otherColumns }: LogTable, name: string): Column | undefined {
  const source = columns.has(name) ? name : (headerColumn([...columns.keys(), ...otherColumns], name) ?? name);
  const column = columns.get(source);
  if (column === undefined && otherColumns.includes(source))
    throw new LogError('needs-read', `${name} was not kept. To use it, read the file again with it.`);
  return column;
}

/** The names of all fields that a log has, as `fieldNamed` takes them. */
function fieldNames({ mapping, columns, otherColumns }: LogTable): string[] {
  const common = COMMON_FIELDS.flatMap((field) =>
    mapping.fields[field] !== null || columns.has(field) ? [field, ...(PARTS[field] ?? [])] : [],
  );
  const mapped = new Set<string | null>(Object.values(mapping.fields));
  return [...new Set([...common, ...[...columns.keys(), ...otherColumns].filter((name) => !mapped.has(name))])];
}

/** What a log has instead of a field that it lacks. @param choice what the field was to be */
function wrongField(table: LogTable, name: string, choice: LogChoice): LogChoiceError {
  if (choice === 'cost') return wrongCost(table, name);
  return choice === 'bad'
    ? new LogChoiceError(choice, `names ${name}. It may name ${listed(['key', ...fieldNames(table)])}.`)
    : new LogChoiceError(choice, `is ${name}. It may be ${listed(fieldNames(table))}.`);
}

/** Whether the first values are numbers: a log may have a million others. */
export function hasNumbers(values: Dictionary): boolean {
  const first = Array.from({ length: Math.min(values.size, 10) - 1 }, (_, place) => values.text(place + 1));
  return first.length > 0 && first.every((text) => !Number.isNaN(numberIn(text)));
}

/** @param what it is now */
export function wrongCost({ columns }: LogTable, what: string): LogChoiceError {
  const numeric = [...columns].filter(([, { values }]) => hasNumbers(values)).map(([name]) => name);
  return new LogChoiceError('cost', `is ${what}. It may be ${listed(['1', ...numeric])}.`);
}

function fieldOf(name: string, { codes, values }: Column): Field {
  return { name, codes, size: values.size, text: (code) => values.text(code) };
}

/** A field with another text for each value: values whose texts are equal become one. */
function derived(name: string, { codes, values }: Column, textOf: (text: string) => string): Field {
  const texts = [''];
  const known = new Map([['', MISSING]]);
  const newCodes = new Uint32Array(values.size);
  for (let code = 1; code < values.size; code++) {
    const text = textOf(values.text(code));
    let newCode = known.get(text);
    if (newCode === undefined) {
      newCode = texts.length;
      known.set(text, newCode);
      texts.push(text);
    }
    newCodes[code] = newCode;
  }
  return {
    name,
    codes: codes.map((code) => newCodes[code] as number),
    size: texts.length,
    text: (code) => texts[code]!,
  };
}

/** `/a/b` of `/a/b/c` for two segments. */
function pathPrefix(path: string, count: number): string {
  const plain = CLEANED.path!(path);
  let end = 0;
  for (let i = 0; i < count && end >= 0; i++) end = plain.indexOf('/', end + 1);
  return end < 0 ? plain : plain.slice(0, end);
}

/** An IPv4 address's network of 24 bits; other addresses stay as they are. */
function prefix24(text: string): string {
  const address = cleanAddress(text);
  const parts = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address);
  return parts === null ? address : `${parts[1]}.0/24`;
}

/** An IPv6 address's network of 64 bits, which is what one customer usually has; other addresses stay as they are. */
function prefix64(text: string): string {
  const address = cleanAddress(text).replace(/%.*$/, '').toLowerCase();
  if (!/^[0-9a-f:]*:[0-9a-f:.]*$/.test(address)) return address;
  const [before = '', after] = address.split('::', 2);
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  // An IPv4 address at the end takes the place of two groups.
  const tailGroups = tail.length + (tail.at(-1)?.includes('.') ? 1 : 0);
  const groups =
    after === undefined
      ? head
      : [...head, ...Array<string>(Math.max(0, 8 - head.length - tailGroups)).fill('0'), ...tail];
  if (groups.length < 4) return address;
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  while (network.length > 0 && network.at(-1) === '0') network.pop();
  return `${network.join(':')}::/64`;
}
