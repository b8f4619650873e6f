/** How long a picture of a run takes: all its levels, window counts and decisions, read from the run and drawn as SVG. */
import { svgOfRun } from '../cli/picture.ts';
import { simulateToEnd, planOf } from '../sim/engine.ts';
import { median, runInterleaved } from './measure.ts';
import { WITHOUT_REFERENCE, type ReportSection } from './report.ts';
import { poissonScenario } from './scenarios.ts';
import { ALL } from '../views/picture/runPicture.ts';

const LANES = ['token-bucket', 'gcra', 'fixed-window', 'sliding-counter', 'sliding-log', 'leaky-queue'] as const;
const MOST_MS = 300;

export async function benchmarkPictures(requests: number, rounds: number): Promise<ReportSection> {
  const lanes = LANES.map((limiter) => ({ limiter, edition: 'corrected' as const }));
  const run = simulateToEnd(planOf(poissonScenario(requests, lanes)));
  const name = `a picture of ${LANES.length} lanes of ${requests.toLocaleString('en-US')} requests`;
  const [timings = []] = await runInterleaved([{ name, run: () => svgOfRun(run, ALL) }], rounds, 1);
  const value = median(timings);
  return {
    title: `Pictures, ${rounds} rounds`,
    lines: [
      {
        name,
        value,
        unit: 'ms',
        ...WITHOUT_REFERENCE,
        target: { text: `at most ${MOST_MS} ms`, met: value <= MOST_MS },
      },
    ],
    notes: [],
  };
}
