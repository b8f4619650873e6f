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
  // Shortcuts are off while a dialog is open.
  const inDialog = store.getState().dialog !== null || target.closest('[role=dialog]') !== null;
  const action = inDialog ? typeAhead(event, actions) : shortcut(event, target, store, actions, sender);
  if (action === undefined) return;
  event.preventDefault();
  action();
}

/** What is typed for a dialog that is still loading presses nothing behind it, and is no text of a field there. */
function typeAhead(event: KeyboardEvent, actions: Actions): (() => void) | undefined {
  const types = /^(.|Enter)$/.test(event.key) && !event.ctrlKey && !event.metaKey;
  if (!types || document.querySelector('[role=dialog]') !== null) return undefined;
  return event.key.length === 1 ? () => actions.typeAhead(event.key) : ignore;
}

/** What a key does outside dialogs; undefined where it is left to the browser. */
function shortcut(
  event: KeyboardEvent,
  target: Element,
  store: ReadableStore,
  actions: Actions,
  sender: Sender,
): (() => unknown) | undefined {
  if (isPaletteKey(event)) return () => actions.openDialog({ name: 'palette' });
  const key = pressedKey(event);
  if (isControlHeld(event)) {
    if (target.closest(OWN_UNDO_TARGETS) !== null) return undefined;
    return { z: actions.undo, Z: actions.redo, y: actions.redo }[key];
  }
  if (target.closest(TEXT_TARGETS) !== null) return undefined;
  const { singleKeys, focusedLane } = store.getState();
  // What follows is about the run and its lanes, but for some single keys.
  const inRun = stageOf(store.getState()) === 'run';
  if (isAltHeld(event)) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[key];
    return by !== undefined && inRun ? () => actions.moveLane(focusedLane, focusedLane + by) : undefined;
  }
  if (key === 'Escape' && inRun) return () => handleEscape(store, actions);
  // On a slow machine a held key must not go on long after its release. What is pressed again and again counts.
  if (event.repeat && actions.hasWaitingPress()) return ignore;
  if (!singleKeys) return undefined;
  if (key === ' ') return inRun && !isPressedBySpace(target) ? () => pressSend(event, sender) : undefined;
  if (target.closest(ARROW_TARGETS) !== null && /^(Arrow|Home|End|Page)/.test(key)) return undefined;
  if (key === 'Enter' && target.closest(PRESSABLE) !== null) return undefined;
  return keyBindings(store, actions, event.shiftKey, laneOfList(target))[key];
}

const ignore = (): void => undefined;

/**
 * Space presses a button that was focused with the keyboard, but not one that was clicked: after a click on Undo, Space
 * must send a request, not undo again.
 */
function isPressedBySpace(target: Element): boolean {
  return target.closest(PRESSABLE) !== null && lastInput === 'keys';
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
