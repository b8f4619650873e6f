/** A hash of everything that a preset decides, and of our own mathematics: computed in Node and in the browser alike. */
import { exp, expm1, ln } from '../src/sim/math.ts';
import { fnv1a } from '../src/sim/fnv.ts';
import { exponential, makeStream } from '../src/sim/random.ts';
import { plan, rowsOf, simulateAll, type LaneRun, type Plan } from '../src/sim/engine.ts';
import { presets, scenarioOf } from '../src/sim/index.ts';

export function fingerprints(): Record<string, string> {
  const found: Record<string, string> = { mathematics: mathematics(), poisson: poisson() };
  for (const preset of presets) {
    const planned = plan(scenarioOf(preset));
    if (!planned.ok) throw new Error(`${preset.id} does not run.`);
    found[preset.id] = simulateAll(planned.plan)
      .lanes.map((lane) => (lane.arrivals.count > MOST_ROWS ? columnsOf(lane) : rowsWithLevels(planned.plan, lane)))
      .join();
  }
  return found;
}

/** Of longer lanes every row would be an object too many. */
const MOST_ROWS = 100_000;

function rowsWithLevels(run: Plan, lane: LaneRun): string {
  const values = [...rowsOf(run, lane)].flatMap(({ at, outcome, wait, level, retryAfter }) => [
    at,
    ['allow', 'delay', 'deny'].indexOf(outcome),
    wait,
    level,
    retryAfter ?? -1,
  ]);
  return fnv1a(Float64Array.from(values));
}

function columnsOf({ arrivals, verdicts }: LaneRun): string {
  return `${fnv1a(arrivals.at)} ${fnv1a(Float64Array.from(verdicts))}`;
}

function mathematics(): string {
  const stream = makeStream(1, 2, 3);
  return fnv1a(
    Float64Array.from({ length: 60_000 }, (_, i) => {
      const x = exponential(stream) * 20;
      return [ln, exp, expm1][i % 3]!(x);
    }),
  );
}

/** Random traffic through a limiter: the instants are made of our own logarithms. */
function poisson(): string {
  const scenario = scenarioOf({
    id: 'poisson',
    title: 'poisson',
    group: 'Questions',
    sentence: '',
    expect: [],
    document: {
      seed: 7,
      policy: { n: 10, T: 1 },
      duration: 1_000,
      traffic: [{ kind: 'poisson', rate: 12 }],
      lanes: [{ limiter: 'token-bucket' }],
    },
  });
  const planned = plan(scenario);
  if (!planned.ok) throw new Error('It does not run.');
  const [lane] = simulateAll(planned.plan).lanes;
  return fnv1a(Float64Array.from([...planned.plan.arrivals.at, ...(lane?.verdicts ?? [])]));
}

globalThis.spillwayFingerprints = fingerprints;
