import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MILLISECOND, parseScenario, SECOND, scenarioOf, type Cluster, type Scenario } from '../sim/index.ts';
import { withFaultMoved, type FaultPart } from './faultMoves.ts';

/** A run of 20 s. */
function run(faults: readonly object[], skew: readonly object[] = []): Scenario {
  return scenarioOf({ duration: 20, lanes: [{ limiter: 'redis-incr' }], cluster: { nodes: 3, faults, skew } });
}

const down = (at: number, until?: number) => ({
  kind: 'node-down',
  node: 1,
  at,
  ...(until !== undefined && { until }),
});
const flush = (at: number) => ({ kind: 'store-flush', at });

describe('a fault', () => {
  it.each<[string, object, FaultPart, number, object]>([
    ['moves as a whole', down(5, 8), 'body', 2.5, down(7.5, 10.5)],
    ['stays in the run', down(5, 8), 'body', 90, down(17, 20)],
    ['does not begin before it', down(5, 8), 'body', -90, down(0, 3)],
    ['without an end keeps none', down(5), 'body', 3, down(8)],
    ['begins within the run', down(5), 'body', 90, down(19.999)],
    ['of an instant moves', flush(5), 'body', -1.25, flush(3.75)],
    ['of an instant has no end of its own', flush(5), 'to', 1, flush(6)],
    ['begins later', down(5, 8), 'from', 1, down(6, 8)],
    ['keeps some of its length at its beginning', down(5, 8), 'from', 90, down(7.9, 8)],
    ['ends later', down(5, 8), 'to', 4, down(5, 12)],
    ['ends with the run at the latest', down(5, 8), 'to', 90, down(5, 20)],
    ['keeps some of its length at its end', down(5, 8), 'to', -90, down(5, 5.1)],
    ['without an end is given one', down(5), 'to', -4, down(5, 16)],
    ['without an end needs none that is later', down(5), 'to', 4, down(5)],
    ['that ends after the run is not cut off', down(5, 50), 'body', 1, down(5, 50)],
    ['that takes no time may be stretched', down(5, 5), 'to', 1, down(5, 6)],
  ])('%s', (_, before, part, seconds, after) => {
    const scenario = run([flush(1), before]);
    const next = withFaultMoved(scenario, { of: 'fault', index: 1 }, part, seconds * SECOND, SECOND / 10);
    expect(next).toEqual(run([flush(1), after]));
    if (JSON.stringify(before) === JSON.stringify(after)) expect(next).toBe(scenario);
  });

  it('that adds a node keeps what happens to that node', () => {
    const before = run([
      { kind: 'node-added', at: 3 },
      { kind: 'node-added', at: 5 },
      { ...down(7, 8), node: 3 },
    ]);
    const { cluster } = withFaultMoved(before, { of: 'fault', index: 0 }, 'body', 3 * SECOND, MILLISECOND);
    expect(cluster?.faults).toMatchObject([{ at: 6 }, { at: 5 }, { node: 4, at: 7 }]);
  });

  it('that is not there changes nothing', () => {
    const before = run([flush(1)]);
    expect(withFaultMoved(before, { of: 'fault', index: 4 }, 'body', SECOND, SECOND)).toBe(before);
    expect(withFaultMoved(before, { of: 'clock', index: 0 }, 'body', SECOND, SECOND)).toBe(before);
  });
});

it('the step of a clock moves within the run, and the rest of the clock stays', () => {
  const clock = (at: number) => run([], [{ node: 2, offset: 0.5, drift: 0.01, step: { at, by: 1 } }]);
  const moved = (seconds: number) =>
    withFaultMoved(clock(7), { of: 'clock', index: 2 }, 'body', seconds * SECOND, SECOND);
  expect(moved(2.5)).toEqual(clock(9.5));
  expect(moved(90)).toEqual(clock(19.999));
  expect(moved(-90)).toEqual(clock(0));
});

it('whatever is moved wherever, the scenario stays one that can be run', () => {
  const seconds = fc.integer({ min: 0, max: 19_999 }).map((ms) => ms / 1000);
  const lasting = fc.tuple(seconds, fc.option(fc.integer({ min: 0, max: 30_000 }), { nil: undefined }));
  const fault = fc.oneof(
    lasting.map(([at, length]) => down(at, length === undefined ? undefined : at + length / 1000)),
    seconds.map(flush),
  );
  const move = fc.tuple(
    fc.nat({ max: 3 }),
    fc.constantFrom<FaultPart>('body', 'from', 'to'),
    fc.integer({ min: -25_000_000, max: 25_000_000 }),
  );
  fc.assert(
    fc.property(fc.array(fault, { minLength: 1, maxLength: 4 }), fc.array(move, { maxLength: 6 }), (faults, moves) => {
      let scenario = run(faults);
      for (const [index, part, by] of moves) {
        scenario = withFaultMoved(scenario, { of: 'fault', index }, part, by, 7 * MILLISECOND);
      }
      expect(parseScenario(scenario)).toMatchObject({ ok: true });
      const last = Math.max(...(scenario.cluster as Cluster).faults.map(({ at }) => at));
      expect(last).toBeLessThan(20);
    }),
    { seed: 7, numRuns: 200 },
  );
});
