/** For tests only: scenarios with small, awkward traffic, and single runs to compare with. */
import fc from 'fast-check';
import { planOf, runToEnd, simulateToEnd, type Plan } from '../sim/engine.ts';
import { allReadings, loadSystems, type Figures, type Measure, type Scenario } from '../sim/index.ts';
import { measureLane } from '../sim/metrics/measures.ts';
import { requestLabelsOf } from '../sim/metrics/requestLabels.ts';
import { laneWith, type Setting } from './setting.ts';

await loadSystems();

export const SEED = { seed: 20_261_123, numRuns: 100 };

/** Bursts, equal gaps and silences, of up to three clients, in seconds. */
const gap = fc.constantFrom(0, 0, 0, 0.000001, 0.1, 0.25, 0.5, 0.5, 1, 1, 2, 3.3);
const trafficOf = (cost: fc.Arbitrary<number>): fc.Arbitrary<object> =>
  fc
    .array(fc.record({ gap, key: fc.constantFrom('a', 'b', 'c'), cost, bad: fc.boolean() }), {
      minLength: 1,
      maxLength: 40,
    })
    .map((requests) => {
      let now = 0;
      const at = requests.map((request) => (now = Math.round((now + request.gap) * 1e6) / 1e6));
      return { kind: 'times', at, key: requests.map(({ key }) => key), cost: requests.map((request) => request.cost) };
    });

export const unitTraffic = trafficOf(fc.constant(1));
export const costlyTraffic = trafficOf(fc.constantFrom(1, 1, 1, 2, 4));

/** The scenario's plans under each reading of its log, its own first. */
export function allPlansOf(scenario: Scenario): readonly [Plan, ...Plan[]] {
  const [own, ...others] = allReadings(scenario);
  return [planOf(own), ...others.map((other) => planOf(other))];
}

/** The figures of a whole run of the scenario with that setting in a lane; null if the lane cannot run. */
export function figuresOfRun(
  scenario: Scenario,
  lane: number,
  setting: Setting,
  measures: readonly Measure[],
): Figures | null {
  const lanes = scenario.lanes.map((each, index) => (index === lane ? laneWith(each, setting) : each));
  const run = simulateToEnd(planOf({ ...scenario, lanes }));
  const laneRun = run.lanes.find(({ plan }) => plan.laneIndex === lane);
  if (laneRun === undefined) return null;
  const labels = requestLabelsOf(
    laneRun.arrivals,
    scenario.traffic.map(({ label }) => label),
  );
  return runToEnd(measureLane(laneRun, measures, { T: laneRun.plan.policy.T, labels }));
}
