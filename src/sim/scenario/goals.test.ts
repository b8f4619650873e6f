/** Goals in the format. */
import { describe, expect, it } from 'vitest';
import { MEASURES } from './goals.ts';
import { decodeLink, encodeLink } from './link.ts';
import { minimalDocument, scenarioOf } from './scenario.ts';
import { problemMessages } from './testing.ts';

describe('goals', () => {
  it('have the names that the format promises, for ever', () => {
    expect(MEASURES).toEqual([
      'refused',
      'clientsRefused',
      'goodRefused',
      'badAdmitted',
      'peak',
      'peakSecond',
      'waitP99',
      'waitMax',
      'longestSpell',
      'badTime',
    ]);
  });

  it('are "at most" unless they say otherwise, and come back from a document and from a link', () => {
    const goals = [
      { measure: 'clientsRefused', value: 0.001 },
      { measure: 'badTime', at: 'least', value: 30 },
    ];
    const scenario = scenarioOf({ goals });
    expect(scenario.goals).toEqual([{ ...goals[0], at: 'most' }, goals[1]]);
    expect(minimalDocument(scenario)).toEqual({ goals });
    expect(decodeLink(encodeLink(scenario))).toMatchObject({ ok: true, scenario });
    expect(scenarioOf({}).goals).toEqual([]);
  });

  it.each<[unknown, string]>([
    [{}, 'goals is {}. It may be a list of at most 20 goals.'],
    [[{ value: 1 }], 'goals[0].measure is missing. It may be "refused", "clientsRefused", "goodRefused", "badAdmitted", "peak", "peakSecond", "waitP99", "waitMax", "longestSpell" or "badTime".'], // prettier-ignore
    [[{ measure: 'refused', value: 10 }], 'goals[0].value is 10. It may be a number from 0 to 1.'],
    [[{ measure: 'waitMax', value: -1 }], 'goals[0].value is −1. It may be a number of seconds from 0 to 2,592,000.'],
    [[{ measure: 'peak' }], 'goals[0].value is missing. It may be a number from 0 to 1,000,000,000,000,000.'],
    [[{ measure: 'peak', at: 'max', value: 1 }], 'goals[0].at is "max". It may be "most" or "least".'], // prettier-ignore
  ])('%j are refused in words', (goals, sentence) => {
    expect(problemMessages({ goals })).toEqual([sentence]);
  });
});
