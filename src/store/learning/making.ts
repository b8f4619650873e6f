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
import type { Edit } from '../actionContext.ts';
import type { currentView } from '../openScenario.ts';
import type { Store } from '../store.ts';
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
  /** Makes what has been changed since `before` the solution of the step's task, and takes it back. */
  readonly keepSolution: (index: number, before: Scenario) => void;
}

/** What of a lesson can be read, step by step, and what cannot, in sentences. */
export interface LessonDraft {
  readonly title: string;
  readonly steps: readonly ReadStep[];
  readonly problems: readonly string[];
}

export function createMaking(
  store: Store,
  host: { readonly edit: Edit; readonly currentView: typeof currentView },
): Making {
  const { getState, setState } = store;
  let gesture: string | null = null;
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
    keepSolution(index, before) {
      const { lesson = EMPTY_LESSON, ...after } = getState().scenario;
      const task = rawSteps(lesson)[index]?.['task'] as unknown as NonNullable<LessonStep['task']>;
      const solution = patchBetween(documentOf(before), documentOf(after));
      setState({ selection: null });
      host.edit('solution of the task', () => ({
        ...before,
        lesson: withParts(lesson, index, { task: { ...task, solution } }),
      }));
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
