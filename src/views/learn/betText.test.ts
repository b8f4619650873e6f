/** What is said to a bet that was placed, where the run has nothing to hold it against. */
import { expect, it } from 'vitest';
import type { Bet } from '../../sim/index.ts';
import { betText } from './BetResult.tsx';

const NOTHING = { right: false, option: null, values: [], curve: null };

it('of a choice of which nothing holds is no empty answer', () => {
  const bet: Bet = { kind: 'choice', question: 'How many?', options: [{ text: 'Three' }, { text: 'I cannot tell' }] };
  expect(betText(bet, { kind: 'choice', option: 0 }, NOTHING)).toBe('You said “Three”. None of these is right.');
  expect(betText(bet, { kind: 'none' }, NOTHING)).toBe('None of these is right.');
});

it('of a line whose lane did not run is not that it was drawn exactly', () => {
  const bet: Bet = { kind: 'line', question: 'Draw.', lane: 0, curve: 'level', from: 0, to: 10, points: 2 };
  const outcome = { ...NOTHING, right: null, values: [null, null] };
  for (const placed of [{ kind: 'line', values: [1, 2] }, { kind: 'none' }] as const)
    expect(betText(bet, placed, outcome)).toBe('The lane did not run, so it has no line.');
});
