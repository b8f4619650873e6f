/** Opens a product's config as if it were pasted into the Config tab. It is loaded with the first text that may be one. */
import { choicesOf, readConfig, stackChargeOf, type FoundLimit, type ReadConfig } from '../configs/index.ts';
import { loadSystems, resolvePolicy, type Duration, type Lane } from '../sim/index.ts';
import type { Actions } from './actions.ts';
import { createConfigActions } from './configActions.ts';
import { newLane, withLanes } from './scenarioEdits.ts';
import type { ReadableStore } from './store.ts';

let opened = 0;

/**
 * How much a text seems to be a log, too. Without a limit that is understood it is one where that is likely, and where it is
 * possible and nothing but a product's word is known in it.
 */
export type AlsoLog = 'likely' | 'possible' | 'no';

/**
 * The focused lane has the text's first limit then, as one undo step; where there is no lane, a new one has it.
 * @returns whether the text is a product's config. One without a limit that is understood changes nothing, which is said; nor
 * does any where a lesson has locked the lanes
 */
export async function openConfig(
  store: ReadableStore,
  actions: Actions,
  text: string,
  log: AlsoLog = 'no',
): Promise<boolean> {
  await loadSystems();
  const { scenario, focusedLane } = store.getState();
  const index = Math.max(0, Math.min(focusedLane, scenario.lanes.length - 1));
  const lane = scenario.lanes[index];
  const { read, limits } = firstChoice(text, lane, resolvePolicy(scenario, index).T);
  const [first] = limits;
  if (first === undefined) return sayNothingRead(actions, read, log);
  const gesture = `config file ${++opened}`;
  if (lane === undefined) actions.editLanes('add lane', (empty) => withLanes(empty, [newLane(first.limiter)]), gesture);
  const { limiter: product } = first;
  const typed = { text, product, chosen: 0, limits, charge: stackChargeOf(product) };
  // What is locked is said already.
  if (!createConfigActions(store, actions).type(index, typed, gesture)) return true;
  actions.openDialog(null);
  actions.editLane(index, 'config');
  const count = read.limits.length;
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

function sayNothingRead(actions: Actions, { product, problems, isGuess }: ReadConfig, log: AlsoLog): boolean {
  const [first] = problems;
  if (log === 'likely' || (log === 'possible' && isGuess === true)) return false;
  if (product === '' || first === undefined) return false;
  const more =
    problems.length === 1 ? '' : ` ${problems.length} such lines are listed when the text is pasted in the tab Config.`;
  const text = `This config changes nothing. Line ${first.line}: ${first.message}${more}`;
  actions.notify({ kind: 'link', text, actions: [{ do: 'dismiss' }] });
  return true;
}

interface FirstChoice {
  readonly read: ReadConfig;
  readonly limits: readonly FoundLimit[];
}

/** A text of the lane's own limiter is read as an edit of its text, and keeps its T. */
function firstChoice(text: string, lane: Lane | undefined, T: Duration): FirstChoice {
  const found = readConfig(text);
  const isEdit = found.limits[0]?.limiter === lane?.limiter;
  const read = isEdit ? readConfig(text, lane?.limiter, T) : found;
  const [limits = []] = choicesOf(read.limits);
  return { read, limits };
}
