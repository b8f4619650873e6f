/**
 * Which work this tab holds. What is shown is `untouched` until it is changed, and kept by nobody; then it is a work of its
 * own, `held` by this tab, which saves every change of it. A work that another tab holds is only shown (`elsewhere`).
 */
import type { Scenario } from '../../sim/index.ts';
import { currentView, isCaptionValid } from '../openScenario.ts';
import type { Store } from '../store.ts';
import type { HeldWork, Shown } from './heldWork.ts';
import type { TabMemory } from './tabMemory.ts';
import type { WritingParts } from './workWriter.ts';

/** What keeping works needs. */
export interface KeeperHost extends WritingParts {
  readonly memory: TabMemory;
  readonly newId: () => string;
}

type Mode =
  /** What was opened, and what is left of a work that was deleted (`rest`, also after a reload), is kept only once changed. */
  | { readonly kind: 'untouched'; readonly rest: Scenario | null }
  | { readonly kind: 'held'; readonly held: HeldWork }
  | { readonly kind: 'elsewhere'; readonly work: string; readonly shown: Scenario };

export type TabHolding = ReturnType<typeof createHolding>;

export function createHolding(store: Store, { memory, onChanged }: KeeperHost) {
  const { getState } = store;
  let mode: Mode = { kind: 'untouched', rest: null };
  let turn = 0;
  let isShowing = false;

  return {
    get mode(): Mode {
      return mode;
    },
    get held(): HeldWork | null {
      return mode.kind === 'held' ? mode.held : null;
    },
    /** The work that this tab holds, or shows while another tab has it. */
    get work(): string | null {
      if (mode.kind === 'untouched') return null;
      return mode.kind === 'held' ? mode.held.id : mode.work;
    },
    set(next: Mode): void {
      mode = next;
      turn++;
      if (mode.kind === 'held') memory.write({ work: mode.held.id });
      else if (mode.kind === 'elsewhere') memory.write({ work: mode.work });
      if (mode.kind !== 'elsewhere') store.removeNotices('work');
      onChanged();
    },
    /** Takes a scenario, once it is shown, for what a reload brings back: kept by nobody, though it may have been changed. */
    expect(scenario: Scenario): void {
      mode = { kind: 'untouched', rest: scenario };
    },
    /**
     * What is asked to be shown takes a turn.
     * @returns whether nothing else has been asked for since: a work that was read too late for its turn is not shown
     */
    takeTurn(): () => boolean {
      const own = ++turn;
      return () => turn === own;
    },
    shown: (): Shown => ({
      scenario: getState().scenario,
      view: currentView(store),
      told: isCaptionValid(getState()),
    }),
    /** Changes what is shown without that counting as the user's change, which would be kept. */
    show(change: () => void): void {
      isShowing = true;
      change();
      isShowing = false;
    },
    get isShowing(): boolean {
      return isShowing;
    },
  };
}
