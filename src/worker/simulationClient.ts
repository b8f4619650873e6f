/**
 * The page's side of the protocol: turns questions into promises, watches the worker, and replaces it when it crashes or
 * stays silent for too long.
 */
import { hearWorker, type HeardWorker, type WorkerEnd } from './hearWorker.ts';
import { startHelpers } from './helpersClient.ts';
import {
  WATCHDOG_MS,
  type WorkerQuestions,
  type QuestionKind,
  type Question,
  type MessageToPage,
  type MessageAboutHelpers,
  type MessageToHelper,
  type MessageToWorker,
} from './protocol.ts';

export type { FirstMoment, MomentQuery, WorkerQuestions, QuestionKind, SimulateResult } from './protocol.ts';

/** The result of a question that was replaced by a newer one, or whose worker was ended. */
export const DROPPED = Symbol('dropped');
export type Dropped = typeof DROPPED;

/** The part of a `Worker` that is used, so that tests can provide a substitute. */
export interface WorkerLike extends HeardWorker<MessageToPage> {
  postMessage(message: MessageToWorker | MessageAboutHelpers | MessageToHelper, transfer?: Transferable[]): void;
}

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

interface PendingQuestion {
  readonly question: Question;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/**
 * @param start starts a worker; a helper is another of the same file
 * @param helperCount how many helpers a worker may have, once it asks for them
 */
export function createSimulationClient(start: () => WorkerLike, helperCount = 0): SimulationClient {
  return new WorkerSimulationClient(start, helperCount);
}

class WorkerSimulationClient implements SimulationClient {
  readonly #start: () => WorkerLike;
  readonly #helperCount: number;
  #worker: WorkerLike | null = null;
  #endHelpers = (): void => undefined;
  #events: SimulationClientEvents | null = null;
  #lastId = 0;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  /** Sent and not yet answered. */
  readonly #pending = new Map<number, PendingQuestion>();
  /** The newest question of each kind that waits until an older one of its kind is answered. */
  readonly #queued = new Map<QuestionKind, PendingQuestion>();
  /** The charts query that replaced a cancelled one. It is not cancelled, so that a chart is updated while it is dragged. */
  #uncancellableId = 0;

  constructor(start: () => WorkerLike, helperCount: number) {
    this.#start = start;
    this.#helperCount = helperCount;
  }

  ask<K extends QuestionKind>(
    kind: K,
    params: WorkerQuestions[K]['params'],
  ): Promise<WorkerQuestions[K]['result'] | Dropped> {
    return new Promise((resolve, reject) => {
      const question = { kind, id: ++this.#lastId, ...params } as unknown as Question;
      const asked: PendingQuestion = { question, resolve, reject };
      const current = [...this.#pending.values()].find((other) => other.question.kind === kind)?.question;
      // The worker itself drops the old run for a new one; of other kinds, one question is queued here.
      if (kind === 'simulate' || current === undefined) {
        this.#post(asked);
        return;
      }
      const isChart = kind === 'charts' && !this.#queued.has(kind) && current.id !== this.#uncancellableId;
      if (isChart || kind === 'difference') this.#worker?.postMessage({ kind: 'cancel', id: current.id });
      drop(this.#queued.get(kind));
      this.#queued.set(kind, asked);
    });
  }

  stop(): void {
    clearTimeout(this.#watchdog);
    this.#worker?.terminate();
    this.#worker = null;
    this.#endHelpers();
    const dropped = [...this.#pending.values(), ...this.#queued.values()];
    this.#pending.clear();
    this.#queued.clear();
    for (const question of dropped) drop(question);
  }

  listen(events: SimulationClientEvents): void {
    this.#events = events;
  }

  #post(asked: PendingQuestion): void {
    const wasIdle = this.#pending.size === 0;
    this.#pending.set(asked.question.id, asked);
    this.#ensureWorker().postMessage(asked.question);
    if (wasIdle) this.#restartWatchdog();
  }

  #ensureWorker(): WorkerLike {
    if (this.#worker !== null) return this.#worker;
    const worker = this.#start();
    hearWorker(worker, {
      isCurrent: () => this.#worker === worker,
      onMessage: (message) => this.#receive(message),
      onLost: (end, detail) => this.#replaceWorker(end, detail),
    });
    this.#worker = worker;
    return worker;
  }

  #receive(message: MessageToPage): void {
    if (message.kind === 'progress') this.#events?.onProgress(message.done, message.total);
    else if (message.kind === 'help-wanted')
      this.#endHelpers = startHelpers(this.#ensureWorker(), this.#start, this.#helperCount);
    else if (message.kind !== 'heartbeat') this.#settle(message);
    this.#restartWatchdog();
  }

  #settle(message: Extract<MessageToPage, { kind: 'answer' | 'dropped' | 'failed' }>): void {
    const asked = this.#pending.get(message.id);
    if (asked === undefined) return;
    this.#pending.delete(message.id);
    if (message.kind === 'answer') asked.resolve(message.answer as never);
    else if (message.kind === 'dropped') drop(asked);
    else asked.reject(new Error(message.message));
    const { kind } = asked.question;
    const next = this.#queued.get(kind);
    if (next === undefined) return;
    this.#queued.delete(kind);
    if (message.kind === 'dropped' && kind === 'charts') this.#uncancellableId = next.question.id;
    this.#post(next);
  }

  /** Called on every message from the worker; without pending questions, the worker is not watched. */
  #restartWatchdog(): void {
    clearTimeout(this.#watchdog);
    if (this.#pending.size === 0) return;
    const replace = (): void => this.#replaceWorker('silent', `no answer for ${WATCHDOG_MS / 1000} s`);
    this.#watchdog = setTimeout(replace, WATCHDOG_MS);
  }

  #replaceWorker(reason: WorkerLoss, detail: string): void {
    this.stop();
    this.#events?.onWorkerReplaced(reason, detail);
  }
}

function drop(asked: PendingQuestion | undefined): void {
  asked?.resolve(DROPPED as never);
}
