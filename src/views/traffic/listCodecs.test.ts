import { describe, expect, it } from 'vitest';
import type { TrafficEntry } from '../../sim/index.ts';
import {
  jobPhasesCodec,
  listErrors,
  costMixCodec,
  timeoutCodec,
  timesCodec,
  maxTriesCodec,
  type ListCodec,
  type ListTexts,
} from './listCodecs.ts';
import { parsePhase } from './testing.ts';

const times = parsePhase({ kind: 'times', at: [0, 0, 1.5], key: ['a', 'a', 'b'], cost: 2 });
const phased = parsePhase({ kind: 'clients', phases: [{ jobs: 10, rate: 1 }, { jobs: 20, rate: 2.5 }] }); // prettier-ignore
const rated = parsePhase({ kind: 'clients', rate: 1, maxTries: 5, timeout: 0.5 });
const mixed = parsePhase({ kind: 'steady', rate: 1, cost: { of: [1, 5], weights: [9, 1] } });

/** As the forms have them. */
const LABELS: ListTexts = {
  at: 'At, seconds',
  key: 'Key (one for all, or one per request)',
  cost: 'Cost (one for all, or one per request)',
  'cost.of': 'Costs',
  'cost.weights': 'Weights',
  phases: 'Phases, jobs @ rate',
  timeout: 'Waiting timeout, s',
  maxTries: 'Maximum tries per job',
};

function errorsOf(lists: ListCodec, entry: TrafficEntry, change: ListTexts): ListTexts {
  const texts = { ...lists.toTexts(entry), ...change };
  return listErrors(lists.fromTexts(entry, texts), texts, LABELS);
}

describe('lists of a phase', () => {
  it('are formatted as text', () => {
    expect(timesCodec.toTexts(times)).toEqual({ at: '0, 0, 1.5', key: 'a, a, b', cost: '2' });
    expect(timesCodec.toTexts(parsePhase({ kind: 'times', at: [1, 2], key: ['a', 'a'], cost: [3, 3] }))).toEqual({
      at: '1, 2',
      key: 'a',
      cost: '3',
    });
    expect(costMixCodec.toTexts(mixed)).toEqual({ 'cost.of': '1, 5', 'cost.weights': '9, 1' });
    expect(jobPhasesCodec.toTexts(phased)).toEqual({ phases: '10 @ 1, 20 @ 2.5' });
    expect(jobPhasesCodec.toTexts(rated)).toEqual({});
    expect(maxTriesCodec.toTexts(rated)).toEqual({ maxTries: '5' });
    expect(timeoutCodec.toTexts(phased)).toEqual({ timeout: '' });
  });

  it.each([
    [timesCodec, times],
    [timesCodec, parsePhase({ kind: 'times' })],
    [timesCodec, parsePhase({ kind: 'times', at: [1], cost: { of: [1, 2] }, clicks: true })],
    [costMixCodec, mixed],
    [jobPhasesCodec, phased],
    [maxTriesCodec, rated],
    [maxTriesCodec, phased],
    [timeoutCodec, rated],
    [timeoutCodec, mixed],
  ])('give the entry back: %#', (lists, entry) => expect(lists.fromTexts(entry, lists.toTexts(entry))).toEqual(entry));

  it.each([
    [{ at: '0, x, 2' }, { at: 'At: number 2 is “x”. It may be a number of seconds from 0 to 2,592,000.' }],
    [{ at: '0, -1, 2' }, { at: 'At: number 2 is −1. It may be a number of seconds from 0 to 2,592,000.' }],
    [{ at: '0, 1' }, { key: expect.stringContaining('Key is a list of 3. It may be a list of 2, one for each') }],
    [{ at: '0, 1', key: 'a' }, {}],
    [{ cost: '1, 2' }, { cost: expect.stringContaining('Cost is a list of 2. It may be a list of 3, one for each') }],
    [
      { cost: '0' },
      { cost: 'Cost is 0. It may be a whole number from 1 to 1,000,000, or a list of one for each instant.' },
    ],
    [{ cost: '' }, { cost: expect.stringContaining('Cost is empty. It may be a whole number') }],
    [{ key: '' }, { key: expect.stringContaining('Key is empty. It may be text of 1 to 200 characters') }],
    [{ at: '', key: 'a' }, {}],
  ])('of times: %j', (change, problems) => expect(errorsOf(timesCodec, times, change)).toEqual(problems));

  it.each([
    [
      { 'cost.of': '1, 5, 10' },
      { 'cost.weights': expect.stringContaining('Weights is a list of 2. It may be a list of 3, one for each') },
    ],
    [{ 'cost.weights': '9, 0' }, {}],
    [{ 'cost.weights': '0, 0' }, { 'cost.weights': expect.stringContaining('Weights is all 0.') }],
  ])('of costs at random: %j', (change, problems) => expect(errorsOf(costMixCodec, mixed, change)).toEqual(problems));

  it('are parsed as typed', () => {
    expect(jobPhasesCodec.fromTexts(phased, { phases: '5@0.1; 1,5 @ 2\n7 @ 3' })).toMatchObject({
      phases: [{ jobs: 5, rate: 0.1 }, { jobs: 1 }, { jobs: 5, rate: 2 }, { jobs: 7, rate: 3 }],
    });
    expect(timeoutCodec.fromTexts(mixed, { timeout: '250 ms' })).toMatchObject({ timeout: 0.25 });
    expect(timeoutCodec.fromTexts(rated, { timeout: ' ' })).not.toHaveProperty('timeout');
    expect(maxTriesCodec.fromTexts(rated, { maxTries: '' })).not.toHaveProperty('maxTries');
  });

  it.each([
    [
      { phases: '10 @ 1, 20' },
      'Phases: the rate of number 2 is missing. It may be a number above 0, at most 1,000,000,000.',
    ],
    [{ phases: '10 @ 0' }, 'Phases: the rate of number 1 is 0. It may be a number above 0, at most 1,000,000,000.'],
    [
      { phases: '10 @ 1, 1.5 @ 2' },
      'Phases: the jobs of number 2 is 1.5. It may be a whole number from 1 to 1,000,000.',
    ],
    [{ phases: 'x @ 2' }, 'Phases: the jobs of number 1 is “x”. It may be a whole number from 1 to 1,000,000.'],
    [{ phases: '' }, 'Phases is empty. It may be a list of 1 to 1,000 phases.'],
  ])('of jobs: %j', (change, error) => expect(errorsOf(jobPhasesCodec, phased, change)).toEqual({ phases: error }));

  it.each([
    [
      timeoutCodec,
      { timeout: '-1' },
      { timeout: 'Waiting timeout is −1. It may be a number of seconds from 0 to 2,592,000.' },
    ],
    [
      timeoutCodec,
      { timeout: 'x' },
      { timeout: 'Waiting timeout is “x”. It may be a number of seconds from 0 to 2,592,000.' },
    ],
    [timeoutCodec, { timeout: '0' }, {}],
    [
      maxTriesCodec,
      { maxTries: '0' },
      { maxTries: 'Maximum tries per job is 0. It may be a whole number from 1 to 1,000,000.' },
    ],
    [
      maxTriesCodec,
      { maxTries: '1000001' },
      { maxTries: 'Maximum tries per job is 1,000,001. It may be a whole number from 1 to 1,000,000.' },
    ],
    [maxTriesCodec, { maxTries: '' }, {}],
  ])('of what may be left out: %#', (lists, change, problems) =>
    expect(errorsOf(lists, rated, change)).toEqual(problems),
  );
});
