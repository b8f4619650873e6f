/** Lanes: which limiters run, with which edition, policy and options. */
import type { SchemeKnob } from '../cluster/scheme.ts';
import type { Edition, Options } from '../limiters/limiter.ts';
import { positiveTime, weights } from './entryFields.ts';
import { joinWithAnd } from './problem.ts';
import { policyOverrideSchema, type PolicyOverride } from './policy.ts';
import {
  oneOf,
  withDefault,
  isObject,
  defaultedRecord,
  number,
  optional,
  union,
  list,
  record,
  required,
  text,
  type Fields,
  type PresentField,
  type OptionalField,
  type Schema,
} from './schema.ts';
import { DEFAULT_STACK, ownStoreWords, ownWords, stackWords } from '../systems/words.ts';
import { vocabulary, formatEntryOf, type FormatEntry } from './vocabulary.ts';

/** A limiter with its configuration, as a lane or as part of a scheme. */
export interface LimiterSpec {
  readonly limiter: string;
  readonly edition: Edition;
  readonly policy: PolicyOverride;
  readonly options: LaneOptions;
  /** The limits of a stack, in order; of nothing else. */
  readonly of?: readonly StackedLimit[];
}

/** Text or a number for a `Knob`; a scheme may also hold a limiter, or one weight per node. */
export type OptionValue = string | number | readonly number[] | LimiterSpec;

/** By option id, with defaults filled in. Only options whose absence has a meaning may be absent. */
export type LaneOptions = Readonly<Record<string, OptionValue>>;

export interface Lane extends LimiterSpec {
  /** Absent: the limiter's name. */
  readonly label?: string;
}

/** A limit in a stack. What its policy leaves open is the stack's. */
export interface StackedLimit extends Lane {
  /** Whether each key has a state of its own, or all keys share one. */
  readonly key: 'each' | 'all';
}

/** The text and number options, without a scheme's limiters and weights. */
export function scalarOptions({ options }: LimiterSpec): Options {
  const scalars: Record<string, string | number> = {};
  for (const [id, value] of Object.entries(options))
    if (typeof value === 'string' || typeof value === 'number') scalars[id] = value;
  return scalars;
}

/**
 * The schema of a lane, or of a limiter within a scheme: its editions and options depend on the limiter it names. The
 * schema of each limiter is built lazily, since schemes hold limiters and come from the same list.
 */
function limiterSchema<T extends LimiterSpec>(
  entries: readonly FormatEntry[],
  extraFields: Omit<Fields<T>, keyof LimiterSpec>,
): Schema<T> {
  const fields = (limiter: Schema<string>, edition: unknown, options: unknown, stacked: object | false) =>
    ({
      limiter: required(limiter),
      ...extraFields,
      edition,
      policy: withDefault(policyOverrideSchema, {}),
      options,
      ...stacked,
    }) as unknown as Fields<T>;
  const cache = new Map<string, Schema<T>>();
  const schemaFor = (formatEntry: FormatEntry): Schema<T> => {
    let schema = cache.get(formatEntry.id);
    if (schema === undefined) {
      const edition = withDefault(oneOf(formatEntry.editions), formatEntry.defaultEdition);
      cache.set(
        formatEntry.id,
        (schema = record<T>(
          fields(
            oneOf([formatEntry.id]),
            edition,
            defaultedRecord(optionsSchema(formatEntry)),
            formatEntry.id === stackWords.id && { of: stackedLimits() },
          ),
        )),
      );
    }
    return schema;
  };
  const allowsStacks = entries.some(({ id }) => id === stackWords.id);
  // For an unknown limiter: problems in the other fields are reported all the same.
  const unknown = record<T>(
    fields(limiterId(entries), optional(anything), optional(anything), allowsStacks && { of: optional(anything) }),
  );
  return {
    expected: unknown.expected,
    parse(value, path, report) {
      const id = isObject(value) && Object.hasOwn(value, 'limiter') ? value['limiter'] : undefined;
      const word = entries.find((entry) => entry.id === id);
      return (word === undefined ? unknown : schemaFor(word)).parse(value, path, report);
    },
    serialize: (value) => schemaFor(formatEntryOf(value.limiter) as FormatEntry).serialize(value),
  };
}

/** What ends the description of a limiter's id, of which there are too many for a sentence: who shows it says where the list is. */
export const LIMITER_EXAMPLE = 'such as "token-bucket"';

/** The id of a limiter, with what is left out. */
function limiterId(entries: readonly FormatEntry[]): Schema<string> {
  const ids = entries.map(({ id }) => id);
  const single = entries.every(({ processes }) => processes === 'one');
  const candidates = single ? vocabulary.filter(({ processes }) => processes === 'one') : vocabulary;
  const excluded = candidates.filter(({ id }) => !ids.includes(id)).map(({ id }) => `"${id}"`);
  const which = `${single ? ' of one process' : ''}${excluded.length === 0 ? '' : ` other than ${joinWithAnd(excluded)}`}`;
  return oneOf(ids, `the id of a limiter${which}, ${LIMITER_EXAMPLE}`);
}

const anything: Schema<unknown> = { expected: 'anything', parse: (value) => value, serialize: (value) => value };

/** What may be within something else: a stack has its limits beside its options, where no other limiter has room for them. */
const stackable = vocabulary.filter(({ id, processes }) => processes === 'one' && id !== stackWords.id);
/** A user's limiter is a shared ideal: it has no nodes. */
const singleProcess = stackable.filter(({ id }) => id !== ownWords.id);
/** Schemes that contain limiters, or code. */
function holdsPrograms(id: string): boolean {
  return id === 'layered' || id === 'local-split' || ownStoreWords.some((words) => words.id === id);
}

/** Schemes allowed within a scheme: those that use a store, not those that contain limiters or code themselves. */
const embeddable = [
  ...singleProcess,
  ...vocabulary.filter(({ id, processes }) => processes === 'several' && !holdsPrograms(id)),
];

/** A limiter within a scheme: its id, or an object like a lane's without a label. */
function embeddedLimiterSchema(entries: readonly FormatEntry[]): Schema<LimiterSpec> {
  const full = limiterSchema<LimiterSpec>(entries, {});
  const ids = limiterId(entries);
  const idOnly: Schema<LimiterSpec> = {
    expected: ids.expected,
    parse(value, path, report) {
      const id = ids.parse(value, path, report);
      return id === undefined ? undefined : full.parse({ limiter: id }, path, report);
    },
    serialize: ({ limiter }) => limiter,
  };
  return {
    ...union<LimiterSpec>(`an object with limiter, edition, policy and options, or ${ids.expected}`, (value) =>
      isObject(value) ? full : idOnly,
    ),
    serialize(value) {
      const written = full.serialize(value) as object;
      return Object.keys(written).length === 1 ? value.limiter : written;
    },
  };
}

const embeddedLimiter = { one: embeddedLimiterSchema(singleProcess), any: embeddedLimiterSchema(embeddable) };

type AnyField = PresentField<OptionValue> | OptionalField<OptionValue>;

function optionsSchema(entry: FormatEntry): Schema<LaneOptions> {
  const fields: Record<string, AnyField> = {};
  for (const knob of entry.knobs) fields[knob.id] = optionField(knob);
  return record<LaneOptions>(fields as Fields<LaneOptions>);
}

function optionField(knob: SchemeKnob): AnyField {
  switch (knob.kind) {
    case 'choice':
      return withDefault<OptionValue>(oneOf(knob.choices), knob.default);
    case 'number': {
      const { min, max, unit, specialValue } = knob;
      const bare = number({ min, max, integer: knob.integer, unit: unit === 's' ? 'seconds' : unit });
      const either = specialValue === undefined ? bare : orKeyword(bare, specialValue);
      return withDefault<OptionValue>(either, knob.default);
    }
    case 'limiter': {
      const schema = knob.allowsSchemes ? embeddedLimiter.any : embeddedLimiter.one;
      const value = schema.parse(knob.default, '', () => undefined) as LimiterSpec;
      return withDefault<OptionValue>(schema, value);
    }
    case 'code':
      return optional<OptionValue>(text(0, MAX_CODE_LENGTH));
    case 'weights':
      return optional<OptionValue>(weights);
    default:
      return optional<OptionValue>(positiveTime);
  }
}

/** As long as a limiter's program may be, UTF-16 code units. */
const MAX_CODE_LENGTH = 100_000;

/** A number, or the keyword allowed in its place. */
function orKeyword(bare: Schema<number>, word: string): Schema<number | string> {
  const keyword = oneOf([word]);
  return union<number | string>(`${bare.expected}, or ${keyword.expected}`, (value) =>
    typeof value === 'string' ? keyword : bare,
  );
}

const label = optional(text(1, 200));

export const laneSchema: Schema<Lane> = limiterSchema<Lane>(vocabulary, { label });

/** As many limits as a stack may have. */
const MAX_STACKED = 8;

function stackedLimits(): PresentField<readonly StackedLimit[]> {
  const limit = limiterSchema<StackedLimit>(stackable, { label, key: withDefault(oneOf(['each', 'all']), 'each') });
  const initial = DEFAULT_STACK.map((id) => limit.parse({ limiter: id }, '', () => undefined) as StackedLimit);
  return withDefault(list(limit, 'limits', 1, MAX_STACKED), initial);
}
