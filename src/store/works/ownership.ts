/** How a work becomes this tab's own, and how another tab gets it: what is not saved by then goes on in a copy. */
import { isCaptionValid } from '../openScenario.ts';
import type { State } from '../state.ts';
import type { Store } from '../store.ts';
import { holdWork, newEntry, type HeldWork } from './heldWork.ts';
import type { KeeperHost, TabHolding } from './holding.ts';
import type { Saver } from './saver.ts';
import type { WorkLock } from './tabs.ts';
import { copyTitle } from './workDocument.ts';

export type Ownership = ReturnType<typeof createOwnership>;

export function createOwnership(store: Store, holding: TabHolding, saver: Saver, { tabs, now, newId }: KeeperHost) {
  const attach = (held: HeldWork, lock: WorkLock): void => {
    if (holding.held !== held) {
      lock.release();
      return;
    }
    held.lock = lock;
    saver.saveSoon();
    lock.onLost = () => {
      held.lock = null;
      lose(held);
    };
  };

  /**
   * From here on, what is shown is a work of its own.
   * @param before what was shown until it was changed, which its history begins with; null for a copy of another work
   */
  const create = (before: State | null): void => {
    const first = before && { scenario: before.scenario, told: isCaptionValid(before) };
    const held = holdWork(newEntry(newId(), now()), null, first);
    holding.set({ kind: 'held', held });
    void tabs.acquire(held.id).then((lock) => lock !== null && attach(held, lock));
    saver.saveSoon();
  };

  const createCopy = (): void => {
    holding.show(() =>
      store.setState(({ scenario, opened }) => {
        const copy = { ...scenario, title: copyTitle(scenario.title, new Set([scenario.title])) };
        return { scenario: copy, opened: opened === scenario ? copy : opened };
      }),
    );
    create(null);
  };

  const goOnInCopy = (reason: string): void => {
    createCopy();
    store.notify({
      kind: 'work',
      text: `${reason}Your changes here now go to a copy, “${store.getState().scenario.title}”.`,
      actions: [{ do: 'dismiss' }],
    });
  };

  const showElsewhere = (work: string, text: string): void => {
    holding.set({ kind: 'elsewhere', work, shown: store.getState().scenario });
    store.notify({ kind: 'work', text, actions: [{ do: 'copy-work' }, { do: 'take-over' }] });
  };

  /** Another tab has the work now. */
  const lose = (held: HeldWork): void => {
    if (holding.held !== held) return;
    held.lock?.release();
    if (held.isDirty(holding.shown())) goOnInCopy('Another tab has changed this work. ');
    else showElsewhere(held.id, 'Another tab has taken over this work.');
  };

  return {
    create,
    createCopy,
    goOnInCopy,
    attach,
    showElsewhere,
    lose,
    /** Lets another tab have the work, as it was asked to. */
    giveAway: async (): Promise<void> => {
      const { held } = holding;
      if (held === null) return;
      await saver.save();
      if (holding.held !== held) return;
      const { lock } = held;
      held.lock = null;
      lose(held);
      lock?.release();
    },
  };
}
