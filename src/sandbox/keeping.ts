/** What keeps a program from having a memory of its own: a part of the preludes of limiters and schemes. */
import { TAMING_CODE } from './tame.ts';

/** Names that a rewritten program calls: for what its top level keeps, and for the lines that it executes. */
export const KEEP = '$keep';
export const LINE = '$line';

/**
 * Statements after `PRELUDE_KIT`, at the end of a prelude: what the top level keeps and what the language brings does not change.
 * `lines()` returns the lines that were executed since it was called last, as JSON.
 * @param place where a program may keep what changes
 */
export const keepingCode = (place: 'state' | 'local'): string => String.raw`
const { Map, Set, WeakMap, WeakSet } = globalThis;
const { getOwnPropertyNames, isFrozen } = Object;
const noted = list();
const lines = () => {
  const text = stringify(setPrototypeOf(noted, Array.prototype));
  setPrototypeOf(noted, null);
  noted.length = 0;
  return text;
};
const keep = (value) => {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value;
  const kind = getPrototypeOf(value);
  if (kind === Map.prototype || kind === Set.prototype || kind === WeakMap.prototype || kind === WeakSet.prototype)
    refuse(TypeError, 'The top level keeps ' + kindOf(value) + ', which could change from one request to the next. Keep it in ${place}, as an array or an object.');
  if (isFrozen(value)) return value;
  freeze(value);
  for (const field of getOwnPropertyNames(value)) {
    const own = getOwnPropertyDescriptor(value, field);
    if (hasOwn(own, 'value')) keep(own.value);
  }
  return value;
};

${TAMING_CODE}
define(globalThis, '${KEEP}', keep);
define(globalThis, '${LINE}', (line) => { if (noted.length < 100_000) noted[noted.length] = line; });
for (const name of getOwnPropertyNames(globalThis)) {
  const value = globalThis[name];
  if (value === globalThis || (typeof value !== 'object' && typeof value !== 'function') || value === null) continue;
  freeze(value);
  if (typeof value === 'function' && value.prototype) freeze(value.prototype);
}
freeze(globalThis);
`;
