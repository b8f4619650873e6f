/** Where nothing can be kept: the page works on, and has said so. */
import { emptyScenario } from '../../sim/index.ts';
import { openScenario } from '../openScenario.ts';
import type { Store } from '../store.ts';
import { createSavingProblems } from './savingProblems.ts';
import { WorkProblem, type TabWorks } from './works.ts';

/** @param reason a clause: `it has no storage for this page` */
export function withoutWorks(store: Store, reason: string): TabWorks {
  createSavingProblems(store).unavailable(reason);
  const refuse = (): Promise<never> => Promise.reject(new WorkProblem(`Nothing is saved in this browser: ${reason}.`));
  return {
    available: false,
    holding: 'untouched',
    list: () => Promise.resolve([]),
    open: refuse,
    openNew() {
      // Nothing keeps what was shown, so it is an undo step.
      openScenario(store, { scenario: emptyScenario(), view: null, label: 'new scenario', record: true });
      store.player.seek(0);
      return Promise.resolve();
    },
    rename: refuse,
    duplicate: refuse,
    delete: refuse,
    undelete: refuse,
    states: () => Promise.resolve([]),
    restore: refuse,
    exportAll: refuse,
    importAll: refuse,
    goOnInCopy: refuse,
    takeOver: refuse,
    keepThumbnail: () => undefined,
    subscribe: () => () => undefined,

    startingPoint: () => Promise.resolve(null),
    markPlaceholder: () => undefined,
    letGo: () => null,
    flush: () => Promise.resolve(true),
    leave: () => undefined,
    comeBack: () => Promise.resolve(),
    keepSettings: () => undefined,
  };
}
