import { describe, expect, it } from 'vitest';
import { openFirstSession, openRun } from './firstSession.ts';
import { openSession, type Session } from './session.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { runToEnd } from '../slices.ts';
import { scenarioOf } from '../scenario/scenario.ts';
import { everyLimiterLane, planOfDocument } from '../run/testing.ts';

const sessionOf = (document: object): Session => openSession(simulateToEnd(planOfDocument(document)));

describe('a session that goes on from a first one', () => {
  const traffic = [{ kind: 'steady', from: 0, to: 60, rate: 2 }];

  it('answers like one that was opened at once', () => {
    const run = simulateToEnd(planOfDocument({ traffic, lanes: [{ limiter: 'gcra' }, { limiter: 'sliding-log' }] }));
    const open = openRun(run);
    const first = openFirstSession(open);
    const [onward, atOnce] = [openSession(run, open, first), openSession(run)];
    expect(onward.snapshot(30e6, null, null)).toEqual(atOnce.snapshot(30e6, null, null));
    for (const session of [onward, atOnce]) expect(runToEnd(session.why(1, 40))).toMatchObject({ at: 20e6 });
    expect(runToEnd(onward.why(1, 40))).toEqual(runToEnd(atOnce.why(1, 40)));
  });

  it('is not to be had without what opens a distributed lane', () => {
    const run = simulateToEnd(planOfDocument({ traffic, lanes: [{ limiter: 'redis-incr' }] }));
    expect(() => openRun(run)).toThrow('a distributed lane');
  });
});

describe('a charts query', () => {
  const look = { from: 0, to: 600e6, columns: 300, trackColumns: 600, key: null, comparedLanes: [0, 1] };
  const slicesOf = (session: Session, from = 0) => [...session.charts({ ...look, from })].length;
  const traffic = [{ kind: 'steady', from: 0, to: 600, rate: 250 }];

  it('comes in slices: after every lane, and within one that has many requests', () => {
    const lanes = [{ limiter: 'gcra' }, { limiter: 'fixed-window' }, { limiter: 'hybrid' }];
    const few = sessionOf({ duration: 600, traffic: [{ kind: 'times', at: [1] }], lanes });
    expect(slicesOf(few, 10e6)).toBeGreaterThanOrEqual(3);
    // 150,000 requests: a few milliseconds are some 30,000.
    expect(slicesOf(sessionOf({ policy: { n: 10, T: 1 }, traffic, lanes: lanes.slice(0, 1) }))).toBeGreaterThanOrEqual(
      5,
    );
  });

  it('is the same whatever other queries run between its slices', () => {
    const session = sessionOf({
      policy: { n: 10, T: 1 },
      traffic,
      lanes: [{ limiter: 'sliding-log' }, { limiter: 'gcra' }],
    });
    const alone = runToEnd(session.charts(look));
    const disturbed = session.charts(look);
    for (let slice = disturbed.next(), turn = 0; ; slice = disturbed.next(), turn++) {
      if (slice.done === true) {
        expect(slice.value).toEqual(alone);
        break;
      }
      session.snapshot(turn * 50e6, null, null);
      session.why(0, 1_000 * turn);
      // An abandoned query has no effect.
      session.charts({ ...look, from: 100e6 }).next();
    }
  });
});

it('steps from the start to a request at 0, which counts as passed at no other time', () => {
  const session = sessionOf({ traffic: [{ kind: 'times', at: [0, 3, 5] }], lanes: [{ limiter: 'gcra' }] });
  expect(session.step(0, 0, null, 1)).toEqual({ request: 0, at: 0 });
  expect(session.step(0, 3e6, null, 1)).toEqual({ request: 2, at: 5e6 });
});

describe('a limiter that is in no lane', () => {
  const document = {
    policy: { n: 3, T: 4 },
    traffic: [{ kind: 'times', at: [0, 0, 1, 2, 5], key: ['a', 'b', 'a', 'a', 'b'] }],
  };

  it('is previewed on the same traffic as if it were in one, several in turn in one session', () => {
    const without = sessionOf({ ...document, lanes: [] });
    const policies = [undefined, { n: 2, T: 3 }, { n: 7, T: 9 }];
    for (const { limiter, edition } of everyLimiterLane) {
      for (const policy of policies) {
        const [lane] = scenarioOf({ ...document, lanes: [{ limiter, edition, policy }] }).lanes;
        const within = sessionOf({ ...document, lanes: [{ limiter, edition, policy }] });
        for (const wanted of ['a', 'b']) {
          for (const at of [0, 1_000_000, 1_500_000, 6_000_000]) {
            const { key, level, storedAt, second, facts, picture } = within.snapshot(at, null, wanted)[0]!;
            expect(runToEnd(without.preview(lane!, at, null, wanted))).toEqual({
              key,
              level,
              storedAt,
              second,
              facts,
              picture,
            });
          }
        }
      }
    }
  });

  const auditioned = (given: object, lane: object): unknown =>
    runToEnd(sessionOf({ ...given, lanes: [] }).preview(scenarioOf({ lanes: [lane] }).lanes[0]!, 5e6, null, null));

  it('says why it cannot run', () => {
    const month = { policy: { n: 1, T: 2_592_000 }, duration: 10, traffic: [{ kind: 'times', at: [1] }] };
    const { problem } = auditioned(month, { limiter: 'nginx-limit-req' }) as { problem: string };
    // The same sentence as for a lane of the scenario.
    expect(() => sessionOf({ ...month, lanes: [{ limiter: 'nginx-limit-req' }] })).toThrow(`Lane 1, ${problem}`);
    expect(problem).toMatch(/^nginx limit_req: .+\.$/);
  });

  it('stores requests of any cost', () => {
    const heavy = { policy: { n: 1_000_000, T: 1 }, traffic: [{ kind: 'burst', at: 4.5, count: 40, cost: 1_000_000 }] };
    expect(auditioned(heavy, { limiter: 'sliding-log', edition: 'published' })).toMatchObject({ level: 40_000_000 });
  });
});
