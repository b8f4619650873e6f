/** What the Config tab does to the scenario. It is loaded with the tab. */
import { formatNumber, MAX_LANES, resolvePolicy, type Lane, type Policy } from '../sim/index.ts';
import { whenRunSettled } from './actionContext.ts';
import type { Actions } from './actions.ts';
import { configDraftsOf } from './configDrafts.ts';
import { laneWithLimit, laneWithLimits, withLaneBelow, type ConfigLimit, type StackCharge } from './configEdits.ts';
import { defaultLaneName } from './defaultLaneName.ts';
import { disagreementText } from './disagreementText.ts';
import type { ReadableStore } from './store.ts';

export interface TypedConfig {
  readonly text: string;
  /** Whose text is edited: a limiter's id. */
  readonly product: string;
  /** No product writes such limits: the text is shown in the one that is chosen for lanes of none. */
  readonly isForeign?: boolean;
  /** Which of `choicesOf` its limits is the lane's, from 0. */
  readonly chosen: number;
  /** That choice: several limits are a stack. Empty where none is understood. */
  readonly limits: readonly ConfigLimit[];
  /** How the product charges several. */
  readonly charge: StackCharge;
}

export interface ConfigActions {
  /**
   * Keeps what was typed, and gives the lane its limit; those of one gesture are one undo step.
   * @returns whether the lane has the limit now: a lesson may have locked it
   */
  readonly type: (index: number, typed: TypedConfig, gesture: string) => boolean;
  /** Gives the lane a policy that its product can say. */
  readonly setPolicy: (index: number, policy: Policy) => void;
  /** Adds that lane below, unless it is there, and goes to the first request on which the two decide differently. */
  readonly showDifference: (index: number, other: Lane) => void;
}

export function createConfigActions(store: ReadableStore, actions: Actions): ConfigActions {
  const { getState } = store;
  const drafts = configDraftsOf(store);

  const policyOf = (lane: Lane): Policy => resolvePolicy({ policy: getState().scenario.policy, lanes: [lane] }, 0);

  /** @returns whether the lane is that one now: a lesson may have locked it */
  const replace = (index: number, next: Lane, gesture: string | null): boolean =>
    actions.editLanes(
      `change of lane ${index + 1}`,
      (scenario) => ({ ...scenario, lanes: scenario.lanes.with(index, next) }),
      gesture,
    );

  return {
    type(index, { text, product: edited, isForeign = false, chosen, limits, charge }, gesture) {
      const product = isForeign ? drafts.state.getState().nearest : edited;
      const { scenario } = getState();
      const old = scenario.lanes[index];
      if (old === undefined) return false;
      const [first, ...others] = limits;
      const next = first === undefined ? old : laneWithLimits(scenario, index, [first, ...others], charge);
      if (next !== old) {
        // Before the edit: what shows the lane looks for it.
        drafts.keep(next, policyOf(next), {
          text,
          product: isForeign ? product : (first?.limiter ?? product),
          chosen,
          applied: true,
        });
        if (replace(index, next, gesture)) {
          drafts.leave(old);
          if (next.limiter !== old.limiter) actions.say(`Lane ${index + 1} is now ${defaultLaneName(next)}.`);
          return true;
        }
      }
      const applied = first !== undefined && next === old;
      drafts.keep(old, policyOf(old), { text, product, chosen, applied });
      return applied;
    },

    setPolicy(index, policy) {
      const { scenario } = getState();
      const { limiter } = scenario.lanes[index] as Lane;
      replace(index, laneWithLimit(scenario, index, { limiter, policy, options: {} }), null);
    },

    showDifference(index, other) {
      const below = getState().scenario.lanes[index + 1];
      if (below === undefined || JSON.stringify(below) !== JSON.stringify(other)) {
        if (getState().scenario.lanes.length >= MAX_LANES) {
          actions.say(`There are ${MAX_LANES} lanes already, the maximum.`);
          return;
        }
        actions.deselect();
        if (!actions.editLanes('add lane', (scenario) => withLaneBelow(scenario, index, other))) return;
      }
      const compared = [index, index + 1];
      const { scenario } = getState();
      actions.compare(compared);
      whenRunSettled(store, () => {
        if (getState().scenario !== scenario || !getState().canQuery) return;
        store.ask('nextDisagreement', { compared, at: -1, selected: null, by: 1 }, (found) => {
          const own = found?.answers[0];
          if (found === null || own === undefined || getState().scenario !== scenario) return;
          actions.select(own.lane, own.request, own.at);
          actions.say(
            `Disagreement 1 of ${formatNumber(found.count)}. ${disagreementText(found.answers, scenario.lanes)}`,
          );
        });
      });
    },
  };
}
