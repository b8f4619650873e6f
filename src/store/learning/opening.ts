/** Opens lessons: built-in ones, which are loaded, the scenario's own, and the places that links name. */
import type { Keeping } from './keeping.ts';
import type { LearningParts } from './learningHost.ts';
import { currentStep, NO_LESSON } from './learningState.ts';
import { placeFrom } from './lessonPlace.ts';
import { openBuiltIn, openOwn, type OpenLesson } from './openLesson.ts';
import type { Stepping } from './stepping.ts';
import { playheadLimit } from './stepView.ts';

export interface Opening {
  /** Opens a built-in lesson, as a preset is opened. @param stepOf the step to begin with */
  readonly openAt: (id: string, stepOf: (lesson: OpenLesson) => number) => Promise<void>;
  /** The place that a link, a work or a reload names: its scenario is shown already. */
  readonly openPlace: (text: string) => Promise<void>;
  /** Begins the scenario's own lesson, which is not come back to: its step says where it looks. */
  readonly beginOwn: (index: number) => void;
}

const NO_STEPS = 'This lesson has no steps that this version can show.';

export function createOpening({ store, state }: LearningParts, keeping: Keeping, stepping: Stepping): Opening {
  const { getState, setState, player } = store;
  const { getState: learning } = state;
  /** The lesson that is being loaded to be shown; another may be asked for before it is there. */
  let asked: string | null = null;

  const load = async (id: string): Promise<OpenLesson | null> => {
    try {
      const lesson = await openBuiltIn(id);
      if (lesson === null)
        state.setState({ problem: `There is no lesson “${id}” in this version. Choose another one.` });
      return lesson;
    } catch {
      state.setState({ problem: 'The lesson could not be loaded. Reload the page to try again.' });
      return null;
    }
  };

  return {
    async openAt(id, stepOf) {
      asked = id;
      const lesson = await load(id);
      // Another one may have been asked for meanwhile, or a place that a link names.
      if (lesson === null || asked !== id) return;
      asked = null;
      keeping.setLesson(lesson);
      if (!keeping.isPresented()) setState({ dialog: null });
      stepping.show(stepOf(lesson), true);
    },
    async openPlace(text) {
      asked = null;
      const place = placeFrom(text);
      const open = learning().lesson;
      if (place === null) {
        state.setState({ ...NO_LESSON, problem: 'The link names no step of a lesson. Choose a lesson.' });
        return;
      }
      const { scenario } = getState();
      const isOwn = place.id === null;
      const lesson = place.id === null ? openOwn(scenario) : open?.id === place.id ? open : await load(place.id);
      if (getState().lessonStep !== text) return;
      if (lesson === null) {
        const problem = isOwn ? 'This scenario has no lesson of its own. Choose one.' : learning().problem;
        state.setState({ ...NO_LESSON, problem });
        return;
      }
      const last = lesson.steps.length - 1;
      if (lesson !== open) keeping.setLesson(lesson);
      const index = Math.min(place.index, last);
      const steps = `“${lesson.title}” has ${last + 1} ${last === 0 ? 'step' : 'steps'}; this is the last.`;
      const problem = last < 0 ? NO_STEPS : place.index > last ? steps : null;
      state.setState({ index: Math.max(0, index), outcome: null, conditions: null, problem });
      const step = currentStep(learning());
      if (step !== null) stepping.apply(step);
      // The playhead may stand where another step, or its sender, had it.
      if (player.at > playheadLimit(learning())) player.seek(playheadLimit(learning()));
      stepping.answer();
    },
    beginOwn(index) {
      const lesson = openOwn(getState().scenario);
      if (lesson === null) return;
      keeping.setLesson(lesson, true);
      if (lesson.steps.length === 0) state.setState({ problem: NO_STEPS });
      else stepping.show(Math.min(index, lesson.steps.length - 1));
    },
  };
}
