import { describe, expect, it } from 'vitest';
import type { LaneInfo, TableRow } from '../../sim/index.ts';
import type { Clock } from '../text/clockText.ts';
import { pageStart, pageText, tableColumns } from './laneTable.ts';

const LANE = { unit: ['token', 'tokens'], n: 10, T: 10e6, canDelay: false, cluster: null } as const;
const ROW: TableRow = {
  request: 10,
  at: 10.05e6,
  key: 'k',
  cost: 1,
  outcome: 'deny',
  reason: 'too few tokens',
  wait: 0,
  try: null,
  node: null,
  level: 0.05,
  count: 10,
};

/** The cells of a row by the titles of their columns. */
const cells = (row: Partial<TableRow>, lane: Partial<LaneInfo> = {}, keyCount = 1, clock: Clock | null = null) => {
  const full = { ...ROW, ...row };
  return tableColumns({ ...LANE, ...lane }, [full], keyCount, clock).map(
    ({ title, text }) => `${title}: ${text(full)}`,
  );
};

describe('a row', () => {
  it('has the time of day where the requests are those of a log', () => {
    const clock = { epoch: 1_767_607_200, resolution: 0.001, end: 3_600 };
    expect(cells({}, {}, 1, clock)).toContain('Time of day, UTC: 10:00:10.050');
    expect(cells({}).join()).not.toContain('Time of day');
  });

  it('has the decision, the level and the window count, with their units in the titles', () => {
    expect(cells({})).toEqual([
      'Time: 10.050 s',
      'Decision: denied',
      'Level, tokens: 0.05',
      'Admitted in the last 10 s, of 10: 10',
      'Reason: too few tokens',
    ]);
  });

  it.each([
    ['Key: a', { key: 'a' }, {}, 2],
    ['Cost, permits: 3', { cost: 3 }, {}, 1],
    ['Try: 2 of job 7', { try: { entry: 0, client: 1, job: 7, number: 2 } }, {}, 1],
    ['Node: N2', { node: 1 }, { cluster: {} as LaneInfo['cluster'] }, 1],
    ['Node: –', {}, { cluster: {} as LaneInfo['cluster'] }, 1],
    ['Delay: 0.500 s', { outcome: 'delay', wait: 500_000 }, { canDelay: true }, 1],
    ['Delay: –', {}, { canDelay: true }, 1],
    ['Level, tokens: –', { level: null }, {}, 1],
  ] as const)('may have %s', (cell, row, lane, keyCount) => {
    expect(cells(row, lane, keyCount)).toContain(cell);
    expect(cells({}).map((each) => each.split(':')[0])).toHaveLength(5);
  });
});

describe('pages', () => {
  it.each([
    [-1, 0],
    [0, 0],
    [99, 0],
    [100, 100],
    [1_234, 1_200],
  ])('request %d is on the page from %d on', (request, first) => {
    expect(pageStart(request)).toBe(first);
  });

  it.each([
    [0, 0, 'No requests'],
    [0, 32, 'Requests 1 to 32 of 32'],
    [1_200, 1_234, 'Requests 1,201 to 1,234 of 1,234'],
  ])('from %d of %d', (first, count, text) => {
    expect(pageText(first, count)).toBe(text);
  });
});
