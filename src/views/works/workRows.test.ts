import { expect, it } from 'vitest';
import type { WorkSummary } from '../../store/works/works.ts';
import { deleteWork, readRows, undeleteWork, withDeleted, type WorkRow } from './workRows.ts';

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

it('a list that is read while a work is being deleted shows it as deleted, but not if that failed', async () => {
  const [first, second] = [work('a', 1), work('b', 2)];
  let kept = [first, second];
  const read: (readonly WorkRow[])[] = [];
  const list = (): Promise<typeof kept> => Promise.resolve(kept);
  const works = {
    list,
    async delete(id: string) {
      kept = kept.filter((each) => each.id !== id);
      read.push(await readRows({ list }));
      if (id === 'a') throw new Error('It is open elsewhere.');
    },
    undelete: () => Promise.resolve(),
  };
  await deleteWork(works, second);
  expect(read[0]?.map((row) => [row.work.id, row.deleted])).toEqual([
    ['b', true],
    ['a', false],
  ]);
  await undeleteWork(works, 'b');
  await expect(deleteWork(works, first)).rejects.toThrow('It is open elsewhere.');
  expect(await readRows(works)).toEqual([]);
});
