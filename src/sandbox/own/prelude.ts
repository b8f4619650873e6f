/**
 * What a user's limiter finds in its machine, and how the host calls it. It decides many requests in one call: crossing from
 * the host into the machine takes as long as several decisions.
 *
 * A state crosses as its shape, which is text, and its numbers. In a shape `#` is a number, the next in order; `t`, `f`, `n` and
 * `u` are true, false, null and undefined; a string is as in JSON; `[57*#,]` is an array of 57 numbers, and `{"at":#,}` an object.
 * `!` precedes one that is frozen: a constant of the top level that was put into the state.
 */
import { keepingCode } from '../keeping.ts';
import { PRELUDE_KIT } from '../preludeKit.ts';

/** Levels of arrays and objects within each other. */
const MAX_DEPTH = 16;

/** A wait is shorter, in seconds. */
const MAX_WAIT = 1e12;
/** Levels and other answers are at most so large. */
const MAX_ANSWER = 1e15;

/** What the functions return for a request that is refused, and for a wait that never ends. */
export const REFUSED = -1;

/**
 * An expression: a function without arguments. Times go in as whole microseconds. What it returns is for the host:
 *
 * - `bind(module)` takes the program's exports, and returns as JSON what there is of them.
 * - `use(n, T, capacity, unit)`: the policy, T in seconds, and the tick of the clock in microseconds, from now on.
 * - `begin()` makes the state of a key, as the only one that is saved.
 * - `load(shapes, numbers)`: the states of the next requests, one a line.
 * - `decideAll(block, count)`: instants, costs and numbers of states; returns the waits in seconds, −1 for refused.
 * - `save()` writes the states down for `savedShape()` and `savedNumbers()`: as they were loaded, but each line of the shape
 *   begins with the count of its numbers.
 * - `decideOne(shapes, numbers, at, cost)`: one request on a state that is loaded first; `savedShape()` is its new shape.
 * - `levels(block, count)`: instants, and costs of requests, 0 for none; returns the levels of the first state.
 * - `level(at)`, `retryAfter(at, cost)`, `admits(at, cost)`, of the first state, and `bound(seconds)`. A time that never comes is
 *   Infinity, and 1 is yes.
 * - `lines()` lists the lines executed.
 */
export const OWN_PRELUDE = String.raw`
(function () {
'use strict';

${PRELUDE_KIT}
const { parse } = JSON;
const { floor, imul } = Math;
const { freeze, isExtensible, isFrozen: isAllFrozen } = Object;
const records = Object.prototype;
const codeOf = unbound(String.prototype.charCodeAt);
const PLAIN = 'A state may hold numbers, strings, true, false, null, and arrays and plain objects of these.';

// Plain data, written.

let numbers = list();
const path = list();
let depth = 0;
/** Of what is being written: the state, and the objects in it. A key's first state shares nothing with the program. */
let root;
let isFirst = false;
const written = new globalThis.Set();
const [wasWritten, noteWritten, forgetWritten] = [written.has, written.add, written.clear].map(unbound);
const whereIs = () => {
  let text = 'state';
  for (let i = 0; i < depth; i++) text += typeof path[i] === 'number' ? '[' + path[i] + ']' : '.' + path[i];
  return text.length > 60 ? sliced(text, 0, 59) + '…' : text;
};
/** Where an object was when it was written first. */
const whereFirst = (value) => {
  const seek = (from) => {
    if (from === value) return true;
    if (typeof from !== 'object' || from === null || depth === ${MAX_DEPTH}) return false;
    const fields = fieldsOf(from);
    for (let i = 0; i < fields.length; i++) {
      path[depth++] = isArray(from) ? +fields[i] : fields[i];
      if (seek(from[fields[i]])) return true;
      depth--;
    }
    return false;
  };
  depth = 0;
  seek(root);
  return whereIs();
};
const writeState = (state) => {
  depth = 0;
  root = state;
  forgetWritten(written);
  return write(state);
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
  const kind = getPrototypeOf(value);
  if (!isArray(value) && kind !== records && kind !== null) refuse(TypeError, whereIs() + ' is ' + kindOf(value) + '. ' + PLAIN);
  if (isFirst) return writeParts(value);
  // What cannot change may be in several places.
  if (!isExtensible(value) && isAllFrozen(value)) return '!' + writeParts(value);
  if (wasWritten(written, value)) {
    const here = whereIs();
    refuse(TypeError, here + ' and ' + whereFirst(value) + ' are the same object: they come apart when the state is copied. Keep it in one place.');
  }
  noteWritten(written, value);
  return writeParts(value);
};
const writeParts = (value) => {
  if (isArray(value)) return writeList(value);
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
    case '!': at++; return freeze(read());
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
const sliceOf = unbound(Array.prototype.slice);
const copyOf = (value) => {
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) {
    const copy = sliceOf(value);
    const { length } = copy;
    for (let i = 0; i < length; i++) if (typeof copy[i] === 'object') copy[i] = copyOf(copy[i]);
    return isExtensible(value) ? copy : freeze(copy);
  }
  const copy = {};
  for (const field in value) copy[field] = copyOf(value[field]);
  return isExtensible(value) ? copy : freeze(copy);
};

// Time, and chance: the same numbers for the same request, so that a decision can be repeated.

let unit = 1;
/** By place. Null while nothing is asked about an instant. */
let instants = null;
let drawn = 0;
let drawnAt = -1;
const micros = (name) => {
  if (instants === null) refuse(Error, name + ' works only in start, decide, level and retryAfter: elsewhere there is no time.');
  return instants[place < 0 ? 0 : place];
};
const secondsAt = (instant) => (unit === 1 ? instant : floor(instant / unit) * unit) / 1e6;
/** Goes to a request, or a question, and begins its draws anew. */
const goToPlace = (all, at) => {
  instants = all;
  place = at;
  drawnAt = -1;
  return secondsAt(all[at]);
};
const one = new Float64Array(1);
const goTo = (instant) => {
  one[0] = instant;
  return goToPlace(one, 0);
};
const random = () => {
  const instant = micros('Math.random()');
  if (drawnAt !== place) {
    drawnAt = place;
    drawn = 0;
  }
  let bits = instant ^ imul(floor(instant / 4294967296), 0x85ebca6b) ^ imul(++drawn, 0x9e3779b9);
  bits = imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = imul(bits ^ (bits >>> 15), 0x735a2d97);
  return ((bits ^ (bits >>> 15)) >>> 0) / 4294967296;
};
define(Math, 'random', random);
const milliseconds = (name) => floor(secondsAt(micros(name)) * 1000);
/** Of Date, what limiters read the time with: there is no calendar. */
const VirtualDate = class Date {
  #at;
  constructor(at = milliseconds('new Date()')) {
    if (typeof at !== 'number' || arguments.length > 1)
      refuse(TypeError, 'There is no calendar here: new Date() is now, and new Date(5000) is 5 s.');
    this.#at = at;
  }
  static now() {
    return milliseconds('Date.now()');
  }
  getTime() {
    return this.#at;
  }
  valueOf() {
    return this.#at;
  }
};
define(globalThis, 'Date', VirtualDate);

// The program.

let start, decide, levelOf, waitOf, boundOf;
let policy = null;
const exported = (module, name, needed) => {
  const value = module[name];
  if (typeof value !== 'function' && (needed || value !== undefined))
    refuse(TypeError, value === undefined
      ? 'There is no ' + name + '. Write export ' + (name === 'start' ? 'const start = ({ n, T, capacity }) => ({ … });' : 'function ' + name + '(state, now, cost, policy) { … }')
      : name + ' is ' + said(value) + '. It must be a function.');
  return freeze(value);
};
const word = (about, field) => {
  const value = about[field];
  if (value === undefined) return null;
  if (typeof value !== 'string' || value === '' || value.length > 60)
    refuse(TypeError, 'about.' + field + ' is ' + said(value) + '. It must be a string of 1 to 60 characters.');
  return value;
};
const bind = (module) => {
  start = exported(module, 'start', true);
  decide = exported(module, 'decide', true);
  levelOf = exported(module, 'level', false);
  waitOf = exported(module, 'retryAfter', false);
  boundOf = exported(module, 'bound', false);
  const about = module.about ?? {};
  if (typeof about !== 'object') refuse(TypeError, 'about is ' + said(about) + '. It must be an object, such as { name: "My limiter", unit: "tokens" }.');
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
const begin = () => {
  goTo(0);
  const state = start(policy);
  if (typeof state !== 'object' || state === null || isArray(state))
    refuse(TypeError, 'start returned ' + (state === undefined ? 'nothing' : said(state)) + '. It must return an object, such as { tokens: capacity }.');
  states.length = 0;
  states[0] = state;
  isFirst = true;
  save();
};
const load = (shapes, buffer) => {
  shape = shapes;
  at = 0;
  given = new Float64Array(buffer);
  next = 0;
  states.length = 0;
  isFirst = false;
  place = -1;
  while (at < shape.length) {
    states[states.length] = read();
    at++;
  }
};
const waitFrom = (value) => {
  if (typeof value === 'number' && value >= 0 && value < ${MAX_WAIT}) return value;
  const returned = value === undefined ? 'nothing' : typeof value === 'number' && value !== value ? 'NaN' : said(value);
  refuse(RangeError, 'decide returned ' + returned + '. It must return true, false, or a wait in seconds: 0 or more, and less than ' + said(${MAX_WAIT}) + '.');
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
  drawnAt = -1;
  for (let i = 0; i < count; i++) {
    place = i;
    const now = (tick === 1 ? input[i] : floor(input[i] / tick) * tick) / 1e6;
    const value = rule(known[input[count + count + i]], now, input[count + i], setting);
    out[i] = value === true ? 0 : value === false ? ${REFUSED} : waitFrom(value);
  }
  place = -1;
  return out.buffer;
};
let saved = '';
const save = () => {
  numbers = list();
  saved = '';
  for (let i = 0; i < states.length; i++) {
    const before = numbers.length;
    const text = writeState(states[i]);
    saved += numbers.length - before + ' ' + text + '\n';
  }
};
/** One request, on one state: the wait, whether the state's shape is another now, and its numbers. */
const decideOne = (shapes, buffer, instant, cost) => {
  load(shapes, buffer);
  const wait = answer(states[0], goTo(instant), cost);
  numbers = list();
  saved = writeState(states[0]);
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

const finite = (name, value, orInfinity) => {
  if (typeof value === 'number' && value >= -${MAX_ANSWER} && value <= ${MAX_ANSWER}) return value;
  const returned = value === undefined ? 'nothing' : value !== value ? 'NaN' : said(value);
  refuse(RangeError, name + ' returned ' + returned + '. It must return a number from ' + said(-${MAX_ANSWER}) + ' to ' + said(${MAX_ANSWER}) + orInfinity + '.');
};
const levelOn = (state, now) => finite('level', levelOf(copyOf(state), now, policy), '');
const level = (instant) => levelOn(states[0], goTo(instant));
/** Before and after each request; the same twice where there is none. */
const levels = (block, count) => {
  const input = new Float64Array(block);
  const out = new Float64Array(2 * count);
  const state = states[0];
  for (let i = 0; i < count; i++) {
    const cost = input[count + i];
    out[2 * i] = levelOn(state, goToPlace(input, i));
    if (cost > 0) answer(state, goToPlace(input, i), cost);
    out[2 * i + 1] = cost > 0 ? levelOn(state, goToPlace(input, i)) : out[2 * i];
  }
  return out.buffer;
};
const admits = (instant, cost) => (answer(copyOf(states[0]), goTo(instant), cost) >= 0 ? 1 : 0);
const retryAfter = (instant, cost) => {
  const seconds = waitOf(copyOf(states[0]), goTo(instant), cost, policy);
  if (seconds === null || seconds === Infinity) return Infinity;
  return 1e6 * finite('retryAfter', seconds, ', Infinity or null');
};
const bound = (seconds) => {
  instants = null;
  const most = boundOf(policy, seconds);
  return most === Infinity ? most : finite('bound', most, ' or Infinity');
};

${keepingCode('state')}
return { bind, use, begin, load, decideOne, savedShape, decideAll, save, savedNumbers, level, levels, retryAfter, admits, bound, lines, describe };
})
`;
