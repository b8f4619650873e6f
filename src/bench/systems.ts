/** Nanoseconds per decision of the real systems, with their defaults: through the engine, and in a loop by hand. */
import { addLimiters } from '../sim/limiters/index.ts';
import { systems } from '../sim/systems/index.ts';
import { measureLanes } from './decisions.ts';
import { geometricMean } from './measure.ts';
import { WITHOUT_REFERENCE, type ReportLine, type ReportSection } from './report.ts';
import { planOf } from '../sim/engine.ts';
import { poissonScenario, POLICY, type LaneChoice } from './scenarios.ts';

const MAX_MEAN_RATIO = 2.5;

/** A period that the vendor offers, at the same rate. */
const TEN_SECONDS = { n: 10 * POLICY.n, T: 10 * POLICY.T };

const lanes: readonly LaneChoice[] = systems.map(({ id }) => ({
  limiter: id,
  edition: 'corrected',
  ...(id === 'cloudflare' && { policy: TEN_SECONDS }),
}));

/** @throws {Error} when a system has no loop by hand, or one that decides differently */
export async function benchmarkSystems(requests: number, rounds: number): Promise<ReportSection> {
  addLimiters(systems);
  const timings = await measureLanes(planOf(poissonScenario(requests, lanes)), rounds);
  const lines = timings.map(({ lanePlan: { algorithm }, engine, specialised }): ReportLine => {
    if (specialised === null) throw new Error(`There is no loop by hand for ${algorithm.id}.`);
    return {
      name: `decide: ${algorithm.id}`,
      value: engine,
      unit: 'ns',
      ratio: engine / specialised,
      against: 'by hand',
      reference: specialised,
      target: null,
    };
  });
  const mean = geometricMean(lines.flatMap(({ ratio }) => ratio ?? []));
  return {
    title: `Real systems: the engine against a loop by hand, ${requests.toLocaleString('en-US')} requests, ${rounds} rounds`,
    lines: [
      ...lines,
      {
        name: 'decide, real systems: geometric mean of the ratios',
        value: mean,
        unit: '×',
        ...WITHOUT_REFERENCE,
        target: { text: `at most ${MAX_MEAN_RATIO}`, met: mean <= MAX_MEAN_RATIO },
      },
    ],
    notes: ['With the products’ defaults; both sides follow the product’s own arithmetic.'],
  };
}
