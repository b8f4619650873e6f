/** What every prelude begins with: built-in functions, captured while they are intact, and how errors are told. */

/** The preludes' file name in stack traces, to tell their frames from the user's. */
export const PRELUDE_FILE = 'spillway';

/**
 * Statements. `refuse` throws one of our sentences, `said` writes a value as a sentence quotes it, and `describe` is for the
 * host: what was thrown as JSON, [whether we threw it, its name, its message, its stack, the request at which it was].
 */
export const PRELUDE_KIT = String.raw`
const { apply, deleteProperty } = Reflect;
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, keys: fieldsOf, setPrototypeOf } = Object;
const { isArray } = Array;
const { stringify } = JSON;
const { Error, Float64Array, RangeError, String, TypeError } = globalThis;
const unbound = (method) => Function.prototype.call.bind(method);
const includes = unbound(String.prototype.includes);
const sliced = unbound(String.prototype.slice);
const list = () => setPrototypeOf([], null);

// Errors.

/** Of many requests that are worked on in one turn: the one at which it is. */
let place = -1;
let ours = null;
const refuse = (Kind, sentence) => {
  throw (ours = new Kind(sentence));
};
const figure = (value) => {
  const text = String(value < 0 ? -value : value);
  let whole = 0;
  while (text[whole] >= '0' && text[whole] <= '9') whole++;
  let figures = value < 0 ? '−' : '';
  for (let i = 0; i < text.length; i++) figures += i > 0 && i < whole && (whole - i) % 3 === 0 ? ',' + text[i] : text[i];
  return figures;
};
const said = (value) => {
  switch (typeof value) {
    case 'undefined': return 'missing';
    case 'number': return figure(value);
    case 'string': return value.length > 40 ? stringify(sliced(value, 0, 39)) + '…' : stringify(value);
    case 'boolean': return value ? 'true' : 'false';
    case 'object': return value === null ? 'null' : isArray(value) ? 'an array' : 'an object';
    case 'bigint': return 'a bigint';
    default: return 'a ' + typeof value;
  }
};

const textOf = (from, name) => {
  for (let depth = 0; from !== null && depth < 20; depth++, from = getPrototypeOf(from)) {
    const found = getOwnPropertyDescriptor(from, name);
    if (found !== undefined) return hasOwn(found, 'value') && typeof found.value === 'string' ? found.value : '';
  }
  return '';
};
const kindOf = (value) => {
  if (typeof value !== 'object') return said(value);
  const name = textOf(getPrototypeOf(value)?.constructor, 'name');
  return name === '' ? 'an object of its own kind' : (includes('AEIOaeio', name[0]) ? 'an ' : 'a ') + sliced(name, 0, 40);
};
const describe = (thrown) => {
  const object = (typeof thrown === 'object' && thrown !== null) || typeof thrown === 'function';
  const name = object ? textOf(thrown, 'name') : '';
  const what = list();
  what[0] = object && thrown === ours;
  what[1] = sliced(name, 0, 40);
  what[2] = name === '' ? (thrown === undefined ? 'undefined' : said(thrown)) : sliced(textOf(thrown, 'message'), 0, 300);
  what[3] = object ? sliced(textOf(thrown, 'stack'), 0, 40_000) : '';
  what[4] = place;
  return stringify(what);
};

const define = (where, name, value) =>
  defineProperty(where, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
`;
