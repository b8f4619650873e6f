/** Where a step of a lesson looks, and how far its run may be shown. */
import {
  durationOf,
  encodeLink,
  microsFromSeconds,
  type Instant,
  type LinkView,
  type Scenario,
} from '../../sim/index.ts';
import { currentStep, isBetOpen, type LearningState } from './learningState.ts';
import { placeText } from './lessonPlace.ts';

/** The view of the step that is open, as a link has it. @param ownLayout what the learner chose */
export function stepView(state: LearningState, scenario: Scenario, ownLayout: LinkView['layout'] | null): LinkView {
  const { lesson, index } = state;
  const { at, from = 0, to, selected, layout = ownLayout } = currentStep(state)?.view ?? {};
  const end = to ?? Math.max(durationOf(scenario), from + 0.001);
  return {
    at: at ?? (isBetOpen(state) ? from : end),
    from,
    to: end,
    ...(selected === undefined ? {} : { selected }),
    ...(layout === null || layout === undefined ? {} : { layout }),
    mode: 'learn',
    step: placeText({ id: lesson?.id ?? null, index }),
  };
}

/** The lesson as a link that begins it, whatever step is open; null if it is too long for one. */
export function firstStepLink(state: LearningState): string | null {
  const scenario = state.lesson?.steps[0]?.scenario;
  if (scenario === undefined) return null;
  try {
    return encodeLink(scenario, stepView({ ...state, index: 0, bets: {} }, scenario, null));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The latest instant at which the playhead may be: where it stands until the bet is placed. */
export function playheadLimit(state: LearningState): Instant {
  const { at, from = 0 } = currentStep(state)?.view ?? {};
  return isBetOpen(state) ? microsFromSeconds(at ?? from) : Infinity;
}
