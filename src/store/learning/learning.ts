/**
 * Learn's part of the store: the lesson that is open, its step, what was bet, and what the run says to it. It is loaded when
 * Learn is first shown. The scenario is the page's own, and everything on it goes on as ever, but for what a step locks.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Store } from '../store.ts';
import { createBetting, type Betting } from './betting.ts';
import { followPage } from './following.ts';
import { createKeeping, type Keeping } from './keeping.ts';
import type { LearningHost, LearningParts } from './learningHost.ts';
import { NO_LESSON, type LearningState } from './learningState.ts';
import { createMaking, type Making } from './making.ts';
import { createOpening } from './opening.ts';
import { lessonAfter, lessonBefore } from './openLesson.ts';
import { createHandout, type PrepareHandout } from './prepareHandout.ts';
import { createStepping } from './stepping.ts';

export interface Learning extends Betting, Pick<Keeping, 'progressOf'> {
  readonly state: Pick<StoreApi<LearningState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Opens a built-in lesson, as a preset is opened: where the learner left it, or at its beginning. */
  readonly open: (id: string) => Promise<void>;
  readonly go: (index: number) => void;
  /** Goes on to the next step, or the next lesson; nothing after the last. */
  readonly next: () => void;
  /** Goes back to the step before, or to the end of the lesson before; nowhere before the first. */
  readonly back: () => void;
  /** Restores what the step began with. */
  readonly backToLesson: () => void;
  readonly present: Keeping['present'];
  readonly prepareHandout: PrepareHandout;
  /** Edits the scenario's own lesson. */
  readonly making: Making;
  /** Leaves the form in which it is made, and begins it at that step. */
  readonly tryOwn: (index: number) => void;
}

export function createLearning(store: Store, host: LearningHost): Learning {
  const state = createStore<LearningState>(() => NO_LESSON);
  const { getState: learning } = state;
  const parts: LearningParts = { store, host, state };
  const keeping = createKeeping(parts);
  const stepping = createStepping(parts, keeping);
  const opening = createOpening(parts, keeping, stepping);
  followPage(parts, stepping, opening);
  const { progressOf, isPresented } = keeping;
  const { show } = stepping;
  const making = createMaking(parts);

  const open = (id: string): Promise<void> => {
    const { step, done } = progressOf(id);
    // In a presentation it follows another one.
    const begins = isPresented() || done;
    return opening.openAt(id, ({ steps }) => (begins || step >= steps.length ? 0 : step));
  };

  return {
    state,
    open,
    go: (index) => show(index),
    next() {
      const { lesson, index } = learning();
      if (lesson === null) return;
      const after = lessonAfter(lesson);
      if (index + 1 < lesson.steps.length) show(index + 1);
      else if (after !== null) void open(after);
    },
    back() {
      const { lesson, index } = learning();
      if (lesson === null) return;
      const before = lessonBefore(lesson);
      if (index > 0) show(index - 1);
      else if (before !== null) void opening.openAt(before, ({ steps }) => steps.length - 1);
    },
    ...createBetting(parts, keeping, stepping),
    backToLesson() {
      const { index, tasks } = learning();
      state.setState({ tasks: tasks.filter((task) => task !== index) });
      show(index);
      host.showStatus('This is how the step begins.', 'undoes this');
    },
    progressOf,
    present(on) {
      if (on === isPresented()) return;
      keeping.present(on);
      show(learning().index);
    },
    prepareHandout: createHandout(store, learning, state.setState, host.showStatus),
    making,
    tryOwn(index) {
      making.takeBack();
      store.setState({ making: false });
      opening.beginOwn(index);
    },
  };
}
