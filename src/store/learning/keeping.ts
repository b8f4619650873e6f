/** What is kept of the open lesson on this machine, its step and its bets; of one that is presented, nothing. */
import { keptBets } from './bets.ts';
import type { LearningParts } from './learningHost.ts';
import { isFinished, NO_LESSON, type LearningState } from './learningState.ts';
import type { OpenLesson } from './openLesson.ts';
import { createProgress, type LessonProgress } from './progress.ts';

export interface Keeping {
  readonly progressOf: (id: string) => LessonProgress;
  /** Makes a lesson the open one, with the bets that were kept of it. @param begins whether nothing is bet yet */
  readonly setLesson: (lesson: OpenLesson, begins?: boolean) => void;
  readonly keep: () => void;
  readonly isPresented: () => boolean;
  /** While a lesson is presented no bet is placed yet, whatever was bet before: those come back after it. */
  readonly present: (on: boolean) => void;
}

export function createKeeping({ store, host, state }: LearningParts): Keeping {
  const { getState: learning } = state;
  const progress = createProgress(host.storage);
  let lossTold = false;
  /** What was bet before the lesson was presented; null while it is not. */
  let betsBefore: LearningState['bets'] | null = null;
  return {
    progressOf: (id) => progress.of(id),
    setLesson(lesson, begins = false) {
      const bets = begins ? {} : keptBets(lesson.steps, progress.of(lesson.keptAs).bets);
      if (betsBefore !== null) betsBefore = bets;
      state.setState({ ...NO_LESSON, lesson, bets: betsBefore === null ? bets : {} });
    },
    keep() {
      const { lesson, index, bets } = learning();
      if (lesson === null || betsBefore !== null) return;
      const before = progress.of(lesson.keptAs);
      const kept = progress.keep(lesson.keptAs, { step: index, bets, done: before.done || isFinished(learning()) });
      if (kept || lossTold) return;
      lossTold = true;
      store.notify({
        kind: 'storage',
        text: 'This browser does not keep how far you are in a lesson. The lesson itself works.',
        actions: [{ do: 'dismiss' }],
      });
    },
    isPresented: () => betsBefore !== null,
    present(on) {
      const { bets } = learning();
      state.setState({ bets: betsBefore ?? {} });
      betsBefore = on ? bets : null;
    },
  };
}
