import { isObject } from './schema.ts';

/** The instants, costs and keys that the traffic of a document lists, which need not have been checked: what makes it large. */
export function listedItems(document: unknown): number {
  const traffic = isObject(document) ? document['traffic'] : null;
  if (!Array.isArray(traffic)) return 0;
  let sum = 0;
  for (const entry of traffic as readonly unknown[]) {
    if (!isObject(entry)) continue;
    for (const name of ['at', 'cost', 'key']) {
      const value = entry[name];
      if (Array.isArray(value)) sum += value.length;
    }
  }
  return sum;
}
