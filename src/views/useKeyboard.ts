/** Global keyboard shortcuts. Single keys are inactive while an element that handles text or keys itself has the focus. */
import { useLayoutEffect } from 'react';
import { useActions, useStoreApi } from '../store/playgroundContext.tsx';
import { currentPhaseSelection, stageOf } from '../store/selectors.ts';
import type { Actions } from '../store/actions.ts';
import type { ReadableStore } from '../store/store.ts';
import { isPaletteKey, keyBindings } from './hooks/keyBindings.ts';
import { laneOfList } from './hooks/laneOfList.ts';
import { isAltHeld, isControlHeld, pressedKey } from './hooks/pressedKey.ts';
import type { Sender } from './hooks/useSender.ts';

/** Elements that handle letters and Space themselves. */
const TEXT_TARGETS =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=menuitem]';
/**
 * Elements that keep the browser's own undo, of their text, and menus. A number that is a setting of the scenario is applied as
 * it is typed, so the page undoes it, unless what was typed is not a number. In a select the browser would undo the text of
 * another field.
 */
const OWN_UNDO_TARGETS =
  'input:not([type=checkbox], [type=radio], [data-undo=page]:not([aria-invalid])), textarea, [contenteditable=true], [role=menu]';
/** Elements that Space presses. */
const PRESSABLE = 'button, input[type=checkbox], input[type=radio], summary, a[href], [role=tab], [role=option]';
/** Elements that handle arrows, Home, End, Page Up and Page Down themselves. */
const ARROW_TARGETS = '[role=slider], [role=tab], [role=radio], input[type=radio]';

/** The last input used: keys that move the focus, or the pointer. */
let lastInput: 'keys' | 'pointer' = 'pointer';
const MOVES_FOCUS = /^(Tab|Enter|Arrow\w+)$/;

export function useKeyboard(sender: Sender): void {
  const store = useStoreApi();
  const actions = useActions();
  // With the page itself: what is pressed as soon as it is seen must not be lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (MOVES_FOCUS.test(event.key)) lastInput = 'keys';
      handleKeyDown(event, store, actions, sender);
    };
    const onPointerDown = (): void => {
      lastInput = 'pointer';
    };
    const onKeyUp = (event: KeyboardEvent): void => {
      if (event.key !== ' ') return;
      // Some browsers press a focused button when the key goes up.
      if (sender.sentCount() > 0) event.preventDefault();
      sender.release();
    };
    const onBlur = (): void => sender.release();
    addEventListener('pointerdown', onPointerDown, true);
    addEventListener('keydown', onKeyDown);
    addEventListener('keyup', onKeyUp);
    addEventListener('blur', onBlur);
    return () => {
      removeEventListener('pointerdown', onPointerDown, true);
      removeEventListener('keydown', onKeyDown);
      removeEventListener('keyup', onKeyUp);
      removeEventListener('blur', onBlur);
    };
  }, [store, actions, sender]);
}

function handleKeyDown(event: KeyboardEvent, store: ReadableStore, actions: Actions, sender: Sender): void {
  if (event.defaultPrevented || event.isComposing) return;
  const target = event.target instanceof Element ? event.target : document.body;
  const typing = target.closest(TEXT_TARGETS) !== null;
  const { dialog, singleKeys } = store.getState();
  // Shortcuts are off while a dialog is open.
  if (dialog !== null || target.closest('[role=dialog]') !== null) {
    // What is typed for a dialog that is still loading presses nothing behind it, and is no text of a field there.
    const types = /^(.|Enter)$/.test(event.key) && !event.ctrlKey && !event.metaKey;
    if (!types || document.querySelector('[role=dialog]') !== null) return;
    event.preventDefault();
    if (event.key.length === 1) actions.typeAhead(event.key);
    return;
  }

  if (isPaletteKey(event)) {
    handle(event, () => actions.openDialog({ name: 'palette' }));
    return;
  }
  const key = pressedKey(event);
  if (isControlHeld(event)) {
    if (target.closest(OWN_UNDO_TARGETS) !== null) return;
    const action = { z: actions.undo, Z: actions.redo, y: actions.redo }[key];
    if (action !== undefined) handle(event, action);
    return;
  }
  // What follows is about the run and its lanes, but for some single keys.
  const inRun = stageOf(store.getState()) === 'run';
  if (isAltHeld(event)) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[key];
    const { focusedLane } = store.getState();
    if (by !== undefined && !typing && inRun) handle(event, () => actions.moveLane(focusedLane, focusedLane + by));
    return;
  }
  if (key === 'Escape' && !typing && inRun) {
    handle(event, () => handleEscape(store, actions));
    return;
  }
  if (typing) return;
  // On a slow machine a held key must not go on long after its release. What is pressed again and again counts.
  if (event.repeat && actions.hasWaitingPress()) {
    event.preventDefault();
    return;
  }
  if (!singleKeys) return;
  if (key === ' ') {
    if (inRun && !isPressedBySpace(target)) handle(event, () => pressSend(event, sender));
    return;
  }
  const action = keyBindings(store, actions, event.shiftKey, laneOfList(target))[key];
  if (action === undefined) return;
  if (target.closest(ARROW_TARGETS) !== null && /^(Arrow|Home|End|Page)/.test(key)) return;
  if (key === 'Enter' && target.closest(PRESSABLE) !== null) return;
  handle(event, action);
}

/**
 * Space presses a button that was focused with the keyboard, but not one that was clicked: after a click on Undo, Space
 * must send a request, not undo again.
 */
function isPressedBySpace(target: Element): boolean {
  return target.closest(PRESSABLE) !== null && lastInput === 'keys';
}

function handle(event: KeyboardEvent, action: () => unknown): void {
  event.preventDefault();
  action();
}

function pressSend(event: KeyboardEvent, sender: Sender): void {
  // Ignores the system's key repeat: the sender repeats at its own rate.
  if (!event.repeat) sender.press(event.shiftKey ? 10 : 1);
}

function handleEscape(store: ReadableStore, actions: Actions): void {
  if (currentPhaseSelection(store.getState()) !== null) actions.mark(null);
  else if (store.getState().drawer !== null) actions.openDrawer(null);
  else actions.deselect();
}
