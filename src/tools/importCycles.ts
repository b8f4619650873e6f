/** Finds files that import one another in a circle. */

/** Each circle of imports once, as `a.ts → b.ts → a.ts`. */
export function importCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (file: string): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      found.push(`${[...path.slice(at), file].join(' → ')}: imports go in a circle`);
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) walk(next);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) walk(file);
  return found;
}
