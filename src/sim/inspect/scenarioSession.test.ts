/** A session of a scenario in which a lane cannot run: its lanes keep their numbers, and answer as without the other. */
import { expect, it } from 'vitest';
import { planOf } from '../run/plan.ts';
import { simulateToEnd } from '../run/simulate.ts';
import { planOfDocument } from '../run/testing.ts';
import { runToEnd } from '../slices.ts';
import { openScenarioSession } from './scenarioSession.ts';
import { scenarioOf } from '../scenario/scenario.ts';
import { openSession } from './session.ts';

const MONTH = {
  policy: { n: 1, T: 2_592_000 },
  duration: 30,
  traffic: [
    { kind: 'steady', rate: 1, keys: { count: 3, share: 'even' } },
    { kind: 'clients', count: 2, rate: 1, retry: { strategy: 'backoff' }, maxTries: 3 },
  ],
};
const RUNNING = [
  { limiter: 'fixed-window', policy: { n: 5, T: 4 } },
  { limiter: 'token-bucket', policy: { n: 2, T: 3 } },
];
const [first, last] = RUNNING as [object, object];

function sessionOf(lanes: readonly object[]) {
  return openScenarioSession(simulateToEnd(planOf(scenarioOf({ ...MONTH, lanes }))));
}

it('answers for each lane as if the lane that failed were not there', () => {
  const session = sessionOf([first, { limiter: 'nginx-limit-req' }, last]);
  const without = openSession(simulateToEnd(planOfDocument({ ...MONTH, lanes: RUNNING })));
  const withGap = <T>([one, other]: readonly T[]) => [one, null, other];
  const query = { from: 0, to: 30e6, columns: 100, trackColumns: 100, key: null };
  const at = 9e6;

  expect(session.laneInfos).toEqual(withGap(without.laneInfos));
  const charts = runToEnd(session.charts({ ...query, comparedLanes: [0, 1, 2] }));
  const chartsWithout = runToEnd(without.charts({ ...query, comparedLanes: [0, 1] }));
  expect(charts).toEqual({ ...chartsWithout, lanes: withGap(chartsWithout.lanes) });
  expect(charts.disagreements.count).toBeGreaterThan(0);
  const fairness = runToEnd(session.fairness({ ...query, lane: 2, maxKeys: 2 }));
  const fairnessWithout = runToEnd(without.fairness({ ...query, lane: 1, maxKeys: 2 }));
  expect(fairness).toEqual({ ...fairnessWithout, lanes: withGap(fairnessWithout.lanes) });
  expect(session.snapshot(at, { lane: 2, request: 20 }, null)).toEqual(
    withGap(without.snapshot(at, { lane: 1, request: 20 }, null)),
  );
  expect(session.admittedOf(0, [[at, 20]])).toEqual(withGap(without.admittedOf(0, [[at, 20]])));
  expect(session.decisions(2, 0, 9)).toEqual(without.decisions(1, 0, 9));
  const [other] = scenarioOf({ lanes: [{ limiter: 'sliding-log' }] }).lanes;
  const difference = runToEnd(session.difference(2, other!));
  expect(difference).toEqual(runToEnd(without.difference(1, other!)));
  expect(difference).not.toEqual(runToEnd(without.difference(0, other!)));
  const why = runToEnd(session.why(2, 12));
  const whyWithout = runToEnd(without.why(1, 12));
  expect(why).toEqual({ ...whyWithout, lanes: withGap(whyWithout.lanes) });
  expect(session.step(2, at, { lane: 0, request: 7 }, 1)).toEqual(without.step(1, at, { lane: 0, request: 7 }, 1));
  expect(session.counterpart({ lane: 0, request: 7 }, 2)).toEqual(without.counterpart({ lane: 0, request: 7 }, 1));
  const { answers = [], ...found } = session.nextDisagreement([0, 1, 2], at, null, 1) ?? {};
  const { answers: answersWithout = [], ...foundWithout } = without.nextDisagreement([0, 1], at, null, 1) ?? {};
  expect(found).toEqual(foundWithout);
  expect(answers).toEqual(answersWithout.map((answer) => ({ ...answer, lane: [0, 2][answer.lane] })));
  expect(answers).toHaveLength(2);
});

it('has nothing to say about the lane that failed', () => {
  const session = sessionOf([{ limiter: 'nginx-limit-req' }, first]);
  expect(session.decisions(0, 0, 9)).toEqual([]);
  expect(runToEnd(session.difference(0, session.run.plan.scenario.lanes[1]!))).toBeNull();
  expect(session.step(0, 0, null, 1)).toBeNull();
  expect(session.counterpart({ lane: 1, request: 0 }, 0)).toBeNull();
  expect(session.counterpart({ lane: 0, request: 0 }, 1)).toBeNull();
  expect(session.nextDisagreement([0, 1], 0, null, 1)).toBeNull();
});

it('is there when no lane can run', () => {
  const session = sessionOf([{ limiter: 'nginx-limit-req' }]);
  expect(session.laneInfos).toEqual([null]);
  expect(session.snapshot(1e6, null, null)).toEqual([null]);
});
