import { describe, expect, it } from 'vitest';
import { openSession, planOf, simulateToEnd } from '../../sim/engine.ts';
import { scenarioOf, presetById, type LaneInfo } from '../../sim/index.ts';
import {
  cellText,
  columnsFor,
  comparedLanesText,
  compareRows,
  shownColumns,
  sortRows,
  toggleCompared,
  type CompareColumn,
  type CompareRow,
} from './compareTable.ts';

function framesOf(document: object): readonly LaneInfo[] {
  return openSession(simulateToEnd(planOf(scenarioOf(document)))).laneInfos;
}

const LABELS = ['Fixed window', 'Sliding log', 'Token bucket'];
const frames = framesOf({
  duration: 24,
  policy: { n: 10, T: 10 },
  traffic: [
    { kind: 'steady', from: 9, to: 9.95, rate: 10 },
    { kind: 'steady', from: 10.05, to: 11, rate: 10 },
    { kind: 'steady', from: 12, to: 23.5, rate: 1 },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'token-bucket' }],
});
const rows = compareRows(LABELS, frames);

/** Rows as displayed. */
function texts(row: CompareRow, of = frames): readonly string[] {
  return columnsFor(of).map((column) => cellText(column, row));
}

function columnOf(id: string, of: readonly LaneInfo[] | null = frames): CompareColumn {
  const found = columnsFor(of).find((one) => one.id === id);
  if (found === undefined) throw new TypeError(id);
  return found;
}

describe('the table of all lanes', () => {
  it('has the figures of the first visit, and dashes for missing ones', () => {
    expect(rows.map((row) => texts(row))).toEqual([
      ['24', '–', '8', '△ 20/10 by design', '8', '–', '–', '–', '12.000 s'],
      ['15', '–', '17', '10/10', '17', '–', '–', '–', '10.050 s'],
      ['23', '–', '9', '△ 18/10 by design', '9', '–', '–', '–', '10.150 s'],
    ]);
  });

  it('tells a defect from what is by design', () => {
    const [published, corrected] = framesOf(presetById('token-bucket-throttler-double-refill')!.document);
    const peaks = compareRows(['†', 'Bucket'], [published!, corrected!]).map((row) => cellText(columnOf('peak'), row));
    expect(peaks).toEqual(['▲ 32/10 rule allows 19', '△ 16/10 by design']);
  });

  it('shows waits of a limiter that delays requests', () => {
    const [one] = frames as [LaneInfo, ...LaneInfo[]];
    const shaper = {
      ...one,
      canDelay: true,
      summary: { ...one.summary, delayed: 5, wait: { median: 500, p99: 1_000_000, max: 2_000_000 } },
    };
    expect(texts(compareRows(['Queue'], [shaper])[0] as CompareRow)).toMatchObject({
      1: '5',
      5: '0.5 ms',
      6: '1 s',
      7: '2 s',
    });
    const idle = { ...shaper, summary: { ...shaper.summary, admitted: 0, delayed: 0 } };
    expect(texts(compareRows(['Queue'], [idle])[0] as CompareRow)).toMatchObject({ 1: '0', 5: '–' });
  });

  it('shows no wait of nodes that delay nothing: what the network takes is their latency', () => {
    const lanesOf = (rate: number) =>
      framesOf({
        policy: { n: 10, T: 10 },
        duration: 20,
        traffic: [{ kind: 'steady', rate }],
        cluster: { nodes: 2 },
        lanes: [{ limiter: 'token-server', options: { limiter: 'leaky-queue' } }],
      });
    const waits = (rate: number) =>
      compareRows(['Server'], lanesOf(rate)).map((row) => [
        cellText(columnOf('delayed'), row),
        cellText(columnOf('waitMax'), row),
      ]);
    expect(waits(0.5)).toEqual([['0', '–']]);
    expect(waits(1.5)).toEqual([[expect.stringMatching(/^[1-9]/), expect.stringMatching(/ s$/)]]);
  });

  it('shows messages and latency if any lane is distributed', () => {
    const several = framesOf({
      policy: { n: 10, T: 10 },
      duration: 24,
      traffic: [{ kind: 'steady', rate: 2 }],
      cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 } },
      lanes: [{ limiter: 'redis-token-bucket', options: { concurrency: 'none' } }, { limiter: 'token-bucket' }],
    });
    expect(columnsFor(several).map(({ title }) => title)).toEqual([
      ...columnsFor(null).map(({ title }) => title),
      'Messages per decision',
      'Latency p50',
      'Latency p99',
    ]);
    const [redis, ideal] = compareRows(LABELS.slice(0, 2), several).map((row) => texts(row, several).slice(-3));
    expect(redis).toEqual([expect.stringMatching(/^[123]\b/), expect.stringMatching(/^[46] ms$/), '6 ms']);
    expect(ideal).toEqual(['–', '–', '–']);
  });

  it('shows what went wrong with requests, if it did in any lane', () => {
    const several = framesOf({
      policy: { n: 2, T: 10 },
      duration: 20,
      traffic: [{ kind: 'times', at: [1, 2, 3, 4, 5] }],
      cluster: {
        nodes: 2,
        latency: { kind: 'fixed', mean: 0.001 },
        faults: [
          { kind: 'store-down', at: 1.5, until: 3.5 },
          { kind: 'node-down', node: 0, at: 4.5 },
          { kind: 'node-down', node: 1, at: 4.5 },
        ],
      },
      lanes: [
        { limiter: 'redis-incr', options: { fallback: 'allow' } },
        { limiter: 'local-split' },
        { limiter: 'gcra' },
      ],
    });
    expect(
      columnsFor(several)
        .slice(-3)
        .map(({ title }) => title),
    ).toEqual(['Latency p99', 'By fallback', 'No node']);
    expect(compareRows(LABELS, several).map((row) => texts(row, several).slice(-2))).toEqual([
      ['2', '1'],
      ['0', '1'],
      ['–', '–'],
    ]);
  });

  it('drops columns of dashes where there are more than usual, and only there', () => {
    const clients = framesOf({
      policy: { n: 10, T: 10 },
      duration: 60,
      traffic: [{ kind: 'clients', count: 20, rate: 0.1, keys: 'shared', retry: { strategy: 'retry-after' } }],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
    });
    const hidden = columnsFor(clients).filter((column) => !shownColumns(clients).includes(column));
    expect(hidden.map(({ title }) => title)).toEqual(['Of which delayed', 'Wait p50', 'Wait p99', 'Wait max']);
    expect(shownColumns(frames)).toEqual(columnsFor(frames));
  });

  it('has dashes while there is no run', () => {
    expect(compareRows(LABELS, null).map((row) => texts(row))).toEqual(
      LABELS.map(() => columnsFor(null).map(() => '–')),
    );
  });

  it.each([
    ['lane', 'ascending', [0, 1, 2]],
    ['lane', 'descending', [2, 1, 0]],
    ['admitted', 'descending', [0, 2, 1]],
    ['admitted', 'ascending', [1, 2, 0]],
    ['firstDenial', 'ascending', [1, 2, 0]],
    // No lane delays, so the order does not change.
    ['delayed', 'descending', [0, 1, 2]],
  ] as const)('sorts by %s, %s', (by, direction, order) =>
    expect(sortRows(rows, by === 'lane' ? null : columnOf(by), direction).map(({ lane }) => lane)).toEqual(order),
  );

  it('puts lanes without the figure last', () => {
    const mixed = frames.map((one, lane) =>
      lane === 1 ? { ...one, summary: { ...one.summary, firstDenialAt: null } } : one,
    );
    const sorted = (direction: 'ascending' | 'descending') =>
      sortRows(compareRows(LABELS, mixed), columnOf('firstDenial'), direction).map(({ lane }) => lane);
    expect(sorted('ascending')).toEqual([2, 0, 1]);
    expect(sorted('descending')).toEqual([0, 2, 1]);
  });

  describe('with clients', () => {
    const retry = { strategy: 'retry-after' };
    const busy = framesOf({
      duration: 60,
      policy: { n: 10, T: 10 },
      traffic: [{ kind: 'clients', count: 20, rate: 0.1, keys: 'shared', retry }],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
    });
    const titles = (of: readonly LaneInfo[] | null) => columnsFor(of).map(({ title }) => title);

    it('has columns about jobs only if there are clients', () => {
      const more = [
        'Jobs done',
        'Time to success p50',
        'Time to success p99',
        'Herd',
        'Tries each',
        'Retries',
        'Given up',
      ];
      expect(titles(busy)).toEqual([...more, ...titles(null)]);
      // A window admits ten at each edge, and the rest retry at the next; a bucket admits one per second.
      expect(compareRows(LABELS.slice(0, 2), busy).map((row) => texts(row, busy).slice(0, 7))).toEqual([
        ['60', '0 s', '0 s', '50', '2.25', '150', '0'],
        ['69', '4 s', '9 s', '60', '15.8', '1,779', '0'],
      ]);
    });

    it('has dashes for a lane without results', () => {
      const [one] = busy as [LaneInfo, ...LaneInfo[]];
      const idle = { ...one, summary: { ...one.summary, jobStats: null } };
      const row = compareRows(['Idle', 'Busy'], [idle, one])[0] as CompareRow;
      expect(texts(row, [idle, one]).slice(0, 7)).toEqual(Array.from({ length: 7 }, () => '–'));
      expect(
        sortRows(compareRows(['Idle', 'Busy'], [idle, one]), columnOf('retries', busy), 'ascending').map(
          ({ lane }) => lane,
        ),
      ).toEqual([1, 0]);
    });
  });
});

describe('the boxes', () => {
  it('add a lane and take one away, down to two', () => {
    expect(toggleCompared([0, 1, 2], 1)).toEqual([0, 2]);
    expect(toggleCompared([0, 2], 3)).toEqual([0, 2, 3]);
    expect(toggleCompared([0, 2], 0)).toBeNull();
  });

  it('are told in a sentence', () => {
    expect(comparedLanesText([0, 1, 2], 3)).toBe('All 3 lanes are compared.');
    expect(comparedLanesText([2, 0], 3)).toBe('Lanes 1 and 3 are compared.');
    expect(comparedLanesText([0, 3, 1], 5)).toBe('Lanes 1, 2 and 4 are compared.');
    expect(comparedLanesText([0, 1], 2)).toBe('Lanes 1 and 2 are compared.');
  });
});
