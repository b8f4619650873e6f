// The worker as one more entry of the page's own build. Vite builds a worker apart, so that whatever page and worker have
// in common is loaded twice: a third of all that the first chart waits for.

/** What the page imports to get the worker's address. */
const ADDRESS = 'virtual:simulation-worker';
const WORKER = 'src/worker/simulation.worker.ts';

/** @returns {import('vite').Plugin} */
export function workerChunk() {
  let building = false;
  return {
    name: 'spillway:worker-chunk',
    configResolved({ command }) {
      building = command === 'build';
    },
    resolveId: (id) => (id === ADDRESS ? `\0${ADDRESS}` : null),
    load(id) {
      if (id !== `\0${ADDRESS}`) return null;
      if (!building) return `export default ${JSON.stringify(`/${WORKER}?worker_file&type=module`)};`;
      const chunk = this.emitFile({ type: 'chunk', id: WORKER, name: 'simulation.worker' });
      return `export default import.meta.ROLLUP_FILE_URL_${chunk};`;
    },
  };
}
