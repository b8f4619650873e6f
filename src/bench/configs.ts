/** How long config text takes to be read as a lane, as it is while somebody types it. */
import { configProducts, nearestLane, printConfig, readConfig } from '../configs/index.ts';
import { loadSystems, microsFromSeconds } from '../sim/index.ts';
import { median, runInterleaved } from './measure.ts';
import { WITHOUT_REFERENCE, type ReportSection } from './report.ts';
import { POLICY } from './scenarios.ts';

/** One frame at 60 a second. */
const FRAME_MS = 16;

/** A limit of each product, as it prints it. */
function textOf(id: string): string {
  const policy = { n: POLICY.n, T: microsFromSeconds(POLICY.T), capacity: POLICY.n };
  return printConfig(id, nearestLane(id, { limiter: 'token-bucket', policy, options: {} }).lane).text;
}

/** The product is recognised, too: a text may be pasted into any lane. */
export async function benchmarkConfigs(rounds: number): Promise<ReportSection> {
  await loadSystems();
  const texts = configProducts.map(({ id, name }) => ({ name, text: textOf(id) }));
  const timings = await runInterleaved(
    texts.map(({ name, text }) => ({ name, run: () => readConfig(text) })),
    rounds,
    2,
  );
  const medians = timings.map(median);
  const slowest = Math.max(...medians);
  const line = (name: string, value: number) => ({ name, value, unit: 'ms', ...WITHOUT_REFERENCE });
  return {
    title: `Config text: read as a lane, ${texts.length} products, ${rounds} rounds`,
    lines: [
      { ...line('config text to lane: the median product', median(medians)), target: null },
      {
        ...line(`config text to lane: the slowest, ${texts[medians.indexOf(slowest)]?.name ?? ''}`, slowest),
        target: { text: `within a frame, ${FRAME_MS} ms`, met: slowest <= FRAME_MS },
      },
    ],
    notes: [],
  };
}
