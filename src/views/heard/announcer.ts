/**
 * When something is said: once what a user did has been answered and the hand has come to rest, so that holding a key or
 * dragging a slider ends in one sentence. Nothing is said while playing.
 */
import type { ReadableStore } from '../../store/store.ts';
import type { Result, State } from '../../store/state.ts';
import { isFutureHidden, microsPerPixel, selectedWhy } from '../../store/selectors.ts';
import { changeText, decisionText, endText, momentText, viewText, type ViewPart } from './heardText.ts';

/** How long nothing may change before it is said. */
export const REST_MS = 400;

/** The fields by which it is known what a user did, and that it has been answered. */
const WATCHED = [
  ...(['scenario', 'result', 'busy', 'playing', 'at', 'selection', 'why', 'moments'] as const),
  ...(['range', 'chartLayout', 'mode', 'status'] as const),
];

export interface Announcer {
  /** Whether a pointer is down: a drag is under way. */
  readonly setHandDown: (down: boolean) => void;
  readonly stop: () => void;
}

/** What is to be said of the latest deeds. */
interface Due {
  /** The run, or the document, is another one. */
  readonly change: boolean;
  /** A request was selected; or, without a selection, the playhead was moved; or it reached the end. */
  readonly place: 'decision' | 'moment' | 'end' | null;
  /** What of the same run is shown, or how, and nothing else. */
  readonly view: ViewPart | null;
}

const NOTHING: Due = { change: false, place: null, view: null };

/**
 * @param say an empty text: what was said last is no longer true, and nothing takes its place
 * @param saysItself whether the control that has the focus says what it chooses, as a radio button does
 */
export function startAnnouncer(
  store: ReadableStore,
  say: (text: string) => void,
  saysItself: () => boolean = () => false,
): Announcer {
  let due = NOTHING;
  let handDown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The run and the document that were heard of last: changes are told against them. */
  let known = { result: store.getState().result, opened: store.getState().opened };

  const sayDue = (): void => {
    const state = store.getState();
    if (handDown || !isAnswered(state, due)) return;
    const { change, place, view } = due;
    const isViewOnly = !change && place === null && view !== null;
    const text = isViewOnly ? viewText(view, state) : textOf(state, due, known);
    due = NOTHING;
    known = { result: state.result, opened: state.opened };
    if (!isViewOnly || !saysItself()) say(text);
  };
  const schedule = (): void => {
    clearTimeout(timer);
    if (due !== NOTHING) timer = setTimeout(sayDue, REST_MS);
  };
  const unsubscribe = store.subscribe((state, before) => {
    if (WATCHED.every((field) => state[field] === before[field])) return;
    due = dueAfter(due, state, before);
    // The page opens with the first run; what changes during playback is said at its end, what was sent by the status line.
    if (known.result === null || state.playing || wasSent(state))
      known = { result: state.result, opened: state.opened };
    schedule();
  });
  return {
    setHandDown(down) {
      handDown = down;
      schedule();
    },
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

function dueAfter(due: Due, state: State, before: State): Due {
  if (state.playing) return NOTHING;
  const change = due.change || (before.result !== null && state.result !== before.result);
  const place = placeAfter(due.place, state, before);
  const view = viewAfter(due.view, state, before);
  return change || place !== null || view !== null ? { change, place, view } : NOTHING;
}

function viewAfter(due: Due['view'], state: State, before: State): Due['view'] {
  // Another document comes with a view of its own.
  if (state.scenario !== before.scenario || state.opened !== before.opened) return null;
  if (state.mode !== before.mode) return 'mode';
  if (state.chartLayout !== before.chartLayout) return state.chartLayout === null ? due : 'layout';
  if (state.range !== before.range) return 'range';
  // After a drag the status line says it.
  return due === 'range' && state.status !== before.status ? null : due;
}

function placeAfter(due: Due['place'], state: State, before: State): Due['place'] {
  if (before.playing) return state.playedThrough ? 'end' : 'moment';
  if (state.selection !== before.selection && state.selection !== null) return 'decision';
  if (state.selection === null && due === 'decision') return 'moment';
  // A selection takes the playhead to its request.
  return state.at !== before.at && state.at !== state.selection?.at ? 'moment' : due;
}

/** Whether the worker has answered everything that is to be said. */
function isAnswered(state: State, { place }: Due): boolean {
  const { busy, playing, result, scenario, selection, at, moments, momentsAt } = state;
  if (busy || playing || result?.scenario !== scenario) return false;
  if (place === 'decision') return selection !== null && selectedWhy(state, selection.lane) !== null;
  return place !== 'moment' || (moments !== null && momentsAt === at);
}

function textOf(
  state: State,
  { change, place }: Due,
  known: { readonly result: Result | null; readonly opened: State['opened'] },
): string {
  const result = state.result as Result;
  const { selection, moments, at } = state;
  const changed = change && known.result !== null ? changeOf(state, known.result, state.opened !== known.opened) : null;
  const why = place === 'decision' && selection !== null ? selectedWhy(state, selection.lane) : null;
  const decision = why === null ? null : decisionText(why, result);
  if (changed !== null || decision !== null) return [changed, decision].filter((text) => text !== null).join(' ');
  if (place === 'end') return endText(result);
  if (place !== 'moment' || moments === null) return '';
  return momentText(at, moments, result, selection === null ? microsPerPixel(state) : null);
}

/** Null for a request that was sent by hand: the status line says what became of it. */
function changeOf(state: State, known: Result, isOther: boolean): string | null {
  if (!isOther && wasSent(state)) return null;
  const result = state.result as Result;
  // Figures of the whole run would tell what is hidden.
  const shown = isFutureHidden(state) ? { ...result, laneInfos: [] } : result;
  return changeText(known, shown, isOther);
}

/** Whether the last deed was to send a request; undoing another is none. */
function wasSent({ history: { past, future } }: State): boolean {
  return past.at(-1)?.label === 'send' && future.length === 0;
}
