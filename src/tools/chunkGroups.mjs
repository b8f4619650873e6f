// What comes before the first chart, as few files: what the page alone needs, what it shares with the worker, and what workers
// start with. Left to itself, the build makes a file of every part that some lazy part needs too, and small files compress worse.
import { join } from 'node:path';
import { normalizePath } from 'vite';
import { root } from './run.mjs';

/** Anything else the worker or the entry needs too, and would have to load the page for it. */
const OF_PAGE_ALONE = /[\\/]src[\\/](views[\\/]|store[\\/]|main[.]|laterParts[.]|showApp[.]|worker[\\/]\w+Client)/;
const LIBRARIES_OF_PAGE_ALONE = /[\\/]node_modules[\\/](react|react-dom|scheduler|zustand|idb)[\\/]/;

/** What a module imports at once, directly and indirectly. */
class Needs {
  /** @type {Set<string> | null} */
  #found = null;

  /** @param {string} file below src */
  constructor(file) {
    this.file = normalizePath(join(root, 'src', file));
  }

  /**
   * @param {string} id
   * @param {import('vite').Rolldown.ChunkingContext} context
   */
  has(id, context) {
    if (this.#found === null) {
      this.#found = new Set([this.file]);
      for (const module of this.#found)
        for (const imported of context.getModuleInfo(module)?.importedIds ?? []) this.#found.add(imported);
    }
    return this.#found.has(id);
  }
}

const page = new Needs('main.tsx');
const worker = new Needs('worker/simulation.worker.ts');

/** What all workers are made of. */
const WORKER_KIT = 'protocol|workerThread|loadPart|slicing|helperPool|transferables';

/** @type {import('vite').Rolldown.CodeSplittingGroup} */
export const pageGroup = {
  test: OF_PAGE_ALONE,
  debugName: 'page',
  name: (id, context) => (page.has(id, context) ? 'page' : null),
  // They would bring in what the worker shares.
  includeDependenciesRecursively: false,
};

/**
 * Half of what the page alone needs, and compiled beside the other half: a browser compiles each file on a thread of its own.
 *
 * @type {import('vite').Rolldown.CodeSplittingGroup}
 */
export const librariesGroup = {
  test: LIBRARIES_OF_PAGE_ALONE,
  debugName: 'libraries',
  name: (id, context) => (page.has(id, context) ? 'libraries' : null),
  includeDependenciesRecursively: false,
};

/**
 * What unpacks links and recordings, for the page and every worker.
 *
 * @type {import('vite').Rolldown.CodeSplittingGroup}
 */
export const deflateGroup = {
  test: /[\\/](src[\\/]sim[\\/]deflatePart[.]|node_modules[\\/]fflate[\\/])/,
  debugName: 'deflate',
  name: () => 'deflate',
  includeDependenciesRecursively: false,
};

/** What is loaded apart, though the door of `sim` names it: see `treeshake` in the build's configuration. */
const LAZY =
  'scenario/(?:presets/(?!(?:edgeBurst|preset)[.])|lesson|readLesson|gallery|recogniseFile|scriptExamples)|own/|cluster/own/|traffic/scriptApi|ownCodeError|csv|fnv';

/**
 * What page and worker share, and what workers start with, as a file each, for the same reason.
 *
 * @type {import('vite').Rolldown.CodeSplittingGroup}
 */
export const simGroup = {
  test: new RegExp(`/src/sim/(?!${LAZY})|/src/worker/(?:${WORKER_KIT})[.]`.replaceAll('/', '[\\\\/]')),
  debugName: 'sim',
  name: (id, context) => (worker.has(id, context) ? (page.has(id, context) ? 'core' : 'firstSession') : null),
  includeDependenciesRecursively: false,
};
