/** What a keyboard event says of its key and of those held with it, on any keyboard. */

export type KeyEvent = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>;

/** Keys that write letters where the alphabet has more than 26. */
const BRACKETS: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']' };

/**
 * The key as shortcuts name it. On a keyboard of another alphabet it is the Latin letter that stands in its place, and on the
 * key as well. Caps Lock is no Shift.
 */
export function pressedKey({ key, code, shiftKey }: Pick<KeyEvent, 'key' | 'code' | 'shiftKey'>): string {
  const isForeign = /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  const named = isForeign ? (/^Key(.)$/.exec(code)?.[1] ?? BRACKETS[code] ?? key) : key;
  if (!/^[a-z]$/i.test(named)) return named;
  return shiftKey ? named.toUpperCase() : named.toLowerCase();
}

/** Whether Ctrl or ⌘ is held. AltGr, which Windows reports as Ctrl and Alt, only writes what is on the key. */
export function isControlHeld(event: KeyEvent): boolean {
  return event.metaKey || (event.ctrlKey && !event.getModifierState('AltGraph'));
}

/** Whether Alt is held, and not AltGr. */
export function isAltHeld(event: KeyEvent): boolean {
  return event.altKey && !event.getModifierState('AltGraph');
}
