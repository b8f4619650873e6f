import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerPath } from '../metrics/trace.ts';
import { clusterStatsOf } from './clusterStats.ts';
import { isScheme, type SchemeRun } from '../run/laneRun.ts';
import { openSession } from './session.ts';
import type { Run } from '../run/runLanes.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { planOfDocument } from '../run/testing.ts';

/** Requests at these tenths of a second, at n = 3 per 2 s on two nodes, a millisecond from the store. */
function runOf(tenths: readonly number[], cluster: object = {}, lane: object = { limiter: 'redis-incr' }): Run {
  return simulateToEnd(
    planOfDocument({
      policy: { n: 3, T: 2 },
      duration: 20,
      traffic: [{ kind: 'times', at: tenths.map((tenth) => tenth / 10) }],
      cluster: { nodes: 2, latency: { kind: 'fixed', mean: 0.001 }, ...cluster },
      lanes: [lane],
    }),
  );
}

function laneOf({ lanes: [lane] }: Run): SchemeRun {
  if (lane === undefined || !isScheme(lane)) throw new TypeError('no lane of several processes');
  return lane;
}

const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);

describe('the notes of a distributed lane', () => {
  const notesOn = (cluster: object, lane?: object) => clusterStatsOf(laneOf(runOf([1, 2], cluster, lane))).notes;
  const fixed = (mean: number) => ({ latency: { kind: 'fixed', mean } });
  const slow = (least: string) => [
    `No reply comes in time: a round trip takes at least ${least}, and the timeout is 100 ms.`,
  ];

  it('say that the timeout is shorter than the way there and back', () => {
    expect(notesOn(fixed(0.05))).toEqual([]);
    expect(notesOn(fixed(0.051))).toEqual(slow('102 ms'));
    expect(notesOn({ ...fixed(0.05), service: 0.02 })).toEqual(slow('120 ms'));
    expect(notesOn({ latency: { kind: 'uniform', from: 10, to: 20 } })).toEqual(slow('20 s'));
  });

  it('do not, where a reply may come in time, or none is asked for', () => {
    expect(notesOn({ latency: { kind: 'exponential', mean: 10 } })).toEqual([]);
    expect(
      notesOn({
        ...fixed(10),
        links: [
          { kind: 'fixed', mean: 0.001 },
          { kind: 'fixed', mean: 10 },
        ],
      }),
    ).toEqual([]);
    expect(notesOn(fixed(10), { limiter: 'local-split' })).toEqual([]);
    expect(notesOn({ faults: [{ kind: 'store-down', at: 0 }] })).toEqual([]);
  });

  it('say of each delay by hand that its message is never sent', () => {
    const move = (request: number, command: number) => ({ lane: 0, request, command, delay: 0.001 });
    expect(notesOn({ moves: [move(1, 0)] })).toEqual([]);
    expect(notesOn({ moves: [move(1, 1), move(1, 0), move(99, 0)] })).toEqual([
      'Request 2 sends 1 message in this lane; the delay by hand of its message 2 has no effect.',
      'There is no request 100 in this lane; the delay by hand of its message 1 has no effect.',
    ]);
  });

  it('say of each crash after a command that it did not happen', () => {
    const inTwo = { limiter: 'redis-incr', options: { variant: 'incr-expire' } };
    const crash = (node: number, at: number) => ({ kind: 'crash-after', node, command: 'INCR', at });
    const missed = (fault: number, from: string, node: string) =>
      `Fault ${fault} does not happen in this lane: from ${from} on, ${node} sends nothing after INCR.`;
    // N1 takes the request of 0.1 s, and N2 that of 0.2 s, which finds the key with its time to live set.
    expect(notesOn({ faults: [crash(0, 0)] }, inTwo)).toEqual([]);
    // A script is one message: nothing comes between two.
    expect(notesOn({ faults: [crash(0, 0)] })).toEqual([]);
    expect(notesOn({ faults: [crash(1, 0.15), crash(0, 0.104), crash(0, 0.1045)] }, inTwo)).toEqual([
      missed(1, '0.15 s', 'N2'),
      missed(3, '0.1045 s', 'N1'),
    ]);
    // It was down, which is not that it crashed.
    const down = { kind: 'node-down', node: 0, at: 0.05, until: 0.15 };
    expect(notesOn({ faults: [down, crash(0, 0)] }, inTwo)).toEqual([missed(2, '0 s', 'N1')]);
  });
});

describe('the figures of a distributed lane', () => {
  it('add up by node, by answer path and by bin, whatever goes wrong', () => {
    const seconds = fc.integer({ min: 0, max: 19 });
    const down = fc.record({ kind: fc.constant('node-down'), node: fc.nat({ max: 1 }), at: seconds });
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 190 }), { minLength: 1, maxLength: 40 }),
        fc.array(down, { maxLength: 3 }),
        fc.constantFrom('round-robin', 'random'),
        (tenths, faults, routing) => {
          tenths.sort((a, b) => a - b);
          const lane = laneOf(runOf(tenths, { faults, routing }));
          const { nodes, answerPathCounts, messages, load, messagesPerDecision } = clusterStatsOf(lane);
          const all = (of: 'requests' | 'admitted' | 'denied') => sum(nodes.map((node) => node[of]));
          const lost = answerPathCounts['no-node' satisfies AnswerPath];
          expect([all('requests') + lost, all('admitted'), all('denied') + lost]).toEqual([
            lane.summary.requests,
            lane.summary.admitted,
            lane.summary.denied,
          ]);
          expect(sum(Object.values(answerPathCounts))).toBe(tenths.length);
          // Messages of a node that died may never reach the store.
          expect(sum(load)).toBeLessThanOrEqual(messages);
          expect(sum(load)).toBeGreaterThanOrEqual(messages - answerPathCounts.died);
          expect(messagesPerDecision * tenths.length).toBeCloseTo(messages, 9);
        },
      ),
      { seed: 3, numRuns: 100 },
    );
  });

  it('are accompanied by the node that decided last, at any instant', () => {
    const nodeAt = (run: Run, seconds: number) => openSession(run).snapshot(seconds * 1e6, null, null)[0]?.last?.node;
    const run = runOf([10, 20, 30], { faults: [{ kind: 'node-down', node: 0, at: 2.5 }] });
    expect([0.5, 1, 1.9, 2, 3].map((at) => nodeAt(run, at))).toEqual([undefined, 0, 0, 1, 1]);
    const none = [0, 1].map((node) => ({ kind: 'node-down', node, at: 0.5 }));
    expect(nodeAt(runOf([10], { faults: none }), 1)).toBeNull();
  });
});
