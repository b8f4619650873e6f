/** Everything that a user can do, by name. Components change the state only through these: see `store.ts`. */
import { createActionContext } from './actionContext.ts';
import { dialogActions } from './dialogActions.ts';
import { documentActions } from './documentActions.ts';
import { goalActions } from './goalActions.ts';
import { laneActions } from './laneActions.ts';
import { messageActions } from './messageActions.ts';
import type { Finder } from './finding/finding.ts';
import type { Store } from './store.ts';
import { trafficActions } from './trafficActions.ts';
import { transportActions } from './transportActions.ts';
import { viewActions } from './viewActions.ts';
import type { TabWorks } from './works/works.ts';

export type Actions = ReturnType<typeof createActions>;

export function createActions(store: Store, works: TabWorks, loadFinder: () => Promise<Pick<Finder, 'testLane'>>) {
  const context = createActionContext(store);
  const ofDocument = documentActions(context, works);
  const ofView = viewActions(context);
  let measure: (() => void) | undefined;
  return {
    ...ofDocument,
    ...laneActions(context),
    ...trafficActions(context),
    ...goalActions(context),
    ...messageActions(context),
    ...transportActions(context),
    ...ofView,
    ...dialogActions(context, ofDocument, works),
    /** Measures limiters while the picker is open; what measures them is loaded when that first opens. */
    measureLimiters: () => {
      import('./limiterMeasurer.ts').then(
        ({ createLimiterMeasurer }) => (measure ??= createLimiterMeasurer(context))(),
        () => context.showStatus('Limiters cannot be measured: a part of the page could not be loaded.'),
      );
    },
    /** Holds a lane against the laws, in the drawer; the tab says so where that cannot be loaded. */
    testLane: (lane: number) => {
      ofView.editLane(lane, 'test');
      loadFinder().then(
        (finder) => finder.testLane(lane),
        () => undefined,
      );
    },
  };
}
