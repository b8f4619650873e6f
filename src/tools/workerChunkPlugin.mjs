// The workers as more entries of the page's own build. Vite builds a worker apart, so that whatever page and worker have in
// common is loaded twice: a third of all that the first chart waits for.

/** What the page imports to get a worker's address: `virtual:simulation-worker`. */
const ADDRESS = /^virtual:(simulation|tune|logs|find)-worker$/;
const RESOLVED = /^\0virtual:(\w+)-worker$/;

/** @returns {import('vite').Plugin} */
export function workerChunk() {
  let building = false;
  return {
    name: 'spillway:worker-chunk',
    configResolved({ command }) {
      building = command === 'build';
    },
    resolveId: (id) => (ADDRESS.test(id) ? `\0${id}` : null),
    load(id) {
      const name = RESOLVED.exec(id)?.[1];
      if (name === undefined) return null;
      const file = `src/worker/${name}.worker.ts`;
      if (!building) return `export default ${JSON.stringify(`/${file}?worker_file&type=module`)};`;
      const chunk = this.emitFile({ type: 'chunk', id: file, name: `${name}.worker` });
      return `export default import.meta.ROLLUP_FILE_URL_${chunk};`;
    },
  };
}
