/** Everything that a user can do, by name. Components change the state only through these: see `store.ts`. */
import { createActionContext } from './actionContext.ts';
import { clusterActions } from './clusterActions.ts';
import { dialogActions } from './dialogActions.ts';
import { documentActions } from './documentActions.ts';
import { laneActions } from './laneActions.ts';
import { createLimiterMeasurer } from './limiterMeasurer.ts';
import { messageActions } from './messageActions.ts';
import type { Store } from './store.ts';
import { trafficActions } from './trafficActions.ts';
import { transportActions } from './transportActions.ts';
import { viewActions } from './viewActions.ts';

export type Actions = ReturnType<typeof createActions>;

export function createActions(store: Store) {
  const context = createActionContext(store);
  const ofDocument = documentActions(context);
  return {
    ...ofDocument,
    ...laneActions(context),
    ...trafficActions(context),
    ...clusterActions(context),
    ...messageActions(context),
    ...transportActions(context),
    ...viewActions(context),
    ...dialogActions(context, ofDocument),
    measureLimiters: createLimiterMeasurer(context),
  };
}
