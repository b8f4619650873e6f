/** What Learn is given, and what its parts share. */
import type { StoreApi } from 'zustand/vanilla';
import type { ActionContext } from '../actionContext.ts';
import type { openBeside } from '../openOutside.ts';
import type { currentView, openScenario } from '../openScenario.ts';
import type { availableSpeeds } from '../selectors.ts';
import type { Store } from '../store.ts';
import type { TabWorks } from '../works/works.ts';
import type { LearningState } from './learningState.ts';
import type { ProgressStorage } from './progress.ts';

/** What the page has anyway: imported here, it would be loaded in more and smaller files. */
export interface LearningHost extends Pick<ActionContext, 'edit' | 'whenRunSettled' | 'showStatus'> {
  readonly openScenario: typeof openScenario;
  readonly openBeside: typeof openBeside;
  readonly currentView: typeof currentView;
  /** What a run can be played at, slowest first. */
  readonly availableSpeeds: typeof availableSpeeds;
  readonly works: Pick<TabWorks, 'letGo'>;
  readonly storage: ProgressStorage | null;
  readonly reducedMotion: () => boolean;
}

export interface LearningParts {
  readonly store: Store;
  readonly host: LearningHost;
  readonly state: StoreApi<LearningState>;
}
