/** The entry point of the worker that reads logs. */
import { answerQuestions } from './answering.ts';
import { logsAnswers, type LogsTable } from './logsAnswers.ts';
import type { QuestionMessage } from './questions.ts';
import { yieldToMessages } from './workerThread.ts';

const now = (): number => performance.now();
const handleMessage = answerQuestions<LogsTable>(
  { send: (message, transfer) => postMessage(message, { transfer }), yieldToMessages, now },
  logsAnswers({ yieldToMessages, now }),
);

addEventListener('message', ({ data }: MessageEvent<QuestionMessage>) => {
  void handleMessage(data);
});
