/** How the questions of somebody who looks closer are answered. They need the whole engine, and come with it. */
import { beforeAfterOf, reportDataOf, runAnswer, sketchOf, stepAnswers, type ScenarioSession } from '../sim/engine.ts';
import type { Scenario } from '../sim/index.ts';
import type { Question, QuestionKind } from './protocol.ts';
import type { Answers, FirstQuestionKind } from './sessionAnswers.ts';

type CloserQuestionKind = Exclude<QuestionKind, FirstQuestionKind | 'simulate' | 'profile' | 'read'>;

export const closerAnswers: Answers<CloserQuestionKind, ScenarioSession> = {
  fairness: (session, { query }) => session.fairness(query),
  preview: (session, { lane, at, through, key }) => session.preview(lane, at, through, key),
  difference: (session, { lane, other }) => session.difference(lane, other),
  why: (session, { lane, request }) => session.why(lane, request),
  decisions: (session, { lane, from, to }) => session.decisions(lane, from, to),
  shapes: (session, { from, to, key }) => session.shapes(from, to, key),
  pictureCharts: (session, { query }) => session.charts(query),
  decisionText: (session, { lane, format, from, to }) => session.decisionText(lane, format, from, to),
  table: (session, { lane, from, to }) => session.table(lane, from, to),
  step: (session, { lane, at, selected, by }) => session.step(lane, at, selected, by),
  counterpart: (session, { selected, lane }) => session.counterpart(selected, lane),
  nextDisagreement: (session, { compared, at, selected, by }) => session.nextDisagreement(compared, at, selected, by),
  nextWrong: (session, { query, at, selected }) => session.nextWrong(query, at, selected),
  nextRefusal: (session, { lane, key, at }) => session.nextRefusal(lane, key, at),
  sketch: (_, { scenario, columns }) => sketchOf(scenario, columns),
  report: (session, { columns }) => reportDataOf(session, columns),
  beforeAfter: (session, { before, after }) => beforeAfterOf(session, before, after),
  steps: (_, { questions }) => stepAnswers(questions),
  quantities: (session, question) => runAnswer(session, question),
};

/** What a question runs beside the scenario that is shown. */
export function runsBeside(question: Question): readonly Pick<Scenario, 'traffic' | 'lanes'>[] {
  if (question.kind === 'steps') return question.questions.map(({ scenario }) => scenario);
  if (question.kind === 'preview') return [{ traffic: [], lanes: [question.lane] }];
  return question.kind === 'beforeAfter' && question.before.scenario !== null ? [question.before.scenario] : [];
}
