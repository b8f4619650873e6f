/** The lessons, in their order. The steps of each are loaded when it is opened. */
import type { BuiltInStep } from './lesson.ts';

export type { BuiltInStep } from './lesson.ts';

export interface LessonEntry {
  /** Never changes: links and progress name it. */
  readonly id: string;
  /** Its place in the list, from 1. */
  readonly number: number;
  readonly title: string;
  readonly minutes: 3 | 4 | 5;
  readonly load: () => Promise<{ readonly steps: readonly BuiltInStep[] }>;
}

const IN_ORDER: readonly Omit<LessonEntry, 'number'>[] = [
  { id: 'what-for', title: 'What a limit is for', minutes: 4, load: () => import('./whatFor.ts') },
  { id: 'window-edge', title: 'The edge of a window', minutes: 4, load: () => import('./windowEdge.ts') },
  { id: 'every-request', title: 'Remembering every request', minutes: 4, load: () => import('./everyRequest.ts') },
  { id: 'two-counters', title: 'Two counters instead of a log', minutes: 5, load: () => import('./twoCounters.ts') },
  { id: 'both-sides', title: 'A bucket, seen from both sides', minutes: 5, load: () => import('./bothSides.ts') },
  { id: 'one-number', title: 'One number is enough', minutes: 5, load: () => import('./oneNumber.ts') },
  { id: 'burst-and-rate', title: 'Burst and rate', minutes: 5, load: () => import('./burstAndRate.ts') },
  { id: 'waiting', title: 'Waiting instead of refusing', minutes: 5, load: () => import('./waiting.ts') },
  { id: 'quota-and-linear', title: 'A quota, a rate, or both', minutes: 5, load: () => import('./quotaAndLinear.ts') },
  { id: 'good-client', title: 'Being a good client', minutes: 5, load: () => import('./goodClient.ts') },
  { id: 'many-nodes', title: 'Many nodes, one limit', minutes: 5, load: () => import('./manyNodes.ts') },
  { id: 'choosing', title: 'Choosing a limit', minutes: 5, load: () => import('./choosing.ts') },
];

export const lessons: readonly LessonEntry[] = IN_ORDER.map((lesson, index) => ({ ...lesson, number: index + 1 }));

export function lessonById(id: string): LessonEntry | undefined {
  return lessons.find((lesson) => lesson.id === id);
}
