/** Shows a step of the open lesson: its scenario and its view, what it locks, and what it hides. */
import type { ReadStep } from '../../sim/index.ts';
import type { Keeping } from './keeping.ts';
import type { LearningParts } from './learningHost.ts';
import { documentText, isBetOpen, locksOf } from './learningState.ts';
import { placeText } from './lessonPlace.ts';
import { createStepAnswers } from './stepAnswers.ts';
import { stepView } from './stepView.ts';

export interface Stepping {
  /** @param beside whether what is shown now is let go of, as when a preset is opened */
  readonly show: (index: number, beside?: boolean) => void;
  /** What the step does to the page besides its scenario and view. */
  readonly apply: (step: ReadStep) => void;
  /** Asks the shown run what the step's bet and task need to know of it. */
  readonly answer: () => void;
}

export function createStepping(parts: LearningParts, keeping: Keeping): Stepping {
  const { store, state, host } = parts;
  const { getState, setState } = store;
  const { getState: learning } = state;

  const apply = (step: ReadStep): void =>
    setState({
      locks: locksOf(learning()),
      // Tune has no veil: it comes with the answer.
      lessonStage: step.view?.mode === 'tune' && !isBetOpen(learning()) ? 'tune' : 'run',
      futureHidden: isBetOpen(learning()) || step.hideFuture === true,
    });

  const answer = createStepAnswers(parts, keeping);

  const show = (index: number, beside = false): void => {
    const { lesson } = learning();
    const step = lesson?.steps[index];
    if (lesson === null || step === undefined) return;
    state.setState({ index, outcome: null, conditions: null, problem: null });
    const { scenario: before, history, lessonStep } = getState();
    const isSame = documentText(before) === documentText(step.scenario);
    const scenario = isSame ? before : step.scenario;
    const isGone = lessonStep !== null && lessonStep !== placeText({ id: lesson.id, index });
    const opening = {
      scenario,
      view: stepView(learning(), scenario, getState().chartLayout),
      label: `step ${index + 1} of “${lesson.title}”`,
    };
    if (beside && !isSame) host.openBeside(store, host.works, opening);
    else host.openScenario(store, { ...opening, record: true });
    // What was opened for the step before would stand in front of this one.
    if (step.view?.selected === undefined) setState({ drawer: null });
    // To begin a lesson, or a step again, is no step to undo where nothing has been changed.
    if (isSame && !isGone) setState({ history });
    // A status spoke of what was before.
    setState({ status: '' });
    apply(step);
    keeping.keep();
    answer();
  };

  return { show, apply, answer };
}
