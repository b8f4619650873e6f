/** Learn's part of the store for components. */
import { createContext, use, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { usePlayground } from '../playgroundContext.tsx';
import type { Learning } from './learning.ts';
import type { LearningState } from './learningState.ts';

const LearningContext = createContext<Learning | null>(null);

/** Suspends until it is loaded, and throws where that fails. */
export function WithLearning({ children }: { children: ReactNode }) {
  const learning = use(usePlayground().loadLearning());
  return <LearningContext value={learning}>{children}</LearningContext>;
}

export function useLearning(): Learning {
  const learning = use(LearningContext);
  if (learning === null) throw new Error('There is no WithLearning above this component.');
  return learning;
}

/** A selected part of what is known of the lesson; the component renders again when it changes. */
export function useLesson<T>(select: (state: LearningState) => T): T {
  return useStore(useLearning().state, select);
}
