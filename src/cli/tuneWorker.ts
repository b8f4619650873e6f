/** A thread of `TunePool`: plans the scenarios that it is started with, and measures the settings that it is sent. */
import { parentPort, workerData } from 'node:worker_threads';
import { planToEnd, runToEnd } from '../sim/engine.ts';
import { loadDeflate, loadSystems, parseScenario, type Scenario } from '../sim/index.ts';
import { Tuner, type Measured } from '../tune/index.ts';
import { sandboxFor } from './sandboxFor.ts';
import type { TuneTask } from './tunePool.ts';

async function openTuner(documents: readonly object[]): Promise<Tuner> {
  await Promise.all([loadSystems(), loadDeflate()]);
  const scenarios = documents.map(parsed);
  const sandbox = await sandboxFor(...scenarios);
  const plans = scenarios.map((scenario) => {
    const planned = planToEnd(scenario, sandbox);
    if (!planned.ok) throw new Error(planned.problems.map(({ sentence }) => sentence).join(' '));
    return planned.plan;
  });
  return new Tuner(plans);
}

/** Written by this very program, so it is right. */
function parsed(document: object): Scenario {
  const result = parseScenario(document);
  if (!result.ok) throw new TypeError(JSON.stringify(result.problems));
  return result.scenario;
}

const tuner = openTuner(workerData as readonly object[]);
parentPort?.on('message', (task: TuneTask) => void answer(task));

async function answer({ lane, settings, measures }: TuneTask): Promise<void> {
  const ready = await tuner;
  const measured: Measured[] = settings.map((setting) => runToEnd(ready.measure(lane, setting, measures)));
  parentPort?.postMessage(measured);
}
