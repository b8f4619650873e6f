/** Plain JSON inside a document, which another reader than the scenario's understands; and how one piece changes another. */
import { briefJson } from './problem.ts';
import { isObject, type Schema } from './schema.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [field: string]: Json;
}

/** Deeper than any document of ours; what walks a document recurses. */
const MAX_DEPTH = 40;

/** Any object, copied, so that −0 is 0 and what is absent in JSON is absent here. */
export const jsonObject: Schema<JsonObject> = {
  expected: `an object of at most ${MAX_DEPTH} levels`,
  parse(value, path, report) {
    const copy = isObject(value) ? copyJson(value, 1) : undefined;
    if (copy === undefined) report({ path, actual: briefJson(value), expected: jsonObject.expected });
    return copy as JsonObject | undefined;
  },
  serialize: (value) => value,
};

/** Undefined if it is no JSON, or too deep. */
function copyJson(value: unknown, depth: number): Json | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? (value === 0 ? 0 : value) : undefined;
  if (typeof value !== 'object' || depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    const items = Array.from(value, (item) => copyJson(item, depth + 1));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  const fields: [string, Json][] = [];
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    const copy = copyJson(field, depth + 1);
    if (copy === undefined) return undefined;
    fields.push([name, copy]);
  }
  return Object.fromEntries(fields);
}

/** RFC 7396: the target with the patch's fields in place of its own; null takes a field away, a list replaces a list. */
export function mergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const merged = new Map<string, Json>(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries<Json>(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name) ?? null, value));
  }
  return Object.fromEntries(merged);
}

/** The merge patch that makes `to` of `from`; a list that differs is in it whole. Neither may hold null, which a patch takes away. */
export function patchBetween(from: JsonObject, to: JsonObject): JsonObject {
  const patch = new Map<string, Json>();
  for (const name of Object.keys(from)) if (!Object.hasOwn(to, name)) patch.set(name, null);
  for (const [name, after] of Object.entries(to)) {
    const before = Object.hasOwn(from, name) ? (from[name] as Json) : null;
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    patch.set(name, isPlain(before) && isPlain(after) ? patchBetween(before, after) : after);
  }
  return Object.fromEntries(patch);
}

function isPlain(json: Json): json is JsonObject {
  return isObject(json);
}
