import { describe, expect, it } from 'vitest';
import { isAltHeld, isControlHeld, pressedKey, type KeyEvent } from './pressedKey.ts';

describe('the key', () => {
  it.each([
    ['a letter', 'd', 'KeyD', false, 'd'],
    ['with Shift', 'D', 'KeyD', true, 'D'],
    ['with Caps Lock', 'D', 'KeyD', false, 'd'],
    ['with both', 'd', 'KeyD', true, 'D'],
    ['on a Russian keyboard', 'в', 'KeyD', false, 'd'],
    ['on a Greek one, with Shift', 'Δ', 'KeyD', true, 'D'],
    ['on a Hebrew one', 'ג', 'KeyD', false, 'd'],
    ['a letter in the place of a bracket', 'х', 'BracketLeft', false, '['],
    ['a letter in the place of another sign', 'ж', 'Semicolon', false, 'ж'],
    // Dvorak and AZERTY write Latin letters: what is written counts, not where.
    ['on a Dvorak keyboard', 'e', 'KeyD', false, 'e'],
    ['an accented letter', 'é', 'Digit2', false, 'é'],
    ['a Turkish letter', 'ı', 'KeyI', false, 'ı'],
    ['a name', 'ArrowLeft', 'ArrowLeft', true, 'ArrowLeft'],
    ['a sign', '?', 'Slash', true, '?'],
    ['Space', ' ', 'Space', false, ' '],
  ])('%s', (_, key, code, shiftKey, named) => {
    expect(pressedKey({ key, code, shiftKey })).toBe(named);
  });
});

describe('what is held', () => {
  const held = (keys: Partial<KeyEvent>, altGraph = false): readonly boolean[] => {
    const none = { key: '[', code: 'Digit8', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    const event = { ...none, ...keys, getModifierState: () => altGraph };
    return [isControlHeld(event), isAltHeld(event)];
  };
  it.each([
    ['nothing', {}, false, [false, false]],
    ['Ctrl', { ctrlKey: true }, false, [true, false]],
    ['⌘', { metaKey: true }, false, [true, false]],
    ['Alt', { altKey: true }, false, [false, true]],
    ['AltGr, on Windows', { ctrlKey: true, altKey: true }, true, [false, false]],
  ])('%s', (_, keys, altGraph, expected) => {
    expect(held(keys, altGraph)).toEqual(expected);
  });
});
