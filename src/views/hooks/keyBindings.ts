/** What single keys do, and the one key that finds all of it. */
import type { Mode } from '../../sim/index.ts';
import type { Actions } from '../../store/actions.ts';
import { availableSpeeds, stageOf } from '../../store/selectors.ts';
import type { ReadableStore } from '../../store/store.ts';
import { focusIfLost, focusOnceShown } from './focusOnceShown.ts';
import { pressedKey, type KeyEvent } from './pressedKey.ts';

/** What the skip link leads to. */
const MAIN = '#lanes, #clients';

/**
 * What single keys do. The palette offers the same.
 * Those that are about the run rest in the other modes.
 * @param list the lane whose list of decisions has the focus: steps are of its requests
 */
export function keyBindings(
  store: ReadableStore,
  actions: Actions,
  shift: boolean,
  list: number | null = null,
): Readonly<Record<string, () => unknown>> {
  const { range, speed, result, drawer, scenario, focusedLane } = store.getState();
  const setMode = (mode: Mode) => () => {
    focusIfLost(MAIN);
    actions.setMode(mode);
  };
  const everywhere = {
    '1': setMode('run'),
    '2': setMode('tune'),
    '3': setMode('learn'),
    l: () => actions.openDialog({ name: 'limiter', lane: null }),
    g: () => actions.openDialog({ name: 'presets' }),
    s: () => actions.openDialog({ name: 'share' }),
    '?': () => actions.openDialog({ name: 'shortcuts' }),
  };
  if (stageOf(store.getState()) === 'tune') return everywhere;
  const speeds = availableSpeeds(scenario);
  const percent = (range.to - range.from) / 100;
  const changeSpeed = (by: 1 | -1) => () => {
    const next = speeds[speeds.findIndex((one) => one >= speed) + by];
    if (next !== undefined) actions.setSpeed(next);
  };
  return {
    ...everywhere,
    p: actions.toggle,
    ArrowLeft: shift ? () => actions.seek(store.player.at - percent) : () => actions.step(-1, list),
    ArrowRight: shift ? () => actions.seek(store.player.at + percent) : () => actions.step(1, list),
    ArrowUp: () => actions.selectLane(-1),
    ArrowDown: () => actions.selectLane(1),
    Home: () => actions.seek(0),
    End: () => actions.seek(result?.end ?? 0),
    '+': () => actions.zoom(2),
    '=': () => actions.zoom(2),
    '-': () => actions.zoom(1 / 2),
    '0': actions.showAll,
    '[': changeSpeed(-1),
    ']': changeSpeed(1),
    Enter: () => {
      actions.openDrawer('why');
      focusOnceShown('[role=tabpanel]');
    },
    d: () => actions.stepDisagreement(1),
    D: () => actions.stepDisagreement(-1),
    t: () => {
      if (scenario.lanes[focusedLane] !== undefined) actions.openDialog({ name: 'table', lane: focusedLane });
    },
    v: () => {
      focusIfLost(MAIN);
      actions.toggleChartLayout();
    },
    i: () => actions.openDrawer(drawer === null ? 'why' : null),
    // Removes the selection on the track wherever the focus is.
    Delete: actions.removeMarked,
    Backspace: actions.removeMarked,
  };
}

/** Ctrl+K, or ⌘K on a Mac, where Ctrl+K belongs to text fields: it deletes to the end of the line. */
export function isPaletteKey(event: Omit<KeyEvent, 'getModifierState'>): boolean {
  const { ctrlKey, metaKey, altKey } = event;
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return pressedKey(event) === 'k' && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey;
}
