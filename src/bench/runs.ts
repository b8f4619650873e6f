/** What a user waits for while dragging n: a whole run and its charts; and what the run takes in memory. */
import { atOnce, openSession, simulateAll } from '../sim/engine.ts';
import type { Edition } from '../sim/index.ts';
import type { LaneTrace } from '../sim/metrics/trace.ts';
import { OVERVIEW_BINS } from '../worker/protocol.ts';
import { everyLane } from './decisions.ts';
import { interleaved, median } from './measure.ts';
import { alone, type Line, type Section } from './report.ts';
import { planOf, POLICY, scenarioOf, type LaneChoice } from './traffic.ts';

const COLUMNS = 320;
const TRACK_COLUMNS = 3 * COLUMNS;
const MOST_GROWTH = 12;
const MOST_BYTES = 24;

/** The lanes of the first visit. */
const LANES: readonly LaneChoice[] = ['fixed-window', 'sliding-log', 'token-bucket'].map((limiter) => ({
  limiter,
  edition: 'corrected' as Edition,
}));

/** As the worker answers `simulate`, from the scenario on. */
function answer(requests: number, n: number): unknown {
  const plan = planOf(scenarioOf(requests, LANES, {}, n));
  const session = openSession(simulateAll(plan));
  const compared = [...LANES.keys()];
  return [
    session.frames,
    session.overview(OVERVIEW_BINS),
    atOnce(session.look({ from: 0, to: plan.end, columns: COLUMNS, trackColumns: TRACK_COLUMNS, key: null, compared })),
  ];
}

export async function runs(sizes: readonly number[], rounds: number): Promise<Section> {
  // Always another n, so that nothing could be remembered.
  let n = POLICY.n;
  const contestants = sizes.map((requests) => ({ name: `${requests}`, run: () => answer(requests, ++n) }));
  const taken = (await interleaved(contestants, rounds, 2)).map(median);
  const lines = sizes.map((requests, index): Line => {
    const smaller = sizes[index - 1];
    const growth = smaller === undefined ? null : (taken[index] as number) / (taken[index - 1] as number);
    return {
      name: `run: ${requests.toLocaleString('en-US')} requests × ${LANES.length} lanes`,
      value: taken[index] as number,
      unit: 'ms',
      ratio: growth,
      against: smaller === undefined ? null : `${smaller.toLocaleString('en-US')} requests`,
      reference: taken[index - 1] ?? null,
      aim:
        growth === null || index < sizes.length - 1
          ? null
          : { text: `grows by less than ${MOST_GROWTH} × for 10 × the requests`, met: growth < MOST_GROWTH },
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

export function memory(requests: number): Section {
  const keysAndCosts = { keys: { count: 100, share: 'even' }, cost: { of: [1, 5], weights: [9, 1] } };
  const cases = [
    { name: `${LANES.length} lanes, one key`, lanes: LANES, more: {} },
    { name: '1 lane, one key', lanes: LANES.slice(0, 1), more: {} },
    { name: '1 lane, keys and costs', lanes: LANES.slice(0, 1), more: keysAndCosts },
    { name: `${everyLane.length} lanes, keys and costs`, lanes: everyLane, more: keysAndCosts },
  ];
  return {
    title: `Memory: all buffers of the traces, over requests × lanes`,
    lines: cases.map(({ name, lanes, more }): Line => {
      const run = simulateAll(planOf(scenarioOf(requests, lanes, more)));
      const bytes = bytesOf(run.lanes) / (run.plan.arrivals.count * run.lanes.length);
      return {
        name: `memory: ${name}`,
        value: bytes,
        unit: 'bytes',
        ...alone,
        aim: { text: `${MOST_BYTES} or fewer`, met: bytes <= MOST_BYTES },
      };
    }),
    notes: [
      'Arrivals are shared by the lanes. A limiter that makes requests wait adds 8 bytes a request for the waits.',
    ],
  };
}

/** Whole buffers, each once, also where an array shows but a part of one. */
function bytesOf(traces: readonly LaneTrace[]): number {
  const buffers = new Set<ArrayBufferLike>();
  for (const { arrivals, verdicts, waits } of traces) {
    const columns: readonly unknown[] = [...Object.values<unknown>({ ...arrivals }), verdicts, waits];
    for (const column of columns) {
      if (ArrayBuffer.isView(column)) buffers.add(column.buffer);
    }
  }
  return [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
}
