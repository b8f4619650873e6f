/** A map's settings, measured over all cores, against bare decisions over the same cores. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { TunePool } from '../cli/tunePool.ts';
import { minimalDocument, scenarioOf, type Measure } from '../sim/index.ts';
import { logValues, type Setting } from '../tune/index.ts';
import { median, runInterleaved } from './measure.ts';
import type { ReportSection } from './report.ts';

const MAX_RATIO = 1.3;
const MEASURES: readonly Measure[] = ['refused', 'clientsRefused'];
const CLIENTS = 400;

/**
 * @param requests about as many
 * @param side values of n, and of T
 */
export async function benchmarkTuning(requests: number, side: number, rounds: number): Promise<ReportSection> {
  const scenario = scenarioOf({
    policy: { n: 20, T: 10 },
    duration: 3_600,
    traffic: [{ kind: 'poisson', rate: requests / 3_600, keys: { count: CLIENTS, share: 'zipf' } }],
    lanes: [{ limiter: 'token-bucket' }],
  });
  // Two values are next to each other in every round: what a tuner remembers is not what is asked next.
  let round = 0;
  const settingsOf = (): readonly Setting[] => {
    round++;
    const windows = logValues(0.5, 300, side, 0.001).map((T) => T + round / 1_000);
    return windows.flatMap((T) => Array.from({ length: side }, (_, index) => ({ n: index + 1, T })));
  };
  const threads = availableParallelism();
  const pool = new TunePool([scenario], (documents) => typeScriptThread('../cli/tuneWorker.ts', documents));
  const workers = Array.from({ length: threads }, () =>
    typeScriptThread('./bareDecisions.ts', minimalDocument(scenario)),
  );
  const decideBare = async (): Promise<void> => {
    const settings = settingsOf();
    await Promise.all(
      workers.map(async (worker, thread) => {
        worker.postMessage(settings.filter((_, index) => index % threads === thread));
        await once(worker, 'message');
      }),
    );
  };
  try {
    const [sweep, bare] = (
      await runInterleaved(
        [
          { name: 'sweep', run: () => pool.measure(0, settingsOf(), MEASURES) },
          { name: 'bare decisions', run: decideBare },
        ],
        rounds,
        1,
      )
    ).map(median) as [number, number];
    const count = settingsOf().length;
    return {
      title: `Tuning: ${count.toLocaleString('en-US')} settings of a token bucket × ${requests.toLocaleString('en-US')} requests of ${CLIENTS} clients, ${threads} threads, ${rounds} rounds`,
      lines: [
        {
          name: `sweep: ${MEASURES.join(' and ')}`,
          value: sweep,
          unit: 'ms',
          ratio: sweep / bare,
          against: 'bare decisions',
          reference: bare,
          target: { text: `at most ${MAX_RATIO} ×`, met: sweep / bare <= MAX_RATIO },
        },
      ],
      notes: ['The threads of both have started, and have the traffic, before the clock does.'],
    };
  } finally {
    await Promise.all([pool.close(), ...workers.map((worker) => worker.terminate())]);
  }
}

/** A thread in TypeScript, which Node 20 does not run by itself. @param file beside this one */
function typeScriptThread(file: string, workerData: object): Worker {
  const address = JSON.stringify(new URL(file, import.meta.url).href);
  const start = `import('tsx/esm/api').then(({ register }) => { register(); return import(${address}); });`;
  return new Worker(start, { eval: true, workerData });
}
