/** Holds what the glossary's pictures are said to show against their runs. */
import { describe, expect, it } from 'vitest';
import { TERMS } from '../glossary.ts';
import type { Condition } from '../sim/index.ts';
import { brokenConditions, numbersNotIn, numeralsNotStated, sessionOf, uncoveredNumerals } from './checks.testing.ts';
import { glossaryPictures } from './glossaryPictures.ts';
import type { Claim } from './lesson.ts';

function conditionsOf({ is }: Claim): readonly Condition[] {
  return Array.isArray(is) ? (is as readonly Condition[]) : [is as Condition];
}

/** More would be a smear at the size of a picture. */
const MOST_REQUESTS = 80;

it('every word of the glossary has its picture', () => {
  expect(Object.keys(glossaryPictures).sort()).toEqual([...TERMS].sort());
});

describe.each(TERMS.map((term) => ({ term, picture: glossaryPictures[term] })))('$term', ({ picture }) => {
  const { document, shows, claims, given } = picture;

  it('shows something, and not too much', () => {
    const { count } = sessionOf(document).run.lanes[0]!.arrivals;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(MOST_REQUESTS);
  });

  it('shows what it is said to show', () => {
    expect(claims.length).toBeGreaterThan(0);
    for (const claim of claims) {
      expect(shows).toContain(claim.says);
      expect([claim.says, ...brokenConditions(document, conditionsOf(claim))]).toEqual([claim.says]);
      expect([claim.says, ...numeralsNotStated(claim.says, conditionsOf(claim), document)]).toEqual([claim.says]);
    }
  });

  it('has no number that nobody holds against a run', () => {
    expect([shows, ...uncoveredNumerals(shows, [...claims.map(({ says }) => says), ...given])]).toEqual([shows]);
    for (const piece of given) {
      expect(shows).toContain(piece);
      expect([piece, ...numbersNotIn(document, piece)]).toEqual([piece]);
    }
  });
});
