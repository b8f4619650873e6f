/** Holds every answer of the gallery against its run. */
import { describe, expect, it } from 'vitest';
import type { Condition } from '../../sim/index.ts';
import { brokenConditions, numbersNotIn, numeralsNotStated, uncoveredNumerals } from '../checks.testing.ts';
import { plainText } from '../markup.ts';
import { confusions } from './index.ts';

/** Words of an answer: a sentence or two. */
const MOST_WORDS = 60;

it('there are at least fifteen, each with an id and a question of its own', () => {
  expect(confusions.length).toBeGreaterThanOrEqual(15);
  expect(new Set(confusions.map(({ id }) => id)).size).toBe(confusions.length);
  expect(new Set(confusions.map(({ question }) => question)).size).toBe(confusions.length);
});

describe.each(confusions)('$id', ({ question, answer, document, claims, given = [], threads }) => {
  const words = [question, answer].map(plainText);

  it('asks, and answers briefly', () => {
    expect(question).toMatch(/\?$/);
    expect(plainText(answer).split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
    expect(words.join(' ')).not.toMatch(/[[\]*]/);
  });

  it('says nothing that its run does not', () => {
    for (const { says, is } of claims) {
      const conditions: readonly Condition[] = Array.isArray(is) ? is : [is as Condition];
      expect(words.join('\n')).toContain(says);
      expect([says, ...brokenConditions(document, conditions)]).toEqual([says]);
      expect([says, ...numeralsNotStated(says, conditions, document)]).toEqual([says]);
    }
  });

  it('has no number that nobody holds against the run', () => {
    const pieces = [...claims.map(({ says }) => says), ...given];
    for (const each of words) expect([each, ...uncoveredNumerals(each, pieces)]).toEqual([each]);
    for (const piece of given) {
      expect(words.join('\n')).toContain(piece);
      expect([piece, ...numbersNotIn(document, piece)]).toEqual([piece]);
    }
  });

  it('names threads by repository and number, each with its address', () => {
    expect(new Set(threads.map(({ place }) => place)).size).toBe(threads.length);
    for (const { place, title, url } of threads) {
      const [, repository, number] = /^([\w.-]+\/[\w.-]+)#(\d+)$/.exec(place) ?? [];
      expect(url).toBe(`https://github.com/${repository}/issues/${number}`);
      expect(title).not.toBe('');
    }
  });
});
