/**
 * The second half of the prelude: removes built-in functions that do not belong here, and restricts those that could
 * run for very long without ever polling for interruption.
 *
 * The machine polls at calls and jumps of scripts and within regular expressions, but not within its own loops. Loops over
 * real data are bounded by the memory, and take at most a tenth of a second. But `[].indexOf.call({ length: 2 ** 53 - 1 }, 1)`
 * would take three years, so list methods accept only lists, of limited length; and searching for one long string in another
 * takes time proportional to the product of their lengths.
 */

const MAX_ELEMENTS = 10_000_000;
const MAX_COMPARISONS = 100_000_000;

/** Typed arrays are removed because traffic does not need them, and each has its own set of loops. */
const REMOVED_GLOBALS = (
  'eval Function Promise WeakRef FinalizationRegistry BigInt ArrayBuffer SharedArrayBuffer DataView Int8Array Uint8Array ' +
  'Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Float16Array ' +
  'Float32Array Float64Array'
).split(' ');

/** These take constant time, regardless of the length. */
const CONSTANT_TIME_METHODS = 'constructor at push pop keys values entries'.split(' ');

/** Statements of the prelude, in whose scope they run. */
export const TAMING_CODE = String.raw`
for (const name of ${JSON.stringify(REMOVED_GLOBALS)}) deleteProperty(globalThis, name);
deleteProperty(Iterator.prototype, 'drop');
deleteProperty(String, 'raw');
// No code from strings: everything that runs must be in the script itself.
for (const some of [function () {}, function* () {}, async function () {}, async function* () {}]) {
  deleteProperty(getPrototypeOf(some), 'constructor');
}

const wrapped = (where, name, make) => define(where, name, make(where[name]));
const lists = Array.prototype;
const bearable = (name, value) => {
  if (typeof value === 'string' || value === null || value === undefined) return;
  const length = getOwnPropertyDescriptor(value, 'length');
  const found = length !== undefined && hasOwn(length, 'value') ? length.value : undefined;
  if (typeof found !== 'number') refuse(TypeError, name + ': works only on lists, not on ' + said(value) + '.');
  if (!(found <= ${MAX_ELEMENTS})) refuse(RangeError, name + ': this list is too long. It may have at most ${MAX_ELEMENTS.toLocaleString('en-US')} elements.');
};
for (const name of Object.getOwnPropertyNames(lists)) {
  if (typeof lists[name] !== 'function' || ${JSON.stringify(CONSTANT_TIME_METHODS)}.includes(name)) continue;
  wrapped(lists, name, (native) => ({
    [name](...args) {
      bearable(name, this);
      return apply(native, this, args);
    },
  })[name]);
}

// Methods that read further lists on the way are reimplemented.
const addTo = (whole, part, depth) => {
  if (depth < 1 || !isArray(part)) whole[whole.length] = part;
  else for (let i = 0; i < part.length; i++) if (i in part) addTo(whole, part[i], depth - 1);
  return whole;
};
const method = (name, fn) => define(lists, name, fn[name]);
method('concat', {
  concat(...parts) {
    const whole = addTo([], this, 1);
    for (let i = 0; i < parts.length; i++) addTo(whole, parts[i], 1);
    return whole;
  },
});
method('flat', {
  flat(depth = 1) {
    return addTo([], this, depth + 1);
  },
});
method('flatMap', {
  flatMap(map, self) {
    const whole = [];
    for (let i = 0; i < this.length; i++) if (i in this) addTo(whole, apply(map, self, [this[i], i, this]), 1);
    return whole;
  },
});

// Comparing strings of millions of characters happens natively; with our own function in between, the machine polls.
const byText = (a, b) => {
  const left = String(a);
  const right = String(b);
  return left < right ? -1 : left > right ? 1 : 0;
};
for (const name of ['sort', 'toSorted']) {
  wrapped(lists, name, (native) => ({
    [name](compare = byText) {
      return apply(native, this, [compare]);
    },
  })[name]);
}

const texts = String.prototype;
const found = (name, text, part) => {
  if (text.length * part.length > ${MAX_COMPARISONS})
    refuse(RangeError, name + ': these strings are too long to search one in the other.');
};
for (const name of ['indexOf', 'lastIndexOf', 'includes']) {
  wrapped(texts, name, (native) => ({
    [name](part, ...rest) {
      const text = String(this);
      const searched = String(part);
      found(name, text, searched);
      return apply(native, text, [searched, ...rest]);
    },
  })[name]);
}
const patterns = RegExp.prototype;
for (const name of ['split', 'replace', 'replaceAll']) {
  const byPattern = patterns[name === 'split' ? Symbol.split : Symbol.replace];
  wrapped(texts, name, (native) => ({
    [name](part, ...rest) {
      const text = String(this);
      if (typeof part === 'object' && part !== null && getPrototypeOf(part) === patterns) {
        if (name === 'replaceAll' && !part.global) refuse(TypeError, 'replaceAll: a regular expression needs the g flag.');
        return apply(byPattern, part, [text, ...rest]);
      }
      if (part === undefined && name === 'split') return [text];
      const searched = String(part);
      found(name, text, searched);
      return apply(native, text, [searched, ...rest]);
    },
  })[name]);
}
wrapped(JSON, 'stringify', (native) => ({
  stringify(value, chosen, space) {
    if (isArray(chosen)) bearable('stringify', chosen);
    return native(value, chosen, space);
  },
}).stringify);
`;
