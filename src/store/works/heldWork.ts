/** A work that this tab holds: what was last saved of it, and what the next save writes. */
import { minimalDocument, type LinkView, type Scenario } from '../../sim/index.ts';
import type { StateMark, StoredState, StoredWork, WorkChange, WorkEntry } from './database.ts';
import { droppedStates } from './thin.ts';
import type { WorkLock } from './tabs.ts';
import type { Thumbnail } from './thumbnail.ts';

/** What is shown, as far as it is kept. */
export interface Shown {
  readonly scenario: Scenario;
  readonly view: LinkView;
  /** Whether the caption still holds. */
  readonly told: boolean;
}

export interface HeldWork {
  readonly id: string;
  /** Null until the browser grants it, and while the page is frozen. */
  lock: WorkLock | null;
  /** Whether nothing of it has been asked to be stored yet: then nobody else can know its id. */
  isNew(): boolean;
  /** The newest revision that this tab knows. */
  revision(): number;
  /** Whether the scenario differs from the one saved last. */
  isDirty(shown: Shown): boolean;
  /** The view and the picture are not worth a copy; the scenario is. */
  nextChange(shown: Shown, now: number): WorkChange | null;
  /** What `nextChange` returned is stored. */
  wasSaved(change: WorkChange): void;
  /** What `nextChange` returned was not stored: the next one holds it again. */
  notSaved(): void;
  /** What `nextChange` returned may not be stored in time: the next one holds the newest state again. */
  saveAgain(): void;
  /** What `nextChange` returned was not even asked to be stored: its revision is free again. */
  notAsked(): void;
  /** @param take asked for the picture with the next change, so not for every run of a drag */
  keepThumbnail(take: () => Thumbnail): void;
}

/** A work that has just been made. */
export function newEntry(id: string, now: number): WorkEntry {
  return {
    id,
    name: '',
    createdAt: now,
    changedAt: now,
    deletedAt: null,
    view: null,
    thumbnail: null,
    problem: null,
  };
}

/**
 * @param stored the work as it was read, or the entry of a new one
 * @param opened what is shown of it
 * @param first what a new one was made of, which it is saved with
 */
export function holdWork(
  stored: StoredWork | WorkEntry,
  opened: Pick<Shown, 'scenario' | 'told'> | null,
  first: Pick<Shown, 'scenario' | 'told'> | null = null,
): HeldWork {
  let entry = 'entry' in stored ? { ...stored.entry, problem: null } : stored;
  let marks: readonly StateMark[] = 'marks' in stored ? stored.marks : [];
  let revision = marks.at(-1)?.revision ?? 0;
  let saved: Pick<Shown, 'scenario' | 'told'> | null = opened;
  let isEntrySaved = saved !== null;
  let firstIs: 'unsaved' | 'asked' | 'saved' = first === null ? 'saved' : 'unsaved';
  /** How many states the latest change has. */
  let asked = 0;
  let takeThumbnail: (() => Thumbnail) | null = null;

  const isDirty = ({ scenario, told }: Pick<Shown, 'scenario' | 'told'>): boolean =>
    saved === null || saved.scenario !== scenario || saved.told !== told;

  const nextState = ({ scenario, told }: Pick<Shown, 'scenario' | 'told'>, at: number): StoredState => {
    const state = { work: entry.id, revision: ++revision, at, document: minimalDocument(scenario), told };
    marks = [...marks, { revision, at }];
    return state;
  };

  const saveAgain = (): void => {
    saved = null;
    isEntrySaved = false;
  };
  const notSaved = (): void => {
    saveAgain();
    if (firstIs === 'asked') firstIs = 'unsaved';
  };

  const addThumbnail = (): void => {
    const thumbnail = takeThumbnail?.() ?? entry.thumbnail;
    takeThumbnail = null;
    // Opening a work runs it again, which is no reason to write.
    if (JSON.stringify(thumbnail) === JSON.stringify(entry.thumbnail)) return;
    entry = { ...entry, thumbnail };
    isEntrySaved = false;
  };

  return {
    id: entry.id,
    lock: null,
    isNew: () => revision === 0,
    revision: () => revision,
    isDirty,
    nextChange(shown, now) {
      addThumbnail();
      const { scenario, view, told } = shown;
      const dirty = isDirty(shown);
      if (!dirty && isEntrySaved && JSON.stringify(view) === JSON.stringify(entry.view)) return null;
      entry = { ...entry, name: scenario.title, view, ...(dirty ? { changedAt: now } : {}) };
      isEntrySaved = true;
      if (!dirty) return { entry, state: null, dropped: [] };
      const before = first !== null && firstIs === 'unsaved' ? { first: nextState(first, entry.createdAt) } : {};
      if ('first' in before) firstIs = 'asked';
      const state = nextState(shown, now);
      asked = 'first' in before ? 2 : 1;
      saved = { scenario, told };
      const dropped = droppedStates(marks, now);
      marks = marks.filter((mark) => !dropped.includes(mark));
      return { entry, ...before, state, dropped: dropped.map((mark) => mark.revision) };
    },
    wasSaved(change) {
      if (change.first !== undefined) firstIs = 'saved';
    },
    notSaved,
    saveAgain,
    notAsked() {
      revision -= asked;
      marks = marks.filter((mark) => mark.revision <= revision);
      notSaved();
    },
    keepThumbnail(take) {
      takeThumbnail = take;
    },
  };
}
