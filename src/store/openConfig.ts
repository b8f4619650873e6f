/** Opens a product's config as if it were pasted into the Config tab. It is loaded with the first text that may be one. */
import { choicesOf, readConfig, stackChargeOf, type FoundLimit } from '../configs/index.ts';
import { loadSystems, resolvePolicy } from '../sim/index.ts';
import type { Actions } from './actions.ts';
import { createConfigActions } from './configActions.ts';
import { newLane, withLanes } from './scenarioEdits.ts';
import type { ReadableStore } from './store.ts';

let opened = 0;

/**
 * The focused lane has the text's first limit then, as one undo step; where there is no lane, a new one has it.
 * @returns whether there is a limit in the text; without one nothing is changed, nor where a lesson has locked the lanes
 */
export async function openConfig(store: ReadableStore, actions: Actions, text: string): Promise<boolean> {
  await loadSystems();
  const { scenario, focusedLane } = store.getState();
  const index = Math.max(0, Math.min(focusedLane, scenario.lanes.length - 1));
  const lane = scenario.lanes[index];
  const { limits, count } = firstChoice(text, lane?.of === undefined ? resolvePolicy(scenario, index).T : undefined);
  const [first] = limits;
  if (first === undefined) return false;
  const gesture = `config file ${++opened}`;
  if (lane === undefined) actions.editLanes('add lane', (empty) => withLanes(empty, [newLane(first.limiter)]), gesture);
  const { limiter: product } = first;
  const typed = { text, product, chosen: 0, limits, charge: stackChargeOf(product) };
  // What is locked is said already.
  if (!createConfigActions(store, actions).type(index, typed, gesture)) return true;
  actions.openDialog(null);
  actions.editLane(index, 'config');
  const isChanged = store.getState().scenario !== scenario;
  const part =
    limits.length === count ? '' : `${limits.length === 1 ? 'the first' : limits.length} of ${count} limits in `;
  actions.say(
    isChanged
      ? `Lane ${index + 1} follows ${part}the config. Ctrl+Z undoes this.`
      : `Lane ${index + 1} already follows ${part}this config.`,
  );
  return true;
}

interface FirstChoice {
  readonly limits: readonly FoundLimit[];
  /** Of all limits in the text. */
  readonly count: number;
}

/** A stack has no T that its limits could keep. */
function firstChoice(text: string, keepT: number | undefined): FirstChoice {
  const { limits } = readConfig(text, undefined, keepT);
  const [choice = []] = choicesOf(limits);
  return choice.length > 1 && keepT !== undefined
    ? firstChoice(text, undefined)
    : { limits: choice, count: limits.length };
}
