/** Nanoseconds per decision: through the engine, and in a loop written for that limiter alone. */
import { decideSlice, emptyTrace } from '../sim/run/openLoop.ts';
import { runToEnd, openSession, simulateToEnd, planOf, type Plan } from '../sim/engine.ts';
import { catalogue } from '../sim/index.ts';
import type { LimiterPlan } from '../sim/run/lanePlan.ts';
import { geometricMean, runInterleaved, median, type BenchmarkTask } from './measure.ts';
import { WITHOUT_REFERENCE, type ReportLine, type ReportSection } from './report.ts';
import { hasSpecialisedLoop, specialisedLoop } from './specialised/index.ts';
import { poissonScenario } from './scenarios.ts';

const MAX_OVERHEAD_NS = 20;
const MAX_MEAN_RATIO = 2.2;

/** For the loops of limiters that delay nothing. */
const NO_WAITS = new Float64Array();

export const allLanes = catalogue.flatMap(({ id, editions }) => editions.map((edition) => ({ limiter: id, edition })));

/**
 * Runs all limiters on every kind of traffic, charts included, before anything is measured, so that the engine's one
 * call site is as polymorphic as in long use.
 */
export function warmUp(): void {
  for (const more of [{}, { keys: { count: 50, share: 'zipf' } }, { cost: { of: [1, 5], weights: [9, 1] } }]) {
    const plan = planOf(poissonScenario(20_000, allLanes, more));
    const session = openSession(simulateToEnd(plan));
    runToEnd(session.charts({ from: 0, to: plan.end, columns: 320, trackColumns: 960, key: null, comparedLanes: [] }));
    session.snapshot(plan.end / 2, null, null);
    for (const lane of allLanes.keys())
      for (let request = 0; request < 20; request++) runToEnd(session.why(lane, request));
  }
}

/**
 * @param predictable the same lanes on traffic whose verdicts a branch predictor learns
 * @throws {Error} when a hand-written loop does not decide as the engine does
 */
export async function benchmarkDecisions(plan: Plan, predictable: Plan, rounds: number): Promise<ReportSection> {
  const lines = (await measureLanes(plan, rounds)).map(({ lanePlan, engine, specialised }): ReportLine => {
    const figure = { name: `decide: ${lanePlan.algorithm.id}, ${lanePlan.edition}`, value: engine, unit: 'ns' };
    if (specialised === null)
      return { ...figure, name: `${figure.name} (no hand-written loop)`, ...WITHOUT_REFERENCE, target: null };
    return {
      ...figure,
      ratio: engine / specialised,
      against: 'by hand',
      reference: specialised,
      target: {
        text: `${(engine - specialised).toFixed(1)} ns above, at most ${MAX_OVERHEAD_NS}`,
        met: engine - specialised <= MAX_OVERHEAD_NS,
      },
    };
  });
  const mean = geometricMean(lines.flatMap(({ ratio }) => ratio ?? []));
  const requests = plan.arrivals.count.toLocaleString('en-US');
  const steadyTimings = await measureLanes(predictable, Math.ceil(rounds / 2));
  return {
    title: `Decisions: the engine against a loop written for that limiter, ${requests} requests, ${rounds} rounds`,
    lines: [
      ...lines,
      {
        name: 'decide: geometric mean of the ratios',
        value: mean,
        unit: '×',
        ...WITHOUT_REFERENCE,
        target: { text: `under ${MAX_MEAN_RATIO}`, met: mean < MAX_MEAN_RATIO },
      },
      {
        name: 'decide: the same on steady traffic',
        value: geometricMean(
          steadyTimings.flatMap(({ engine, specialised }) => (specialised === null ? [] : engine / specialised)),
        ),
        unit: '×',
        ...WITHOUT_REFERENCE,
        target: null,
      },
    ],
    notes: [
      'One loop calls all limiters, and has called all of them, with keys and costs too, before the clock starts.',
      'On steady traffic a processor predicts every verdict: both kinds of loop gain the same nanoseconds, the ratio loses.',
    ],
  };
}

export interface LaneTiming {
  readonly lanePlan: LimiterPlan;
  /** Nanoseconds per decision. */
  readonly engine: number;
  /** Null where there is no hand-written loop. */
  readonly specialised: number | null;
}

/** @throws {Error} when a hand-written loop does not decide as the engine does */
export async function measureLanes(plan: Plan, rounds: number): Promise<readonly LaneTiming[]> {
  const { arrivals } = plan;
  const lanes = plan.lanes.filter((lane) => lane.kind === 'limiter');
  const compared = lanes.filter(({ algorithm, edition }) => hasSpecialisedLoop(algorithm.id, edition));
  for (const lanePlan of compared) assertAgreement(lanePlan, plan);
  const byEngine = lanes.map((lanePlan) => engineTask(lanePlan, plan));
  const byHand = compared.map((lanePlan) => specialisedTask(lanePlan, plan));
  const taken = await runInterleaved([...byEngine, ...byHand], rounds, 5);
  const nanoseconds = taken.map((times) => (median(times) * 1e6) / arrivals.count);
  const byHandNanoseconds = nanoseconds.slice(lanes.length);
  return lanes.map((lanePlan, index) => ({
    lanePlan,
    engine: nanoseconds[index] as number,
    specialised: byHandNanoseconds[compared.indexOf(lanePlan)] ?? null,
  }));
}

/** The engine's loop over a lane, from the first request to the last. */
export function engineTask({ algorithm: limiter, edition, params }: LimiterPlan, { arrivals }: Plan): BenchmarkTask {
  const trace = emptyTrace(arrivals, limiter);
  return {
    name: `${limiter.id} ${edition}`,
    run: () => decideSlice(limiter, params, [], trace, 0, arrivals.count),
  };
}

/** The loop written for the lane's limiter. */
function specialisedTask({ algorithm: limiter, edition, params }: LimiterPlan, { arrivals }: Plan): BenchmarkTask {
  const loop = specialisedLoop(limiter.id, edition);
  const { verdicts, waits } = emptyTrace(arrivals, limiter);
  return {
    name: `${limiter.id} ${edition} hand-written`,
    run: () => loop(params, arrivals.at, verdicts, waits ?? NO_WAITS),
  };
}

/** @throws {Error} when loop and engine answer a request differently */
function assertAgreement({ algorithm: limiter, edition, params }: LimiterPlan, { arrivals }: Plan): void {
  const [engine, hand] = [emptyTrace(arrivals, limiter), emptyTrace(arrivals, limiter)];
  decideSlice(limiter, params, [], engine, 0, arrivals.count);
  specialisedLoop(limiter.id, edition)(params, arrivals.at, hand.verdicts, hand.waits ?? NO_WAITS);
  const differs = hand.verdicts.findIndex(
    (verdict, request) => verdict !== engine.verdicts[request] || hand.waits?.[request] !== engine.waits?.[request],
  );
  if (differs >= 0)
    throw new Error(`The loop written for ${limiter.id}, ${edition}, decides request ${differs} differently.`);
}
