/**
 * Which work this tab holds. What is shown is `untouched` until it is changed, and kept by nobody; then it is a work of its
 * own, `held` by this tab, which saves every change of it. A work that another tab holds is only shown (`elsewhere`).
 */
import type { Scenario } from '../../sim/index.ts';
import { keepNotesDraft } from '../notesDraft.ts';
import { currentView, isCaptionValid, openScenario, type OpenOptions } from '../openScenario.ts';
import { isLessonList } from '../selectors.ts';
import type { State } from '../state.ts';
import type { Store } from '../store.ts';
import type { StoredWork } from './database.ts';
import { holdWork, newEntry, type HeldWork, type Shown } from './heldWork.ts';
import type { TabMemory } from './tabMemory.ts';
import type { WorkLock } from './tabs.ts';
import { copyTitle, readDocument, unreadableText, viewFrom } from './workDocument.ts';
import { createWorkWriter, type WritingParts } from './workWriter.ts';
import { UnreadableWork, WorkProblem, type Holding } from './works.ts';

/** How long after a change the work is saved. */
const SAVE_DELAY_MS = 400;
/** When a page that could not find out what became of its work tries again. */
const COME_BACK_AGAIN_MS = 5_000;

type Mode =
  /** What was opened, and what is left of a work that was deleted (`rest`, also after a reload), is kept only once changed. */
  | { readonly kind: 'untouched'; readonly rest: Scenario | null }
  | { readonly kind: 'held'; readonly held: HeldWork }
  | { readonly kind: 'elsewhere'; readonly work: string; readonly shown: Scenario };

const UNTOUCHED: Mode = { kind: 'untouched', rest: null };

export interface KeeperHost extends WritingParts {
  readonly memory: TabMemory;
  readonly newId: () => string;
}

export type Keeper = ReturnType<typeof createKeeper>;

export function createKeeper(store: Store, host: KeeperHost) {
  const { database, tabs, memory, problems, now, newId, onChanged } = host;
  const { getState } = store;
  let mode: Mode = UNTOUCHED;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let comeBackAgain: ReturnType<typeof setTimeout> | undefined;
  /** Counts what has been asked to be shown: a work that was read too late for its turn is not. */
  let turn = 0;
  let isTakingOver = false;
  /** While this module itself changes what is shown. */
  let opening = false;
  /** What a first visit plays is not worth a reload's trouble. */
  let placeholder = getState().scenario;

  const shown = (): Shown => ({
    scenario: getState().scenario,
    view: currentView(store),
    told: isCaptionValid(getState()),
  });

  const writer = createWorkWriter({ ...host, shown, onConflict: (held) => loseWork(held) });

  const setMode = (next: Mode): void => {
    mode = next;
    turn++;
    if (mode.kind === 'held') memory.write({ work: mode.held.id });
    else if (mode.kind === 'elsewhere') memory.write({ work: mode.work });
    if (mode.kind !== 'elsewhere') store.removeNotices('work');
    onChanged();
  };

  const show = (scenarioToOpen: OpenOptions): void => {
    opening = true;
    openScenario(store, scenarioToOpen);
    opening = false;
  };

  const isUnsaved = (): boolean => mode.kind === 'held' && mode.held.isDirty(shown());

  const save = (leaving = false): Promise<unknown> => {
    clearTimeout(timer);
    timer = undefined;
    if (mode.kind === 'held') writer.write(mode.held, leaving);
    if (mode.kind === 'untouched' && getState().scenario !== placeholder) memory.write({ shown: shown() });
    return writer.written();
  };
  const saveSoon = (): void => {
    timer ??= setTimeout(() => void save(), SAVE_DELAY_MS);
  };

  const attach = (held: HeldWork, lock: WorkLock): void => {
    if (mode.kind !== 'held' || mode.held !== held) {
      lock.release();
      return;
    }
    held.lock = lock;
    saveSoon();
    lock.onLost = () => {
      held.lock = null;
      loseWork(held);
    };
  };

  /**
   * From here on, what is shown is a work of its own.
   * @param before what was shown until it was changed, which its history begins with; null for a copy of another work
   */
  const create = (before: State | null): void => {
    const first = before && { scenario: before.scenario, told: isCaptionValid(before) };
    const held = holdWork(newEntry(newId(), now()), null, first);
    setMode({ kind: 'held', held });
    void tabs.acquire(held.id).then((lock) => lock !== null && attach(held, lock));
    saveSoon();
  };

  const createCopy = (): void => {
    opening = true;
    store.setState(({ scenario, opened }) => {
      const copy = { ...scenario, title: copyTitle(scenario.title, new Set([scenario.title])) };
      return { scenario: copy, opened: opened === scenario ? copy : opened };
    });
    opening = false;
    create(null);
  };

  const notifyCopy = (reason: string): void =>
    store.notify({
      kind: 'work',
      text: `${reason}Your changes here now go to a copy, “${getState().scenario.title}”.`,
      actions: [{ do: 'dismiss' }],
    });

  const showElsewhere = (work: string, text: string): void => {
    setMode({ kind: 'elsewhere', work, shown: getState().scenario });
    store.notify({ kind: 'work', text, actions: [{ do: 'copy-work' }, { do: 'take-over' }] });
  };

  /** Another tab has the work now: what was not saved goes on in a copy. */
  const loseWork = (held: HeldWork): void => {
    if (mode.kind !== 'held' || mode.held !== held) return;
    held.lock?.release();
    if (held.isDirty(shown())) {
      createCopy();
      notifyCopy('Another tab has changed this work. ');
    } else showElsewhere(held.id, 'Another tab has taken over this work.');
  };

  /** @returns the work that is let go of; null if there is none, or if it cannot be saved as it is shown */
  const letGo = (): string | null => {
    keepNotesDraft(store); // with which what is shown may become a work
    const left = mode;
    // The list of lessons is the page's: whoever goes on from there comes back to the run.
    if (isLessonList(getState())) store.setState({ mode: 'run' });
    const isKept = left.kind !== 'held' || !writer.hasFailed(left.held) || !isUnsaved();
    // What happens to the work now is not what the user may have dismissed a notice about.
    if (!isKept) problems.sayAgain();
    // With a note: once something else is shown, a save that fails has nobody left to go on in a copy.
    void save(true);
    if (left.kind === 'held') {
      // Whoever opens it next finds it saved.
      void writer.written().then(() => left.held.lock?.release());
    }
    setMode(UNTOUCHED);
    memory.write(null);
    if (left.kind === 'untouched') return null;
    if (!isKept) return null;
    return left.kind === 'held' ? left.held.id : left.work;
  };

  /**
   * Shows the newest state of a work and, with its lock, holds it from then on.
   * @throws {UnreadableWork} then what is shown stays
   */
  const showWork = (stored: StoredWork, lock: WorkLock | null): void => {
    const read = readDocument(stored.newest.document);
    if (!read.ok) throw new UnreadableWork(read.problem, unreadableText(stored.newest.document));
    const { id } = stored.entry;
    letGo();
    show({
      scenario: read.scenario,
      view: viewFrom(stored.entry.view),
      label: 'your work',
      record: false,
      captionValid: stored.newest.told,
    });
    if (lock === null) {
      showElsewhere(id, 'This work is open in another tab.');
      return;
    }
    const { scenario, told } = shown();
    const held = holdWork(stored, { scenario, told });
    setMode({ kind: 'held', held });
    attach(held, lock);
  };

  /** @throws {WorkProblem} if it is gone */
  const readWork = async (id: string): Promise<StoredWork> => {
    const stored = await database.read(id);
    if (stored === null || stored.entry.deletedAt !== null) throw new WorkProblem('This work was deleted.');
    const read = readDocument(stored.newest.document);
    if (!read.ok) await database.putEntry({ ...stored.entry, problem: read.problem });
    return stored;
  };

  /** @returns whether it is shown: something else may have been opened meanwhile */
  const open = async (id: string): Promise<boolean> => {
    if (mode.kind === 'held' && mode.held.id === id) return true;
    const own = ++turn;
    return showInTurn(id, own, await tabs.acquire(id));
  };

  const showInTurn = async (id: string, own: number, lock: WorkLock | null): Promise<boolean> => {
    try {
      const stored = await readWork(id);
      if (turn !== own) {
        lock?.release();
        return false;
      }
      showWork(stored, lock);
      return true;
    } catch (error) {
      lock?.release();
      throw error;
    }
  };

  const takeOver = async (): Promise<void> => {
    // Asking twice would steal the lock from this very tab.
    if (mode.kind !== 'elsewhere' || isTakingOver) return;
    const { work } = mode;
    const own = ++turn;
    isTakingOver = true;
    try {
      const released = await tabs.ask({ ask: 'release', work });
      // A tab that does not answer is frozen or hangs.
      const lock = (released ? await tabs.acquire(work) : null) ?? (await tabs.steal(work));
      await showInTurn(work, own, lock);
    } finally {
      isTakingOver = false;
    }
  };

  const followScenario = (before: State): void => {
    const { scenario, opened } = getState();
    if (opening || mode.kind === 'held') return;
    if (mode.kind === 'untouched') {
      if (scenario !== opened && scenario !== mode.rest) create(before);
    } else if (scenario !== mode.shown) {
      // A preset, or a new scenario, is not that work any more.
      if (scenario === opened) setMode(UNTOUCHED);
      else {
        createCopy();
        notifyCopy('');
      }
    }
  };

  store.subscribe((state, before) => {
    if (state.scenario !== before.scenario) followScenario(before);
    const moved = !state.playing && state.at !== before.at;
    const changed = (
      ['scenario', 'range', 'selection', 'chartLayout', 'futureHidden', 'mode', 'lessonStep'] as const
    ).some((part) => state[part] !== before[part]);
    // Not a debounce: while the range slides, every frame is a change.
    if (moved || changed) saveSoon();
  });

  /** The page is back from where no script runs: somebody else may have the work now. It never rejects. */
  const comeBack = async (): Promise<void> => {
    clearTimeout(comeBackAgain);
    if (mode.kind !== 'held' || mode.held.lock !== null) return;
    const { held } = mode;
    let lock: WorkLock | null = null;
    try {
      lock = await tabs.acquire(held.id);
      const stored = lock === null ? null : await database.read(held.id);
      if (mode.kind !== 'held' || mode.held !== held || held.lock !== null) lock?.release();
      else if (lock === null) loseWork(held);
      else if (stored === null || stored.newest.revision <= held.revision()) {
        attach(held, lock);
      } else if (held.isDirty(shown())) {
        lock.release();
        loseWork(held);
      } else showWork(stored, lock);
      problems.saved();
    } catch (error) {
      lock?.release();
      // Without the lock nothing of the work would ever be saved again.
      problems.notSaved(error);
      clearTimeout(comeBackAgain);
      comeBackAgain = setTimeout(() => void comeBack(), COME_BACK_AGAIN_MS);
    }
  };

  return {
    get mode(): Holding {
      return mode.kind;
    },
    /** The work that this tab holds, or shows while another tab has it. */
    get work(): string | null {
      if (mode.kind === 'untouched') return null;
      return mode.kind === 'held' ? mode.held.id : mode.work;
    },
    holds: (id: string): boolean => mode.kind === 'held' && mode.held.id === id,
    /** Whether what is shown is what is left of a work that was deleted here. */
    get isRest(): boolean {
      return mode.kind === 'untouched' && mode.rest !== null && mode.rest === getState().scenario;
    },
    open,
    letGo,
    takeOver,
    goOnInCopy: () => {
      if (mode.kind === 'elsewhere') createCopy();
    },
    /** Shows a scenario that is not kept until it is touched. */
    show,
    /** Takes a scenario, once it is shown, for what a reload brings back: kept by nobody, though it may have been changed. */
    expect(scenario: Scenario) {
      mode = { kind: 'untouched', rest: scenario };
    },
    /** Takes what is shown for a first visit's. */
    markPlaceholder: () => {
      placeholder = getState().scenario;
    },
    /** Saves what has changed; resolves once that is stored (true), or has been said to have failed. */
    async flush() {
      await save();
      return !isUnsaved();
    },
    keepThumbnail(take: Parameters<HeldWork['keepThumbnail']>[0]) {
      if (mode.kind !== 'held') return;
      mode.held.keepThumbnail(take);
      saveSoon();
    },
    /** Lets another tab have the work, as it was asked to. */
    async giveAway() {
      if (mode.kind !== 'held') return;
      const { held } = mode;
      await save();
      if (mode.kind !== 'held' || mode.held !== held) return;
      const lock = held.lock;
      held.lock = null;
      loseWork(held);
      lock?.release();
    },
    /** Once the tab's own work is deleted, what is shown is kept by nobody. */
    forget() {
      if (mode.kind !== 'held') return;
      clearTimeout(timer);
      timer = undefined;
      const { held } = mode;
      setMode({ kind: 'untouched', rest: getState().scenario });
      memory.write(null);
      held.lock?.release();
    },
    /** The page goes away, perhaps to come back. */
    leave(mayComeBack: boolean) {
      const again = writer.takeAtRisk() && mode.kind === 'held';
      if (mode.kind === 'held' && again) mode.held.saveAgain();
      if (again || timer !== undefined || getState().playing || isUnsaved()) void save(true);
      if (!mayComeBack || mode.kind !== 'held') return;
      mode.held.lock?.release();
      mode.held.lock = null;
    },
    comeBack,
  };
}
