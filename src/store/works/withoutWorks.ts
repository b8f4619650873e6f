/** Where no works can be kept: the page works on, and has said so. A reload still shows what the tab showed. */
import { currentView, isCaptionValid } from '../openScenario.ts';
import type { Store } from '../store.ts';
import { pageSettings, type KeyValueStorage } from './pageStorage.ts';
import { createSavingProblems } from './savingProblems.ts';
import { SETTINGS_KEY } from './settings.ts';
import { createTabMemory } from './tabMemory.ts';
import { readDocument } from './workDocument.ts';
import { WorkProblem, type TabWorks } from './works.ts';

interface SimpleStorage {
  /** `localStorage` keeps the settings; a later start that finds a database moves them there. */
  readonly pageStorage: KeyValueStorage | null;
  /** `sessionStorage` keeps what is shown. */
  readonly tabStorage: KeyValueStorage | null;
}

/** @param reason a clause: `it has no storage for this page` */
export function withoutWorks(store: Store, reason: string, { pageStorage, tabStorage }: SimpleStorage): TabWorks {
  const problems = createSavingProblems(store);
  problems.unavailable(reason);
  const memory = createTabMemory(tabStorage);
  /** What a first visit plays a reload need not bring back. */
  let placeholder = store.getState().scenario;
  const refuse = (): Promise<never> => Promise.reject(new WorkProblem(`Nothing is saved in this browser: ${reason}.`));
  return {
    available: false,
    holding: 'untouched',
    list: () => Promise.resolve([]),
    open: refuse,
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

    startingPoint() {
      const note = memory.read();
      if (note === null || !('document' in note)) return Promise.resolve(null);
      const read = readDocument(note.document);
      if (!read.ok) return Promise.resolve(null);
      return Promise.resolve({ kind: 'shown', scenario: read.scenario, view: note.view, captionValid: note.told });
    },
    markPlaceholder: () => {
      placeholder = store.getState().scenario;
    },
    letGo: () => null,
    flush: () => Promise.resolve(true),
    leave() {
      const { scenario } = store.getState();
      const shown = { scenario, view: currentView(store), told: isCaptionValid(store.getState()) };
      memory.write(scenario === placeholder ? null : { shown });
    },
    comeBack: () => Promise.resolve(),
    keepSettings(changed) {
      try {
        pageStorage?.setItem(SETTINGS_KEY, JSON.stringify({ ...pageSettings(pageStorage), ...changed }));
      } catch (error) {
        problems.notSaved(error);
      }
    },
  };
}
