/** Measures settings over all cores: threads that each hold the scenario, and get a few settings at a time. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Measure, Scenario } from '../sim/index.ts';
import { completeDocument } from '../sim/index.ts';
import type { Measured, Setting } from '../tune/index.ts';

/** What a thread is sent; it answers with the measured settings, in their order. */
export interface TuneTask {
  readonly lane: number;
  readonly settings: readonly Setting[];
  readonly measures: readonly Measure[];
}

interface QueuedTask {
  readonly task: TuneTask;
  readonly resolve: (measured: readonly Measured[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Tasks for each thread, so that none is left with much to do when the others have finished. */
const TASKS_PER_THREAD = 16;
const MAX_SETTINGS_PER_TASK = 64;
/** Tasks that a thread holds, so that it never waits for this one to hear its answer and send the next. */
const TASKS_AHEAD = 2;

/** Starts a thread. @param workerData the scenarios' documents */
type StartThread = (workerData: readonly object[]) => Worker;

/** Bundled, `tuneWorker` is beside this file. */
const startThread: StartThread = (workerData) => new Worker(new URL('tuneWorker.js', import.meta.url), { workerData });

export class TunePool {
  readonly threads: number;
  readonly #workers: readonly Worker[];
  /** Each thread once for every further task that it takes. */
  readonly #free: Worker[];
  /** By thread, what it was sent and has not answered, in order. */
  readonly #sent = new Map<Worker, QueuedTask[]>();
  readonly #queue: QueuedTask[] = [];

  /** @param scenarios one for each reading, the scenario's own first */
  constructor(scenarios: readonly Scenario[], start = startThread) {
    this.threads = availableParallelism();
    const workerData = scenarios.map(completeDocument);
    this.#workers = Array.from({ length: this.threads }, () => start(workerData));
    this.#free = Array.from({ length: TASKS_AHEAD }, () => this.#workers).flat();
    for (const worker of this.#workers) {
      this.#sent.set(worker, []);
      worker.on('message', (measured: readonly Measured[]) => {
        this.#sent.get(worker)?.shift()?.resolve(measured);
        this.#free.push(worker);
        this.#deal();
      });
      worker.on('error', (error) => this.#fail(error));
    }
  }

  /** Deals the settings out; the promises are of a few settings each, in their order. */
  measureInTasks(
    lane: number,
    settings: readonly Setting[],
    measures: readonly Measure[],
  ): readonly Promise<readonly Measured[]>[] {
    const size = Math.ceil(settings.length / (TASKS_PER_THREAD * this.threads));
    const step = Math.max(1, Math.min(MAX_SETTINGS_PER_TASK, size));
    const tasks: Promise<readonly Measured[]>[] = [];
    for (let from = 0; from < settings.length; from += step)
      tasks.push(this.#enqueue({ lane, settings: settings.slice(from, from + step), measures }));
    this.#deal();
    return tasks;
  }

  async measure(
    lane: number,
    settings: readonly Setting[],
    measures: readonly Measure[],
  ): Promise<readonly Measured[]> {
    return (await Promise.all(this.measureInTasks(lane, settings, measures))).flat();
  }

  /** Ends the threads, whatever they are at. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #enqueue(task: TuneTask): Promise<readonly Measured[]> {
    const measured = new Promise<readonly Measured[]>((resolve, reject) => {
      this.#queue.push({ task, resolve, reject });
    });
    // Whoever stops reading the answers, because the reader of the output has gone, need not hear of the rest.
    measured.catch(() => undefined);
    return measured;
  }

  #deal(): void {
    while (this.#free.length > 0 && this.#queue.length > 0) {
      const worker = this.#free.shift() as Worker;
      const queued = this.#queue.shift() as QueuedTask;
      this.#sent.get(worker)?.push(queued);
      worker.postMessage(queued.task);
    }
  }

  #fail(error: unknown): void {
    for (const { reject } of [...this.#sent.values(), this.#queue.splice(0)].flat()) reject(error);
  }
}
