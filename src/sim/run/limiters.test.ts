import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cloneState } from '../limiters/limiter.ts';
import { costAt, keyAt } from '../arrivals.ts';
import { decisionRowsOf } from '../inspect/decisions.ts';
import { documents } from './documents.testing.ts';
import type { LimiterRun } from './laneRun.ts';
import { levelCurves } from '../inspect/levelCurve.ts';
import { failedLaneSentence, planOf, planToEnd } from './plan.ts';
import { Replay } from '../inspect/replay.ts';
import { openSession } from '../inspect/session.ts';
import { simulate, simulateToEnd } from './simulate.ts';
import { runToEnd } from '../slices.ts';
import { scenarioOf } from '../scenario/scenario.ts';
import { everyLimiterLane, limiterLanes, planOfDocument } from './testing.ts';

const SEED = { seed: 20_261_121, numRuns: 60 };

/** The states of a key after each of its requests, without any checkpoint. */
function naiveStates(lane: LimiterRun, key: number) {
  const { algorithm: limiter, params } = lane.plan;
  const state = limiter.init(params);
  const states = [cloneState(state)];
  for (let i = 0; i < lane.arrivals.count; i++) {
    if (keyAt(lane.arrivals, i) !== key) continue;
    limiter.decide(state, params, lane.arrivals.at[i] as number, costAt(lane.arrivals, i));
    states.push(cloneState(state));
  }
  return states;
}

describe('a run', () => {
  it('decides for each key as its limiter does alone', () => {
    fc.assert(
      fc.property(documents, (document) => {
        for (const lane of limiterLanes(simulateToEnd(planOfDocument(document)))) {
          const { algorithm: limiter, params } = lane.plan;
          const states = new Map<number, ReturnType<typeof limiter.init>>();
          for (let i = 0; i < lane.arrivals.count; i++) {
            const key = keyAt(lane.arrivals, i);
            const state = states.get(key) ?? limiter.init(params);
            states.set(key, state);
            const verdict = limiter.decide(state, params, lane.arrivals.at[i] as number, costAt(lane.arrivals, i));
            expect(lane.verdicts[i]).toBe(verdict);
          }
        }
      }),
      SEED,
    );
  });

  it('does not depend on the other lanes', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const together = simulateToEnd(planOfDocument(document)).lanes;
        const alone = everyLimiterLane.map(
          (lane) => simulateToEnd(planOfDocument({ ...document, lanes: [lane] })).lanes[0]!,
        );
        expect(together.map(({ verdicts }) => [...verdicts])).toEqual(alone.map(({ verdicts }) => [...verdicts]));
      }),
      { ...SEED, numRuns: 20 },
    );
  });

  it('yields the number of decisions, and ends with all of them', () => {
    const made = planOfDocument({
      policy: { n: 10, T: 1 },
      traffic: [{ kind: 'steady', from: 0, to: 300, rate: 1_000 }],
      lanes: [{ limiter: 'gcra' }, { limiter: 'fixed-window' }],
    });
    const run = simulate(made);
    const seen: number[] = [];
    for (let step = run.next(); step.done !== true; step = run.next()) {
      expect(step.value.total).toBe(600_000);
      seen.push(step.value.done);
    }
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.at(-1)).toBe(600_000);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });
});

describe('a plan', () => {
  const refusalsOf = (document: object) => {
    const planResult = planToEnd(scenarioOf(document));
    return planResult.ok
      ? planResult.plan.failedLanes.map(failedLaneSentence)
      : planResult.problems.map(({ sentence: text }) => text);
  };

  it('rejects more than twenty million decisions with the count and what to change, before generating any', () => {
    const traffic = [{ kind: 'steady', from: 0, to: 24_000, rate: 1_000 }];
    const lanes = [{ limiter: 'gcra' }, { limiter: 'gcra' }, { limiter: 'gcra' }];
    expect(refusalsOf({ duration: 24_000, traffic, lanes })).toEqual([
      'This makes 72,000,000 decisions (24,000,000 requests × 3 lanes); the maximum is 20,000,000. ' +
        'Lower a rate, shorten the run, or remove a lane.',
    ]);
    expect(() => planOf(scenarioOf({ duration: 24_000, traffic, lanes }))).toThrow(/^This makes 72,000,000 decisions/);
  });

  it('rejects what exceeds exact integers, and names the lane and the product', () => {
    const [refusal, ...others] = refusalsOf({
      policy: { n: 1, T: 2_592_000, capacity: 1_000_000 },
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
    });
    expect(others).toEqual([]);
    expect(refusal).toMatch(/^Lane 2, Token bucket: .* is 1000000 × 2592000000000, past 2\^53/);
  });

  it('runs whatever costs a log has to store', () => {
    const traffic = [{ kind: 'burst', at: 0, count: 40, cost: 1_000_000 }];
    const lanes = [{ limiter: 'gcra' }, { limiter: 'sliding-log', edition: 'published' }];
    expect(refusalsOf({ policy: { n: 1_000_000, T: 1 }, traffic, lanes })).toEqual([]);
  });

  it('rejects more clients than the maximum number of decisions, whatever they request', () => {
    const clients = { kind: 'clients', count: 1_000_000, retry: { strategy: 'careless', every: 1000 } };
    const lanes = Array.from({ length: 3 }, () => ({ limiter: 'gcra' }));
    expect(refusalsOf({ traffic: Array.from({ length: 7 }, () => clients), lanes })).toEqual([
      'This makes 21,000,000 clients (7,000,000 × 3 lanes); the maximum is 20,000,000. Use fewer clients, or remove a lane.',
    ]);
  });

  it('ends with the duration, or with the last explicit request after it', () => {
    expect(planOfDocument({ duration: 5 }).end).toBe(5_000_000);
    expect(planOfDocument({ duration: 5, traffic: [{ kind: 'times', at: [9] }] }).end).toBe(9_000_000);
  });
});

describe('a replay', () => {
  it('gives the state after any number of requests, in any order of queries', () => {
    fc.assert(
      fc.property(documents, fc.array(fc.nat(), { minLength: 3, maxLength: 8 }), (document, asks) => {
        for (const lane of limiterLanes(simulateToEnd(planOfDocument(document)))) {
          for (const key of lane.arrivals.keys.keys()) {
            const replay = new Replay(lane, key);
            const expected = naiveStates(lane, key);
            expect(replay.count).toBe(expected.length - 1);
            for (const ask of asks) {
              const position = ask % expected.length;
              expect(replay.stateAfter(position)).toEqual(expected[position]);
            }
          }
        }
      }),
      { ...SEED, numRuns: 20 },
    );
  });

  it('gives the same states with checkpoints', () => {
    const run = simulateToEnd(
      planOfDocument({
        policy: { n: 7, T: 0.9 },
        traffic: [{ kind: 'poisson', from: 0, to: 1_000, rate: 10 }],
        lanes: everyLimiterLane,
      }),
    );
    for (const lane of limiterLanes(run)) {
      const replay = new Replay(lane, 0);
      const expected = naiveStates(lane, 0);
      for (const position of [5_000, 1, 9_000, 1_024, 1_023, 4_096, replay.count]) {
        expect(replay.stateAfter(position)).toEqual(expected[position]);
      }
    }
  });
});

describe('the level curve', () => {
  it('has the level of the closed form at every instant, before and after each decision', () => {
    fc.assert(
      fc.property(documents, fc.integer({ min: 0, max: 8_000_000 }), (document, from) => {
        const to = from + 4_000_000;
        for (const [index, lane] of limiterLanes(simulateToEnd(planOfDocument(document))).entries()) {
          const { algorithm: limiter, params } = lane.plan;
          const replay = new Replay(lane, 0);
          const { level, secondaryLevel } = runToEnd(levelCurves(replay, from, to, 400));
          expect(secondaryLevel === null).toBe(limiter.secondaryGauge === undefined);
          for (const [curve, gauge] of [[level, limiter] as const, [secondaryLevel, limiter.secondaryGauge] as const]) {
            if (curve === null || gauge === undefined) continue;
            expect(curve.at[0]).toBe(from);
            expect(curve.at.at(-1)).toBe(to);
            for (const [vertex, at] of curve.at.entries()) {
              const value = curve.value[vertex] as number;
              expect(Number.isFinite(value)).toBe(true);
              // Every vertex is an actual level of the lane: before, between or after requests.
              const first = replay.countBefore(at);
              const possible = [gauge.level(replay.stateAfter(first), params, at)];
              for (let p = first; p < replay.count && replay.instantAt(p) === at; p++) {
                possible.push(gauge.level(replay.stateAfter(p + 1), params, at));
              }
              expect(possible, `lane ${index}, ${limiter.id}, at ${at}`).toContain(value);
            }
          }
        }
      }),
      { ...SEED, numRuns: 15 },
    );
  });

  it('draws a straight line only where the level is linear', () => {
    const planned = planOfDocument({
      policy: { n: 3, T: 1 },
      traffic: [{ kind: 'times', at: [0, 0, 0.25, 1.5] }],
      duration: 4,
      lanes: [{ limiter: 'token-bucket' }],
    });
    const [lane] = limiterLanes(simulateToEnd(planned));
    const { algorithm: limiter, params } = lane!.plan;
    const replay = new Replay(lane!, 0);
    const { level: curve } = runToEnd(levelCurves(replay, 0, 4_000_000, 4_000));
    for (let i = 1; i < curve.at.length; i++) {
      const [from, to] = [curve.at[i - 1] as number, curve.at[i] as number];
      if (to - from < 2) continue;
      const middle = Math.round((from + to) / 2);
      const straight =
        (curve.value[i - 1] as number) +
        (((curve.value[i] as number) - (curve.value[i - 1] as number)) * (middle - from)) / (to - from);
      expect(limiter.level(replay.stateAfter(replay.countBefore(middle)), params, middle)).toBeCloseTo(straight, 9);
    }
  });
});

describe('a session', () => {
  const run = simulateToEnd(
    planOfDocument({
      title: 'two keys',
      policy: { n: 2, T: 10 },
      duration: 30,
      traffic: [
        { kind: 'times', at: [1, 1, 1, 5, 12], key: 'a' },
        { kind: 'times', at: [1, 6], key: 'b' },
      ],
      lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'fixed-window', policy: { n: 5 } }],
    }),
  );
  const session = openSession(run);
  const whole = { from: 0, to: 30_000_000, columns: 300, trackColumns: 600, key: null, comparedLanes: [0, 1] };

  it('steps through requests by time and then by sequence', () => {
    const walked: number[] = [];
    for (
      let step = session.step(0, 0, null, 1);
      step !== null;
      step = session.step(0, step.at, { lane: 0, request: step.request }, 1)
    ) {
      walked.push(step.at / 1e6);
    }
    expect(walked).toEqual([1, 1, 1, 1, 5, 6, 12]);
    // The state at the playhead includes the requests there: the last one is the last step.
    expect(session.step(0, 6_000_000, null, -1)).toEqual({ request: 5, at: 6_000_000 });
    expect(session.step(0, 6_000_000, { lane: 1, request: 5 }, -1)).toEqual({ request: 4, at: 5_000_000 });
    expect(session.step(0, 5_500_000, null, 1)).toEqual({ request: 5, at: 6_000_000 });
    expect(session.step(0, 0, { lane: 0, request: 0 }, -1)).toBeNull();
  });

  it('charts the busiest key, or the one given', () => {
    expect(runToEnd(session.charts(whole)).lanes.map(({ key }) => key)).toEqual(['a', 'a', 'a']);
    const [first] = runToEnd(session.charts({ ...whole, key: 'b' })).lanes;
    expect(first?.key).toBe('b');
    expect(Math.max(...first!.windowCount.value)).toBe(2);
  });

  it('knows the state at an instant, and right after one of several requests there', () => {
    const levels = (at: number, through: number | null) =>
      session.snapshot(at, through === null ? null : { lane: 0, request: through }, null).map(({ level }) => level);
    expect(levels(999_999, null)).toEqual([0, 0, 0]);
    expect(levels(1_000_000, 0)).toEqual([1, 1, 1]);
    expect(levels(1_000_000, 1)).toEqual([2, 2, 2]);
    expect(levels(1_000_000, null)).toEqual([2, 2, 3]);
    const [first] = session.snapshot(1_000_000, null, null);
    expect(first).toMatchObject({ key: 'a', count: 2, last: { request: 3, at: 1_000_000, verdict: 0 } });
    expect(session.snapshot(0, null, null)[0]?.last).toBeNull();
  });

  it('explains a decision, with the decisions of all lanes', () => {
    const why = runToEnd(session.why(1, 2));
    expect(why).toMatchObject({
      request: 2,
      requestCount: 7,
      at: 1_000_000,
      key: 'a',
      outcome: 'deny',
      retryAfter: 10_000_000,
    });
    expect(why.explanation.holds).toBe(false);
    expect(why.lanes.map((one) => one?.outcome)).toEqual(['deny', 'deny', 'allow']);
    expect(runToEnd(session.why(0, 0)).retryAfter).toBeNull();
  });

  it('explains every request consistently with its decision', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const open = openSession(simulateToEnd(planOfDocument(document)));
        for (const [index, lane] of open.run.lanes.entries()) {
          for (let request = 0; request < lane.arrivals.count; request++) {
            expect(runToEnd(open.why(index, request)).explanation.verdict).toBe(lane.verdicts[request]);
          }
        }
      }),
      { ...SEED, numRuns: 10 },
    );
  });

  it('lists rows with the level after each and the retry-after time of each denial', () => {
    const rows = [...decisionRowsOf(run.plan, run.lanes[0]!)].map(({ at, key, outcome, level, retryAfter }) => [
      at / 1e6,
      key,
      outcome,
      level,
      retryAfter === null ? null : retryAfter / 1e6,
    ]);
    expect(rows).toEqual([
      [1, 'a', 'allow', 1, null],
      [1, 'a', 'allow', 2, null],
      [1, 'a', 'deny', 2, 9],
      [1, 'b', 'allow', 1, null],
      [5, 'a', 'deny', 2, 5],
      [6, 'b', 'allow', 2, null],
      [12, 'a', 'allow', 1, null],
    ]);
  });
});

describe('disagreements', () => {
  it('are stepped through in both directions, wrapping around, from a selection or from the playhead', () => {
    const session = openSession(
      simulateToEnd(
        planOfDocument({
          duration: 4,
          policy: { n: 1, T: 2 },
          // The window restarts at 2 s; at 3 s the log admits again, 2 s after the request at 1 s.
          traffic: [{ kind: 'times', at: [1, 1.5, 2, 2.5, 3, 3.5] }],
          lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'fixed-window' }],
        }),
      ),
    );
    const whole = { from: 0, to: 4_000_000, columns: 400, trackColumns: 400, key: null };
    expect(runToEnd(session.charts({ ...whole, comparedLanes: [0, 1] })).disagreements).toMatchObject({
      count: 2,
      requestsDiffer: false,
      at: Float64Array.of(2_000_000, 3_000_000),
    });
    expect(runToEnd(session.charts({ ...whole, comparedLanes: [0, 2] })).disagreements.count).toBe(0);
    const walk = (at: number, selected: number | null, by: 1 | -1) =>
      session.nextDisagreement([0, 1], at, selected === null ? null : { lane: 1, request: selected }, by)?.answers[0]
        ?.request;
    expect([walk(0, null, 1), walk(0, 2, 1), walk(0, 4, 1), walk(4_000_000, null, 1)]).toEqual([2, 4, 2, 2]);
    expect([walk(4_000_000, null, -1), walk(0, 4, -1), walk(0, 2, -1), walk(0, null, -1)]).toEqual([4, 2, 4, 4]);
    expect(session.nextDisagreement([1, 0], 0, { lane: 0, request: 2 }, 1)).toEqual({
      index: 1,
      count: 2,
      answers: [
        { lane: 1, request: 4, at: 3_000_000, outcome: 'allow' },
        { lane: 0, request: 4, at: 3_000_000, outcome: 'deny' },
      ],
    });
    expect(session.nextDisagreement([0, 2], 0, null, 1)).toBeNull();
  });
});

describe('why a shaper answers so', () => {
  const session = openSession(
    simulateToEnd(
      planOfDocument({
        duration: 10,
        policy: { n: 1, T: 1, capacity: 5 },
        traffic: [{ kind: 'times', at: [0, 0, 0, 0, 0, 0, 0] }],
        lanes: [{ limiter: 'leaky-queue' }],
      }),
    ),
  );

  it('reports the quota at the time when the answer is sent', () => {
    // The third leaves at 2 s; without further requests the queue is empty a second later.
    expect(runToEnd(session.why(0, 2))).toMatchObject({ wait: 2_000_000, quota: { remaining: 0, growsIn: 1_000_000 } });
    expect(runToEnd(session.why(0, 0))).toMatchObject({ wait: 0, quota: { remaining: 0, growsIn: 1_000_000 } });
  });

  it('gives the delay of a denied request after a retry', () => {
    expect(runToEnd(session.why(0, 6))).toMatchObject({
      outcome: 'deny',
      retryAfter: 1_000_000,
      delayAfterRetry: 5_000_000,
    });
    expect(runToEnd(session.why(0, 6)).lanes[0]).toMatchObject({ outcome: 'deny' });
  });

  it('pictures the state before and after', () => {
    expect(
      runToEnd(session.why(0, 1)).pictures.map((picture) => (picture.kind === 'line' ? picture.waiting : null)),
    ).toEqual([0, 1]);
  });
});
