/** What Learn does as the page changes: it is entered and left, its bets hide what comes, and its task is checked again. */
import type { State } from '../state.ts';
import type { LearningParts } from './learningHost.ts';
import { currentStep, documentText, isBetOpen, NO_LESSON } from './learningState.ts';
import { placeText } from './lessonPlace.ts';
import type { Opening } from './opening.ts';
import { isOwnChanged } from './openLesson.ts';
import { replaceScenario } from './replaceScenario.ts';
import type { Stepping } from './stepping.ts';
import { playheadLimit } from './stepView.ts';

const STILL_HIDDEN = 'The future is still hidden, because your bet is open.';
const BET_FIRST = 'Place your bet first: then the run goes on.';

export function followPage(parts: LearningParts, { apply, answer }: Stepping, opening: Opening): void {
  const { store, state, host } = parts;
  const { getState, setState, player } = store;
  const { getState: learning } = state;

  const enter = (): void => {
    const { lessonStep, scenario, making } = getState();
    const { lesson, index } = learning();
    const step = currentStep(learning());
    if (making) state.setState(NO_LESSON);
    else if (lessonStep === null && scenario.lesson !== undefined) opening.beginOwn(0);
    else if (lessonStep === null) state.setState(NO_LESSON);
    else if (lesson === null || placeText({ id: lesson.id, index }) !== lessonStep) void opening.openPlace(lessonStep);
    else if (step !== null) {
      apply(step);
      answer();
    }
  };

  /** What is tried on the way is no edit of the lesson, nor is what a step sets. */
  const takeBackTrial = (): void => {
    const base = learning().lesson?.base ?? null;
    if (base === null || documentText(base) === documentText(getState().scenario)) return;
    replaceScenario(parts, base, 'what was tried');
    host.showStatus('What you tried is not part of the lesson, and was taken back.', 'undoes this');
  };

  const followOutside = (now: State, before: State): void => {
    if (before.mode !== 'learn' || !now.futureHidden || !before.futureHidden || !isBetOpen(learning())) return;
    // Whoever only looks around keeps their bet; another scenario has nothing to hide.
    if (now.mode === 'run' && now.scenario === before.scenario) host.showStatus(STILL_HIDDEN);
    else setState({ futureHidden: false });
  };

  const followInLearn = (now: State, before: State): void => {
    // Undo leads back to the form as it was.
    if (now.making && !before.making && now.history === before.history) takeBackTrial();
    const other = !now.making && isOwnChanged(learning().lesson, before.scenario.lesson, now.scenario.lesson);
    if (other) state.setState(NO_LESSON);
    const entered = before.mode !== 'learn' || now.making !== before.making;
    if (other || entered || now.lessonStep !== before.lessonStep) enter();
    if (!now.futureHidden && before.futureHidden && isBetOpen(learning())) {
      setState({ futureHidden: true });
      host.showStatus(BET_FIRST);
    }
    if (now.result !== before.result) answer();
  };

  player.subscribe(({ at }) => {
    if (getState().mode !== 'learn' || at <= playheadLimit(learning())) return;
    player.pause();
    player.seek(playheadLimit(learning()));
    setState({ selection: null });
    host.showStatus(BET_FIRST);
  });
  store.subscribe((now: State, before: State) => {
    if (now.mode === 'learn') followInLearn(now, before);
    else followOutside(now, before);
  });
  if (getState().mode === 'learn') enter();
}
