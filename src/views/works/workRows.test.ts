import { expect, it } from 'vitest';
import type { WorkSummary } from '../../store/works/works.ts';
import { withDeleted } from './workRows.ts';

const work = (id: string, changedAt: number): WorkSummary => ({
  id,
  name: id,
  changedAt,
  openIn: null,
  thumbnail: null,
  problem: null,
});
const shown = (works: readonly WorkSummary[], ...deleted: readonly WorkSummary[]) =>
  withDeleted(works, new Map(deleted.map((each) => [each.id, each]))).map((row) => [row.work.id, row.deleted]);

it('a deleted work stays in its place among the others', () => {
  expect(shown([work('c', 3), work('a', 1)], work('b', 2))).toEqual([
    ['c', false],
    ['b', true],
    ['a', false],
  ]);
});

it('a work that another tab brought back is there once', () => {
  expect(shown([work('b', 2)], work('b', 2))).toEqual([['b', false]]);
});
