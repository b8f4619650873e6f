/** The page's side of the worker that simulates: watches it, and replaces it when it crashes or stays silent for too long. */
import {
  WATCHDOG_MS,
  type WorkerQuestions,
  type QuestionKind,
  type Question,
  type MessageToPage,
  type MessageToWorker,
} from './protocol.ts';
import { drop, WorkerClient, type Dropped, type WorkerEnd, type WorkerOf } from './workerClient.ts';

export type { FirstMoment, MomentQuery, WorkerQuestions, QuestionKind, SimulateResult } from './protocol.ts';

export type WorkerLike = WorkerOf<MessageToWorker, MessageToPage>;
export type WorkerLoss = WorkerEnd | 'silent';

export interface SimulationClientEvents {
  /** Progress of the current run, in decisions. */
  onProgress(done: number, total: number | null): void;
  /** The worker was terminated, and its pending questions were dropped. The next question starts a new one. */
  onWorkerReplaced(reason: WorkerLoss, detail: string): void;
}

export interface SimulationClient {
  /**
   * Sends a question; resolves with the answer or with `DROPPED`.
   * @throws {Error} with the worker's message, when it failed to answer
   */
  ask<K extends QuestionKind>(
    kind: K,
    params: WorkerQuestions[K]['params'],
  ): Promise<WorkerQuestions[K]['result'] | Dropped>;
  /** Drops all questions and terminates the worker, because its current slice may be long. */
  stop(): void;
  listen(events: SimulationClientEvents): void;
}

/**
 * @param start starts a worker; a helper is another of the same file
 * @param helperCount how many helpers a worker may have, once it asks for them
 */
export function createSimulationClient(start: () => WorkerLike, helperCount = 0): SimulationClient {
  return new WorkerSimulationClient(start, helperCount);
}

class WorkerSimulationClient implements SimulationClient {
  readonly #client: WorkerClient<QuestionKind, MessageToWorker, MessageToPage>;
  readonly #helperCount: number;
  #events: SimulationClientEvents | null = null;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  /**
   * The charts query that is not cancelled for a newer one: because it was already, or because it replaced one that was, so
   * that a chart is updated while it is dragged.
   */
  #sparedId = 0;

  constructor(start: () => WorkerLike, helperCount: number) {
    this.#helperCount = helperCount;
    this.#client = new WorkerClient({
      start,
      messageOf: ({ kind, id, params }) => ({ kind, id, ...params }) as unknown as Question,
      onMessage: (message) => this.#receive(message),
      onLost: (end, detail) => this.#replaceWorker(end, detail),
    });
  }

  ask<K extends QuestionKind>(
    kind: K,
    params: WorkerQuestions[K]['params'],
  ): Promise<WorkerQuestions[K]['result'] | Dropped> {
    const client = this.#client;
    const wasIdle = client.isIdle;
    const current = client.current(kind);
    if (current !== undefined && (kind === 'charts' || kind === 'difference') && current.id !== this.#sparedId) {
      client.stop(current);
      if (kind === 'charts') this.#sparedId = current.id;
    }
    // The worker itself drops the old run for a new one.
    const answer = client.ask<WorkerQuestions[K]['result']>(kind, params, { atOnce: kind === 'simulate' });
    if (wasIdle) this.#restartWatchdog();
    return answer;
  }

  stop(): void {
    clearTimeout(this.#watchdog);
    this.#client.end();
  }

  listen(events: SimulationClientEvents): void {
    this.#events = events;
  }

  #receive(message: MessageToPage): void {
    if (message.kind === 'progress') this.#events?.onProgress(message.done, message.total);
    else if (message.kind === 'help-wanted') this.#client.startHelpers(this.#helperCount);
    else if (message.kind !== 'heartbeat') this.#settle(message);
    this.#restartWatchdog();
  }

  #settle(message: Extract<MessageToPage, { kind: 'answer' | 'dropped' | 'failed' }>): void {
    const asked = this.#client.take(message.id);
    if (message.kind === 'answer') asked?.resolve(message.answer as never);
    else if (message.kind === 'failed') asked?.reject(new Error(message.message));
    else {
      drop(asked);
      if (asked?.kind === 'charts') this.#sparedId = this.#client.current('charts')?.id ?? 0;
    }
  }

  /** Called on every message from the worker; without a question, the worker is not watched. */
  #restartWatchdog(): void {
    clearTimeout(this.#watchdog);
    if (this.#client.isIdle) return;
    const replace = (): void => this.#replaceWorker('silent', `no answer for ${WATCHDOG_MS / 1000} s`);
    this.#watchdog = setTimeout(replace, WATCHDOG_MS);
  }

  #replaceWorker(reason: WorkerLoss, detail: string): void {
    this.stop();
    this.#events?.onWorkerReplaced(reason, detail);
  }
}
