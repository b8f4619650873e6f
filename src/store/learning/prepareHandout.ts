import type { ReadStep } from '../../sim/index.ts';
import type { ReadableStore } from '../store.ts';
import { answersFrom, handoutQuestions, type HandoutAnswers } from './handout.ts';

/** What a handout is made of. */
export interface HandoutState {
  readonly lesson: { readonly steps: readonly ReadStep[] } | null;
  /** Of all steps; null until they are wanted. */
  readonly answers: HandoutAnswers | null;
  /** Whether it is for those who are asked: without the answers. */
  readonly questionsOnly: boolean;
}

/** @param onReady called once the answers are there, if they are wanted; never where they do not come */
export type PrepareHandout = (withAnswers: boolean, onReady: () => void) => void;

/** The worker runs every step for the answers, which takes a moment. */
export function createHandout(
  store: Pick<ReadableStore, 'ask'>,
  learning: () => HandoutState,
  setState: (part: Partial<Pick<HandoutState, 'answers' | 'questionsOnly'>>) => void,
  showStatus: (sentence: string) => void,
): PrepareHandout {
  return (withAnswers, onReady) => {
    const { lesson, answers } = learning();
    if (lesson === null) return;
    setState({ questionsOnly: !withAnswers });
    if (!withAnswers || answers !== null) {
      onReady();
      return;
    }
    showStatus('Working out the answers for the handout.');
    let answered = false;
    store.ask(
      'steps',
      { questions: handoutQuestions(lesson.steps) },
      (results) => {
        if (learning().lesson !== lesson) return;
        answered = true;
        setState({ answers: answersFrom(lesson.steps, results) });
        showStatus('The handout is ready.');
        onReady();
      },
      () => {
        if (!answered)
          showStatus('The handout was not printed, because the lesson or its run changed. Print it again.');
      },
    );
  };
}
