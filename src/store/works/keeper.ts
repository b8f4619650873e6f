/** Keeps what this tab shows: a change of what nobody keeps makes a work of it, and one of another tab's work a copy. */
import type { Scenario } from '../../sim/index.ts';
import { openScenario, type OpenOptions } from '../openScenario.ts';
import type { State } from '../state.ts';
import type { Store } from '../store.ts';
import type { HeldWork } from './heldWork.ts';
import { createHolding, type KeeperHost } from './holding.ts';
import { createOwnership } from './ownership.ts';
import { createSaver } from './saver.ts';
import { createWorkOpener } from './workOpener.ts';
import type { Holding } from './works.ts';

export type Keeper = ReturnType<typeof createKeeper>;

export function createKeeper(store: Store, host: KeeperHost) {
  const { getState } = store;
  const holding = createHolding(store, host);
  const saver = createSaver(store, holding, host, (held) => ownership.lose(held));
  const ownership = createOwnership(store, holding, saver, host);
  const opener = createWorkOpener(store, holding, saver, ownership, host);

  const followScenario = (before: State): void => {
    const { scenario, opened } = getState();
    const { mode } = holding;
    if (holding.isShowing || mode.kind === 'held') return;
    if (mode.kind === 'untouched') {
      if (scenario !== opened && scenario !== mode.rest) ownership.create(before);
    } else if (scenario !== mode.shown) {
      // A preset, or a new scenario, is not that work any more.
      if (scenario === opened) holding.set({ kind: 'untouched', rest: null });
      else ownership.goOnInCopy('');
    }
  };

  store.subscribe((state, before) => {
    if (state.scenario !== before.scenario) followScenario(before);
  });

  return {
    get mode(): Holding {
      return holding.mode.kind;
    },
    get work(): string | null {
      return holding.work;
    },
    holds: (id: string): boolean => holding.held?.id === id,
    /** Whether what is shown is what is left of a work that was deleted here. */
    get isRest(): boolean {
      const { mode } = holding;
      return mode.kind === 'untouched' && mode.rest !== null && mode.rest === getState().scenario;
    },
    ...opener,
    goOnInCopy: (): void => {
      if (holding.mode.kind === 'elsewhere') ownership.createCopy();
    },
    giveAway: ownership.giveAway,
    /** Shows a scenario that is not kept until it is touched. */
    show: (opening: OpenOptions): void => holding.show(() => openScenario(store, opening)),
    expect: (scenario: Scenario): void => holding.expect(scenario),
    markPlaceholder: saver.markPlaceholder,
    /** Saves what has changed; resolves once that is stored (true), or has been said to have failed. */
    async flush(): Promise<boolean> {
      await saver.save();
      return !saver.isUnsaved();
    },
    keepThumbnail(take: Parameters<HeldWork['keepThumbnail']>[0]): void {
      if (holding.held === null) return;
      holding.held.keepThumbnail(take);
      saver.saveSoon();
    },
    /** Once the tab's own work is deleted, what is shown is kept by nobody. */
    forget(): void {
      const { held } = holding;
      if (held === null) return;
      saver.drop();
      holding.set({ kind: 'untouched', rest: getState().scenario });
      host.memory.write(null);
      held.lock?.release();
    },
    /** The page goes away, perhaps to come back. */
    leave(mayComeBack: boolean): void {
      saver.saveOnLeaving();
      const { held } = holding;
      if (!mayComeBack || held === null) return;
      held.lock?.release();
      held.lock = null;
    },
  };
}
