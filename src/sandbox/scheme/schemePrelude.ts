/**
 * What a user's scheme finds in its machine: one function for each command of the store, whose result it yields. It runs like
 * one of ours, a generator for each request.
 */
import { keepingCode } from '../keeping.ts';
import { MAX_SECONDS } from '../limits.ts';
import { PRELUDE_KIT } from '../preludeKit.ts';

/** Levels of arrays and objects within each other in `local`. */
const MAX_DEPTH = 16;
/** Runs under way that are remembered; of older ones the generator is made anew, and gets its replies again. */
const MAX_RUNNING = 10_000;

/**
 * An expression: a function of the commands' names, as JSON. What it returns is for the host:
 *
 * - `bind(module)` takes the program.
 * - `begin(number, context, local)`, `resume(number, reply, local)` run one request's generator to its next step and return
 *   it as JSON: [kind, what, the node's memory if it has changed]. All arguments but the number of the run are JSON. In a
 *   reply an error is { error, silent }. `resume` returns an empty text if it does not remember the run.
 * - `lines()`: the lines executed.
 */
export const SCHEME_PRELUDE = String.raw`
(function (commandNames) {
'use strict';

${PRELUDE_KIT}
const { parse } = JSON;
const { freeze } = Object;
const { imul, round } = Math;
const { isFinite } = Number;
const { assign, is, keys } = Object;
const generators = getPrototypeOf(function* () {});
const goOn = unbound(generators.prototype.next);
const throwInto = unbound(generators.prototype.throw);
/** Records by number: the oldest comes first. */
const running = { __proto__: null };
let underWay = 0;
const forget = (number) => {
  if (!(number in running)) return;
  deleteProperty(running, number);
  underWay--;
};

// Commands.

class Step {
  #step;
  constructor(kind, what) {
    this.#step = [kind, what];
  }
  static of(value) {
    return typeof value === 'object' && value !== null && #step in value ? value.#step : null;
  }
  [Symbol.toPrimitive]() {
    refuse(TypeError, 'A command is used as its reply. Put yield before it: (yield incr(key)) <= n.');
  }
}
deleteProperty(Step.prototype, 'constructor');
const command = (name) => {
  const called = { [name](...args) {
    if (args.length === 0 || typeof args[0] !== 'string') refuse(TypeError, name + ': its key is ' + said(args[0]) + '. It must be a string.');
    for (let i = 1; i < args.length; i++) {
      const kind = typeof args[i];
      if (kind !== 'string' && !(kind === 'number' && isFinite(args[i])))
        refuse(TypeError, name + ': its argument ' + (i + 1) + ' is ' + said(args[i]) + '. It must be a string or a finite number.');
    }
    return new Step('c', [name.toUpperCase(), ...args]);
  } };
  return called[name];
};
const several = (name, kind) => ({ [name](...commands) {
  if (commands.length === 0) refuse(TypeError, name + ': it needs at least one command.');
  const words = [];
  for (let i = 0; i < commands.length; i++) {
    const step = Step.of(commands[i]);
    if (step === null || step[0] !== 'c') refuse(TypeError, name + ': its argument ' + (i + 1) + ' is ' + said(commands[i]) + '. It must be a command, such as incr(key).');
    words[i] = step[1];
  }
  return new Step(kind, words);
} })[name];
const sleep = (seconds) => {
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= ${MAX_SECONDS}))
    refuse(RangeError, 'sleep: seconds is ' + said(seconds) + '. It must be a number from 0 to ${MAX_SECONDS.toLocaleString('en-US')}.');
  return new Step('s', round(seconds * 1e6));
};

// Errors of the store, which a program may catch.

class StoreError extends Error {}
class NoReplyError extends Error {}
for (const Kind of [StoreError, NoReplyError]) define(Kind.prototype, 'name', Kind.name);
const errorOf = ({ error, silent }) => {
  const made = new (silent ? NoReplyError : StoreError)(error);
  // Without its own stack it gets one where it is thrown: at the yield.
  deleteProperty(made, 'stack');
  return made;
};
const revived = (reply) => {
  if (isArray(reply)) {
    for (let i = 0; i < reply.length; i++) reply[i] = revived(reply[i]);
    return reply;
  }
  return typeof reply === 'object' && reply !== null ? errorOf(reply) : reply;
};

// Decisions.

const DECISION = 'It must return true, false, a wait in seconds, or { allowed, wait, retryAfter, level }.';
const FIELDS = ['allowed', 'wait', 'retryAfter', 'level'];
const amount = (name, value) => {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !(value >= 0 && value <= 1e15)) refuse(RangeError, 'decide: ' + name + ' is ' + said(value) + '. It must be a number of seconds, 0 or more.');
  return value;
};
const decided = (value) => {
  if (typeof value === 'boolean') return [value, null, null, null];
  if (typeof value === 'number') return [true, amount('the wait', value), null, null];
  if (typeof value !== 'object' || value === null || isArray(value)) refuse(TypeError, 'decide returned ' + (value === undefined ? 'nothing' : said(value)) + '. ' + DECISION);
  const fields = keys(value);
  for (let i = 0; i < fields.length; i++)
    if (FIELDS[0] !== fields[i] && FIELDS[1] !== fields[i] && FIELDS[2] !== fields[i] && FIELDS[3] !== fields[i])
      refuse(TypeError, 'decide returned an object with ' + said(fields[i]) + '. ' + DECISION);
  const { allowed, wait, retryAfter, level } = value;
  if (typeof allowed !== 'boolean') refuse(TypeError, 'decide: allowed is ' + said(allowed) + '. It must be true or false.');
  if (level !== undefined && level !== null && !(typeof level === 'number' && isFinite(level))) refuse(TypeError, 'decide: level is ' + said(level) + '. It must be a finite number.');
  return [allowed, amount('wait', wait), amount('retryAfter', retryAfter), level ?? null];
};

// What a node remembers, as JSON. Written here: JSON.stringify leaves out and changes what is not plain data.

const PLAIN = 'It must be plain data: numbers, strings, true, false, null, and arrays and objects of these.';
const records = Object.prototype;
const arrays = Array.prototype;
const path = list();
const pathText = () => {
  let text = 'local';
  for (let i = 0; i < path.length; i++) text += typeof path[i] === 'number' ? '[' + path[i] + ']' : '.' + path[i];
  return text.length > 60 ? sliced(text, 0, 59) + '…' : text;
};
const written = (value) => {
  switch (typeof value) {
    case 'number':
      if (!isFinite(value)) refuse(TypeError, pathText() + ' is ' + said(value) + '. It must be a finite number.');
      return is(value, -0) ? '-0' : String(value);
    case 'string': return stringify(value);
    case 'boolean': return value ? 'true' : 'false';
    case 'object': break;
    default: refuse(TypeError, pathText() + ' is ' + (value === undefined ? 'undefined' : said(value)) + '. ' + PLAIN);
  }
  if (value === null) return 'null';
  if (path.length === ${MAX_DEPTH}) refuse(RangeError, pathText() + ' is too deep: local may have ${MAX_DEPTH} levels.');
  const kind = getPrototypeOf(value);
  const listed = isArray(value);
  if (kind !== (listed ? arrays : records) && (listed || kind !== null)) refuse(TypeError, pathText() + ' is ' + kindOf(value) + '. ' + PLAIN);
  return listed ? writtenList(value) : writtenFields(value);
};
const writtenList = (value) => {
  const place = path.length;
  let text = '[';
  for (let i = 0; i < value.length; i++) {
    path[place] = i;
    text += (i > 0 ? ',' : '') + written(value[i]);
  }
  path.length = place;
  return text + ']';
};
/** A field that is undefined is as good as none. */
const writtenFields = (value) => {
  const place = path.length;
  const fields = keys(value);
  let text = '';
  for (let i = 0; i < fields.length; i++) {
    path[place] = fields[i];
    if (fields[i] === '__proto__') refuse(TypeError, pathText() + ' is not a name that local may hold.');
    const held = value[fields[i]];
    if (held !== undefined) text += (text === '' ? '' : ',') + stringify(fields[i]) + ':' + written(held);
  }
  path.length = place;
  return '{' + text + '}';
};
const localText = (local) => {
  path.length = 0;
  return writtenFields(local);
};

// Requests.

let decide = null;
const bind = (module) => {
  decide = module.decide;
  if (typeof decide !== 'function' || getPrototypeOf(decide) !== generators)
    refuse(TypeError, 'There is no generator function decide. Write function* decide({ key, cost, now, policy }) { … }, with the asterisk.');
};

let current = null;
const random = () => {
  if (current === null) refuse(Error, 'Math.random works only within decide.');
  // mulberry32, from the number of the request.
  let x = (current.seed = (current.seed + 0x6D2B79F5) | 0);
  x = imul(x ^ (x >>> 15), x | 1);
  x ^= x + imul(x ^ (x >>> 7), x | 61);
  return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
};

/** What other requests of the node have written since. */
const refresh = (one, text) => {
  if (text === one.text) return;
  for (const field of keys(one.local)) deleteProperty(one.local, field);
  assign(one.local, parse(text));
  one.text = text;
};
const told = (one, kind, what) => {
  const text = localText(one.local);
  if (text === one.text) return stringify([kind, what]);
  one.text = text;
  return stringify([kind, what, text]);
};
const stepIn = (value) => {
  const step = Step.of(value);
  if (step !== null) return step;
  const called = typeof value === 'function';
  refuse(TypeError, 'decide may yield only commands, such as incr(key). This one yielded ' + (called ? value.name + ' without calling it.' : value === undefined ? 'nothing.' : said(value) + '.'));
};
const run = (number, one, resumeWith) => {
  current = one;
  let result;
  try {
    result = resumeWith();
    for (;;) {
      if (result.done) {
        forget(number);
        return told(one, 'd', decided(result.value));
      }
      try {
        const [kind, what] = stepIn(result.value);
        return told(one, kind, what);
      } catch (error) {
        if (error !== ours) throw error;
        // Without its own stack it gets one where it is thrown: at the yield.
        deleteProperty(ours, 'stack');
        result = throwInto(one.generator, ours);
      }
    }
  } catch (error) {
    forget(number);
    if (error instanceof NoReplyError) return told(one, 'u', textOf(error, 'message'));
    throw error;
  } finally {
    current = null;
  }
};
const begin = (number, context, text) => {
  const { key, cost, now, node, request, policy } = parse(context);
  const one = { __proto__: null, generator: null, local: parse(text), text, seed: imul(request + 1, 0x9E3779B1) };
  running[number] = one;
  if (++underWay > ${MAX_RUNNING}) for (const old in running) { forget(old); break; }
  return run(number, one, () => {
    one.generator = decide({ key, cost, now, node, request, policy: freeze(policy), local: one.local });
    return goOn(one.generator);
  });
};
const resume = (number, reply, text) => {
  const one = running[number];
  if (one === undefined) return '';
  refresh(one, text);
  const value = revived(parse(reply));
  if (!(value instanceof Error)) return run(number, one, () => goOn(one.generator, value));
  return run(number, one, () => throwInto(one.generator, value));
};

// What the program sees.

for (const name of parse(commandNames)) define(globalThis, name, command(name));
define(globalThis, 'multi', several('multi', 't'));
define(globalThis, 'pipeline', several('pipeline', 'p'));
define(globalThis, 'sleep', sleep);
define(globalThis, 'StoreError', StoreError);
define(globalThis, 'NoReplyError', NoReplyError);
define(Math, 'random', random);
${keepingCode('local')}
return { bind, begin, resume, lines, describe };
})
`;
