/** The page's side of a worker that is asked questions. The worker is started by the first one. */
import { hearWorker, type HeardWorker } from './hearWorker.ts';
import { DROPPED, type Dropped } from './simulationClient.ts';
import type { AnswerMessage, Failure, QuestionMessage, QuestionTable } from './questions.ts';

/** The part of a `Worker` that is used, so that tests can provide a substitute. */
export interface AnsweringWorker extends HeardWorker<AnswerMessage> {
  postMessage(message: QuestionMessage): void;
}

/** A question that the worker could not answer. */
export class QuestionFailure extends Error {
  override readonly name: string;
  readonly detail: unknown;

  constructor({ name, message, detail }: Failure) {
    super(message);
    this.name = name;
    this.detail = detail;
  }
}

/** The worker is gone: its file did not come, or it ended. The next question starts another. */
export const WORKER_LOST = 'WorkerLost';

export interface QuestionClient<Table extends QuestionTable> {
  /**
   * Asks; while an older question of the kind is being answered, the newest waits, and those between are dropped.
   * @throws {QuestionFailure}
   */
  ask<K extends keyof Table & string>(
    of: K,
    params: Table[K]['params'],
    onProgress?: (progress: NonNullable<Table[K]['progress']>) => void,
  ): Promise<Table[K]['result'] | Dropped>;
  /** Drops the questions of a kind: the worker stops at its next slice. */
  cancel(of: keyof Table & string): void;
  /** Ends the worker with all that it holds. */
  end(): void;
}

interface Asked {
  readonly id: number;
  readonly of: string;
  readonly params: object;
  readonly onProgress: ((progress: never) => void) | undefined;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

export function createQuestionClient<Table extends QuestionTable>(start: () => AnsweringWorker): QuestionClient<Table> {
  let worker: AnsweringWorker | null = null;
  let lastId = 0;
  /** By kind: what the worker answers, and what is asked next. */
  const current = new Map<string, Asked>();
  const waiting = new Map<string, Asked>();

  const drop = (asked: Asked | undefined): void => asked?.resolve(DROPPED as never);

  const post = (asked: Asked): void => {
    current.set(asked.of, asked);
    worker ??= startWorker();
    worker.postMessage({ kind: 'ask', id: asked.id, of: asked.of, params: asked.params });
  };

  const postNext = (of: string): void => {
    const next = waiting.get(of);
    if (next === undefined) return;
    waiting.delete(of);
    post(next);
  };

  const receive = (message: AnswerMessage): void => {
    const asked = [...current.values()].find(({ id }) => id === message.id);
    if (asked === undefined) return;
    if (message.kind === 'progress') {
      asked.onProgress?.(message.progress as never);
      return;
    }
    current.delete(asked.of);
    if (message.kind === 'answer') asked.resolve(message.answer as never);
    else asked.reject(new QuestionFailure(message.failure));
    postNext(asked.of);
  };

  const lose = (message: string): void => {
    const lost = [...current.values(), ...waiting.values()];
    current.clear();
    waiting.clear();
    worker?.terminate();
    worker = null;
    for (const { reject } of lost) reject(new QuestionFailure({ name: WORKER_LOST, message }));
  };

  const startWorker = (): AnsweringWorker => {
    const started = start();
    hearWorker(started, {
      isCurrent: () => worker === started,
      onMessage: receive,
      onLost: (_, detail) => lose(detail),
    });
    return started;
  };

  return {
    ask: (of, params, onProgress) =>
      new Promise((resolve, reject) => {
        const asked: Asked = { id: ++lastId, of, params, onProgress, resolve, reject };
        if (!current.has(of)) {
          post(asked);
          return;
        }
        drop(waiting.get(of));
        waiting.set(of, asked);
      }),
    cancel(of) {
      drop(waiting.get(of));
      waiting.delete(of);
      const asked = current.get(of);
      if (asked === undefined) return;
      current.delete(of);
      worker?.postMessage({ kind: 'cancel', id: asked.id });
      drop(asked);
    },
    end() {
      const dropped = [...current.values(), ...waiting.values()];
      current.clear();
      waiting.clear();
      worker?.terminate();
      worker = null;
      for (const asked of dropped) drop(asked);
    },
  };
}
