import { describe, expect, it } from 'vitest';
import type { LaneRun } from '../run/laneRun.ts';
import type { Run } from '../run/runLanes.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { everyLimiterLane, planOfDocument } from '../run/testing.ts';
import { runToEnd } from '../slices.ts';
import { decisionText } from './decisionText.ts';

const TRAFFIC = [{ kind: 'poisson', rate: 4, keys: { count: 3, share: 'even' } }];
const runOf = (document: object): Run => simulateToEnd(planOfDocument({ duration: 60, ...document }));
const textOf = (run: Run, lane: LaneRun, format: 'csv' | 'json', from: number, to: number): string =>
  runToEnd(decisionText(run, lane, format, from, to));

describe('decisions as text', () => {
  it('are the same in pieces as at once, for every limiter', () => {
    const run = runOf({ traffic: TRAFFIC, lanes: everyLimiterLane.slice(0, 12) });
    for (const lane of run.lanes) {
      const { count } = lane.arrivals;
      const pieces = [0, 1, 70, 70, count].map((from, index, all) =>
        textOf(run, lane, 'csv', from, all[index + 1] ?? count),
      );
      expect(pieces.join('')).toBe(textOf(run, lane, 'csv', 0, count));
      expect(pieces.join('').split('\n')).toHaveLength(count + 1);
    }
  });

  it('are the same in pieces for a distributed lane', () => {
    const run = runOf({ traffic: TRAFFIC, lanes: [{ limiter: 'redis-incr' }], cluster: { nodes: 2 } });
    const [lane] = run.lanes as [LaneRun];
    const { count } = lane.arrivals;
    const pieces = [textOf(run, lane, 'json', 0, 50), textOf(run, lane, 'json', 50, count)];
    const rows = JSON.parse(`[${pieces.join(',')}]`) as { node: number }[];
    expect(rows).toHaveLength(count);
    expect(new Set(rows.map(({ node }) => node))).toEqual(new Set([0, 1]));
    expect(rows).toEqual(JSON.parse(`[${textOf(run, lane, 'json', 0, count)}]`));
  });

  it('add up to the figures of the lane', () => {
    const run = runOf({ traffic: TRAFFIC, lanes: [{ limiter: 'token-bucket' }, { limiter: 'leaky-queue' }] });
    for (const lane of run.lanes) {
      const outcomes = textOf(run, lane, 'csv', 0, Infinity)
        .trimEnd()
        .split('\n')
        .map((line) => line.split(',')[8]);
      const count = (wanted: string): number => outcomes.filter((outcome) => outcome === wanted).length;
      const { requests, admitted, delayed, denied } = lane.summary;
      expect([outcomes.length, count('allow') + count('delay'), count('delay'), count('deny')]).toEqual([
        requests,
        admitted,
        delayed,
        denied,
      ]);
    }
  });

  it('hold a key that is a formula as a text', () => {
    const run = runOf({
      traffic: [{ kind: 'times', at: [1], key: ['=HYPERLINK("x",1)'] }],
      lanes: [{ limiter: 'gcra' }],
    });
    expect(textOf(run, run.lanes[0]!, 'csv', 0, 1)).toContain(`,"'=HYPERLINK(""x"",1)",`);
  });
});
