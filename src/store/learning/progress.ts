/** How far the learner is in each lesson, kept on this machine. */
import type { KeyValueStorage } from '../works/pageStorage.ts';

/** What progress needs of a storage. */
export type ProgressStorage = Pick<KeyValueStorage, 'getItem' | 'setItem'>;

export interface LessonProgress {
  /** The step that was shown last, from 0. */
  readonly step: number;
  /** What was placed, by step; it is checked where it is used. */
  readonly bets: Readonly<Record<string, unknown>>;
  /** The steps whose task has been done, from 0. */
  readonly tasks: readonly number[];
  /** Whether the last step was reached and its bet placed or its task done. */
  readonly done: boolean;
}

export interface Progress {
  of(lesson: string): LessonProgress;
  /** @returns whether it could be kept */
  keep(lesson: string, progress: LessonProgress): boolean;
}

/** Of lessons that came with a scenario, each named by its text: another text is another lesson. */
export const OWN_PREFIX = 'own ';
/** Of them, so that one which is being written leaves no trail without end. */
const MAX_OWN = 20;
const KEY = 'spillway.lessons';
const NONE: LessonProgress = { step: 0, bets: {}, tasks: [], done: false };

/** @param storage null where the browser has none or forbids it: then nothing outlasts the page */
export function createProgress(storage: ProgressStorage | null): Progress {
  const known = read(storage);
  return {
    of: (lesson) => progressFrom(known[lesson]),
    keep(lesson, progress) {
      known[lesson] = progress;
      try {
        // Another tab may have gone on in another lesson.
        const { [lesson]: _, ...others } = read(storage);
        storage?.setItem(KEY, JSON.stringify(withoutOldest({ ...others, [lesson]: progress })));
        return storage !== null;
      } catch {
        return false;
      }
    },
  };
}

/** In the order in which they were last kept. */
function withoutOldest(kept: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own = Object.keys(kept).filter((name) => name.startsWith(OWN_PREFIX));
  const dropped = new Set(own.slice(0, Math.max(0, own.length - MAX_OWN)));
  return Object.fromEntries(Object.entries(kept).filter(([name]) => !dropped.has(name)));
}

function read(storage: ProgressStorage | null): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {}; // other code wrote there, or reading is forbidden
  }
}

function progressFrom(kept: unknown): LessonProgress {
  const { step, bets, tasks, done } = (kept ?? {}) as Partial<LessonProgress>;
  return {
    step: isStep(step) ? step : NONE.step,
    bets: typeof bets === 'object' && bets !== null ? bets : NONE.bets,
    // A release before this one kept none.
    tasks: Array.isArray(tasks) ? tasks.filter(isStep) : NONE.tasks,
    done: done === true,
  };
}

function isStep(kept: unknown): kept is number {
  return Number.isSafeInteger(kept) && (kept as number) >= 0;
}
