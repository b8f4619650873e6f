/** The keys of the whole page. Single keys rest while something that takes text or keys itself has the focus. */
import { useEffect } from 'react';
import { useActions, useStoreApi } from '../store/react.tsx';
import { markedOf, speedsOf } from '../store/selectors.ts';
import type { Actions } from '../store/actions.ts';
import type { Store } from '../store/store.ts';
import type { Sender } from './hooks/useSend.ts';

/** Elements that want letters and Space for themselves. */
const TYPING =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=menuitem]';
/** Elements that Space presses. */
const PRESSABLE = 'button, input[type=checkbox], input[type=radio], summary, a[href], [role=tab], [role=option]';
/** Elements that take arrows and their kin. */
const ARROWS = '[role=slider], [role=tab], [role=radio], input[type=radio]';

/** What the hand was last on: keys that move the focus, or the pointer. */
let modality: 'keys' | 'pointer' = 'pointer';
const MOVES_FOCUS = /^(Tab|Enter|Arrow\w+)$/;

export function useKeyboard(sender: Sender): void {
  const store = useStoreApi();
  const actions = useActions();
  useEffect(() => {
    const down = (event: KeyboardEvent): void => {
      if (MOVES_FOCUS.test(event.key)) modality = 'keys';
      keyDown(event, store, actions, sender);
    };
    const pressed = (): void => {
      modality = 'pointer';
    };
    const up = (event: KeyboardEvent): void => {
      if (event.key !== ' ') return;
      // Some browsers press a focused button when the key goes up.
      if (sender.sent() > 0) event.preventDefault();
      sender.release();
    };
    const blurred = (): void => sender.release();
    addEventListener('pointerdown', pressed, true);
    addEventListener('keydown', down);
    addEventListener('keyup', up);
    addEventListener('blur', blurred);
    return () => {
      removeEventListener('pointerdown', pressed, true);
      removeEventListener('keydown', down);
      removeEventListener('keyup', up);
      removeEventListener('blur', blurred);
    };
  }, [store, actions, sender]);
}

function keyDown(event: KeyboardEvent, store: Store, actions: Actions, sender: Sender): void {
  if (event.defaultPrevented || event.isComposing) return;
  const target = event.target instanceof Element ? event.target : document.body;
  const typing = target.closest(TYPING) !== null;
  const { dialog, singleKeys } = store.getState();
  // A dialog has the page to itself.
  if (dialog !== null || target.closest('[role=dialog]') !== null) return;

  if (event.ctrlKey || event.metaKey) {
    if (!typing && event.key.toLowerCase() === 'z') handled(event, event.shiftKey ? actions.redo : actions.undo);
    else if (!typing && event.key.toLowerCase() === 'y') handled(event, actions.redo);
    return;
  }
  if (event.altKey) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const { lane } = store.getState();
    if (by !== undefined && !typing) handled(event, () => actions.moveLane(lane, lane + by));
    return;
  }
  if (event.key === 'Escape' && !typing) {
    handled(event, () => escape(store, actions));
    return;
  }
  if (typing || !singleKeys) return;
  if (event.key === ' ') {
    if (!keepsSpace(target)) handled(event, () => space(event, sender));
    return;
  }
  const action = keys(store, actions, event.shiftKey)[event.key];
  if (action === undefined) return;
  if (target.closest(ARROWS) !== null && /^(Arrow|Home|End|Page)/.test(event.key)) return;
  if (event.key === 'Enter' && target.closest(PRESSABLE) !== null) return;
  handled(event, action);
}

/**
 * A button that was reached by key is pressed by Space. One that was clicked has done its work: whoever clicks Undo and
 * goes on sending must not undo again.
 */
function keepsSpace(target: Element): boolean {
  return target.closest(PRESSABLE) !== null && modality === 'keys';
}

function handled(event: KeyboardEvent, action: () => unknown): void {
  event.preventDefault();
  action();
}

function space(event: KeyboardEvent, sender: Sender): void {
  // The system's own repetition is not ours: a held key sends at our pace.
  if (!event.repeat) sender.press(event.shiftKey ? 10 : 1);
}

function escape(store: Store, actions: Actions): void {
  if (markedOf(store.getState()) !== null) actions.mark(null);
  else if (store.getState().drawer !== null) actions.openDrawer(null);
  else actions.deselect();
}

function keys(store: Store, actions: Actions, shift: boolean): Readonly<Record<string, () => unknown>> {
  const { range, speed, result, drawer, scenario } = store.getState();
  const speeds = speedsOf(scenario);
  const percent = (range.to - range.from) / 100;
  const faster = (by: 1 | -1) => () => {
    const next = speeds[speeds.findIndex((one) => one >= speed) + by];
    if (next !== undefined) actions.setSpeed(next);
  };
  return {
    p: actions.toggle,
    ArrowLeft: shift ? () => actions.seek(store.player.at - percent) : () => actions.step(-1),
    ArrowRight: shift ? () => actions.seek(store.player.at + percent) : () => actions.step(1),
    ArrowUp: () => actions.selectLane(-1),
    ArrowDown: () => actions.selectLane(1),
    Home: () => actions.seek(0),
    End: () => actions.seek(result?.end ?? 0),
    '+': () => actions.zoom(2),
    '=': () => actions.zoom(2),
    '-': () => actions.zoom(1 / 2),
    '0': actions.showAll,
    '[': faster(-1),
    ']': faster(1),
    Enter: () => {
      actions.openDrawer('why');
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=tabpanel]')?.focus());
    },
    d: () => actions.stepDisagreement(1),
    D: () => actions.stepDisagreement(-1),
    l: () => actions.openDialog({ name: 'limiter', lane: null }),
    g: () => actions.openDialog({ name: 'presets' }),
    s: () => actions.openDialog({ name: 'share' }),
    '?': () => actions.openDialog({ name: 'shortcuts' }),
    i: () => actions.openDrawer(drawer === null ? 'why' : null),
    // What is selected on the track, wherever the focus has gone since.
    Delete: actions.removeMarked,
    Backspace: actions.removeMarked,
  };
}
