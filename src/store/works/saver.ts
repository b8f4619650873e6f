/** When what this tab holds is saved: soon after each change, and at once where the page goes away or shows something else. */
import type { Store } from '../store.ts';
import type { HeldWork } from './heldWork.ts';
import type { KeeperHost, TabHolding } from './holding.ts';
import { createWorkWriter } from './workWriter.ts';

/** How long after a change the work is saved. */
const SAVE_DELAY_MS = 400;

export type Saver = ReturnType<typeof createSaver>;

/** @param onConflict another tab has written to the work */
export function createSaver(store: Store, holding: TabHolding, host: KeeperHost, onConflict: (held: HeldWork) => void) {
  const { getState } = store;
  const writer = createWorkWriter({ ...host, shown: holding.shown, onConflict });
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What a first visit plays is not worth a reload's trouble. */
  let placeholder = getState().scenario;

  const isUnsaved = (): boolean => holding.held?.isDirty(holding.shown()) ?? false;

  const drop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };

  const save = (leaving = false): Promise<unknown> => {
    drop();
    if (holding.held !== null) writer.write(holding.held, leaving);
    if (holding.mode.kind === 'untouched' && getState().scenario !== placeholder)
      host.memory.write({ shown: holding.shown() });
    return writer.written();
  };

  const saveSoon = (): void => {
    timer ??= setTimeout(() => void save(), SAVE_DELAY_MS);
  };

  store.subscribe((state, before) => {
    const moved = !state.playing && state.at !== before.at;
    const changed = (
      ['scenario', 'range', 'selection', 'chartLayout', 'futureHidden', 'mode', 'lessonStep'] as const
    ).some((part) => state[part] !== before[part]);
    // Not a debounce: while the range slides, every frame is a change.
    if (moved || changed) saveSoon();
  });

  return {
    save,
    saveSoon,
    isUnsaved,
    /** Whether the last write of the work failed, and it is still not saved as it is shown. */
    hasFailed: (held: HeldWork): boolean => writer.hasFailed(held) && isUnsaved(),
    /** What is waiting to be saved is not saved. */
    drop,
    /** The page goes away. */
    saveOnLeaving(): void {
      const { held } = holding;
      const again = writer.takeAtRisk() && held !== null;
      if (again) held.saveAgain();
      if (again || timer !== undefined || getState().playing || isUnsaved()) void save(true);
    },
    /** Takes what is shown for a first visit's. */
    markPlaceholder: (): void => {
      placeholder = getState().scenario;
    },
  };
}
