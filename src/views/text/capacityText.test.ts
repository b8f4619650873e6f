import { expect, it } from 'vitest';
import { scenarioOf } from '../../sim/index.ts';
import { capacityNote } from './capacityText.ts';

function note(...lanes: readonly (string | object)[]) {
  const scenario = scenarioOf({
    lanes: lanes.map((lane) => (typeof lane === 'string' ? { limiter: lane } : lane)),
  });
  return capacityNote(scenario.lanes);
}

const split = (limiter: string) => ({ limiter: 'local-split', options: { limiter } });

it('says nothing while capacity counts in every lane', () => {
  expect(note()).toBeNull();
  expect(note('token-bucket', 'gcra', split('token-bucket'))).toBeNull();
});

it('names the lanes that do not use it', () => {
  expect(note('fixed-window', 'sliding-log', 'token-bucket')).toEqual({
    short: 'not used by lanes 1 and 2',
    full: 'Fixed window and Sliding log do not use capacity.',
  });
  expect(note('token-bucket', 'fixed-window')).toEqual({
    short: 'not used by lane 2',
    full: 'Fixed window does not use capacity.',
  });
  expect(note('fixed-window', 'fixed-window')?.full).toBe('Fixed window does not use capacity.');
});

it('counts them where a list would be long', () => {
  expect(note('fixed-window', 'fixed-window', 'fixed-window')?.short).toBe('not used by any lane');
  expect(note('fixed-window', 'fixed-window', 'gcra', 'fixed-window')?.short).toBe('not used by 3 of 4 lanes');
  expect(note(...Array.from({ length: 4 }, () => 'fixed-window'), 'gcra')?.short).toBe('not used by 4 of 5 lanes');
});

it('looks into the limiter that a scheme runs', () => {
  expect(note(split('fixed-window'))?.short).toBe('not used by lane 1');
});

it('names lanes with a capacity of their own', () => {
  expect(note('fixed-window', { limiter: 'token-bucket', policy: { capacity: 5 } })).toEqual({
    short: 'not used by lane 1; lane 2 has its own',
    full: 'Fixed window does not use capacity. Lane 2 has a capacity of its own.',
  });
});
