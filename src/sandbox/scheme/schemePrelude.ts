/**
 * What a user's scheme finds in its machine: one function for each command of the store, whose result it yields. It runs like
 * one of ours, a generator for each request.
 */
import { keepingCode } from '../keeping.ts';
import { PRELUDE_KIT } from '../preludeKit.ts';

/** Runs under way that are remembered; of older ones the generator is made anew, and gets its replies again. */
const MAX_RUNNING = 10_000;
const MAX_SECONDS = 2_592_000;

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
const { assign, keys } = Object;
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
}
deleteProperty(Step.prototype, 'constructor');
const command = (name) => {
  const called = { [name](...args) {
    if (args.length === 0 || typeof args[0] !== 'string') refuse(TypeError, name + ': its key is ' + said(args[0]) + '. It may be text.');
    for (let i = 1; i < args.length; i++) {
      const kind = typeof args[i];
      if (kind !== 'string' && !(kind === 'number' && isFinite(args[i])))
        refuse(TypeError, name + ': its argument ' + (i + 1) + ' is ' + said(args[i]) + '. It may be text or a number.');
    }
    return new Step('c', [name.toUpperCase(), ...args]);
  } };
  return called[name];
};
const several = (name, kind) => ({ [name](...commands) {
  if (commands.length === 0) refuse(TypeError, name + ': it holds no commands.');
  const words = [];
  for (let i = 0; i < commands.length; i++) {
    const step = Step.of(commands[i]);
    if (step === null || step[0] !== 'c') refuse(TypeError, name + ': its argument ' + (i + 1) + ' is ' + said(commands[i]) + '. It may be a command, such as incr(key).');
    words[i] = step[1];
  }
  return new Step(kind, words);
} })[name];
const sleep = (seconds) => {
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= ${MAX_SECONDS}))
    refuse(RangeError, 'sleep: seconds is ' + said(seconds) + '. It may be a number of seconds from 0.');
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

const DECISION = 'It may be true, false, a wait in seconds, or { allowed, wait, retryAfter, level }.';
const FIELDS = ['allowed', 'wait', 'retryAfter', 'level'];
const amount = (name, value) => {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !(value >= 0 && value <= 1e15)) refuse(RangeError, 'decide: ' + name + ' is ' + said(value) + '. It may be a number from 0.');
  return value;
};
const decided = (value) => {
  if (typeof value === 'boolean') return [value, null, null, null];
  if (typeof value === 'number') return [true, amount('the wait', value), null, null];
  if (typeof value !== 'object' || value === null || isArray(value)) refuse(TypeError, 'decide returned ' + (value === undefined ? 'nothing' : said(value)) + '. ' + DECISION);
  const fields = keys(value);
  for (let i = 0; i < fields.length; i++)
    if (FIELDS[0] !== fields[i] && FIELDS[1] !== fields[i] && FIELDS[2] !== fields[i] && FIELDS[3] !== fields[i])
      refuse(TypeError, 'decide returned a record with ' + said(fields[i]) + '. ' + DECISION);
  const { allowed, wait, retryAfter, level } = value;
  if (typeof allowed !== 'boolean') refuse(TypeError, 'decide: allowed is ' + said(allowed) + '. It may be true or false.');
  if (level !== undefined && level !== null && !(typeof level === 'number' && isFinite(level))) refuse(TypeError, 'decide: level is ' + said(level) + '. It may be a number.');
  return [allowed, amount('wait', wait), amount('retryAfter', retryAfter), level ?? null];
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
  const text = stringify(one.local);
  if (text === one.text) return stringify([kind, what]);
  one.text = text;
  return stringify([kind, what, text]);
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
      const step = Step.of(result.value);
      if (step !== null) return told(one, step[0], step[1]);
      const called = typeof result.value === 'function';
      ours = new TypeError('decide may yield a command, such as incr(key). This one yielded ' + (called ? result.value.name + ' without calling it.' : result.value === undefined ? 'nothing.' : said(result.value) + '.'));
      deleteProperty(ours, 'stack');
      result = throwInto(one.generator, ours);
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
