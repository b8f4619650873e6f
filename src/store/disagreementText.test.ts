import { describe, expect, it } from 'vitest';
import type { LaneAnswer, Outcome } from '../sim/index.ts';
import { scenarioOf } from '../sim/index.ts';
import { disagreementText, oddAnswer } from './disagreementText.ts';

const LIMITERS = ['fixed-window', 'sliding-log', 'token-bucket', 'gcra', 'leaky-queue'];
const OUTCOMES: Readonly<Record<string, Outcome>> = { A: 'allow', W: 'delay', D: 'deny' };

/** One letter a lane. */
const answersOf = (letters: string): readonly LaneAnswer[] =>
  letters.split('').map((letter, lane) => ({ lane, request: 7, at: 1, outcome: OUTCOMES[letter]! }));
const textOf = (letters: string, limiters = LIMITERS): string =>
  disagreementText(answersOf(letters), scenarioOf({ lanes: limiters.map((limiter) => ({ limiter })) }).lanes);

describe('the odd lane', () => {
  it.each([
    ['AAAAW', 0, 4],
    ['DAA', 2, 0],
    ['AADDA', 0, 2],
    ['AD', 0, 0],
    ['AD', 1, 1],
    ['AAWD', 0, 2],
    ['AAWD', 3, 3],
  ])('of %s, looked at from lane %i, is %i', (letters, from, odd) => {
    expect(oddAnswer(answersOf(letters), from)?.lane).toBe(odd);
  });
});

describe('what they answered', () => {
  it.each([
    ['AAAAW', 'Leaky queue delays it; the other four admit.'],
    ['DAA', 'Fixed window denies it; the other two admit.'],
    ['AD', 'Fixed window admits it; Sliding log denies it.'],
    ['AADDA', 'Token bucket and GCRA deny it; the other three admit.'],
    ['AAWDA', 'Token bucket delays it; GCRA denies it; the other three admit.'],
  ])('%s', (letters, text) => expect(textOf(letters)).toBe(text));

  it('tells two lanes of one name apart', () => {
    expect(textOf('AD', ['gcra', 'gcra'])).toBe('GCRA (lane 1) admits it; GCRA (lane 2) denies it.');
  });

  it('gives numbers where names would be many', () => {
    expect(
      textOf(
        'DDDAAAA',
        Array.from({ length: 7 }, () => 'gcra'),
      ),
    ).toBe('Lanes 1 to 3 deny it; the other four admit.');
  });
});
