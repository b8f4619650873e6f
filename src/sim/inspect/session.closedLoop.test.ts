import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSession } from './session.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { runToEnd } from '../slices.ts';
import { planOfDocument } from '../run/testing.ts';

/** Two clients of one key; the window admits one, and the other polls until it ends. */
const document = {
  duration: 12,
  policy: { n: 1, T: 5 },
  traffic: [
    { kind: 'clients', count: 2, rate: 0.1, keys: 'shared', retry: { strategy: 'retry-poll', every: 2 } },
    { kind: 'times', at: [1] },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'fixed-window', policy: { n: 2 } }, { limiter: 'cooldown-score' }],
};

describe('a session whose lanes have their own requests', () => {
  const session = openSession(simulateToEnd(planOfDocument(document)));
  const { run } = session;

  it('numbers them lane by lane', () => {
    // 0 allow, 0 deny, 1 deny, 2 deny, 4 deny, 6 allow, 10 allow and deny; with room for two at 0 and at 10.
    expect(run.lanes.slice(0, 2).map(({ arrivals }) => [...arrivals.at].map((at) => at / 1e6))).toEqual([
      [0, 0, 1, 2, 4, 6, 10, 10],
      [0, 0, 1, 10, 10],
    ]);
    expect(session.laneInfos.map(({ summary }) => summary.requests)).toEqual(
      run.lanes.map(({ arrivals }) => arrivals.count),
    );
  });

  it('steps through those of a lane, from a selection in it or in another', () => {
    const walked: number[] = [];
    for (let step = session.step(0, 0, null, 1); step !== null;) {
      walked.push(step.request);
      step = session.step(0, step.at, { lane: 0, request: step.request }, 1);
    }
    expect(walked).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    // The request at 1 s is the third of both; after it lane 1 has a try at 2 s, lane 2 nothing before 10 s.
    expect(session.step(0, 1e6, { lane: 1, request: 2 }, 1)).toEqual({ request: 3, at: 2e6 });
    expect(session.step(1, 1e6, { lane: 0, request: 2 }, 1)).toEqual({ request: 3, at: 10e6 });
  });

  it('finds the same work in another lane: the same try of a job, or the last before it', () => {
    expect(session.counterpart({ lane: 0, request: 1 }, 1)).toEqual({ request: 1, at: 0 });
    expect(session.counterpart({ lane: 0, request: 5 }, 1)).toEqual({ request: 1, at: 0 });
    expect(session.counterpart({ lane: 0, request: 2 }, 1)).toEqual({ request: 2, at: 1e6 });
    expect(runToEnd(session.why(0, 5)).lanes.map((one) => one?.request)).toEqual([
      5,
      1,
      session.counterpart({ lane: 0, request: 5 }, 2)?.request,
    ]);
  });

  it('compares lanes by the first try of each job', () => {
    const look = { from: 0, to: 12e6, columns: 300, trackColumns: 300, key: null, comparedLanes: [0, 1] };
    // The second job of the pair at 0 s, and of that at 10 s, each denied by one and admitted by the other.
    expect(runToEnd(session.charts(look)).disagreements).toMatchObject({
      count: 2,
      requestsDiffer: true,
      at: Float64Array.of(0, 10e6),
    });
    const walk = (selected: { lane: number; request: number } | null) =>
      session.nextDisagreement([0, 1], 0, selected, 1);
    expect(walk(null)).toMatchObject({ index: 0, count: 2, answers: [{ lane: 0, request: 1, at: 0 }, { lane: 1 }] });
    expect(walk({ lane: 1, request: 1 })).toMatchObject({
      index: 1,
      count: 2,
      answers: [
        { lane: 0, request: 7, at: 10e6 },
        { lane: 1, request: 4, at: 10e6 },
      ],
    });
  });

  it('knows the client, job and try of a decision', () => {
    expect(session.decisions(0, 4, 6).map((one) => one.try)).toEqual([
      { entry: 0, client: 2, job: 1, number: 3 },
      { entry: 0, client: 2, job: 1, number: 4 },
    ]);
    expect(session.decisions(0, 2, 3)[0]?.try).toBeNull();
  });

  it('shows only first tries on the traffic track', () => {
    const look = { from: 0, to: 12e6, columns: 300, trackColumns: 300, key: null, comparedLanes: [] };
    expect(runToEnd(session.charts(look)).traffic.at).toEqual(Float64Array.of(0, 0, 1e6, 10e6, 10e6));
    expect([...session.overview(12).arrivals]).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]);
  });

  it('previews a limiter that is in no lane on the requests that it would get', () => {
    const lane = run.plan.scenario.lanes[0]!;
    for (const at of [0, 1e6, 6e6, 12e6]) {
      const { count: _, last: _last, ...expected } = session.snapshot(at, null, null)[0]!;
      expect(runToEnd(session.preview(lane, at, null, null))).toEqual(expected);
    }
  });
});

it('lanes disagree only on requests that all of them received', () => {
  const phases = [
    { jobs: 3, rate: 1 },
    { jobs: 20, rate: 10 },
  ];
  const session = openSession(
    simulateToEnd(
      planOfDocument({
        duration: 10,
        policy: { n: 5, T: 1 },
        traffic: [{ kind: 'clients', count: 3, keys: 'shared', phases, retry: { strategy: 'retry-poll', every: 0.3 } }],
        // With the third, no client reaches the second phase.
        lanes: [
          { limiter: 'fixed-window' },
          { limiter: 'token-bucket', policy: { n: 2 } },
          { limiter: 'fixed-window', policy: { n: 1, T: 100 } },
        ],
      }),
    ),
  );
  const walked: number[] = [];
  for (let selected = null, i = 0; i < 20; i++) {
    const found = session.nextDisagreement([0, 1, 2], 0, selected && { lane: 2, request: selected }, 1)?.answers[2];
    walked.push(found?.at ?? Number.NaN);
    selected = found?.request as never;
  }
  expect(walked).not.toContain(Number.NaN);
  expect(session.nextDisagreement([0, 1], 0, null, 1)?.count).toBeGreaterThan(
    session.nextDisagreement([0, 1, 2], 0, null, 1)?.count ?? Infinity,
  );
});

it('pairing is symmetric for any two lanes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom('retry-after', 'backoff', 'retry-poll'),
      fc.integer({ min: 0, max: 99 }),
      (n, strategy, seed) => {
        const session = openSession(
          simulateToEnd(
            planOfDocument({
              seed,
              duration: 30,
              policy: { n, T: 4 },
              traffic: [
                { kind: 'clients', count: 3, rate: 0.4, arrivals: 'poisson', keys: 'shared', retry: { strategy } },
                { kind: 'poisson', rate: 0.2 },
              ],
              lanes: [{ limiter: 'fixed-window' }, { limiter: 'token-bucket' }],
            }),
          ),
        );
        const [one, other] = session.run.lanes as [(typeof session.run.lanes)[0], (typeof session.run.lanes)[0]];
        for (let request = 0; request < Math.min(60, one.arrivals.count); request++) {
          const [whose] = session.decisions(0, request, request + 1);
          const there = session.counterpart({ lane: 0, request }, 1);
          if (there === null) continue;
          const [same] = session.decisions(1, there.request, there.request + 1);
          expect([same?.try?.client, same?.try?.job]).toEqual([whose?.try?.client, whose?.try?.job]);
          if (whose?.try?.number === same?.try?.number) {
            expect(session.counterpart({ lane: 1, request: there.request }, 0)?.request).toBe(request);
          }
          // First tries of jobs that come at a rate come at the same instant.
          if (same?.try === null || same?.try?.number === 1) {
            if (whose?.try === null || whose?.try?.number === 1) expect(there.at).toBe(one.arrivals.at[request]);
          }
        }
        expect(other.arrivals.count).toBeGreaterThan(0);
      },
    ),
    { seed: 20_261_121, numRuns: 30 },
  );
});
