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
