/** What these schemes require of the engine, tested in whole runs. */
import { expect, it } from 'vitest';
import { decisionRowsOf, type DecisionRow } from '../../inspect/decisions.ts';
import { openSession } from '../../inspect/session.ts';
import { simulateToEnd } from '../../run/simulate.ts';
import { planOfDocument } from '../../run/testing.ts';

function rowsIn(document: object): readonly DecisionRow[] {
  const plan = planOfDocument(document);
  const [lane] = simulateToEnd(plan).lanes;
  return [...decisionRowsOf(plan, lane!)];
}

const every = (tenths: number) => Array.from({ length: tenths }, (_, index) => index / 10);
const admitted = (rows: readonly DecisionRow[]) => rows.filter(({ outcome }) => outcome !== 'deny').length;

it('a node that comes back in the middle of a window is not preallocated a second time', () => {
  const rows = rowsIn({
    policy: { n: 20, T: 10 },
    duration: 10,
    traffic: [{ kind: 'times', at: every(100) }],
    cluster: {
      nodes: 1,
      faults: [1, 2, 3, 4].map((at) => ({ kind: 'node-down', node: 0, at: at + 0.05, until: at + 0.15 })),
    },
    lanes: [{ limiter: 'quota-lease' }],
  });
  expect(admitted(rows)).toBeLessThanOrEqual(20);
});

it('added nodes lease from the centre, and existing nodes lose nothing', () => {
  const rows = rowsIn({
    policy: { n: 20, T: 10 },
    duration: 10,
    traffic: [{ kind: 'times', at: every(100) }],
    cluster: {
      nodes: 2,
      faults: [
        { kind: 'node-added', at: 0.35 },
        { kind: 'node-added', at: 0.35 },
      ],
    },
    lanes: [{ limiter: 'quota-lease' }],
  });
  expect(admitted(rows)).toBe(20);
  expect(new Set(rows.map(({ node }) => node)).size).toBe(4);
});

it('the level is that of the limiter which decides', () => {
  const lanes = [
    { limiter: 'token-server', options: { limiter: { limiter: 'fixed-window', policy: { n: 7 } } } },
    { limiter: 'local-split', options: { limiter: 'leaky-queue' } },
    { limiter: 'layered', options: { inner: 'quota-lease' } },
    { limiter: 'tair-incr' },
  ];
  const { laneInfos } = openSession(
    simulateToEnd(planOfDocument({ policy: { n: 9, T: 1 }, cluster: { nodes: 2 }, lanes })),
  );
  expect(laneInfos.map(({ unit, wall, full }) => [unit[1], wall, full])).toEqual([
    ['permits', 'ceiling', 7],
    ['permits waiting', 'ceiling', 5],
    ['permits leased', 'floor', 9],
    ['permits counted', 'ceiling', 9],
  ]);
});

it('without the inner scheme’s store a node falls back to its share, as the lane specifies', () => {
  const lane = (fallback: string) => ({
    limiter: 'layered',
    options: { fallback, inner: { limiter: 'tair-incr', policy: { n: 3 } } },
  });
  const run = (fallback: string) =>
    rowsIn({
      policy: { n: 10, T: 10 },
      duration: 10,
      traffic: [{ kind: 'times', at: [1, 1, 1, 1, 1, 1] }],
      cluster: { nodes: 2, faults: [{ kind: 'store-down', at: 0 }] },
      lanes: [lane(fallback)],
    });
  expect(admitted(run('deny'))).toBe(0);
  expect(admitted(run('allow'))).toBe(6);
  // Two on the first node, one on the second.
  expect(admitted(run('local'))).toBe(3);
});
