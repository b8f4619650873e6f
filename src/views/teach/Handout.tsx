/** What is printed in a lesson: its steps with room to answer, the charts of the shown one, and, if they are wanted, the answers on a page of their own. */
import { Suspense, type ReactElement } from 'react';
import type { Bet, ReadStep } from '../../sim/index.ts';
import { isAsked, type HandoutAnswer, type HandoutAnswers } from '../../store/learning/handout.ts';
import { useLesson, WithLearning } from '../../store/learning/learningContext.tsx';
import { documentText } from '../../store/learning/learningState.ts';
import { firstStepLink } from '../../store/learning/stepView.ts';
import type { OpenLesson } from '../../store/learning/openLesson.ts';
import { useAppState } from '../../store/playgroundContext.tsx';
import { requestCountIn } from '../../store/selectors.ts';
import { withUnits } from '../format/units.ts';
import { PAPER_WIDTH } from '../print/PaperChart.tsx';
import { PaperLane } from '../print/PaperLane.tsx';
import PrintSheet from '../print/PrintSheet.tsx';
import { sightText } from '../print/printText.ts';
import { usePaperAxes } from '../print/usePaperAxes.ts';
import QrCode from '../qr/QrCode.tsx';
import { noQrText } from '../qr/qrText.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import './handout.css';
import { HandoutLine } from './HandoutLine.tsx';
import { answerParagraphs, blankLabel, paragraphsOf, setupItems } from './handoutText.ts';
import { stepCharts } from './stepCharts.ts';

/** Where there is no lesson after all, the run is printed. */
export default function Handout(): ReactElement {
  return (
    <ErrorBoundary fallback={<PrintSheet />}>
      <Suspense fallback={<PrintSheet />}>
        <WithLearning>
          <LessonSheet />
        </WithLearning>
      </Suspense>
    </ErrorBoundary>
  );
}

function LessonSheet(): ReactElement {
  const lesson = useLesson((state) => state.lesson);
  const shown = useLesson((state) => state.index);
  const answers = useLesson((state) => state.answers);
  const questionsOnly = useLesson((state) => state.questionsOnly);
  if (lesson === null) return <PrintSheet />;
  const { title, steps } = lesson;
  return (
    <article className="paper handout" aria-label={`Handout: ${title}`}>
      <header>
        <h1>{title}</h1>
        <p className="blank">Name</p>
      </header>
      {steps.map((step, index) => (
        // A step has no identity besides its position.
        // oxlint-disable-next-line react/no-array-index-key
        <section key={index} aria-label={`Step ${index + 1}`}>
          <StepOnPaper step={step} before={steps[index - 1]} number={index + 1} />
          {index === shown && <ChartsNow step={step} />}
        </section>
      ))}
      <Address />
      {!questionsOnly && steps.some(isAsked) && <Answers lesson={lesson} answers={answers} />}
    </article>
  );
}

/** Where the tasks can be done: the lesson from its first step, for a camera and to type. */
function Address(): ReactElement | null {
  const link = useLesson(firstStepLink);
  if (link === null) return null;
  const address = `${location.origin}${location.pathname}${link}`;
  return (
    <section className="paper-lane handout-address" aria-label="This lesson as a link">
      <h2>This lesson as a link</h2>
      {noQrText(address) === null && <QrCode link={address} />}
      <p className="paper-link">{address}</p>
    </section>
  );
}

interface StepOnPaperProps {
  readonly step: ReadStep;
  readonly before: ReadStep | undefined;
  /** From 1. */
  readonly number: number;
}

function StepOnPaper({ step, before, number }: StepOnPaperProps): ReactElement {
  const { text, bet, task, after, scenario } = step;
  return (
    <div className="paper-lane">
      <h2>Step {number}</h2>
      <Paragraphs all={setupItems(step, before)} className="paper-note" />
      <Paragraphs all={paragraphsOf(text)} />
      {bet !== undefined && (
        <>
          <Paragraphs all={paragraphsOf(bet.question)} className="question" />
          <Room bet={bet} scenario={scenario} />
        </>
      )}
      {task !== undefined && (
        <>
          <Paragraphs all={paragraphsOf(task.prompt)} className="question" />
          <p className="blank">How you did it</p>
        </>
      )}
      {!isAsked(step) && after !== undefined && <Paragraphs all={paragraphsOf(after)} />}
    </div>
  );
}

/** Where the answer is written. */
function Room({ bet, scenario }: { readonly bet: Bet; readonly scenario: ReadStep['scenario'] }): ReactElement {
  switch (bet.kind) {
    case 'choice':
      return (
        <ul>
          {bet.options.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      );
    case 'line':
      return <HandoutLine bet={bet} scenario={scenario} curve={null} />;
    default:
      return <p className="blank">{blankLabel(bet)}</p>;
  }
}

function ChartsNow({ step }: { readonly step: ReadStep }): ReactElement {
  const lanes = useAppState((state) => state.scenario.lanes);
  const axes = usePaperAxes(PAPER_WIDTH);
  const { charts, shown } = stepCharts(step);
  const answered = useAnsweredStep(step);
  const isEmpty = useAppState(
    ({ result, scenario }) => result !== null && scenario.lanes.every((_, lane) => requestCountIn(result, lane) === 0),
  );
  if (isEmpty) return <p className="paper-note">The charts are left out here: no request has come yet.</p>;
  if (answered >= 0)
    return <p className="paper-note">The charts are left out here: they would answer step {answered + 1}.</p>;
  return (
    <>
      <p className="paper-note">The charts as they stand. {sightText(axes)}</p>
      {lanes.map(
        (lane, index) =>
          (shown === null || shown.has(index)) && (
            // A lane has no identity besides its position.
            // oxlint-disable-next-line react/no-array-index-key
            <PaperLane key={index} index={index} lane={lane} axes={axes} charts={charts} />
          ),
      )}
    </>
  );
}

/** The index of another step whose bet, not placed yet, the charts that are shown would answer; −1 if there is none. */
function useAnsweredStep(own: ReadStep): number {
  const scenario = useAppState((state) => state.scenario);
  return useLesson(({ lesson, bets }) =>
    (lesson?.steps ?? []).findIndex(
      (step, index) =>
        step !== own &&
        step.bet !== undefined &&
        bets[index] === undefined &&
        documentText(step.scenario) === documentText(scenario),
    ),
  );
}

interface AnswersProps {
  readonly lesson: OpenLesson;
  readonly answers: HandoutAnswers | null;
}

function Answers({ lesson: { title, steps }, answers }: AnswersProps): ReactElement {
  return (
    <section className="handout-answers" aria-label="Answers">
      <h2>Answers: {title}</h2>
      {answers === null ? (
        <p>They have not been worked out: use the Handout button, which waits for them.</p>
      ) : (
        steps.map(
          (step, index) =>
            isAsked(step) && (
              // A step has no identity besides its position.
              // oxlint-disable-next-line react/no-array-index-key
              <AnswerOnPaper key={index} step={step} number={index + 1} answer={answers[index] as HandoutAnswer} />
            ),
        )
      )}
    </section>
  );
}

interface AnswerProps {
  readonly step: ReadStep;
  readonly number: number;
  readonly answer: HandoutAnswer;
}

function AnswerOnPaper({ step, number, answer }: AnswerProps): ReactElement {
  const { bet, scenario } = step;
  return (
    <div className="paper-lane">
      <h3>Step {number}</h3>
      <Paragraphs all={answerParagraphs(step, answer)} />
      {bet?.kind === 'line' && answer.bet !== null && (
        <HandoutLine bet={bet} scenario={scenario} curve={answer.bet.curve} />
      )}
    </div>
  );
}

function Paragraphs({
  all,
  className,
}: {
  readonly all: readonly string[];
  readonly className?: string;
}): ReactElement {
  return (
    <>
      {all.map((paragraph) => (
        <p key={paragraph} className={className}>
          {withUnits(paragraph)}
        </p>
      ))}
    </>
  );
}
