import { expect, it } from 'vitest';
import { meetsTask } from './learningState.ts';

const holding = (...all: readonly boolean[]) => all.map((holds) => ({ holds, value: 0, than: null }));

it.each([
  ['of a run that has not been asked yet', null, false],
  ['all hold', holding(true, true), true],
  ['one does not', holding(true, false), false],
])('a run does what a task asks once all its conditions hold: %s', (_, conditions, done) =>
  expect(meetsTask({ conditions })).toBe(done),
);
