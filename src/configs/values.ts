/** Settings taken from source text and from trees, each with its sentence where it cannot be read. */
import { DAY, joinWithAnd, MILLISECOND, SECOND, type Duration } from '../sim/index.ts';
import type { Findings } from './findings.ts';
import { HOUR, microsOf, MINUTE, parseDuration, wholeMicros } from './text/durations.ts';
import { numberOf, pathOf, type Call, type Fields, type Value } from './text/expressions.ts';
import { saidIn, sameName, textOf, type Tree } from './text/tree.ts';
import { lookUp } from './text/lookUp.ts';
import { timeSpanOf } from './text/timeSpan.ts';

const MAX_SHOWN = 60;
/** Of a long text only its beginning is looked at: each of a thousand calls in a row holds all that are before it. */
const MAX_READ = 1_000;

/** Source text as it may stand within a sentence. */
export function brief(text: string): string {
  const start = text.trimStart().slice(0, MAX_READ);
  const line = start.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN - 1)}…`;
}

/** Of `{ limit }` too, which is short for `{ limit: limit }`. */
function refusalOf({ kind, text }: Value, name: string, reason: string): string {
  return kind === 'name' && text === name
    ? `${name} is a variable, whose value is not known here.`
    : `${name} is ${brief(text)}${reason}`;
}

/** `${RATE:10}` of Spring, `${RATE:-10}` of a shell, with nothing around it. */
const PLACEHOLDER = /^\$\{([\w.-]{1,100}?):-?([\w.%]{1,40})\}$/;
/** `process.env.RATE || 10`, `ENV.fetch('RATE', 10)`, `env('RATE', 10)`, as a number or within what makes one of it. */
const ENVIRONMENT =
  /^[\w.:]{0,40}\(?\s{0,9}(?:(?:process\.env\b|ENV\[)\S{1,100} (?:\|\||\?\?) |(?:ENV\.fetch|env)\(["']\w{1,100}["'], ?)["']?(\d[\d_.]{0,20})["']?(?:[),]|\s|\.to_[if]|10){0,9}$/;

/** `process.env.NODE_ENV === 'production' ? 100 : 1000`, `Rails.env.test? ? 500 : 5`, `env.IsDevelopment() ? 1000 : 100`. */
const BY_ENVIRONMENT =
  /^\(?(?:.{0,20}ENV ?([!=])==? ?["'](\w{3,20})["']|(!?)[\w.]{0,60}?\b(?:is_?)?(prod(?:uction)?|dev(?:elopment)?|test|local)(?:\(\)|\?)?)\)? ?\? ?(\d[\d_]{0,20}) ?: ?(\d[\d_]{0,20})$/i;

/** Longer than any such choice. */
const MAX_LOOKED_AT = 300;

/** The number that production has; undefined if it is no such choice. */
function inProduction(text: string): string | undefined {
  const [, equals, env, not, flag, first, second] =
    BY_ENVIRONMENT.exec(text.slice(0, MAX_LOOKED_AT).replace(/\s+/g, ' ').trim()) ?? [];
  const named = env ?? flag ?? '';
  if (!/^(prod|dev|test|local)/i.test(named)) return undefined;
  const isNegated = equals === '!' || not === '!';
  return (/^prod/i.test(named) === isNegated ? second : first)?.replaceAll('_', '');
}

/** What is in force where nobody sets a variable, which is said; else the text itself. */
export function withDefault(text: string, name: string, line: number, findings: Findings): string {
  const chosen = inProduction(text);
  if (chosen !== undefined) {
    findings.problem(line, `${name} is ${brief(text)}: that of production, ${chosen}, is read.`);
    return chosen;
  }
  const fallback = PLACEHOLDER.exec(text.trim())?.[2] ?? ENVIRONMENT.exec(text)?.[1]?.replaceAll('_', '');
  if (fallback === undefined) return text;
  findings.problem(line, saysDefault(name, text, fallback));
  return fallback;
}

function saysDefault(name: string, text: string, fallback: string): string {
  return `${name} is ${brief(text)}, which may be set elsewhere: its default, ${brief(fallback)}, is read.`;
}

/** A number in source text; null if it is missing or not understood, which is then said. */
export function numberIn(
  value: Value | undefined,
  name: string,
  line: number,
  findings: Findings,
  fallback?: number,
): number | null {
  if (value === undefined && fallback !== undefined) return fallback;
  const number = numberOf(value);
  if (number !== null) return number;
  const said = value === undefined ? '' : withDefault(value.text, name, value.line, findings);
  if (said !== '' && Number.isFinite(Number(said))) return Number(said);
  if (value === undefined) findings.problem(line, `${name} is missing.`);
  else
    findings.problem(
      value.line,
      refusalOf(value, name, ': only numbers, and sums and products of them, are understood.'),
    );
  return null;
}

const CALLS: Readonly<Record<string, number>> = {
  ofNanos: 1e-3,
  ofMillis: MILLISECOND,
  ofSeconds: SECOND,
  ofMinutes: MINUTE,
  ofHours: HOUR,
  ofDays: DAY,
  from_nanos: 1e-3,
  from_micros: 1,
  from_millis: MILLISECOND,
  from_secs: SECOND,
  from_secs_f32: SECOND,
  from_secs_f64: SECOND,
  from_mins: MINUTE,
  from_hours: HOUR,
  seconds: SECOND,
  minutes: MINUTE,
  hours: HOUR,
  days: DAY,
};
const NAMES: Readonly<Record<string, number>> = {
  'time.Nanosecond': 1e-3,
  'time.Microsecond': 1,
  'time.Millisecond': MILLISECOND,
  'time.Second': SECOND,
  'time.Minute': MINUTE,
  'time.Hour': HOUR,
  'Duration.SECOND': SECOND,
  'Duration.MINUTE': MINUTE,
  'Duration.HOUR': HOUR,
  'Duration.DAY': DAY,
  'Duration.WEEK': 7 * DAY,
};

/**
 * `2*time.Second`, `Duration.ofMillis(500)`, `5.minutes`, `10s`: microseconds, perhaps a fraction of one; null for
 * anything else.
 * @param bare what a number alone counts, in microseconds; null if it has to have a unit
 */
export function durationOf(value: Value | undefined, bare: number | null): number | null {
  if (value === undefined) return null;
  if (value.kind === 'number' && /^[a-zµ]+$/i.test(value.suffix) && numberOf(value) === null)
    return microsOf(value.value, value.suffix);
  if (value.kind === 'name') return lookUp(NAMES, value.name) ?? null;
  if (value.kind === 'member') {
    // `1.day.to_i` of Ruby
    if (/^to_[if]$/.test(value.name)) return durationOf(value.on, bare);
    const amount = numberOf(value.on);
    return amount === null ? null : microsOf(amount, value.name);
  }
  if (value.kind === 'call') {
    if (value.name === 'parse' && value.args[0]?.kind === 'string') return parseDuration(value.args[0].value, null);
    // `ms('15m')`, an npm package
    if (value.name === 'ms' && value.args[0]?.kind === 'string') return parseDuration(value.args[0].value, MILLISECOND);
    const factor = lookUp(CALLS, value.name);
    if (factor === undefined) return timeSpanOf(value);
    const amount = numberOf(value.args[0]);
    return amount === null ? null : amount * factor;
  }
  if (value.kind === 'string') return parseDuration(value.value, bare);
  const number = numberOf(value);
  if (number !== null) return bare === null ? null : number * bare;
  if (value.kind !== 'binary') return null;
  const factor = factorOf(value.left) ?? factorOf(value.right);
  // Each part is read once: a sum of sums would take twice as long with every term.
  if (value.operator === '*') {
    const time = durationOf(factorOf(value.left) === null ? value.left : value.right, null);
    return factor === null || time === null ? null : factor * time;
  }
  const left = durationOf(value.left, null);
  if (value.operator === '/') return left === null || factor === null ? null : left / factor;
  const right = durationOf(value.right, null);
  if (left === null || right === null) return null;
  return value.operator === '+' ? left + right : left - right;
}

/** A number, or `time.Duration(5)`, which is one with a type. */
function factorOf(value: Value): number | null {
  return value.kind === 'call' && value.name === 'Duration' ? numberOf(value.args[0]) : numberOf(value);
}

/** A string in source text, or the default of a variable of the environment, which is said; null for anything else. */
export function stringIn(value: Value | undefined, name: string, findings: Findings): string | null {
  if (value?.kind === 'string') return value.value;
  if (
    value?.kind !== 'call' ||
    !/^((os\.)?(environ\.get|getenv)|env|config)$/.test(`${pathOf(value.on)}.${value.name}`.replace(/^\./, ''))
  )
    return null;
  const fallback = value.args[1] ?? value.named.get('default');
  if (fallback?.kind !== 'string') return null;
  findings.problem(value.line, saysDefault(name, value.text, fallback.value));
  return fallback.value;
}

/** A time in source text, in whole microseconds; null if it is missing or not understood, which is then said. */
export function timeIn(
  value: Value | undefined,
  name: string,
  line: number,
  bare: number | null,
  findings: Findings,
  fallback?: Duration,
): Duration | null {
  if (value === undefined && fallback !== undefined) return fallback;
  const said = value === undefined ? '' : withDefault(value.text, name, value.line, findings);
  const micros = said === (value?.text ?? '') ? durationOf(value, bare) : parseDuration(said, bare);
  const whole = micros === null ? null : wholeMicros(micros);
  if (whole !== null) return whole;
  if (value === undefined) findings.problem(line, `${name} is missing.`);
  else if (micros !== null) findings.problem(value.line, `${name} is ${brief(value.text)}: not whole microseconds.`);
  else findings.problem(value.line, refusalOf(value, name, ', which is not understood as a duration.'));
  return null;
}

/**
 * The fields of the object that a call gets, `{ limit: 10 }`; null if it gets something else, which is then said. So it is
 * where another object is spread in it: what is left out may come from there, and is no default.
 */
export function objectOf(call: Call, findings: Findings): Fields | null {
  const [first] = call.args;
  // What is no field may hold some, too: `{ ...common }`, `{ [name]: 5 }`, a line of a patch with its sign.
  const known = first?.kind === 'object' ? new Set(first.fields.values()) : new Set();
  const spread = first?.kind === 'object' ? first.items.find((item) => !known.has(item)) : undefined;
  if (first?.kind === 'object' && spread === undefined) return first.fields;
  const said = first === undefined ? 'nothing' : brief((spread ?? first).text);
  findings.problem(
    spread?.line ?? call.line,
    `${call.name} gets ${said}: only an inline object ${spread === undefined ? '' : 'with all its settings '}is understood.`,
  );
  return null;
}

/** `true` or `false`; null for anything else, which is said. */
export function flagIn(value: Value | undefined, name: string, findings: Findings, fallback: boolean): boolean | null {
  if (value === undefined) return fallback;
  const path = pathOf(value);
  if (path === 'true' || path === 'false') return path === 'true';
  findings.problem(value.line, refusalOf(value, name, ', neither true nor false.'));
  return null;
}

/** What a scalar says, or is where nobody sets what it names. */
function valueAt(tree: Tree | undefined, name: string, findings: Findings): string | undefined {
  const said = textOf(tree);
  if (tree === undefined || said === undefined) return undefined;
  if (tree.fallback === undefined) return withDefault(said, name, tree.line, findings);
  findings.problem(tree.line, saysDefault(name, said, tree.fallback));
  return tree.fallback;
}

/** A number in a tree; null if it is missing or none, which is then said. */
export function numberAt(
  tree: Tree | undefined,
  name: string,
  line: number,
  findings: Findings,
  fallback?: number,
): number | null {
  if (tree === undefined && fallback !== undefined) return fallback;
  const text = valueAt(tree, name, findings);
  if (text !== undefined && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text.trim())) return Number(text);
  findings.problem(
    tree?.line ?? line,
    tree === undefined ? `${name} is missing.` : `${name} is ${brief(saidIn(tree))}, not a number.`,
  );
  return null;
}

/** A time in a tree, in microseconds; null if it is missing or none, which is then said. */
export function timeAt(
  tree: Tree | undefined,
  name: string,
  line: number,
  bare: Duration | null,
  findings: Findings,
  fallback?: Duration,
): Duration | null {
  if (tree === undefined && fallback !== undefined) return fallback;
  const text = valueAt(tree, name, findings);
  const time = text === undefined ? null : parseDuration(text, bare);
  if (time !== null) return time;
  findings.problem(
    tree?.line ?? line,
    tree === undefined
      ? `${name} is missing.`
      : `${name} is ${brief(saidIn(tree))}, which is not understood as a duration.`,
  );
  return null;
}

/**
 * Says of each setting that the product does not have that it is none: where a name is misspelt, its default is in force.
 * @param of as in `token_bucket`
 * @param read the settings that a lane follows
 * @param others further ones that the product has, as a whole name without dashes, in lower case
 */
export function checkNames(
  settings: Iterable<readonly [name: string, { readonly line: number }]>,
  of: string,
  read: readonly string[],
  others: RegExp,
  findings: Findings,
): void {
  for (const [name, { line }] of settings)
    if (!read.some((known) => sameName(name, known)) && !others.test(name.replace(/[-_]/g, '').toLowerCase()))
      findings.problem(line, unknownName(name, of, read));
}

export function unknownName(name: string, of: string, read: readonly string[]): string {
  return `${brief(name)} is not a setting of ${of} known here. The ones that are read: ${joinWithAnd(read)}.`;
}
