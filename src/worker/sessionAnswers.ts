/** How the questions are answered that the page asks of every finished run. `closerAnswers.ts` has the others. */
import type { ScenarioSession } from '../sim/engine.ts';
import type { FirstSession } from '../sim/openLoopEngine.ts';
import type { QuestionKind, WorkerQuestions } from './protocol.ts';

/** Questions that the page asks of every finished run. */
export type FirstQuestionKind = 'charts' | 'snapshot' | 'counts' | 'admittedOf';

/** An answer is immediate, or a generator if it may take longer. */
export type Answers<K extends QuestionKind, Session> = {
  readonly [Kind in K]: (
    session: Session,
    question: WorkerQuestions[Kind]['params'],
  ) => WorkerQuestions[Kind]['result'] | Generator<unknown, WorkerQuestions[Kind]['result']>;
};

/** What a session can answer that was opened without the whole engine. */
export type FirstAnswers = Pick<ScenarioSession, keyof FirstSession>;

export const firstAnswers: Answers<FirstQuestionKind, FirstAnswers> = {
  charts: (session, { query }) => session.charts(query),
  snapshot: (session, { at, through, key }) => session.snapshot(at, through, key),
  counts: (session, { at, through }) => session.counts(at, through),
  admittedOf: (session, { entry, requests }) => session.admittedOf(entry, requests),
};
