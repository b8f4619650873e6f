import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSession, planOf, simulateToEnd } from '../../sim/engine.ts';
import { scenarioOf, SECOND, type LaneInfo } from '../../sim/index.ts';
import { decisionCostRows, limitCheckText, loadColumns, loadText, nodeRows } from './nodeResultsText.ts';

/** Twelve requests in three seconds, round robin over three nodes, a millisecond from the store. */
const BASE = {
  policy: { n: 2, T: 10 },
  duration: 24,
  traffic: [{ kind: 'times', at: Array.from({ length: 12 }, (_, i) => i / 4) }],
  cluster: { nodes: 3, latency: { kind: 'fixed', mean: 0.001 } },
  lanes: [{ limiter: 'redis-incr' }],
};

function laneFrameOf(change: object = {}): LaneInfo {
  return openSession(simulateToEnd(planOf(scenarioOf({ ...BASE, ...change })))).laneInfos[0] as LaneInfo;
}

const clusterOf = ({ cluster }: LaneInfo) => cluster!;
const rowsOf = (laneInfo: LaneInfo) => nodeRows(clusterOf(laneInfo), laneInfo.summary);
const figureOf = (laneInfo: LaneInfo, name: string) =>
  decisionCostRows(clusterOf(laneInfo)).find(([one]) => one === name)?.[1];

/** No node is reachable during the second half. */
const STRANDED = {
  cluster: { ...BASE.cluster, faults: [0, 1, 2].map((node) => ({ kind: 'node-down', node, at: 1.4 })) },
};

describe('the enforced limit', () => {
  const words = (permits: number | null, change: Partial<LaneInfo> = {}, keys = 1): string =>
    limitCheckText({
      n: 10,
      T: 10 * SECOND,
      ...change,
      summary: {
        peak: permits === null ? null : { permits, from: 9_004_000, key: 'a' },
        keyCount: keys,
      } as LaneInfo['summary'],
    });

  it.each([
    [20, '20 admitted within 10 s, from 9.004 s on: 2 × the limit of 10.'],
    [16, '16 admitted within 10 s, from 9.004 s on: 1.6 × the limit of 10.'],
    [10, 'At most 10 admitted within 10 s: the limit of 10 holds.'],
    [4, 'At most 4 admitted within 10 s: the limit of 10 holds.'],
    [null, 'Nothing is admitted; the limit is 10 within 10 s.'],
  ])('%j permits', (permits, text) => expect(words(permits)).toBe(text));

  it('is never rounded down to 1 ×', () => {
    expect(words(1_001, { n: 1_000 })).toContain('just over the limit');
    expect(words(1_010, { n: 1_000 })).toContain('1.01 × the limit');
  });

  it('names the key if there are several', () => {
    expect(words(20, {}, 3)).toMatch(/^20 admitted within 10 s for key a, from/);
  });
});

describe('the table of nodes', () => {
  it('has one row per node, and their total', () => {
    const laneInfo = laneFrameOf({ lanes: [{ limiter: 'local-split' }] });
    expect(rowsOf(laneInfo)).toEqual([
      // Two permits for three nodes: the last gets none.
      { name: 'N1', cells: ['4', '1', '3', '50 %'] },
      { name: 'N2', cells: ['4', '1', '3', '50 %'] },
      { name: 'N3', cells: ['4', '0', '4', '0 %'] },
      { name: 'All', cells: ['12', '2', '10', '100 %'] },
    ]);
  });

  it('has a row for requests that no node received, and no share of zero', () => {
    const rows = rowsOf(laneFrameOf(STRANDED));
    expect(rows.map(({ name }) => name)).toEqual(['N1', 'N2', 'N3', 'No node', 'All']);
    expect(rows[3]?.cells).toEqual(['6', '0', '6', '0 %']);
    const none = rowsOf(laneFrameOf({ traffic: [{ kind: 'times', at: [1], cost: 3 }] }));
    expect(none.at(-1)?.cells).toEqual(['1', '0', '1', '–']);
  });
});

describe('the cost of store access', () => {
  it('has times and messages, and rows only for failures that occurred', () => {
    expect(decisionCostRows(clusterOf(laneFrameOf()))).toEqual([
      ['Latency p50', '2 ms'],
      ['Latency p99', '2 ms'],
      ['Latency max', '2 ms'],
      ['Messages', '12'],
      ['Messages per decision', '1'],
    ]);
    expect(figureOf(laneFrameOf(STRANDED), 'Received by no node')).toBe('6');
  });

  it.each([
    ['deny', 'Denied without the store'],
    ['allow', 'Admitted without the store'],
    ['local', 'Decided by the node itself'],
  ])('without a store, fallback %s', (fallback, name) => {
    const faults = [{ kind: 'store-down', at: 0 }];
    const laneInfo = laneFrameOf({
      // Every node decides on its own share.
      policy: { n: 3, T: 10 },
      cluster: { ...BASE.cluster, faults },
      lanes: [{ limiter: 'redis-incr', options: { fallback } }],
    });
    expect(figureOf(laneInfo, name)).toBe('12');
    expect(figureOf(laneInfo, 'Latency max')).toBe('100 ms');
  });

  it('gives the highest load as a sentence, if any', () => {
    const four = { load: [0, 4, 1], loadBin: 40_000, peakLoad: 100 };
    expect(loadText({ ...clusterOf(laneFrameOf()), ...four })).toBe('At most 100 messages per second: 4 within 40 ms.');
    expect(loadText(clusterOf(laneFrameOf({ lanes: [{ limiter: 'local-split' }] })))).toBeNull();
  });
});

describe('columns of the load', () => {
  it('are the maxima of their bins, per second', () => {
    expect([...loadColumns({ load: [1, 3, 0, 2], loadBin: SECOND / 2 }, 2)]).toEqual([6, 4]);
    expect([...loadColumns({ load: [1, 3], loadBin: SECOND }, 4)]).toEqual([1, 1, 3, 3]);
  });

  it('neither lose nor invent a peak, whatever their number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000), { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 1, max: 120 }),
        (load, columns) => {
          const rates = loadColumns({ load, loadBin: SECOND }, columns);
          expect(rates).toHaveLength(columns);
          expect(Math.max(...rates)).toBe(Math.max(...load));
          expect(Math.min(...rates)).toBeGreaterThanOrEqual(Math.min(...load));
        },
      ),
      { seed: 5, numRuns: 500 },
    );
  });
});
