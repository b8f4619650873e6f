import { expect, it } from 'vitest';
import { presetNotes, presets } from '../../sim/index.ts';
import { parseNotes } from './notesMarkup.ts';
import { policyPartsText } from './sentenceText.ts';

it('names the parts of a policy that a sentence was written for', () => {
  const policy = { n: 1200, T: 0.5 };
  expect(policyPartsText(['n'], policy)).toBe('n = 1,200');
  expect(policyPartsText(['T', 'capacity'], policy)).toBe('T = 500 ms and capacity = n');
  expect(policyPartsText(['capacity'], { ...policy, capacity: 20 })).toBe('capacity = 20');
});

it('presets speak in plain sentences: what they were before there was markup', () => {
  for (const notes of presets.map(presetNotes)) {
    expect(parseNotes(notes)).toEqual([
      { kind: 'paragraph', lines: [{ number: 0, inlines: [{ kind: 'text', from: 0, text: notes }] }] },
    ]);
  }
});
