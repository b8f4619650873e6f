/**
 * What a user's limiter finds in its machine, and how the host calls it. It decides many requests in one call: crossing from
 * the host into the machine takes as long as several decisions.
 *
 * A state crosses as its shape, which is text, and its numbers. In a shape `#` is a number, the next in order; `t`, `f`, `n` and
 * `u` are true, false, null and undefined; text is as in JSON; `[57*#,]` is a list of 57 numbers, and `{"at":#,}` a record.
 */
import { keepingCode } from '../keeping.ts';
import { PRELUDE_KIT } from '../preludeKit.ts';

/** Levels of lists and records within each other. */
const MAX_DEPTH = 16;

/** What the functions return for a request that is refused, and for a wait that never ends. */
export const REFUSED = -1;

/**
 * An expression: a function without arguments. Times go in as whole microseconds. What it returns is for the host:
 *
 * - `bind(module)` takes the program's exports, and returns as JSON what there is of them.
 * - `use(n, T, capacity, unit)`: the policy, T in seconds, and the tick of the clock in microseconds, from now on.
 * - `load(shapes, numbers)`: the states of the next requests, one a line; an empty line is a key's first request.
 * - `begin()` begins the first of them, if it is empty.
 * - `decideAll(block, count)`: instants, costs and numbers of states; returns the waits in seconds, −1 for refused.
 * - `decideOne(shapes, numbers, at, cost)`: one request on a state that is loaded first; `savedShape()` is its new shape.
 * - `save()` and `savedNumbers()`: the states as they were loaded, but each line begins with the count of its numbers.
 * - `levels(block, count)`: instants, and costs of requests, 0 for none; returns the levels of the first state.
 * - `level(at)`, `retryAfter(at, cost, longest)`, `bound(seconds)`, of the first state. `lines()` lists the lines executed.
 */
export const OWN_PRELUDE = String.raw`
(function () {
'use strict';

${PRELUDE_KIT}
const { parse } = JSON;
const { floor, imul } = Math;
const { freeze } = Object;
const records = Object.prototype;
const codeOf = unbound(String.prototype.charCodeAt);
const PLAIN = 'A state may hold numbers, text, true, false, null, and lists and records of these.';

// Plain data, written.

let numbers = list();
const path = list();
let depth = 0;
const whereIs = () => {
  let text = 'state';
  for (let i = 0; i < depth; i++) text += typeof path[i] === 'number' ? '[' + path[i] + ']' : '.' + path[i];
  return text.length > 60 ? sliced(text, 0, 59) + '…' : text;
};
const write = (value) => {
  switch (typeof value) {
    case 'number': numbers[numbers.length] = value; return '#';
    case 'string': return stringify(value);
    case 'boolean': return value ? 't' : 'f';
    case 'undefined': return 'u';
    case 'object': break;
    default: refuse(TypeError, whereIs() + ' is ' + said(value) + '. ' + PLAIN);
  }
  if (value === null) return 'n';
  if (depth === ${MAX_DEPTH}) refuse(RangeError, whereIs() + ' is too deep: a state may have ${MAX_DEPTH} levels.');
  if (isArray(value)) return writeList(value);
  const kind = getPrototypeOf(value);
  if (kind !== records && kind !== null) refuse(TypeError, whereIs() + ' is ' + kindOf(value) + '. ' + PLAIN);
  const fields = fieldsOf(value);
  let text = '{';
  for (let i = 0; i < fields.length; i++) {
    path[depth++] = fields[i];
    if (fields[i] === '__proto__') refuse(TypeError, whereIs() + ' is not a name that a state may hold.');
    text += stringify(fields[i]) + ':' + write(value[fields[i]]) + ',';
    depth--;
  }
  return text + '}';
};
const writeList = (value) => {
  let text = '[';
  let last = '';
  let times = 0;
  for (let i = 0; i < value.length; i++) {
    let item = '#';
    if (typeof value[i] === 'number') numbers[numbers.length] = value[i];
    else {
      path[depth++] = i;
      item = write(value[i]);
      depth--;
    }
    if (item === last) times++;
    else {
      if (times > 0) text += (times > 1 ? times + '*' : '') + last + ',';
      last = item;
      times = 1;
    }
  }
  if (times > 0) text += (times > 1 ? times + '*' : '') + last + ',';
  return text + ']';
};

// Plain data, read: only what was written here before.

let shape = '';
let at = 0;
let given = list();
let next = 0;
const readText = () => {
  const from = at;
  while (shape[++at] !== '"') if (shape[at] === '\\') at++;
  return parse(sliced(shape, from, ++at));
};
const read = () => {
  switch (shape[at]) {
    case '#': at++; return given[next++];
    case 't': at++; return true;
    case 'f': at++; return false;
    case 'n': at++; return null;
    case 'u': at++; return undefined;
    case '"': return readText();
    case '[': return readList();
    default: {
      const value = {};
      at++;
      while (shape[at] !== '}') {
        const field = readText();
        at++;
        value[field] = read();
        at++;
      }
      at++;
      return value;
    }
  }
};
const readList = () => {
  const value = [];
  at++;
  while (shape[at] !== ']') {
    let times = 0;
    for (let digit = codeOf(shape, at) - 48; digit >= 0 && digit <= 9; digit = codeOf(shape, at) - 48) {
      times = 10 * times + digit;
      at++;
    }
    if (times > 0) at++;
    else times = 1;
    const from = at;
    for (let i = 0; i < times; i++) {
      at = from;
      value[value.length] = read();
    }
    at++;
  }
  at++;
  return value;
};
const copyOf = (value) => {
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) {
    const copy = [];
    for (let i = 0; i < value.length; i++) copy[i] = copyOf(value[i]);
    return copy;
  }
  const copy = {};
  for (const field in value) copy[field] = copyOf(value[field]);
  return copy;
};

// Time, and chance: the same numbers for the same request, so that a decision can be repeated.

let unit = 1;
/** By place, where many requests are decided; else there is one. */
let instants = null;
let drawn = 0;
let drawnAt = -1;
const micros = () => instants[place < 0 ? 0 : place];
const secondsAt = (instant) => (unit === 1 ? instant : floor(instant / unit) * unit) / 1e6;
const one = new Float64Array(1);
const goTo = (instant) => {
  instants = one;
  one[0] = instant;
  place = -1;
  drawn = 0;
  return secondsAt(instant);
};
const random = () => {
  if (drawnAt !== place) {
    drawnAt = place;
    drawn = 0;
  }
  let bits = micros() ^ imul(floor(micros() / 4294967296), 0x85ebca6b) ^ imul(++drawn, 0x9e3779b9);
  bits = imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = imul(bits ^ (bits >>> 15), 0x735a2d97);
  return ((bits ^ (bits >>> 15)) >>> 0) / 4294967296;
};
define(Math, 'random', random);
define(globalThis, 'Date', { now: () => floor(secondsAt(micros()) * 1000) });

// The program.

let start, decide, levelOf, waitOf, boundOf;
let policy = null;
const exported = (module, name, needed) => {
  const value = module[name];
  if (typeof value !== 'function' && (needed || value !== undefined))
    refuse(TypeError, value === undefined
      ? 'There is no ' + name + '. Write export ' + (name === 'start' ? 'const start = ({ n, T, capacity }) => ({ … });' : 'function ' + name + '(state, now, cost, policy) { … }')
      : name + ' is ' + said(value) + '. It may be a function.');
  return freeze(value);
};
const word = (about, field) => {
  const value = about[field];
  if (value === undefined) return null;
  if (typeof value !== 'string' || value === '' || value.length > 60)
    refuse(TypeError, 'about.' + field + ' is ' + said(value) + '. It may be text of 1 to 60 characters.');
  return value;
};
const bind = (module) => {
  start = exported(module, 'start', true);
  decide = exported(module, 'decide', true);
  levelOf = exported(module, 'level', false);
  waitOf = exported(module, 'retryAfter', false);
  boundOf = exported(module, 'bound', false);
  const about = module.about ?? {};
  if (typeof about !== 'object') refuse(TypeError, 'about is ' + said(about) + '. It may be a record of name and unit.');
  return stringify({
    name: word(about, 'name'),
    unit: word(about, 'unit'),
    level: levelOf !== undefined,
    retryAfter: waitOf !== undefined,
    bound: boundOf !== undefined,
  });
};
const use = (n, T, capacity, tick) => {
  policy = freeze({ n, T, capacity });
  unit = tick;
};

// Decisions.

const states = list();
const begun = () => {
  const state = start(policy);
  if (typeof state !== 'object' || state === null || isArray(state))
    refuse(TypeError, 'start returned ' + (state === undefined ? 'nothing' : said(state)) + '. It may return a record, such as { tokens: capacity }.');
  depth = 0;
  numbers = list();
  write(state);
  return state;
};
const load = (shapes, buffer) => {
  shape = shapes;
  at = 0;
  given = new Float64Array(buffer);
  next = 0;
  states.length = 0;
  drawnAt = -1;
  goTo(0);
  while (at < shape.length) {
    states[states.length] = shape[at] === '\n' ? undefined : read();
    at++;
  }
};
const waitFrom = (value) => {
  if (typeof value === 'number' && value >= 0 && value < 1e12) return value;
  const returned = value === undefined ? 'nothing' : typeof value === 'number' && value !== value ? 'NaN' : said(value);
  refuse(RangeError, 'decide returned ' + returned + '. It may return true, false, or a wait in seconds, 0 or more.');
};
const answer = (state, now, cost) => {
  const value = decide(state, now, cost, policy);
  return value === true ? 0 : value === false ? ${REFUSED} : waitFrom(value);
};
const decideAll = (block, count) => {
  const input = new Float64Array(block);
  const out = new Float64Array(count);
  // Copies of what does not change: a variable from outside takes longer to read, and longest to write.
  const [rule, setting, known, tick] = [decide, policy, states, unit];
  instants = input;
  for (let i = 0; i < count; i++) {
    place = i;
    const now = (tick === 1 ? input[i] : floor(input[i] / tick) * tick) / 1e6;
    let state = known[input[count + count + i]];
    if (state === undefined) state = known[input[count + count + i]] = begun();
    const value = rule(state, now, input[count + i], setting);
    out[i] = value === true ? 0 : value === false ? ${REFUSED} : waitFrom(value);
  }
  place = -1;
  return out.buffer;
};
const save = () => {
  depth = 0;
  numbers = list();
  let text = '';
  for (let i = 0; i < states.length; i++) {
    const before = numbers.length;
    const written = write(states[i]);
    text += numbers.length - before + ' ' + written + '\n';
  }
  return text;
};
let saved = '';
/** One request, on one state: the wait, whether the state's shape is another now, and its numbers. */
const decideOne = (shapes, buffer, instant, cost) => {
  load(shapes, buffer);
  const state = first();
  const wait = answer(state, goTo(instant), cost);
  depth = 0;
  numbers = list();
  saved = write(state);
  const out = new Float64Array(2 + numbers.length);
  out[0] = wait;
  out[1] = saved + '\n' === shapes ? 0 : 1;
  for (let i = 0; i < numbers.length; i++) out[2 + i] = numbers[i];
  return out.buffer;
};
const savedShape = () => saved;
const savedNumbers = () => {
  const out = new Float64Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) out[i] = numbers[i];
  return out.buffer;
};

// Questions: each is asked of a copy, so that no answer changes a state.

const first = () => (states[0] ??= begun());
const begin = () => {
  first();
};
const finite = (name, value, most) => {
  if (typeof value !== 'number' || value !== value || value < -1e15 || value > most)
    refuse(RangeError, name + ' returned ' + (value === undefined ? 'nothing' : value !== value ? 'NaN' : said(value)) + '. It may return a number.');
  return value;
};
const level = (instant) => finite('level', levelOf(copyOf(first()), goTo(instant), policy), 1e15);
/** Before and after each request; the same twice where there is none. */
const levels = (block, count) => {
  const input = new Float64Array(block);
  const out = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    const [instant, cost] = [input[i], input[count + i]];
    out[2 * i] = level(instant);
    if (cost > 0) answer(first(), goTo(instant), cost);
    out[2 * i + 1] = cost > 0 ? level(instant) : out[2 * i];
  }
  return out.buffer;
};
const admitsAt = (instant, cost) => answer(copyOf(first()), goTo(instant), cost) >= 0;
/** Where the program does not say: sought, as if it went on admitting from the first instant at which it would. */
const soughtWait = (instant, cost, longest) => {
  if (admitsAt(instant, cost)) return 0;
  let refused = 0;
  let admitted = 1;
  while (!admitsAt(instant + admitted, cost)) {
    if (admitted >= longest) return Infinity;
    refused = admitted;
    admitted *= 2;
  }
  while (admitted - refused > 1) {
    const middle = floor((refused + admitted) / 2);
    if (admitsAt(instant + middle, cost)) admitted = middle;
    else refused = middle;
  }
  return admitted;
};
const retryAfter = (instant, cost, longest) => {
  if (waitOf === undefined) return soughtWait(instant, cost, longest);
  const seconds = waitOf(copyOf(first()), goTo(instant), cost, policy);
  if (seconds === null || seconds === Infinity) return Infinity;
  return 1e6 * finite('retryAfter', seconds, 1e15);
};
const bound = (seconds) => {
  const most = boundOf(policy, seconds);
  return most === Infinity ? most : finite('bound', most, 1e15);
};

${keepingCode('state')}
return { bind, use, load, begin, decideOne, savedShape, decideAll, save, savedNumbers, level, levels, retryAfter, bound, lines, describe };
})
`;
