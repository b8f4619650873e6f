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
  {
    id: 'waiting',
    number: 8,
    title: 'Waiting instead of refusing',
    minutes: 5,
    load: () => import('./waiting.ts'),
  },
  {
    id: 'quota-and-linear',
    number: 9,
    title: 'A quota, a rate, or both',
    minutes: 5,
    load: () => import('./quota-and-linear.ts'),
  },
  {
    id: 'good-client',
    number: 10,
    title: 'Being a good client',
    minutes: 5,
    load: () => import('./good-client.ts'),
  },
  {
    id: 'many-nodes',
    number: 11,
    title: 'Many nodes, one limit',
    minutes: 5,
    load: () => import('./many-nodes.ts'),
  },
  {
    id: 'choosing',
    number: 12,
    title: 'Choosing a limit',
    minutes: 5,
    load: () => import('./choosing.ts'),
  },
];

export function lessonById(id: string): LessonEntry | undefined {
  return lessons.find((lesson) => lesson.id === id);
}
