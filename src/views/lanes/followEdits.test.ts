import { expect, it } from 'vitest';
import type { Lane } from '../../sim/index.ts';
import { addedLane } from './followEdits.ts';

const [a, b, c] = ['a', 'b', 'c'].map((label) => ({ label })) as unknown as [Lane, Lane, Lane];

it.each([
  ['below', [a, b], [a, b, c], 2],
  ['between', [a, b], [a, c, b], 1],
  ['above', [a, b], [c, a, b], 0],
  ['twice the same', [a], [a, a], 1],
  ['a lane changed', [a, b], [a, c], null],
  ['a lane gone', [a, b], [a], null],
  ['other lanes', [a, b], [c, c, b], null],
  ['the lanes of another scenario', [], [a], null],
] as const)('a lane added, %s', (_, before, now, added) => {
  expect(addedLane(before, now)).toBe(added);
});
