/** How far the learner is in each lesson, kept on this machine. */
import type { KeyValueStorage } from '../works/pageStorage.ts';

/** What progress needs of a storage. */
export type ProgressStorage = Pick<KeyValueStorage, 'getItem' | 'setItem'>;

export interface LessonProgress {
  /** The step that was shown last, from 0. */
  readonly step: number;
  /** What was placed, by step; it is checked where it is used. */
  readonly bets: Readonly<Record<string, unknown>>;
  /** Whether the last step was reached and its bet placed or its task done. */
  readonly done: boolean;
}

export interface Progress {
  of(lesson: string): LessonProgress;
  /** @returns whether it could be kept */
  keep(lesson: string, progress: LessonProgress): boolean;
}

const KEY = 'spillway.lessons';
const NONE: LessonProgress = { step: 0, bets: {}, done: false };

/** @param storage null where the browser has none or forbids it: then nothing outlasts the page */
export function createProgress(storage: ProgressStorage | null): Progress {
  const known = read(storage);
  return {
    of: (lesson) => progressFrom(known[lesson]),
    keep(lesson, progress) {
      known[lesson] = progress;
      try {
        // Another tab may have gone on in another lesson.
        storage?.setItem(KEY, JSON.stringify({ ...read(storage), [lesson]: progress }));
        return storage !== null;
      } catch {
        return false;
      }
    },
  };
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
  const { step, bets, done } = (kept ?? {}) as Partial<LessonProgress>;
  return {
    step: Number.isSafeInteger(step) && (step as number) >= 0 ? (step as number) : NONE.step,
    bets: typeof bets === 'object' && bets !== null ? bets : NONE.bets,
    done: done === true,
  };
}
