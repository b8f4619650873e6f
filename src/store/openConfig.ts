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
 * @returns whether there is a limit in the text; without one nothing is changed
 */
export async function openConfig(store: ReadableStore, actions: Actions, text: string): Promise<boolean> {
  await loadSystems();
  const { scenario, focusedLane } = store.getState();
  const index = Math.max(0, Math.min(focusedLane, scenario.lanes.length - 1));
  const lane = scenario.lanes[index];
  const limits = firstChoice(text, lane?.of === undefined ? resolvePolicy(scenario, index).T : undefined);
  const [first] = limits;
  if (first === undefined) return false;
  const gesture = `config file ${++opened}`;
  if (lane === undefined) actions.editLanes('add lane', (empty) => withLanes(empty, [newLane(first.limiter)]), gesture);
  const { limiter: product } = first;
  const typed = { text, product, chosen: 0, limits, charge: stackChargeOf(product) };
  createConfigActions(store, actions).type(index, typed, gesture);
  actions.openDialog(null);
  actions.editLane(index, 'config');
  const isChanged = store.getState().scenario !== scenario;
  actions.say(
    isChanged
      ? `Lane ${index + 1} follows the config. Ctrl+Z undoes this.`
      : `Lane ${index + 1} already follows this config.`,
  );
  return true;
}

/** A stack has no T that its limits could keep. */
function firstChoice(text: string, keepT: number | undefined): readonly FoundLimit[] {
  const [choice = []] = choicesOf(readConfig(text, undefined, keepT).limits);
  return choice.length > 1 && keepT !== undefined ? firstChoice(text, undefined) : choice;
}
