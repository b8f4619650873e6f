/** Lanes: which limiters run, with which edition, policy and options. */
import type { SchemeKnob } from '../cluster/scheme.ts';
import type { Edition, Options } from '../limiters/limiter.ts';
import { someTime, weights } from './entry.ts';
import { overrideShape, type PolicyOverride } from './policy.ts';
import {
  choice,
  defaulted,
  isObject,
  nested,
  number,
  optional,
  picked,
  record,
  required,
  text,
  type Fields,
  type Given,
  type Optional,
  type Shape,
} from './shape.ts';
import { vocabulary, wordOf, type Word } from './vocabulary.ts';

/** A limiter as a lane, or as a scheme's part, has it. */
export interface Limiting {
  readonly limiter: string;
  readonly edition: Edition;
  readonly policy: PolicyOverride;
  readonly options: LaneOptions;
}

/** Text or a number for what a `Knob` describes; a scheme may also hold a limiter, or one weight for each node. */
export type OptionValue = string | number | readonly number[] | Limiting;

/** By id, complete: defaults are filled in. Only those whose absence means something may be absent. */
export type LaneOptions = Readonly<Record<string, OptionValue>>;

export interface Lane extends Limiting {
  /** Absent: the limiter's name. */
  readonly label?: string;
}

/** The options of one process, as `Setting` wants them. A scheme's limiters and weights are not among them. */
export function plainOptions({ options }: Limiting): Options {
  const plain: Record<string, string | number> = {};
  for (const [id, value] of Object.entries(options))
    if (typeof value === 'string' || typeof value === 'number') plain[id] = value;
  return plain;
}

/**
 * The shape of a lane, or of a limiter within a scheme: which editions and options there are hangs on the limiter that it
 * names. Shapes are made when first asked for, since schemes hold limiters and are made of the same list.
 */
function shapeOf<T extends Limiting>(words: readonly Word[], more: Omit<Fields<T>, keyof Limiting>): Shape<T> {
  const fields = (id: readonly string[], edition: unknown, options: unknown) =>
    ({
      limiter: required(choice(id)),
      ...more,
      edition,
      policy: defaulted(overrideShape, {}),
      options,
    }) as unknown as Fields<T>;
  const made = new Map<string, Shape<T>>();
  const of = (word: Word): Shape<T> => {
    let shape = made.get(word.id);
    if (shape === undefined) {
      const edition = defaulted(choice(word.editions), word.edition);
      made.set(word.id, (shape = record<T>(fields([word.id], edition, nested(optionsShape(word))))));
    }
    return shape;
  };
  // For a limiter that nobody knows: what is wrong with the rest is told all the same.
  const unknown = record<T>(
    fields(
      words.map(({ id }) => id),
      optional(anything),
      optional(anything),
    ),
  );
  return {
    may: unknown.may,
    read(value, path, report) {
      const id = isObject(value) && Object.hasOwn(value, 'limiter') ? value['limiter'] : undefined;
      const word = words.find((entry) => entry.id === id);
      return (word === undefined ? unknown : of(word)).read(value, path, report);
    },
    write: (value) => of(wordOf(value.limiter) as Word).write(value),
  };
}

const anything: Shape<unknown> = { may: 'anything', read: (value) => value, write: (value) => value };

const oneProcess = vocabulary.filter(({ processes }) => processes === 'one');
/** A scheme within a scheme is one that asks a store, not one that splits up again. */
const sharable = vocabulary.filter(({ id }) => id !== 'layered' && id !== 'local-split');

/** A limiter within a scheme: its id, or an object like a lane's without a label. */
function innerShape(words: readonly Word[]): Shape<Limiting> {
  const full = shapeOf<Limiting>(words, {});
  const ids = choice(words.map(({ id }) => id));
  const bare: Shape<Limiting> = {
    may: ids.may,
    read(value, path, report) {
      const id = ids.read(value, path, report);
      return id === undefined ? undefined : full.read({ limiter: id }, path, report);
    },
    write: ({ limiter }) => limiter,
  };
  return {
    ...picked<Limiting>(`an object with limiter, edition, policy and options, or ${ids.may}`, (value) =>
      isObject(value) ? full : bare,
    ),
    write(value) {
      const written = full.write(value) as object;
      return Object.keys(written).length === 1 ? value.limiter : written;
    },
  };
}

const inner = { one: innerShape(oneProcess), any: innerShape(sharable) };

type AnyField = Given<OptionValue> | Optional<OptionValue>;

function optionsShape(word: Word): Shape<LaneOptions> {
  const fields: Record<string, AnyField> = {};
  for (const knob of word.knobs) fields[knob.id] = fieldOf(knob);
  return record<LaneOptions>(fields as Fields<LaneOptions>);
}

function fieldOf(knob: SchemeKnob): AnyField {
  switch (knob.kind) {
    case 'choice':
      return defaulted<OptionValue>(choice(knob.choices), knob.default);
    case 'number': {
      const { min, max, unit, word } = knob;
      const bare = number({ min, max, whole: knob.whole, unit: unit === 's' ? 'seconds' : unit });
      const either = word === undefined ? bare : orWord(bare, word);
      return defaulted<OptionValue>(either, knob.default);
    }
    case 'limiter': {
      const shape = knob.schemes ? inner.any : inner.one;
      const value = shape.read(knob.default, '', () => undefined) as Limiting;
      return defaulted<OptionValue>(shape, value);
    }
    case 'weights':
      return optional<OptionValue>(weights);
    default:
      return optional<OptionValue>(someTime);
  }
}

/** A number, or the word that may stand in its place. */
function orWord(bare: Shape<number>, word: string): Shape<number | string> {
  const instead = choice([word]);
  return picked<number | string>(`${bare.may}, or ${instead.may}`, (value) =>
    typeof value === 'string' ? instead : bare,
  );
}

export const laneShape: Shape<Lane> = shapeOf<Lane>(vocabulary, { label: optional(text(1, 200)) });
