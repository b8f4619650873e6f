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

/** Beside this file, in the same language: TypeScript in a benchmark, JavaScript once it is bundled. */
const THREAD = import.meta.url.replace(/[^/]*(\.\w+)$/, 'tuneWorker$1');

export class TunePool {
  readonly threads: number;
  readonly #workers: readonly Worker[];
  readonly #idle: Worker[];
  readonly #running = new Map<Worker, QueuedTask>();
  readonly #queue: QueuedTask[] = [];

  /** @param scenarios one for each reading, the scenario's own first */
  constructor(scenarios: readonly Scenario[], threads = availableParallelism()) {
    this.threads = threads;
    const workerData = scenarios.map(completeDocument);
    this.#workers = Array.from({ length: threads }, () => new Worker(new URL(THREAD), { workerData }));
    this.#idle = [...this.#workers];
    for (const worker of this.#workers) {
      worker.on('message', (measured: readonly Measured[]) => {
        this.#running.get(worker)?.resolve(measured);
        this.#running.delete(worker);
        this.#idle.push(worker);
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
    while (this.#idle.length > 0 && this.#queue.length > 0) {
      const worker = this.#idle.pop() as Worker;
      const queued = this.#queue.shift() as QueuedTask;
      this.#running.set(worker, queued);
      worker.postMessage(queued.task);
    }
  }

  #fail(error: unknown): void {
    for (const { reject } of [...this.#running.values(), ...this.#queue.splice(0)]) reject(error);
  }
}
