/** Learn's part of a store that is tested. */
import { createActionContext } from '../actionContext.ts';
import { openBeside } from '../openOutside.ts';
import { currentView, openScenario } from '../openScenario.ts';
import { availableSpeeds } from '../selectors.ts';
import { BASE_DOCUMENT, openTestPlayground } from '../testing.ts';
import { createLearning } from './learning.ts';
import { memoryStorage } from '../works/testing.ts';
import type { ProgressStorage } from './progress.ts';

export async function openLearn(
  document: object = BASE_DOCUMENT,
  storage: ProgressStorage | null = memoryStorage(),
  reducedMotion = true,
) {
  const playground = await openTestPlayground(document);
  const { store, works, actions } = playground;
  actions.setMode('learn');
  const learning = createLearning(store, {
    ...createActionContext(store),
    openScenario,
    openBeside,
    currentView,
    availableSpeeds,
    works,
    storage,
    reducedMotion: () => reducedMotion,
  });
  return { ...playground, learning, lesson: learning.state.getState };
}

/** `window-edge`: its second step has a bet, its third a task, with the traffic free and n locked. */
export async function openWindowEdge(step: number) {
  const opened = await openLearn();
  await opened.learning.open('window-edge');
  opened.learning.go(step);
  await opened.settled();
  return opened;
}
