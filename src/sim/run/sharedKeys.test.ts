/** A limit that all keys of a stack share: in the run, in what is asked of it afterwards, and in a closed loop. */
import { describe, expect, it } from 'vitest';
import { keyAt } from '../arrivals.ts';
import { decisionRowsOf } from '../inspect/decisions.ts';
import { levelCurves } from '../inspect/levelCurve.ts';
import { Replay } from '../inspect/replay.ts';
import { openSession } from '../inspect/session.ts';
import { limiterById } from '../limiters/index.ts';
import type { Limiter } from '../limiters/limiter.ts';
import { runToEnd } from '../slices.ts';
import { loadSystems } from '../systems/load.ts';
import { isDenied } from '../verdict.ts';
import { simulate, simulateToEnd } from './simulate.ts';
import { limiterLanes, planOfDocument } from './testing.ts';

await loadSystems();

const lane = {
  limiter: 'stack',
  options: { charge: 'in-order' },
  of: [
    { limiter: 'token-bucket', policy: { n: 3, T: 2 } },
    { limiter: 'sliding-log', policy: { n: 5, T: 3 }, key: 'all' },
  ],
};
const open = {
  policy: { n: 5, T: 3 },
  duration: 60,
  traffic: [{ kind: 'poisson', rate: 20, keys: { count: 4, share: 'zipf' } }],
  lanes: [lane, { ...lane, options: { charge: 'together' } }],
};

describe('a limit that all keys share', () => {
  const lanes = limiterLanes(simulateToEnd(planOfDocument(open)));

  it('refuses what the limiter alone refuses, whatever the key', () => {
    const log = limiterById('sliding-log') as Limiter;
    const bucket = limiterById('token-bucket') as Limiter;
    for (const { arrivals, verdicts, plan } of lanes) {
      const [own, all] = (plan.params as { parts: readonly { params: object }[] }).parts as never as [
        { params: never },
        { params: never },
      ];
      const buckets = arrivals.keys.map(() => bucket.init(own.params));
      const shared = log.init(all.params);
      const inOrder = plan.laneIndex === 0;
      const expected = Array.from(arrivals.at, (at, request) => {
        const key = buckets[keyAt(arrivals, request)]!;
        const passes = [
          bucket.retryAfter(key, own.params, at, 1) === 0,
          log.retryAfter(shared, all.params, at, 1) === 0,
        ];
        if (passes[0] && (inOrder || passes[1])) bucket.decide(key, own.params, at, 1);
        if (passes[0] && passes[1]) log.decide(shared, all.params, at, 1);
        return passes[0] ? (passes[1] ? 0 : 5) : 4;
      });
      expect(Array.from(verdicts)).toEqual(expected);
      expect(new Set(expected)).toEqual(new Set([0, 4, 5]));
    }
  });

  it('is replayed with all keys, from any checkpoint', () => {
    const [{ plan, arrivals, verdicts }] = lanes as [(typeof lanes)[number]];
    const replay = new Replay(lanes[0]!, 2);
    for (const position of [1_100, 0, 700, 1_030, 5]) {
      const request = Array.from(arrivals.at.keys()).find((i) => i >= position && keyAt(arrivals, i) === 2) as number;
      const state = replay.stateAfter(replay.countThrough(request) - 1);
      const { verdict } = plan.algorithm.explain(state, plan.params, arrivals.at[request] as number, 1);
      expect(verdict).toBe(verdicts[request]);
    }
  });

  it('is explained as it was decided, and its rows have the levels of the charts', () => {
    const run = simulateToEnd(planOfDocument(open));
    const session = openSession(run);
    const rows = [...decisionRowsOf(run.plan, run.lanes[0]!)];
    for (let request = 0; request < rows.length; request += 37) {
      const why = runToEnd(session.why(0, request));
      expect(isDenied(why.explanation.verdict)).toBe(rows[request]?.outcome === 'deny');
      const { key, at } = rows[request]!;
      const through = { lane: 0, request };
      expect(session.snapshot(at, through, key)[0]?.level).toBe(rows[request]?.level);
    }
  });

  it('moves the level of every key, in the first look too', () => {
    const key = 3;
    const look = { from: 10_000_000, to: 30_000_000, columns: 60, key: lanes[0]!.arrivals.keys[key] as string };
    const [looked] = limiterLanes(runToEnd(simulate(planOfDocument(open), look)));
    const replayed = runToEnd(levelCurves(new Replay(lanes[0]!, key), look.from, look.to, look.columns));
    expect(looked!.firstCurves?.curves).toMatchObject(replayed);
  });

  it('is shared in a closed loop', () => {
    const clients = { kind: 'clients', to: 10, count: 6, rate: 1, keys: 'own', retry: { strategy: 'backoff' } };
    const { lanes: closed } = simulateToEnd(planOfDocument({ ...open, duration: 10, traffic: [clients] }));
    // With logs of their own, six keys would be admitted up to five each.
    expect(closed.map(({ summary }) => summary.peakAllKeys)).toEqual([5, 5]);
    expect(closed[0]?.arrivals.keys.length).toBe(6);
  });
});
