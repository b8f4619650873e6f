// Workers as further entries of the page's own build. Vite builds a worker apart, so that whatever page and worker have
// in common is loaded twice: a third of all that the first chart waits for.

/**
 * What the page imports to get a worker's address.
 *
 * @type {Readonly<Record<string, string>>}
 */
const WORKERS = {
  'virtual:simulation-worker': 'simulation.worker',
  'virtual:logs-worker': 'logs.worker',
};

/** @returns {import('vite').Plugin} */
export function workerChunk() {
  let building = false;
  return {
    name: 'spillway:worker-chunk',
    configResolved({ command }) {
      building = command === 'build';
    },
    resolveId: (id) => (Object.hasOwn(WORKERS, id) ? `\0${id}` : null),
    load(id) {
      const name = id.startsWith('\0') ? WORKERS[id.slice(1)] : undefined;
      if (name === undefined) return null;
      const file = `src/worker/${name}.ts`;
      if (!building) return `export default ${JSON.stringify(`/${file}?worker_file&type=module`)};`;
      const chunk = this.emitFile({ type: 'chunk', id: file, name });
      return `export default import.meta.ROLLUP_FILE_URL_${chunk};`;
    },
  };
}
