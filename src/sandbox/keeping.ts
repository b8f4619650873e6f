/** What keeps a program from having a memory of its own: a part of the preludes of limiters and schemes. */
import { TAMING_CODE } from './tame.ts';

/** Names that a rewritten program calls: for what its top level keeps, and for the lines that it executes. */
export const KEEP = '$keep';
export const LINE = '$line';

/**
 * Statements after `PRELUDE_KIT`, at the end of a prelude: what the top level keeps and what the language brings is frozen.
 * A closure and a private field are out of reach: whoever runs programs tries whether they remember something there.
 * `lines()` returns the lines that were executed since it was called last, as JSON.
 * @param place where a program may keep what changes
 */
export const keepingCode = (place: 'state' | 'local'): string => String.raw`
const { Map, Set, WeakMap, WeakSet } = globalThis;
const { getOwnPropertyNames } = Object;
const { ownKeys } = Reflect;
const noted = list();
const lines = () => {
  const text = stringify(setPrototypeOf(noted, Array.prototype));
  setPrototypeOf(noted, null);
  noted.length = 0;
  return text;
};
const kept = new WeakSet();
const isKept = unbound(WeakSet.prototype.has);
const noteKept = unbound(WeakSet.prototype.add);
/** Freezes what is listed and all that its fields hold. 'inherited': also what these inherit from. */
const freezeAll = (all, inherited) => {
  for (let i = 0; i < all.length; i++) {
    const value = all[i];
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || isKept(kept, value)) continue;
    const kind = getPrototypeOf(value);
    if (kind === Map.prototype || kind === Set.prototype || kind === WeakMap.prototype || kind === WeakSet.prototype)
      refuse(TypeError, 'The top level keeps ' + kindOf(value) + ', which could change from one request to the next. Keep it in ${place}, as an array or an object.');
    noteKept(kept, freeze(value));
    if (inherited) all[all.length] = kind;
    const fields = ownKeys(value);
    for (let f = 0; f < fields.length; f++) {
      const { value: held, get, set } = getOwnPropertyDescriptor(value, fields[f]);
      all[all.length] = held;
      all[all.length] = get;
      all[all.length] = set;
    }
  }
};
const keep = (value) => {
  const all = list();
  all[0] = value;
  freezeAll(all, false);
  return value;
};

${TAMING_CODE}
define(globalThis, '${KEEP}', keep);
define(globalThis, '${LINE}', (line) => { if (noted.length < 100_000) noted[noted.length] = line; });
const language = list();
for (const name of getOwnPropertyNames(globalThis)) if (name !== 'globalThis') language[language.length] = globalThis[name];
for (const iterated of [[], '', new Map(), new Set()]) language[language.length] = iterated[Symbol.iterator]();
language[language.length] = 'a'.matchAll(/a/g);
for (const some of [function () {}, function* () {}, async function () {}, async function* () {}]) language[language.length] = some;
freezeAll(language, true);
freeze(globalThis);
`;
