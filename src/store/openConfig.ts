/** Opens a product's config as if it were pasted into the Config tab. It is loaded with the first text that may be one. */
import {
  chargeOf,
  choicesOf,
  configProductId,
  isForeign,
  readConfig,
  type FoundLimit,
  type ReadConfig,
} from '../configs/index.ts';
import { loadSystems, resolvePolicy, type Duration, type Lane } from '../sim/index.ts';
import type { Actions } from './actions.ts';
import { createConfigActions } from './configActions.ts';
import { newLane, withLanes } from './scenarioEdits.ts';
import type { UndoHint } from './statusLine.ts';
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
  const gesture = `config file ${++opened}`;
  const configActions = createConfigActions(store, actions);
  const typed = {
    text,
    product: first?.limiter ?? read.product,
    chosen: 0,
    limits,
    charge: chargeOf(limits),
    isForeign: isForeign(limits),
  };
  if (first === undefined) {
    if (!isConfig(read, log)) return false;
    if (lane === undefined || read.isUnread === true) sayNothingRead(actions, read);
    else {
      configActions.type(index, typed, gesture);
      showInTab(actions, index, 'This config changes nothing: what is not understood is said beside it.');
    }
    return true;
  }
  if (lane === undefined) actions.editLanes('add lane', (empty) => withLanes(empty, [newLane(first.limiter)]), gesture);
  // What is locked is said already.
  if (!configActions.type(index, typed, gesture)) return true;
  const count = read.limits.length;
  const isChanged = store.getState().scenario !== scenario;
  const part =
    limits.length === count ? '' : `${limits.length === 1 ? 'the first' : limits.length} of ${count} limits in `;
  showInTab(
    actions,
    index,
    isChanged
      ? `Lane ${index + 1} follows ${part}the config${unreadText(read)}.`
      : `Lane ${index + 1} already follows ${part}this config${unreadText(read)}.`,
    isChanged ? 'undoes this' : null,
  );
  return true;
}

/** `; 2 lines are not understood`: on a phone the list of them is out of sight. */
function unreadText({ problems }: ReadConfig): string {
  const { size } = new Set(problems.map(({ line }) => line));
  return size === 0 ? '' : `; ${size} ${size === 1 ? 'line is' : 'lines are'} not understood`;
}

function showInTab(actions: Actions, index: number, status: string, undo: UndoHint | null = null): void {
  actions.openDialog(null);
  actions.editLane(index, 'config');
  actions.say(status, undo);
}

/** Whether a text without a limit is a product's config all the same. */
function isConfig({ product, problems, isGuess, isUnread }: ReadConfig, log: AlsoLog): boolean {
  if (log === 'likely' || (log === 'possible' && isGuess === true)) return false;
  return isUnread === true || (product !== '' && problems.length > 0);
}

/** Without a lane there is no tab that could list what is not understood. */
function sayNothingRead(actions: Actions, { problems }: ReadConfig): void {
  const [first] = problems;
  if (first === undefined) return;
  const text = `This config changes nothing. Line ${first.line}: ${first.message}`;
  actions.notify({ kind: 'link', text, actions: [{ do: 'dismiss' }] });
}

interface FirstChoice {
  readonly read: ReadConfig;
  readonly limits: readonly FoundLimit[];
}

/** A text of the lane's own limiter is read as an edit of its text, and keeps its T. */
function firstChoice(text: string, lane: Lane | undefined, T: Duration): FirstChoice {
  const found = readConfig(text);
  const isEdit = found.limits[0]?.limiter === lane?.limiter && configProductId(lane?.limiter ?? '') !== undefined;
  const read = isEdit ? readConfig(text, lane?.limiter, T) : found;
  const [limits = []] = choicesOf(read.limits);
  return { read, limits };
}
