/** A thread of `findPool`: opens the search that it is started with, and does the tasks that it is sent. */
import { parentPort, workerData } from 'node:worker_threads';
import { runToEnd } from '../sim/engine.ts';
import { loadDeflate, loadSystems, scenarioOf } from '../sim/index.ts';
import { doTask, openSearch, type Dealt, type Effort, type FindTask, type SearchSpec } from '../find/index.ts';

import { sandboxFor } from './sandboxFor.ts';

/** What a thread is started with. */
export interface FindWorkerData {
  readonly document: object;
  readonly spec: SearchSpec;
  readonly effort: Effort;
}

async function open({ document, spec, effort }: FindWorkerData): Promise<Dealt> {
  await Promise.all([loadSystems(), loadDeflate()]);
  // Written by this very program, so it is right.
  const scenario = scenarioOf(document);
  await sandboxFor(scenario);
  const search = openSearch(scenario, spec, effort);
  if (typeof search === 'string') throw new TypeError(search);
  return search;
}

const search = open(workerData as FindWorkerData);
parentPort?.on('message', (task: FindTask) => void answer(task));

async function answer(task: FindTask): Promise<void> {
  const ready = await search;
  parentPort?.postMessage({ task, outcome: runToEnd(doTask(ready, task)) });
}
