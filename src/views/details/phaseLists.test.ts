import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../sim/index.ts';
import { isRunnable, type Runnable } from './phaseFields.ts';
import { listProblems, mixLists, timesLists, type Lists, type Texts } from './phaseLists.ts';

function phase(entry: object): Runnable {
  const parsed = parseScenario({ traffic: [entry] });
  const first = parsed.ok ? parsed.scenario.traffic[0] : undefined;
  if (first === undefined || !isRunnable(first)) throw new TypeError(JSON.stringify(parsed));
  return first;
}

const times = phase({ kind: 'times', at: [0, 0, 1.5], key: ['a', 'a', 'b'], cost: 2 });
const mixed = phase({ kind: 'steady', rate: 1, cost: { of: [1, 5], weights: [9, 1] } });

function told(lists: Lists, entry: Runnable, change: Texts): Texts {
  const texts = { ...lists.texts(entry), ...change };
  return listProblems(lists.entry(entry, texts), texts);
}

describe('lists of a phase', () => {
  it('are written as texts', () => {
    expect(timesLists.texts(times)).toEqual({ at: '0, 0, 1.5', key: 'a, a, b', cost: '2' });
    expect(timesLists.texts(phase({ kind: 'times', at: [1, 2], key: ['a', 'a'], cost: [3, 3] }))).toEqual({
      at: '1, 2',
      key: 'a',
      cost: '3',
    });
    expect(mixLists.texts(mixed)).toEqual({ 'cost.of': '1, 5', 'cost.weights': '9, 1' });
  });

  it.each([
    [timesLists, times],
    [timesLists, phase({ kind: 'times' })],
    [timesLists, phase({ kind: 'times', at: [1], cost: { of: [1, 2] }, clicks: true })],
    [mixLists, mixed],
  ])('give the entry back: %#', (lists, entry) => expect(lists.entry(entry, lists.texts(entry))).toEqual(entry));

  it.each([
    [{ at: '0, x, 2' }, { at: 'number 2 of at is "x". It may be a number of seconds from 0 to 2,592,000.' }],
    [{ at: '0, -1, 2' }, { at: 'number 2 of at is −1. It may be a number of seconds from 0 to 2,592,000.' }],
    [{ at: '0, 1' }, { key: expect.stringContaining('key is a list of 3. It may be a list of 2, one for each') }],
    [{ at: '0, 1', key: 'a' }, {}],
    [{ cost: '1, 2' }, { cost: expect.stringContaining('cost is a list of 2. It may be a list of 3, one for each') }],
    [{ cost: '0' }, { cost: expect.stringContaining('cost is 0. It may be a whole number from 1 to 1,000,000') }],
    [{ cost: '' }, { cost: expect.stringContaining('cost is empty. It may be a whole number') }],
    [{ key: '' }, { key: expect.stringContaining('key is empty. It may be text of 1 to 200 characters') }],
    [{ at: '', key: 'a' }, {}],
  ])('of times: %j', (change, problems) => expect(told(timesLists, times, change)).toEqual(problems));

  it.each([
    [
      { 'cost.of': '1, 5, 10' },
      { 'cost.weights': expect.stringContaining('weights is a list of 2. It may be a list of 3, one for each') },
    ],
    [{ 'cost.weights': '9, 0' }, {}],
    [{ 'cost.weights': '0, 0' }, { 'cost.weights': expect.stringContaining('weights is all 0.') }],
  ])('of costs at random: %j', (change, problems) => expect(told(mixLists, mixed, change)).toEqual(problems));
});
