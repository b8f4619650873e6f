// What the page alone needs at first, as one file. Left to itself, the build makes a file of every part that some lazy part
// needs too: eighteen files, which compress worse than one.
import { join } from 'node:path';
import { normalizePath } from 'vite';
import { root } from './run.mjs';

const PAGE = normalizePath(join(root, 'src/main.tsx'));

/** Anything else the worker or the entry needs too, and would have to load the page for it. */
const OF_PAGE_ALONE =
  /[\\/](src[\\/](views|store)[\\/]|src[\\/]worker[\\/]\w+Client|node_modules[\\/](react|react-dom|scheduler|zustand|idb)[\\/])/;

/** @type {Set<string> | null} */
let needed = null;

/** @type {import('vite').Rolldown.CodeSplittingGroup} */
export const pageGroup = {
  test: OF_PAGE_ALONE,
  debugName: 'page',
  name: (id, context) => {
    if (needed === null) {
      needed = new Set([PAGE]);
      for (const module of needed)
        for (const imported of context.getModuleInfo(module)?.importedIds ?? []) needed.add(imported);
    }
    return needed.has(id) ? 'page' : null;
  },
  // They would bring in what the worker shares.
  includeDependenciesRecursively: false,
};

/**
 * What several workers start with, as one file, for the same reason.
 *
 * @type {import('vite').Rolldown.CodeSplittingGroup}
 */
export const workerGroup = {
  test: /[\\/]src[\\/]worker[\\/](workerThread|loadPart|slicing|helperPool|transferables)\.ts$/,
  name: 'workerThread',
  includeDependenciesRecursively: false,
};
