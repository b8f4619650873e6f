/** Edits the scenario's own lesson: each edit is a step of undo, and is kept with the scenario. */
import {
  minimalDocument,
  patchBetween,
  readLesson,
  type JsonObject,
  type LessonStep,
  type ReadStep,
  type Scenario,
  type StepView,
} from '../../sim/index.ts';
import type { LearningParts } from './learningHost.ts';
import { EMPTY_LESSON, rawSteps, withNewStep, withParts } from './lessonEdits.ts';

export interface Making {
  /** @param label the step of undo */
  readonly edit: (label: string, change: (lesson: JsonObject) => JsonObject) => void;
  /** What `change` edits is one step of undo with the rest of the gesture. */
  readonly inGesture: (gesture: string, change: () => void) => void;
  /** A step of some words, which looks where the page looks now; after all others. */
  readonly add: () => void;
  /** Where the page looks now. */
  readonly viewNow: () => StepView;
  /** From here on, what is done on the page shows how a task is done. */
  readonly demonstrate: () => void;
  /** Makes what was shown the solution of the step's task, and takes it back. */
  readonly keepSolution: (index: number) => void;
  /** Takes back what was shown and is not kept: it would be part of what every step begins with. */
  readonly takeBack: () => void;
}

/** What of a lesson can be read, step by step, and what cannot, in sentences. */
export interface LessonDraft {
  readonly title: string;
  readonly steps: readonly ReadStep[];
  readonly problems: readonly string[];
}

export function createMaking({ store, host, state }: LearningParts): Making {
  const { getState, setState } = store;
  let gesture: string | null = null;
  /** @returns the scenario before what is being shown, which ends; null if nothing is */
  const endShowing = (): Scenario | null => {
    const { shownFrom } = state.getState();
    state.setState({ shownFrom: null });
    return shownFrom;
  };
  const edit = (label: string, change: (lesson: JsonObject) => JsonObject): boolean =>
    host.edit(
      label,
      ({ lesson, ...scenario }) => {
        const next = change(lesson ?? EMPTY_LESSON);
        const isEmpty = rawSteps(next).length === 0 && Object.keys(next).length === 1;
        return isEmpty ? scenario : { ...scenario, lesson: next };
      },
      gesture,
    );
  const viewNow = (): StepView => {
    const { at, from, to, selected, layout } = host.currentView(store);
    return {
      at,
      from,
      to,
      ...(selected === undefined ? {} : { selected }),
      ...(layout === undefined ? {} : { layout }),
    };
  };
  return {
    edit,
    inGesture(id, change) {
      gesture = id;
      try {
        change();
      } finally {
        gesture = null;
      }
    },
    viewNow,
    add: () => edit('new step', (lesson) => withNewStep(lesson, { text: '', view: viewNow() })),
    demonstrate: () => state.setState({ shownFrom: getState().scenario }),
    keepSolution(index) {
      const before = endShowing();
      if (before === null) return;
      const { lesson = EMPTY_LESSON, ...after } = getState().scenario;
      const task = rawSteps(lesson)[index]?.['task'] as unknown as NonNullable<LessonStep['task']>;
      const solution = patchBetween(documentOf(before), documentOf(after));
      setState({ selection: null });
      host.edit('solution of the task', () => ({
        ...before,
        lesson: withParts(lesson, index, { task: { ...task, solution } }),
      }));
    },
    takeBack() {
      const before = endShowing();
      // Another scenario that was opened meanwhile has nothing of it.
      if (before === null || !getState().making) return;
      const { lesson, ...after } = getState().scenario;
      if (Object.keys(patchBetween(documentOf(before), documentOf(after))).length === 0) return;
      const { lesson: _, ...rest } = before;
      setState({ selection: null });
      host.edit('what was shown', () => (lesson === undefined ? rest : { ...rest, lesson }));
      host.showStatus('What you showed is not kept, and was taken back.', 'undoes this');
    },
  };
}

export function draftOf(scenario: Scenario): LessonDraft {
  const { lesson = EMPTY_LESSON } = scenario;
  return { title: '', ...readLesson(lesson, documentOf(scenario)) };
}

/** Without its lesson. */
function documentOf(scenario: Scenario): JsonObject {
  const { lesson: _, ...document } = minimalDocument(scenario);
  return document as JsonObject;
}
