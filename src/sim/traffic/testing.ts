/** Recordings for tests. */
import fc from 'fast-check';
import { MAX_RECORDED_COST, costAndBadOf, type RecordingColumns } from './recordingColumns.ts';

/** One request: seconds since the log's start, the client's name, its permits, and whether it counts as bad. */
export interface LoggedRequest {
  readonly at: number;
  readonly client: string;
  readonly cost?: number;
  readonly bad?: boolean;
}

/** The columns of requests in the order of their time; clients are numbered by first appearance. */
export function columnsFrom(requests: readonly LoggedRequest[], keepNames = false): RecordingColumns {
  const names = [...new Set(requests.map(({ client }) => client))];
  return {
    at: Float64Array.from(requests, ({ at }) => Math.round(at * 1e6)),
    client: Uint32Array.from(requests, ({ client }) => names.indexOf(client)),
    costAndBad: Uint32Array.from(requests, ({ cost = 1, bad = false }) => costAndBadOf(cost, bad)),
    ...(keepNames ? { names } : {}),
  };
}

/** @param unit µs between stamps */
export function arbitraryColumns(
  unit: fc.Arbitrary<number> = fc.constantFrom(1, 1_000, 1_000_000),
): fc.Arbitrary<RecordingColumns> {
  const request = fc.record({
    gap: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(40_000)),
    client: fc.nat(8),
    cost: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: MAX_RECORDED_COST })),
    bad: fc.boolean(),
  });
  const requests = fc.array(request, { minLength: 1, maxLength: 60 });
  return fc.tuple(unit, requests, fc.boolean(), fc.boolean()).map(([micros, list, plain, keepNames]) => {
    let at = 0;
    const logged = list.map(({ gap, client, cost, bad }) => {
      at += gap;
      const extra = plain ? {} : { cost, bad };
      return { at: (at * micros) / 1e6, client: `10.0.0.${client}`, ...extra };
    });
    return columnsFrom(logged, keepNames);
  });
}
