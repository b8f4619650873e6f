/** The questions about a finished run: how each is answered, and which of them the whole engine answers. */
import type { ScenarioSession } from '../sim/engine.ts';
import type { FirstSession } from '../sim/openLoopEngine.ts';
import type { QuestionKind, WorkerQuestions } from './protocol.ts';
import type { Engine } from './wholeEngine.ts';

/** Questions that the page asks of every finished run. */
type FirstQuestionKind = 'charts' | 'snapshot' | 'counts' | 'lastVerdicts';
/** Those of somebody who looks closer. */
type CloserQuestionKind = Exclude<QuestionKind, FirstQuestionKind | 'simulate' | 'profile' | 'read'>;

/** An answer is immediate, or a generator if it may take longer. */
type Answers<K extends QuestionKind, Session, Loaded extends readonly unknown[] = []> = {
  readonly [Kind in K]: (
    session: Session,
    question: WorkerQuestions[Kind]['params'],
    ...loaded: Loaded
  ) => WorkerQuestions[Kind]['result'] | Generator<unknown, WorkerQuestions[Kind]['result']>;
};

/** What a session can answer that was opened without the whole engine. */
export type FirstAnswers = Pick<ScenarioSession, keyof FirstSession>;

export const firstAnswers: Answers<FirstQuestionKind, FirstAnswers> = {
  charts: (session, { query }) => session.charts(query),
  snapshot: (session, { at, through, key }) => session.snapshot(at, through, key),
  counts: (session, { at, through }) => session.counts(at, through),
  lastVerdicts: (session, { at }) => session.lastVerdicts(at),
};

export const closerAnswers: Answers<CloserQuestionKind, ScenarioSession, [Engine]> = {
  fairness: (session, { query }) => session.fairness(query),
  preview: (session, { lane, at, through, key }) => session.preview(lane, at, through, key),
  difference: (session, { lane, other }) => session.difference(lane, other),
  why: (session, { lane, request }) => session.why(lane, request),
  decisions: (session, { lane, from, to }) => session.decisions(lane, from, to),
  shapes: (session, { from, to, key }) => session.shapes(from, to, key),
  table: (session, { lane, from, to }) => session.table(lane, from, to),
  step: (session, { lane, at, selected, by }) => session.step(lane, at, selected, by),
  counterpart: (session, { selected, lane }) => session.counterpart(selected, lane),
  nextDisagreement: (session, { compared, at, selected, by }) => session.nextDisagreement(compared, at, selected, by),
  sketch: (_, { scenario, columns }, { sketchOf }) => sketchOf(scenario, columns),
  steps: (_, { questions }, { stepAnswers }) => stepAnswers(questions),
  *quantities(session, { quantities, conditions }, { conditionResults, quantitiesOf }) {
    return {
      values: yield* quantitiesOf(session, quantities),
      conditions: yield* conditionResults(session, conditions),
    };
  },
};
