/** The entry point of the worker that tunes. */
import { answerQuestions } from './answering.ts';
import type { QuestionMessage } from './questions.ts';
import { tuneAnswers, type TuneTable } from './tuneAnswers.ts';
import { loadSandbox, yieldToMessages } from './workerThread.ts';

const now = (): number => performance.now();
const handleMessage = answerQuestions<TuneTable>(
  { send: (message, transfer) => postMessage(message, { transfer }), yieldToMessages, now },
  tuneAnswers({ yieldToMessages, now, loadSandbox }),
);

addEventListener('message', ({ data }: MessageEvent<QuestionMessage>) => {
  void handleMessage(data);
});
