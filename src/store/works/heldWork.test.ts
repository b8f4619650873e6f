import { expect, it } from 'vitest';
import { BASE_DOCUMENT } from '../testing.ts';
import { scenarioOf } from '../../sim/index.ts';
import { holdWork, newEntry, type Shown } from './heldWork.ts';

const shownWith = (n: number): Shown => ({
  scenario: scenarioOf({ ...BASE_DOCUMENT, policy: { n, T: 10 } }),
  view: { at: 0, from: 0, to: 20 },
  told: true,
});

/** A new work of something with n 1, of which n has been changed to 2. */
const changed = () => holdWork(newEntry('a', 0), null, shownWith(1));
const revisions = (change: ReturnType<ReturnType<typeof changed>['nextChange']>) => [
  change?.first?.revision,
  change?.state?.revision,
];

it('saves what it was made of with the first change, and not again', () => {
  const work = changed();
  const change = work.nextChange(shownWith(2), 1)!;
  expect(revisions(change)).toEqual([1, 2]);
  work.wasSaved(change);
  expect(revisions(work.nextChange(shownWith(3), 2))).toEqual([undefined, 3]);
  // A later failure is not one of the first.
  work.notSaved();
  expect(revisions(work.nextChange(shownWith(3), 3))).toEqual([undefined, 4]);
});

it('saves it with a later change where the first was not stored', () => {
  const work = changed();
  work.nextChange(shownWith(2), 1);
  work.notSaved();
  expect(revisions(work.nextChange(shownWith(3), 2))).toEqual([3, 4]);
});

it('has both revisions free again where the first was not even asked to be stored', () => {
  const work = changed();
  work.nextChange(shownWith(2), 1);
  work.notAsked();
  expect(work.isNew()).toBe(true);
  expect(revisions(work.nextChange(shownWith(2), 2))).toEqual([1, 2]);
});

it('saves the newest state again where the page leaves before the answer, without a second copy of the first', () => {
  const work = changed();
  work.nextChange(shownWith(2), 1);
  work.saveAgain();
  expect(revisions(work.nextChange(shownWith(2), 2))).toEqual([undefined, 3]);
});

it('is changed by another scenario, and by whether its sentence was told', () => {
  const opened = shownWith(1);
  const work = holdWork(newEntry('a', 0), opened);
  expect(work.isDirty(opened)).toBe(false);
  expect(work.isDirty({ ...opened, told: false })).toBe(true);
  expect(work.isDirty({ ...opened, view: { at: 1, from: 0, to: 20 } })).toBe(false);
  expect(work.isDirty(shownWith(2))).toBe(true);
});
