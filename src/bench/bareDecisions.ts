/** A thread that only decides: the same settings as a sweep, each into the same buffers, and nothing measured. */
import { parentPort, workerData } from 'node:worker_threads';
import { planOf } from '../sim/engine.ts';
import { scenarioOf, resolvePolicy } from '../sim/index.ts';
import type { KeyState } from '../sim/limiters/limiter.ts';
import { planLane, type LimiterPlan } from '../sim/run/lanePlan.ts';
import { decideSlice, emptyTrace } from '../sim/run/openLoop.ts';
import type { Setting } from '../tune/index.ts';

const scenario = scenarioOf(workerData);
const plan = planOf(scenario);
const { arrivals } = plan;
const [lane] = scenario.lanes;
if (lane === undefined) throw new TypeError('the benchmark’s scenario has no lane');
const trace = emptyTrace(arrivals, (plan.lanes[0] as LimiterPlan).algorithm);

parentPort?.on('message', (settings: readonly Setting[]) => {
  for (const setting of settings) {
    const tried = { ...lane, policy: setting };
    const policy = resolvePolicy({ policy: scenario.policy, lanes: [tried] }, 0);
    const { algorithm, params } = planLane(scenario, tried, policy, plan, 0) as LimiterPlan;
    const states: (KeyState | undefined)[] = Array.from({ length: arrivals.keys.length });
    decideSlice(algorithm, params, states, trace, 0, arrivals.count);
  }
  parentPort?.postMessage(settings.length);
});
