import { describe, expect, it } from 'vitest';
import { SCRIPT_BUDGET } from './limits.ts';
import { limitSentences } from './limitSentences.ts';
import { failureMessage } from './testing.ts';

/** Without its clock: the sentence is the same however slow the machine is. */
const COUNTED = { ...SCRIPT_BUDGET, msPerTurn: Infinity };

// A second each: a quarter of those that take one is enough for every day.
const all = process.env['SPILLWAY_TEST_LONG'] !== undefined;
const rows = limitSentences.filter(([, said], i) => all || i % 4 === 2 || !said.includes('too long'));

describe('limits count work, so that the same is said everywhere', { timeout: 60_000 }, () => {
  it.each(rows)('%j', async (code, said) => {
    expect(await failureMessage(code, [null], COUNTED)).toBe(said);
  });
});
