/** The entry point of the worker that reads logs. */
import { answerQuestions } from './answering.ts';
import { logsAnswers, type LogsTable } from './logsAnswers.ts';
import type { QuestionMessage } from './questions.ts';
import { thread } from './workerThread.ts';

const handleMessage = answerQuestions<LogsTable>(
  { ...thread, send: (message, transfer) => postMessage(message, { transfer }) },
  logsAnswers(thread),
);

addEventListener('message', ({ data }: MessageEvent<QuestionMessage>) => {
  void handleMessage(data);
});
