import { describe, expect, it } from 'vitest';
import { thorough } from '../thorough.ts';
import { SCRIPT_BUDGET } from './limits.ts';
import { limitSentences } from './limitSentences.ts';
import { failureMessage } from './testing.ts';

/** Without its clock: the sentence is the same however slow the machine is. */
const COUNTED = { ...SCRIPT_BUDGET, msPerTurn: Infinity };

// A second each: an eighth of those that take one is enough for every day.
const rows = limitSentences.filter(([, said], i) => thorough || i % 8 === 2 || !said.includes('too long'));

describe('limits count work, so that the same is said everywhere', { timeout: 60_000 }, () => {
  it.each(rows)('%j', async (code, said) => {
    expect(await failureMessage(code, [null], COUNTED)).toBe(said);
  });
});
