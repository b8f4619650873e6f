import { expect, it } from 'vitest';
import { undoWords } from './undoWords.ts';

it.each([
  ['Added lane 2, GCRA. Ctrl+Z undoes this.', 'Added lane 2, GCRA. Undo takes it back.'],
  [
    'The message is no longer delayed. Ctrl+Z delays it again.',
    'The message is no longer delayed. Undo delays it again.',
  ],
  ['Link copied, 412 characters.', 'Link copied, 412 characters.'],
])('“%s” names the button where there are no keys', (text, words) => {
  expect(undoWords(text, false)).toBe(words);
  expect(undoWords(text, true)).toBe(text);
});
