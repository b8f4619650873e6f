/** A lesson of a user's own, over one lane, for what teachers do with lessons. */
import type { Locator, Page } from '@playwright/test';
import type { LinkView } from '../src/sim/index.ts';

export const BURST = {
  title: 'Burst',
  policy: { n: 4, T: 10 },
  traffic: [{ kind: 'burst', at: 5, count: 10 }],
  lanes: [{ limiter: 'token-bucket' }],
  duration: 20,
};
export const COUNT = { kind: 'number', question: 'How many are admitted?', quantity: { of: 'admitted', lane: 0 } };
export const TASK = {
  prompt: 'Let six pass.',
  until: [{ quantity: { of: 'admitted', lane: 0 }, at: 'exactly', value: 6 }],
  solution: { policy: { n: 6 } },
};
export const LESSON = {
  title: 'Our burst',
  steps: [
    { text: 'Ten requests come at once.', bet: COUNT, after: 'As many as the bucket holds.', locks: ['n'] },
    { text: 'Now change it.', task: TASK },
  ],
};
export const WITH_LESSON = { ...BURST, lesson: LESSON };
export const STEP_1: LinkView = { at: 0, from: 0, to: 20, mode: 'learn', step: '1' };

export const lessonText = (page: Page): Locator => page.getByRole('region', { name: 'Lesson', exact: true });
