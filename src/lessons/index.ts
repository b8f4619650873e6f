/** The lessons, in their order. Each is loaded when it is opened. */
import type { BuiltInLesson } from './lesson.ts';

export type { BuiltInLesson, BuiltInStep } from './lesson.ts';

/** What the list shows; the same as in the lesson. */
export interface LessonEntry extends Pick<BuiltInLesson, 'id' | 'number' | 'title' | 'minutes'> {
  readonly load: () => Promise<{ readonly lesson: BuiltInLesson }>;
}

export const lessons: readonly LessonEntry[] = [
  {
    id: 'what-for',
    number: 1,
    title: 'What a limit is for',
    minutes: 4,
    load: () => import('./what-for.ts'),
  },
  {
    id: 'window-edge',
    number: 2,
    title: 'The edge of a window',
    minutes: 4,
    load: () => import('./window-edge.ts'),
  },
  {
    id: 'every-request',
    number: 3,
    title: 'Remembering every request',
    minutes: 4,
    load: () => import('./every-request.ts'),
  },
  {
    id: 'two-counters',
    number: 4,
    title: 'Two counters instead of a log',
    minutes: 5,
    load: () => import('./two-counters.ts'),
  },
];

export function lessonById(id: string): LessonEntry | undefined {
  return lessons.find((lesson) => lesson.id === id);
}
