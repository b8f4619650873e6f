/** A limiter that the user wrote, in the sandbox, against the same limiter of the catalogue. */
import { loadSandbox } from '../sandbox/index.ts';
import { decideSlice, emptyTrace } from '../sim/run/openLoop.ts';
import { loadSystems, ownTemplates, scenarioOf } from '../sim/index.ts';
import type { LimiterPlan } from '../sim/run/lanePlan.ts';
import { median, runInterleaved, type BenchmarkTask } from './measure.ts';
import type { ReportLine, ReportSection } from './report.ts';
import { planOf } from '../sim/engine.ts';
import { POLICY, RATE } from './scenarios.ts';

const MIN_PER_SECOND = 500_000;

/** As most people would write it: fractions of tokens, seconds. */
const SHORT = `export const start = ({ capacity }) => ({ tokens: capacity, at: 0 });
export function decide(state, now, cost, { n, T, capacity }) {
  const tokens = Math.min(capacity, state.tokens + (now - state.at) * (n / T));
  state.at = now;
  state.tokens = tokens < cost ? tokens : tokens - cost;
  return tokens >= cost;
}`;

export async function benchmarkOwn(requests: number, rounds: number): Promise<ReportSection> {
  await loadSystems();
  await loadSandbox();
  const lanes = [
    { limiter: 'token-bucket' },
    { limiter: 'own', label: 'a token bucket in seven lines', options: { code: SHORT } },
    { limiter: 'own', label: 'the template', options: { code: ownTemplates[0]?.code } },
  ];
  const traffic = [{ kind: 'poisson', rate: RATE }];
  const plan = planOf(scenarioOf({ duration: requests / RATE, policy: POLICY, traffic, lanes }));
  const { arrivals } = plan;
  const tasks = plan.lanes.map((lanePlan): BenchmarkTask => {
    const { algorithm, params } = lanePlan as LimiterPlan;
    const trace = emptyTrace(arrivals, algorithm);
    return { name: lanePlan.label, run: () => decideSlice(algorithm, params, [], trace, 0, arrivals.count) };
  });
  const [reference = 0, ...own] = (await runInterleaved(tasks, rounds, 1)).map(
    (times) => (median(times) * 1e6) / arrivals.count,
  );
  return {
    title: `The user's own limiter, in the sandbox: ${arrivals.count.toLocaleString('en-US')} requests, ${rounds} rounds`,
    lines: own.map((nanoseconds, index): ReportLine => ({
      name: `decide: own, ${lanes[index + 1]?.label}`,
      value: nanoseconds,
      unit: 'ns',
      ratio: nanoseconds / reference,
      against: 'our token bucket',
      reference,
      target: {
        text: `${Math.round(1e9 / nanoseconds).toLocaleString('en-US')} a second, at least ${MIN_PER_SECOND.toLocaleString('en-US')}`,
        met: 1e9 / nanoseconds >= MIN_PER_SECOND,
      },
    })),
    notes: [],
  };
}
