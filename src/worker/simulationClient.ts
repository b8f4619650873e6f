/**
 * The page's side of the conversation: questions as promises, a watch on the worker, and a new worker when the old one
 * dies or says nothing for too long.
 */
import type { WorkerQuestions, QuestionKind, Question, MessageToPage, MessageToWorker } from './protocol.ts';

export type { WorkerQuestions, QuestionKind, SimulateResult } from './protocol.ts';

/** What a question gets when a newer one took its place or the worker was replaced. */
export const DROPPED = Symbol('dropped');
export type Dropped = typeof DROPPED;

/** A worker that says nothing for this long while it is being waited for is replaced. */
export const WATCHDOG_MS = 5_000;

/** The part of a `Worker` that is used, so that tests can hand in another. */
export interface WorkerLike {
  postMessage(message: MessageToWorker): void;
  addEventListener(type: 'message', listener: (event: { data: MessageToPage }) => void): void;
  addEventListener(
    type: 'error' | 'messageerror',
    listener: (event: { message?: string; preventDefault?(): void }) => void,
  ): void;
  terminate(): void;
}

export interface SimulationClientEvents {
  /** The run under way has come this far. */
  onProgress(done: number, total: number | null): void;
  /** The worker was ended and a new one will be started for the next question. What it was computing is lost. */
  onWorkerReplaced(reason: 'silent' | 'crashed', detail: string): void;
}

export interface SimulationClient {
  /**
   * Asks, and resolves with the answer or with `DROPPED`.
   * @throws {Error} with the worker's message, when answering failed there
   */
  ask<K extends QuestionKind>(
    kind: K,
    ask: WorkerQuestions[K]['params'],
  ): Promise<WorkerQuestions[K]['result'] | Dropped>;
  /** Ends the run under way, worker and all: a slice may be long. */
  stop(): void;
  listen(events: SimulationClientEvents): void;
}

interface PendingQuestion {
  readonly question: Question;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

export function createSimulationClient(start: () => WorkerLike): SimulationClient {
  let worker: WorkerLike | null = null;
  let events: SimulationClientEvents | null = null;
  let lastId = 0;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  /** Asked and not answered. */
  const pending = new Map<number, PendingQuestion>();
  /** The newest question of each kind that waits for an older one of its kind to be answered. */
  const queued = new Map<QuestionKind, PendingQuestion>();
  /** The look that took the place of one called off. It is let finish, so that a chart that is dragged still moves. */
  let uncancellableId = 0;

  const drop = (pendingQuestion: PendingQuestion | undefined): void => pendingQuestion?.resolve(DROPPED as never);

  const replace = (why: 'silent' | 'crashed', detail: string): void => {
    endWorker();
    events?.onWorkerReplaced(why, detail);
  };

  const endWorker = (): void => {
    clearTimeout(watchdog);
    worker?.terminate();
    worker = null;
    const dropped = [...pending.values(), ...queued.values()];
    pending.clear();
    queued.clear();
    for (const waiting of dropped) drop(waiting);
  };

  /** Every sign of life starts the silence anew; nobody watches a worker that owes nothing. */
  const restartWatchdog = (): void => {
    clearTimeout(watchdog);
    if (pending.size === 0) return;
    watchdog = setTimeout(() => replace('silent', `no answer for ${WATCHDOG_MS / 1000} s`), WATCHDOG_MS);
  };

  const ensureWorker = (): WorkerLike => {
    if (worker !== null) return worker;
    const newWorker = start();
    newWorker.addEventListener('message', ({ data }) => {
      // A message may still be under way from a worker that has been replaced.
      if (worker === newWorker) receive(data);
    });
    for (const type of ['error', 'messageerror'] as const) {
      newWorker.addEventListener(type, (event) => {
        event.preventDefault?.();
        if (worker === newWorker) replace('crashed', event.message ?? type);
      });
    }
    worker = newWorker;
    return newWorker;
  };

  const receive = (message: MessageToPage): void => {
    if (message.kind === 'progress' || message.kind === 'heartbeat') {
      restartWatchdog();
      if (message.kind === 'progress') events?.onProgress(message.done, message.total);
      return;
    }
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if (waiting !== undefined) {
      if (message.kind === 'answer') waiting.resolve(message.answer as never);
      else if (message.kind === 'dropped') drop(waiting);
      else waiting.reject(new Error(message.message));
      const queuedQuestion = queued.get(waiting.question.kind);
      queued.delete(waiting.question.kind);
      if (queuedQuestion !== undefined) {
        if (message.kind === 'dropped' && queuedQuestion.question.kind === 'charts')
          uncancellableId = queuedQuestion.question.id;
        post(queuedQuestion);
      }
    }
    restartWatchdog();
  };

  const post = (waiting: PendingQuestion): void => {
    const wasIdle = pending.size === 0;
    pending.set(waiting.question.id, waiting);
    ensureWorker().postMessage(waiting.question);
    if (wasIdle) restartWatchdog();
  };

  return {
    ask: (kind, ask) =>
      new Promise((resolve, reject) => {
        const request = { kind, id: ++lastId, ...ask } as unknown as Question;
        const waiting: PendingQuestion = { question: request, resolve, reject };
        const current = [...pending.values()].find((other) => other.question.kind === kind)?.question;
        // A new run calls off the old one over there; other questions queue one deep, here.
        if (kind === 'simulate' || current === undefined) {
          post(waiting);
          return;
        }
        if (kind === 'charts' && !queued.has(kind) && current.id !== uncancellableId) {
          worker?.postMessage({ kind: 'cancel', id: current.id });
        }
        drop(queued.get(kind));
        queued.set(kind, waiting);
      }),
    stop: endWorker,
    listen(listener) {
      events = listener;
    },
  };
}
