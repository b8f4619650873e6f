/** The entry point of the worker that tunes. */
import { answerQuestions } from './answering.ts';
import type { QuestionMessage } from './questions.ts';
import { tuneAnswers, type TuneTable } from './tuneAnswers.ts';
import { loadSandbox, thread } from './workerThread.ts';

const handleMessage = answerQuestions<TuneTable>(
  { ...thread, send: (message, transfer) => postMessage(message, { transfer }) },
  tuneAnswers({ ...thread, loadSandbox }),
);

addEventListener('message', ({ data }: MessageEvent<QuestionMessage>) => {
  void handleMessage(data);
});
