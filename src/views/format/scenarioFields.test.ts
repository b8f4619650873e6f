import { describe, expect, it } from 'vitest';
import { parseScenarioField, parseSeconds } from './scenarioFields.ts';

const rate = {
  name: 'rate',
  path: 'traffic[0].rate',
  documentWith: (value: unknown) => ({ traffic: [{ kind: 'steady', rate: value }] }),
};

describe('a field of the format', () => {
  it.each([
    ['10', { value: 10 }],
    ['0', { error: 'rate is 0. It may be a number above 0, at most 1,000,000,000.' }],
    ['-1', { error: 'rate is −1. It may be a number above 0, at most 1,000,000,000.' }],
    ['', { error: 'rate is empty. It may be a number above 0, at most 1,000,000,000.' }],
    ['ten', { error: 'rate is “ten”. It may be a number above 0, at most 1,000,000,000.' }],
  ])('%j', (text, checked) => expect(parseScenarioField(rate, text)).toEqual(checked));

  it('says when another field no longer fits', () => {
    const from = {
      name: 'from',
      path: 'traffic[0].from',
      documentWith: (value: unknown) => ({ traffic: [{ kind: 'steady', rate: 1, from: value, to: 5 }] }),
      otherProblemText: () => 'from is past the end.',
    };
    expect(parseScenarioField(from, '4')).toEqual({ value: 4 });
    expect(parseScenarioField(from, '6')).toEqual({ error: 'from is past the end.' });
    expect(parseScenarioField(from, '-1')).toEqual({
      error: 'from is −1. It may be a number of seconds from 0 to 2,592,000.',
    });
  });
});

it.each([
  ['40 d', 'At is 40 d. It may be a number of seconds from 0 to 2,592,000.'],
  ['-2 MIN', 'At is −2 MIN. It may be a number of seconds from 0 to 2,592,000.'],
  ['3 000 000', 'At is 3,000,000. It may be a number of seconds from 0 to 2,592,000.'],
  ['1e9', 'At is 1,000,000,000. It may be a number of seconds from 0 to 2,592,000.'],
  ['5 m', 'At is “5 m”. It may be a number of seconds from 0 to 2,592,000.'],
  ['', 'At is empty. It may be a number of seconds from 0 to 2,592,000.'],
])('says of %j what was typed, with its unit', (text, error) => {
  const at = {
    name: 'At',
    path: 'traffic[0].at',
    documentWith: (value: unknown) => ({ traffic: [{ kind: 'burst', at: value, count: 1 }] }),
    parse: parseSeconds,
  };
  expect(parseScenarioField(at, text)).toEqual({ error });
});

it.each([
  ['1.5', 1.5],
  ['500 ms', 0.5],
  ['2min', 120],
  ['1 H', 3_600],
  ['1,5 s', 1.5],
  ['ten s', undefined],
  ['5 m', undefined],
  ['', undefined],
])('seconds from %j', (text, seconds) => expect(parseSeconds(text)).toBe(seconds));
