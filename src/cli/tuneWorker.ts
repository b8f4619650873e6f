/** A thread of `TunePool`: plans the scenarios that it is started with, and measures the settings that it is sent. */
import { parentPort, workerData } from 'node:worker_threads';
import { planOf, runToEnd } from '../sim/engine.ts';
import { loadDeflate, loadSystems, scenarioOf } from '../sim/index.ts';
import { Tuner, type Measured } from '../tune/index.ts';
import { sandboxFor } from './sandboxFor.ts';
import type { TuneTask } from './tunePool.ts';

async function openTuner(documents: readonly object[]): Promise<Tuner> {
  await Promise.all([loadSystems(), loadDeflate()]);
  // Written by this very program, so they are right.
  const scenarios = documents.map(scenarioOf);
  const sandbox = await sandboxFor(...scenarios);
  return new Tuner(scenarios.map((scenario) => planOf(scenario, sandbox)));
}

const tuner = openTuner(workerData as readonly object[]);
parentPort?.on('message', (task: TuneTask) => void answer(task));

async function answer({ lane, settings, measures }: TuneTask): Promise<void> {
  const ready = await tuner;
  const measured: Measured[] = settings.map((setting) => runToEnd(ready.measure(lane, setting, measures)));
  parentPort?.postMessage(measured);
}
