import { describe, expect, it } from 'vitest';
import { keysCsv, lanesCsv } from './fairnessCsv.ts';

const counts = { requests: 10, admitted: 7, delayed: 2, denied: 3 };

describe('shares as tables', () => {
  it('have a row for each lane, with nothing where there are no shares', () => {
    const byLabel = { good: counts, bad: { ...counts, requests: 4, admitted: 1, denied: 3 } };
    const [head, ...rows] = lanesCsv(
      ['One', 'Two', 'Failed'],
      [{ keys: 3, jain: 0.5064, byLabel }, { keys: 1, jain: null, byLabel: null }, null],
    );
    expect(rows).toEqual([
      [1, 'One', 3, 0.5064, 10, 3, 4, 1],
      [2, 'Two', 1, null, null, null, null, null],
      [3, 'Failed', null, null, null, null, null, null],
    ]);
    expect(head).toHaveLength(8);
  });

  it('have a row for each key, and one for all others', () => {
    expect(keysCsv([{ key: 'ann', ...counts }], { keys: 980, ...counts })).toEqual([
      ['Key', 'Requests', 'Admitted', 'Of which delayed', 'Denied'],
      ['ann', 10, 7, 2, 3],
      ['980 others', 10, 7, 2, 3],
    ]);
  });
});
