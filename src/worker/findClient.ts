/** The page's side of the worker that finds, which has helpers from its first question on. */
import type { FindTable } from './findAnswers.ts';
import { startHelpers } from './helpersClient.ts';
import { createQuestionClient, type AnsweringWorker, type QuestionClient } from './questionClient.ts';

/** @param start starts a worker; a helper is another of the same file */
export function createFindClient(start: () => Worker, helperCount: number): QuestionClient<FindTable> {
  return createQuestionClient<FindTable>(() => {
    const worker = start();
    const endHelpers = startHelpers(worker, start, helperCount);
    return {
      postMessage: (message) => worker.postMessage(message),
      addEventListener: worker.addEventListener.bind(worker) as AnsweringWorker['addEventListener'],
      terminate() {
        endHelpers();
        worker.terminate();
      },
    };
  });
}
