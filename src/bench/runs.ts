/** What a user waits for while dragging n: a whole run and its charts; and what the run takes in memory. */
import { runToEnd, openSession, simulate, simulateToEnd, planOf } from '../sim/engine.ts';
import type { Edition } from '../sim/index.ts';
import type { LaneTrace } from '../sim/metrics/trace.ts';
import { OVERVIEW_BINS } from '../worker/protocol.ts';
import { allLanes } from './decisions.ts';
import { runInterleaved, median } from './measure.ts';
import { WITHOUT_REFERENCE, type ReportLine, type ReportSection } from './report.ts';
import { POLICY, poissonScenario, type LaneChoice } from './scenarios.ts';

const COLUMNS = 320;
const TRACK_COLUMNS = 3 * COLUMNS;
const MAX_GROWTH = 11;
const MAX_BYTES_PER_DECISION = 24;

/** Windows, logs, buckets and queues. */
const LANES: readonly LaneChoice[] = [
  'token-bucket',
  'gcra',
  'fixed-window',
  'sliding-counter',
  'sliding-log',
  'leaky-queue',
].map((limiter) => ({
  limiter,
  edition: 'corrected' as Edition,
}));

/** As the worker answers `simulate`, from the scenario on. */
function runAndQueryCharts(requests: number, n: number): unknown {
  const plan = planOf(poissonScenario(requests, LANES, {}, n));
  const look = {
    from: 0,
    to: plan.end,
    columns: COLUMNS,
    trackColumns: TRACK_COLUMNS,
    key: null,
    comparedLanes: [...LANES.keys()],
  };
  const session = openSession(runToEnd(simulate(plan, look)));
  return [session.laneInfos, session.overview(OVERVIEW_BINS), runToEnd(session.charts(look))];
}

export async function benchmarkRuns(sizes: readonly number[], rounds: number): Promise<ReportSection> {
  // Always another n, so that nothing could be remembered.
  let n = POLICY.n;
  const contestants = sizes.map((requests) => ({ name: `${requests}`, run: () => runAndQueryCharts(requests, ++n) }));
  const medians = (await runInterleaved(contestants, rounds, 2)).map(median);
  const lines = sizes.map((requests, index): ReportLine => {
    const smaller = sizes[index - 1];
    const growth = smaller === undefined ? null : (medians[index] as number) / (medians[index - 1] as number);
    return {
      name: `run: ${requests.toLocaleString('en-US')} requests × ${LANES.length} lanes`,
      value: medians[index] as number,
      unit: 'ms',
      ratio: growth,
      against: smaller === undefined ? null : `${smaller.toLocaleString('en-US')} requests`,
      reference: medians[index - 1] ?? null,
      target:
        growth === null || index < sizes.length - 1
          ? null
          : { text: `grows by less than ${MAX_GROWTH} × for 10 × the requests`, met: growth < MAX_GROWTH },
    };
  });
  return {
    title: `From a new n to new bins: plan, decide, first look of ${COLUMNS} columns and ${OVERVIEW_BINS} bins of overview, ${rounds} rounds`,
    lines,
    notes: [
      `Lanes: ${LANES.map(({ limiter }) => limiter).join(', ')}. The messages to and from a worker are not in it: buffers are transferred.`,
    ],
  };
}

export function benchmarkMemory(requests: number): ReportSection {
  const keysAndCosts = { keys: { count: 100, share: 'even' }, cost: { of: [1, 5], weights: [9, 1] } };
  const cases = [
    { name: `${LANES.length} lanes, one key`, lanes: LANES, more: {} },
    { name: '1 lane, one key', lanes: LANES.slice(0, 1), more: {} },
    { name: '1 lane, keys and costs', lanes: LANES.slice(0, 1), more: keysAndCosts },
    { name: `${allLanes.length} lanes, keys and costs`, lanes: allLanes, more: keysAndCosts },
  ];
  return {
    title: `Memory: all buffers of the traces, over requests × lanes`,
    lines: cases.map(({ name, lanes, more }): ReportLine => {
      const run = simulateToEnd(planOf(poissonScenario(requests, lanes, more)));
      const bytes = bufferBytes(run.lanes) / (run.plan.arrivals.count * run.lanes.length);
      return {
        name: `memory: ${name}`,
        value: bytes,
        unit: 'bytes',
        ...WITHOUT_REFERENCE,
        target: { text: `${MAX_BYTES_PER_DECISION} or fewer`, met: bytes <= MAX_BYTES_PER_DECISION },
      };
    }),
    notes: [
      'Arrivals are shared by the lanes. A limiter that makes requests wait adds 8 bytes a request for the waits.',
    ],
  };
}

/** Whole buffers, each once, also where an array shows but a part of one. */
function bufferBytes(traces: readonly LaneTrace[]): number {
  const buffers = new Set<ArrayBufferLike>();
  for (const { arrivals, verdicts, waits } of traces) {
    const columns: readonly unknown[] = [...Object.values<unknown>({ ...arrivals }), verdicts, waits];
    for (const column of columns) {
      if (ArrayBuffer.isView(column)) buffers.add(column.buffer);
    }
  }
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
}
