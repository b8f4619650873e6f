/** The entry point of the worker that finds, and of its helpers. */
import { answerQuestions } from './answering.ts';
import { findAnswers, prepareFind, type FindPool, type FindTable } from './findAnswers.ts';
import { serveTasks } from './helper.ts';
import { HelperPool } from './helperPool.ts';
import type { MessageAboutHelpers, MessageToHelper } from './protocol.ts';
import type { QuestionMessage } from './questions.ts';
import { thread } from './workerThread.ts';

const pool: FindPool = new HelperPool();
const handleMessage = answerQuestions<FindTable>(
  { ...thread, send: (message, transfer) => postMessage(message, { transfer }) },
  findAnswers(pool),
);

addEventListener('message', ({ data }: MessageEvent<QuestionMessage | MessageAboutHelpers | MessageToHelper>) => {
  if (data.kind === 'serve') serveTasks(data.port, thread, prepareFind);
  else if (data.kind === 'helper') pool.add(data.port);
  else if (data.kind === 'helpers-lost') pool.lose();
  else void handleMessage(data);
});
