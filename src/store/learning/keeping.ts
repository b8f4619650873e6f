/** What is kept of the open lesson on this machine: its step, its bets, which tasks are done; of one that is presented, nothing. */
import { keptBets } from './bets.ts';
import type { LearningParts } from './learningHost.ts';
import { isFinished, NO_LESSON, type LearningState } from './learningState.ts';
import type { OpenLesson } from './openLesson.ts';
import { createProgress, type LessonProgress } from './progress.ts';

export interface Keeping {
  readonly progressOf: (id: string) => LessonProgress;
  /** Makes a lesson the open one, with what was kept of it. @param begins whether nothing is bet or done yet */
  readonly setLesson: (lesson: OpenLesson, begins?: boolean) => void;
  readonly keep: () => void;
  readonly isPresented: () => boolean;
  /** While a lesson is presented nothing is bet or done yet, whatever was before: that comes back after it. */
  readonly present: (on: boolean) => void;
}

export function createKeeping({ store, host, state }: LearningParts): Keeping {
  const { getState: learning } = state;
  const progress = createProgress(host.storage);
  let lossTold = false;
  /** What was bet and done before the lesson was presented; null while it is not. */
  let before: Answers | null = null;
  return {
    progressOf: (id) => progress.of(id),
    setLesson(lesson, begins = false) {
      const { bets, tasks } = progress.of(lesson.keptAs);
      const answers = begins ? NO_ANSWERS : { bets: keptBets(lesson.steps, bets), tasks };
      if (before !== null) before = answers;
      state.setState({ ...NO_LESSON, lesson, ...(before === null ? answers : NO_ANSWERS) });
    },
    keep() {
      const { lesson, index, bets, tasks } = learning();
      if (lesson === null || before !== null) return;
      const done = progress.of(lesson.keptAs).done || isFinished(learning());
      const kept = progress.keep(lesson.keptAs, { step: index, bets, tasks, done });
      if (kept || lossTold) return;
      lossTold = true;
      store.notify({
        kind: 'storage',
        text: 'This browser does not keep how far you are in a lesson. The lesson itself works.',
        actions: [{ do: 'dismiss' }],
      });
    },
    isPresented: () => before !== null,
    present(on) {
      const { bets, tasks } = learning();
      state.setState(before ?? NO_ANSWERS);
      before = on ? { bets, tasks } : null;
    },
  };
}

/** What a learner has answered in a lesson. */
type Answers = Pick<LearningState, 'bets' | 'tasks'>;

const NO_ANSWERS: Answers = { bets: {}, tasks: [] };
