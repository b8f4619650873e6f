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
  {
    id: 'both-sides',
    number: 5,
    title: 'A bucket, seen from both sides',
    minutes: 5,
    load: () => import('./both-sides.ts'),
  },
  {
    id: 'one-number',
    number: 6,
    title: 'One number is enough',
    minutes: 5,
    load: () => import('./one-number.ts'),
  },
  {
    id: 'burst-and-rate',
    number: 7,
    title: 'Burst and rate',
    minutes: 5,
    load: () => import('./burst-and-rate.ts'),
  },
];

export function lessonById(id: string): LessonEntry | undefined {
  return lessons.find((lesson) => lesson.id === id);
}
