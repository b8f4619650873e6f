/** Nanoseconds a decision: through the engine, and in a loop written for the one limiter. */
import { decideSlice, emptyTrace } from '../sim/run/simulate.ts';
import { atOnce, openSession, simulateAll, type Plan } from '../sim/engine.ts';
import { catalogue } from '../sim/index.ts';
import type { LimiterPlan } from '../sim/run/lanePlan.ts';
import { geometricMean, interleaved, median, type Contestant } from './measure.ts';
import { alone, type Line, type Section } from './report.ts';
import { specialisedLoop } from './specialised/index.ts';
import { planOf, scenarioOf } from './traffic.ts';

const MOST_ABOVE = 20;
const MOST_MEAN_RATIO = 2.5;

/** For the loops of limiters that delay nothing. */
const NO_WAITS = new Float64Array();

export const everyLane = catalogue.flatMap(({ id, editions }) => editions.map((edition) => ({ limiter: id, edition })));

/**
 * Runs all limiters on traffic of every kind, charts included, so that the engine's one call site has seen what it sees
 * in an afternoon of use before anything is measured.
 */
export function exercise(): void {
  for (const more of [{}, { keys: { count: 50, share: 'zipf' } }, { cost: { of: [1, 5], weights: [9, 1] } }]) {
    const made = planOf(scenarioOf(20_000, everyLane, more));
    const session = openSession(simulateAll(made));
    atOnce(session.look({ from: 0, to: made.end, columns: 320, trackColumns: 960, key: null, compared: [] }));
    session.moment(made.end / 2, null, null);
    for (const lane of everyLane.keys()) for (let request = 0; request < 20; request++) session.why(lane, request);
  }
}

/**
 * @param foreseeable the same lanes on traffic whose verdicts come in an order that a processor learns
 * @throws {Error} when a loop written by hand does not answer as the engine
 */
export async function decisions(plan: Plan, foreseeable: Plan, rounds: number): Promise<Section> {
  const lines = (await measured(plan, rounds)).map(({ lane, engine, hand }): Line => {
    return {
      name: `decide: ${lane.limiter.id}, ${lane.edition}`,
      value: engine,
      unit: 'ns',
      ratio: engine / hand,
      against: 'by hand',
      reference: hand,
      aim: { text: `${(engine - hand).toFixed(1)} ns above, at most ${MOST_ABOVE}`, met: engine - hand <= MOST_ABOVE },
    };
  });
  const mean = geometricMean(lines.flatMap(({ ratio }) => ratio ?? []));
  const requests = plan.arrivals.count.toLocaleString('en-US');
  const even = await measured(foreseeable, Math.ceil(rounds / 2));
  return {
    title: `Decisions: the engine against a loop written for that limiter, ${requests} requests, ${rounds} rounds`,
    lines: [
      ...lines,
      {
        name: 'decide: geometric mean of the ratios',
        value: mean,
        unit: '×',
        ...alone,
        aim: { text: `under ${MOST_MEAN_RATIO}`, met: mean < MOST_MEAN_RATIO },
      },
      {
        name: 'decide: the same on steady traffic',
        value: geometricMean(even.map(({ engine, hand }) => engine / hand)),
        unit: '×',
        ...alone,
        aim: null,
      },
    ],
    notes: [
      'One loop calls all limiters, and has called all of them, with keys and costs too, before the clock starts.',
      'On steady traffic a processor foresees every verdict: both kinds of loop gain the same nanoseconds, the ratio loses.',
    ],
  };
}

interface Measured {
  readonly lane: LimiterPlan;
  /** Nanoseconds a decision. */
  readonly engine: number;
  readonly hand: number;
}

async function measured(plan: Plan, rounds: number): Promise<readonly Measured[]> {
  const { arrivals } = plan;
  const lanes = plan.lanes.filter((lane) => lane.kind === 'limiter');
  for (const lane of lanes) mustAgree(lane, plan);
  const byEngine = lanes.map((lane) => engineOn(lane, plan));
  const byHand = lanes.map((lane) => handOn(lane, plan));
  const taken = await interleaved([...byEngine, ...byHand], rounds, 5);
  const nanoseconds = taken.map((times) => (median(times) * 1e6) / arrivals.count);
  return lanes.map((lane, index) => ({
    lane,
    engine: nanoseconds[index] as number,
    hand: nanoseconds[lanes.length + index] as number,
  }));
}

/** The engine's loop over a lane, from the first request to the last. */
export function engineOn({ limiter, edition, params }: LimiterPlan, { arrivals }: Plan): Contestant {
  const trace = emptyTrace(arrivals, limiter);
  return {
    name: `${limiter.id} ${edition}`,
    run: () => decideSlice(limiter, params, [], trace, 0, arrivals.count),
  };
}

/** The loop written for the lane's limiter. */
function handOn({ limiter, edition, params }: LimiterPlan, { arrivals }: Plan): Contestant {
  const loop = specialisedLoop(limiter.id, edition);
  const { verdicts, waits } = emptyTrace(arrivals, limiter);
  return {
    name: `${limiter.id} ${edition} by hand`,
    run: () => loop(params, arrivals.at, verdicts, waits ?? NO_WAITS),
  };
}

/** @throws {Error} when loop and engine answer a request differently */
function mustAgree({ limiter, edition, params }: LimiterPlan, { arrivals }: Plan): void {
  const [engine, hand] = [emptyTrace(arrivals, limiter), emptyTrace(arrivals, limiter)];
  decideSlice(limiter, params, [], engine, 0, arrivals.count);
  specialisedLoop(limiter.id, edition)(params, arrivals.at, hand.verdicts, hand.waits ?? NO_WAITS);
  const differs = hand.verdicts.findIndex(
    (verdict, request) => verdict !== engine.verdicts[request] || hand.waits?.[request] !== engine.waits?.[request],
  );
  if (differs >= 0)
    throw new Error(`The loop written for ${limiter.id}, ${edition}, answers request ${differs} otherwise.`);
}
