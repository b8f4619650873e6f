/** The page's side of a worker that does one thing for it: it tunes, reads logs or finds. */
import type { AnswerMessage, Failure, QuestionMessage, QuestionTable } from './questions.ts';
import { WorkerClient, type Dropped, type WorkerOf } from './workerClient.ts';

export type AnsweringWorker = WorkerOf<QuestionMessage, AnswerMessage>;

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

/**
 * @param start starts a worker; a helper is another of the same file
 * @param helpers how many helpers the worker has
 */
export function createQuestionClient<Table extends QuestionTable>(
  start: () => AnsweringWorker,
  helpers = 0,
): QuestionClient<Table> {
  const client = new WorkerClient<keyof Table & string, QuestionMessage, AnswerMessage>({
    start,
    helpers,
    messageOf: ({ id, kind, params }) => ({ kind: 'ask', id, of: kind, params }),
    onMessage(message) {
      if (message.kind === 'progress') client.asked(message.id)?.onProgress?.(message.progress as never);
      else if (message.kind === 'answer') client.take(message.id)?.resolve(message.answer as never);
      else client.take(message.id)?.reject(new QuestionFailure(message.failure));
    },
    onLost: (_, message) => client.end(({ reject }) => reject(new QuestionFailure({ name: WORKER_LOST, message }))),
  });
  return {
    ask: (of, params, onProgress) => client.ask(of, params, { onProgress }),
    cancel: (of) => client.cancel(of),
    end: () => client.end(),
  };
}
