/** How the parts of the store that few need are loaded: by the whole page, and by an embed. */
import { createActionContext } from './store/actionContext.ts';
import { openBeside } from './store/openOutside.ts';
import { currentView, openScenario } from './store/openScenario.ts';
import { availableSpeeds } from './store/selectors.ts';
import type { LearningHost } from './store/learning/learningHost.ts';
import type { LaterParts } from './store/playgroundContext.tsx';
import type { Store } from './store/store.ts';

export function createLaterParts(
  store: Store,
  host: Pick<LearningHost, 'works' | 'storage' | 'reducedMotion'>,
): LaterParts {
  const withWorkers = () => import('./startLaterParts.ts');
  return {
    startTuning: async () => (await withWorkers()).startTuning(store),
    startFinding: async () => (await withWorkers()).startFinding(store),
    startLearning: async () =>
      (await import('./store/learning/learning.ts')).createLearning(store, {
        ...createActionContext(store),
        ...host,
        openScenario,
        openBeside,
        currentView,
        availableSpeeds,
      }),
  };
}
