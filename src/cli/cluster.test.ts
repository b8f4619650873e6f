import { describe, expect, it } from 'vitest';
import { decisionAsJson, decisionRowsOf, planOf, simulateToEnd, type LaneRun, type Run } from '../sim/engine.ts';
import { scenarioOf } from '../sim/index.ts';
import { clusterColumns, clusterNotes, clusterAsJson } from './cluster.ts';

/** Five requests a second apart by turns on two nodes, 1 ms from the store, of which two may pass. */
const BASE = {
  policy: { n: 2, T: 10 },
  duration: 20,
  traffic: [{ kind: 'times', at: [1, 2, 3, 4, 5] }],
  cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 } },
  lanes: [{ limiter: 'redis-incr' }, { limiter: 'fixed-window' }],
};

function runOf(change: object = {}): Run {
  return simulateToEnd(planOf(scenarioOf({ ...BASE, ...change })));
}

const summaries = (run: Run) => run.lanes.map((lane) => clusterAsJson(run.plan, lane));

describe('distributed lanes as they are printed', () => {
  it('print nodes, messages and latencies', () => {
    expect(summaries(runOf())[0]).toEqual({
      nodes: [
        { node: 0, requests: 3, admitted: 1, denied: 2 },
        { node: 1, requests: 2, admitted: 1, denied: 1 },
      ],
      latencyMedian: 0.002,
      latencyP99: 0.002,
      latencyMax: 0.002,
      messages: 5,
      messagesEach: 1,
      // One message in a bin of a six-hundredth of the run.
      peakLoad: expect.closeTo(600 / 20, 2) as number,
      answeredWithoutStore: 0,
      died: 0,
      noNode: 0,
      chargedInVain: 0,
      notes: [],
    });
  });

  it.each(['deny', 'allow', 'local'])('print what was answered without the store: %s', (fallback) => {
    const faults = [
      { kind: 'store-down', at: 1.5, until: 3.5 },
      { kind: 'node-down', node: 0, at: 3.6 },
      { kind: 'node-down', node: 1, at: 4.5 },
    ];
    const lanes = [{ limiter: 'redis-incr', options: { fallback } }];
    const [summary] = summaries(runOf({ cluster: { ...BASE.cluster, faults }, lanes }));
    expect(summary).toMatchObject({ answeredWithoutStore: 2, died: 0, noNode: 1, latencyMax: 0.1 });
  });

  it('name the node of each row, from 0', () => {
    const run = runOf();
    const [several, one] = run.lanes;
    const rowsOf = (lane: LaneRun) => [...decisionRowsOf(run.plan, lane)].map((row) => decisionAsJson(lane, row));
    expect(rowsOf(several!).map(({ node }) => node)).toEqual([0, 1, 0, 1, 0]);
    expect(decisionAsJson(several!, { ...[...decisionRowsOf(run.plan, several!)][0]!, node: null })).toMatchObject({
      node: null,
    });
    for (const row of rowsOf(one!)) expect(row).not.toHaveProperty('node');
  });

  it('add columns if any lane is distributed', () => {
    expect(clusterColumns(runOf(), new Map())).toEqual({
      head: ['Messages', 'Latency'],
      cells: [
        ['5', '0.002 s'],
        ['–', '–'],
      ],
    });
    const { head, cells } = clusterColumns(runOf({ lanes: [{ limiter: 'fixed-window' }] }), new Map());
    expect([head, cells[0]]).toEqual([[], undefined]);
  });

  it('add a column for each thing that went wrong in any lane', () => {
    const faults = [
      // Between INCR and EXPIRE, of the first request.
      { kind: 'crash-after', node: 0, command: 'INCR', at: 0 },
      { kind: 'store-down', at: 1.5, until: 3.5 },
      { kind: 'node-down', node: 1, at: 4.5 },
    ];
    const lanes = [
      { limiter: 'redis-incr', options: { variant: 'incr-expire' } },
      { limiter: 'local-split' },
      { limiter: 'fixed-window' },
    ];
    const cluster = { ...BASE.cluster, faults };
    expect(clusterColumns(runOf({ cluster, lanes }), new Map())).toEqual({
      head: ['Messages', 'Latency', 'By fallback', 'Node died', 'No node'],
      cells: [
        ['6', '0.004 s', '2', '1', '1'],
        ['0', '0 s', '0', '0', '0'],
        ['–', '–', '–', '–', '–'],
      ],
    });
  });

  it('note ideals and assumptions', () => {
    const ideal = 'One ideal instance: all nodes ask this one process, and asking takes no time.';
    expect(clusterNotes(runOf(), new Map())).toEqual([`Lane 2: ${ideal}`]);
    expect(summaries(runOf())[1]).toEqual({ notes: [ideal] });
    const alone = runOf({ cluster: undefined });
    expect(clusterNotes(alone, new Map())).toEqual([
      expect.stringMatching(/^Lane 1: The scenario has no cluster: .*one node/),
    ]);
    expect(summaries(alone)[1]).toEqual({});
    // A node that is added makes it several.
    const cluster = { ...BASE.cluster, nodes: 1 };
    expect(clusterNotes(runOf({ cluster }), new Map())).toEqual([]);
    expect(
      clusterNotes(runOf({ cluster: { ...cluster, faults: [{ kind: 'node-added', at: 5 }] } }), new Map()),
    ).toHaveLength(1);
  });
});
