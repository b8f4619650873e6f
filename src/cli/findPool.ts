/** Runs a search: short traffics in this thread, and the random ones over all cores. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { completeDocument, type Scenario } from '../sim/index.ts';
import { runToEnd } from '../sim/engine.ts';
import {
  Deal,
  doTask,
  openSearch,
  ownCodeSentence,
  type Effort,
  type FindResult,
  type FindTask,
  type SearchSpec,
  type TaskOutcome,
} from '../find/index.ts';
import type { FindWorkerData } from './findWorker.ts';
import { ProgressLine } from './progressLine.ts';
import { orThrow, UserError } from './userError.ts';

/** Fewer tasks than this are done before threads have started. */
const MANY_TASKS = 20;

const PHASES = { exhaustive: 'All short patterns', random: 'Random patterns' } as const;

/** @throws {UserError} why a lane cannot be searched, or what is wrong with a limiter that the user wrote */
export async function runSearch(
  scenario: Scenario,
  spec: SearchSpec,
  effort: Effort,
  progress = new ProgressLine(process.stderr),
): Promise<FindResult> {
  try {
    return await runAll(scenario, spec, effort, progress);
  } catch (error) {
    const sentence = ownCodeSentence(error);
    throw sentence === null ? error : new UserError(sentence);
  } finally {
    progress.clear();
  }
}

async function runAll(
  scenario: Scenario,
  spec: SearchSpec,
  effort: Effort,
  progress: ProgressLine,
): Promise<FindResult> {
  const search = orThrow(openSearch(scenario, spec, effort));
  const deal = new Deal(search);
  const threads = availableParallelism();
  const take = (task: FindTask, outcome: TaskOutcome): void => {
    deal.take(task, outcome);
    progress.show(PHASES[deal.phase], deal.done);
  };
  for (let task = deal.next(); task !== null; task = deal.next()) {
    if (task.phase === 'random' && search.tasks.random >= MANY_TASKS && threads > 1) {
      await inThreads(deal, take, task, threads, { document: completeDocument(scenario), spec, effort });
      break;
    }
    take(task, runToEnd(doTask(search, task)));
  }
  return runToEnd(search.answer(deal.settled));
}

/** Has all tasks that are left done, `first` among them. @param take gets each result */
async function inThreads(
  deal: Deal,
  take: Deal['take'],
  first: FindTask,
  threads: number,
  workerData: FindWorkerData,
): Promise<void> {
  // Bundled, the thread's program is beside this file.
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL('findWorker.js', import.meta.url), { workerData }),
  );
  try {
    await new Promise<void>((resolve, reject) => {
      const give = (worker: Worker, task: FindTask | null): void => {
        if (task !== null) worker.postMessage(task);
        else if (deal.isSettled) resolve();
      };
      for (const [index, worker] of workers.entries()) {
        worker.on('message', ({ task, outcome }: { readonly task: FindTask; readonly outcome: TaskOutcome }) => {
          take(task, outcome);
          give(worker, deal.next());
        });
        worker.on('error', reject);
        give(worker, index === 0 ? first : deal.next());
      }
    });
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
