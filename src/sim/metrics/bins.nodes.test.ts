import { describe, expect, it } from 'vitest';
import { marksIn } from './bins.ts';
import { NO_NODE, type ClusterTrace, type LaneTrace } from './trace.ts';
import { unitArrivals } from '../arrivals.ts';

/** Requests 10 µs apart, by node, verdict and wait. */
function traceOf(rows: readonly (readonly [node: number, verdict: number, wait: number])[], several = true): LaneTrace {
  const empty = new Float64Array(rows.length);
  const cluster: ClusterTrace = {
    node: Uint8Array.from(rows, ([node]) => node),
    messages: new Uint32Array(rows.length),
    latency: empty,
    level: empty,
    retryAfter: empty,
    answerPath: new Uint8Array(rows.length),
    load: new Uint32Array(1),
    loadBin: 1,
    notes: [],
  };
  return {
    arrivals: unitArrivals(Float64Array.from(rows, (_, i) => 10 * i)),
    verdicts: Uint8Array.from(rows, ([, verdict]) => verdict),
    waits: Float64Array.from(rows, ([, , wait]) => wait),
    ...(several ? { cluster } : {}),
  };
}

describe('marks of a distributed scheme', () => {
  const rows = [
    [0, 0, 4],
    [1, 1, 9],
    [NO_NODE, 2, 4],
    [0, 2, 4],
  ] as const;

  it('know the node of each request in range', () => {
    expect(marksIn(traceOf(rows), 10, 30)?.node).toEqual(Uint8Array.of(1, NO_NODE));
    expect(marksIn(traceOf(rows, false), 0, 40)?.node).toBeNull();
  });

  it('do not count decision latency as a delay', () => {
    expect(marksIn(traceOf(rows), 0, 40)?.wait).toEqual(Float64Array.of(0, 9, 0, 0));
  });

  it('are theirs alone: they are handed over to another thread', () => {
    const trace = traceOf(rows);
    marksIn(trace, 0, 40)?.node?.fill(7);
    expect(trace.cluster?.node[0]).toBe(0);
  });
});
