/** The parts of a lesson's steps as schemas. Each part is read by itself, so that one that cannot be read costs only itself. */
import { MIN_SECONDS } from './entryFields.ts';
import { MEASURES } from './goals.ts';
import type { JsonObject } from './json.ts';
import {
  LESSON_LIMITS,
  LOCKS,
  NUMBERED_TARGETS,
  PLAIN_TARGETS,
  QUANTITY_UNITS,
  type Bet,
  type Condition,
  type LessonStep,
  type Lock,
  type Quantity,
  type QuantityName,
  type StepView,
  type Target,
  type Task,
} from './lesson.ts';
import { MAX_SECONDS } from './policy.ts';
import { briefJson } from './problem.ts';
import { boolean, integer, list, number, oneOf, optional, record, required, taggedUnion, text } from './schema.ts';
import { isObject, union, type RecordCheck, type Schema } from './schema.ts';

const MAX_INDEX = 1_000_000_000;
const MAX_VALUE = 1_000_000_000_000_000;

const index = integer(0, MAX_INDEX);
const seconds = number({ min: 0, max: 2 * MAX_SECONDS, unit: 'seconds' });
const someText = text(1, LESSON_LIMITS.question);

/** The quantities that are of an instant, or of one request, and the field that says which. */
const NEEDED: { readonly [Q in QuantityName]?: 'at' | 'request' } = {
  level: 'at',
  windowCount: 'at',
  retryAfter: 'request',
};

const checkQuantity: RecordCheck<Quantity> = (quantity, path, report, given) => {
  const field = quantity.of && NEEDED[quantity.of];
  if (field !== undefined && given[field] === undefined)
    report({
      path: `${path}.${field}`,
      actual: 'missing',
      expected: field === 'at' ? seconds.expected : index.expected,
    });
};

const quantity: Schema<Quantity> = record<Quantity>(
  {
    of: required(
      oneOf<QuantityName>([...(Object.keys(QUANTITY_UNITS) as (keyof typeof QUANTITY_UNITS)[]), ...MEASURES]),
    ),
    lane: required(index),
    from: optional(seconds),
    to: optional(seconds),
    phase: optional(index),
    key: optional(text(0, 1_000)),
    at: optional(seconds),
    request: optional(index),
  },
  checkQuantity,
);

const value = number({ min: -MAX_VALUE, max: MAX_VALUE });

const condition: Schema<Condition> = record<Condition>({
  quantity: required(quantity),
  at: required(oneOf(['most', 'least', 'exactly'])),
  value: required(
    union<number | Quantity>(
      'a number or a quantity',
      (given) => (isObject(given) ? quantity : value) as Schema<number | Quantity>,
    ),
  ),
});
const conditions = list(condition, 'conditions', 1, LESSON_LIMITS.conditions);

type BetOf<K extends Bet['kind']> = Extract<Bet, { readonly kind: K }>;

const tolerance = optional(number({ min: 0, max: MAX_VALUE }));
const betSchemas: { readonly [K in Bet['kind']]: Schema<BetOf<K>> } = {
  choice: record<BetOf<'choice'>>({
    kind: required(oneOf(['choice'])),
    question: required(someText),
    options: required(
      list(
        record<BetOf<'choice'>['options'][number]>({
          text: required(text(1, LESSON_LIMITS.option)),
          when: optional(conditions),
        }),
        'options',
        2,
        LESSON_LIMITS.options,
      ),
    ),
  }),
  number: record<BetOf<'number'>>({
    kind: required(oneOf(['number'])),
    question: required(someText),
    quantity: required(quantity),
    within: tolerance,
  }),
  time: record<BetOf<'time'>>({
    kind: required(oneOf(['time'])),
    question: required(someText),
    quantity: required(quantity),
    within: tolerance,
  }),
  line: record<BetOf<'line'>>(
    {
      kind: required(oneOf(['line'])),
      question: required(someText),
      lane: required(index),
      curve: required(oneOf(['level', 'windowCount'])),
      from: required(seconds),
      to: required(number({ min: MIN_SECONDS, max: 2 * MAX_SECONDS, unit: 'seconds' })),
      points: required(integer(2, 50)),
    },
    ({ from, to }, path, report) => {
      if (from !== undefined && to !== undefined && from >= to)
        report({ path: `${path}.to`, actual: String(to), expected: 'later than from' });
    },
  ),
};

/** A document or a merge patch, checked where it is applied. */
const patch: Schema<JsonObject> = {
  expected: 'an object',
  parse(given, path, report) {
    if (isObject(given)) return given as JsonObject;
    report({ path, actual: briefJson(given), expected: patch.expected });
    return undefined;
  },
  serialize: (json) => json,
};

const task: Schema<Task> = record<Task>({
  prompt: required(someText),
  until: required(conditions),
  solution: required(patch),
});

const view: Schema<StepView> = record<StepView>({
  at: optional(seconds),
  from: optional(seconds),
  to: optional(seconds),
  selected: optional(record<{ lane: number; request: number }>({ lane: required(index), request: required(index) })),
  layout: optional(oneOf(['columns', 'stacked'])),
  mode: optional(oneOf(['run', 'tune'])),
});

const TARGET = new RegExp(`^(?:${PLAIN_TARGETS.join('|')}|(?:${NUMBERED_TARGETS.join('|')}):\\d+(?:\\.\\d+)?)$`);

export function isTarget(given: unknown): given is Target {
  return typeof given === 'string' && TARGET.test(given);
}

const target: Schema<Target> = {
  expected: `${PLAIN_TARGETS.map((name) => `"${name}"`).join(', ')} or ${NUMBERED_TARGETS.join(', ')} with a number, such as "lane:0"`,
  holds: isTarget,
  parse(given, path, report) {
    if (isTarget(given)) return given;
    report({ path, actual: briefJson(given), expected: target.expected });
    return undefined;
  },
  serialize: (name) => name,
};

/** The schema of each part of a step. */
export const stepParts: { readonly [P in keyof LessonStep]-?: Schema<NonNullable<LessonStep[P]>> } = {
  text: text(0, LESSON_LIMITS.text),
  bet: taggedUnion<Bet>('kind', betSchemas),
  after: text(0, LESSON_LIMITS.text),
  task,
  document: patch,
  change: patch,
  view,
  lit: list(target, 'names of what is lit', 0, 50),
  locks: list<Lock>(oneOf(LOCKS), 'locks', 0, LOCKS.length),
  hideFuture: boolean,
};
