/** The worker's side of its questions: runs answers in slices, several kinds side by side, and stops those not wanted. */
import type { AnswerMessage, QuestionMessage, QuestionTable } from './questions.ts';
import { driveSlices, type SlicingThread } from './slicing.ts';
import { buffersIn } from './transferables.ts';

/** What answers need of the thread that they run in. */
export interface AnsweringThread extends SlicingThread {
  /** Sends a message; the buffers in `transfer` are transferred instead of copied. */
  readonly send: (message: AnswerMessage, transfer: ArrayBuffer[]) => void;
}

/** What an answer may tell and ask while it is worked out. */
export interface Asking<Progress> {
  readonly tell: (progress: Progress) => void;
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** Runs slices to the end. @throws {NotWanted} */
  readonly drive: <T>(slices: Generator<unknown, T>) => Promise<T>;
}

export type Answers<Table extends QuestionTable> = {
  readonly [K in keyof Table]: (
    params: Table[K]['params'],
    asking: Asking<Table[K]['progress']>,
  ) => Promise<Table[K]['result']>;
};

/** Nobody waits for the answer any more. */
class NotWanted extends Error {
  override readonly name = 'NotWanted';
}

/** An error that tells the page more than its sentence. */
interface DetailedError extends Error {
  readonly detail?: unknown;
}

/** @returns the handler for messages from the page; it resolves when the message has been dealt with, and never rejects */
export function answerQuestions<Table extends QuestionTable>(
  thread: AnsweringThread,
  answers: Answers<Table>,
): (message: QuestionMessage) => Promise<void> {
  const { send } = thread;
  const running = new Map<number, AbortController>();

  return async (message) => {
    if (message.kind === 'cancel') {
      running.get(message.id)?.abort();
      return;
    }
    const { id, of, params } = message;
    const controller = new AbortController();
    running.set(id, controller);
    const { signal } = controller;
    try {
      const answer = await (answers[of] as Answers<Table>[string])(params, {
        tell: (progress) => send({ kind: 'progress', id, progress }, []),
        signal,
        drive: (slices) => driveWanted(thread, slices, signal),
      });
      if (!signal.aborted) send({ kind: 'answer', id, answer }, buffersIn(answer));
    } catch (error) {
      if (!signal.aborted) send({ kind: 'failed', id, failure: failureOf(error) }, []);
    } finally {
      running.delete(id);
    }
  };
}

async function driveWanted<T>(thread: SlicingThread, slices: Generator<unknown, T>, signal: AbortSignal): Promise<T> {
  const result = await driveSlices(
    thread,
    slices,
    () => undefined,
    () => !signal.aborted,
  );
  if (signal.aborted) throw new NotWanted();
  return result as T;
}

function failureOf(error: unknown) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, detail } = error as DetailedError;
  return { name, message, ...(detail === undefined ? {} : { detail }) };
}
