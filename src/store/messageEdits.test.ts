import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimalDocument, scenarioOf, loadSystems, type Scenario } from '../sim/index.ts';
import { arbitraryScenarios } from '../sim/scenario/arbitraries.testing.ts';
import { messageDelay, withAtomicLane, withMessageDelay } from './messageEdits.ts';

await loadSystems();

const GET = { lane: 0, request: 4, command: 0 } as const;
const alone = scenarioOf({ lanes: [{ limiter: 'redis-incr', options: { variant: 'incr-expire' } }] });
const moves = (scenario: Scenario) => scenario.cluster?.moves;

describe('a message made later', () => {
  it('is written down to the microsecond, with the one node that was there unsaid', () => {
    const later = withMessageDelay(alone, GET, 4_000.4);
    expect(minimalDocument(later)['cluster']).toEqual({ nodes: 1, moves: [{ ...GET, delay: 0.004 }] });
    expect(messageDelay(later, GET)).toBe(4_000);
    expect(messageDelay(alone, GET)).toBe(0);
  });

  it('is one entry however often it is moved, and none when it is back', () => {
    const other = { ...GET, command: 1 };
    const both = withMessageDelay(withMessageDelay(alone, GET, 4_000), other, 10);
    expect(moves(withMessageDelay(both, GET, 5_001))).toEqual([
      { ...GET, delay: 0.005001 },
      { ...other, delay: 0.00001 },
    ]);
    for (const nothing of [0, -3_000, 0.2])
      expect(moves(withMessageDelay(both, GET, nothing))).toEqual([{ ...other, delay: 0.00001 }]);
    expect(withMessageDelay(both, other, 10)).toBe(both);
    expect(withMessageDelay(alone, GET, 0)).toBe(alone);
  });

  it('is another one in another lane', () => {
    const both = withMessageDelay(withMessageDelay(alone, GET, 4_000), { ...GET, lane: 1 }, 1_000);
    expect([messageDelay(both, GET), messageDelay(both, { ...GET, lane: 1 })]).toEqual([4_000, 1_000]);
  });

  it('is taken by the format in any scenario, and leaves it as it was when put back', () => {
    const named = fc.record({ lane: fc.nat(), request: fc.nat(20_000_000), command: fc.nat(1_000) });
    fc.assert(
      fc.property(arbitraryScenarios(), named, fc.integer({ min: 1, max: 100_000_000 }), (scenario, any, by) => {
        fc.pre(scenario.lanes.length > 0);
        const name = { ...any, lane: any.lane % scenario.lanes.length };
        const later = withMessageDelay(scenario, name, by);
        expect(scenarioOf(minimalDocument(later))).toEqual(later);
        expect(messageDelay(later, name)).toBe(by);
        if (scenario.cluster !== undefined && messageDelay(scenario, name) === 0)
          expect(withMessageDelay(later, name, 0)).toEqual(scenario);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the atomic version', () => {
  const lanes = [
    { limiter: 'fixed-window' },
    {
      limiter: 'redis-token-bucket',
      label: 'Two round trips',
      edition: 'published',
      policy: { n: 5 },
      options: { concurrency: 'watch', retries: 7 },
    },
    { limiter: 'simple-window-threads', label: 'Threads', policy: { n: 5 } },
    { limiter: 'redis-incr' },
  ];
  const scenario = scenarioOf({ cluster: { nodes: 2 }, lanes });

  it('is the same scheme by other options, on its own policy and edition, without the old label', () => {
    const next = withAtomicLane(scenario, 1);
    expect(minimalDocument(next)['lanes']).toEqual([
      { limiter: 'fixed-window' },
      { limiter: 'redis-token-bucket', edition: 'published', policy: { n: 5 }, options: { retries: 7 } },
      lanes[2],
      lanes[3],
    ]);
    expect(next.lanes[1]?.options['concurrency']).toBe('lua');
    expect(next.cluster).toBe(scenario.cluster);
  });

  it('may be a limiter of one process, as if it had been chosen', () => {
    expect(minimalDocument(withAtomicLane(scenario, 2))['lanes']).toEqual([
      lanes[0],
      lanes[1],
      { limiter: 'simple-window', policy: { n: 5 } },
      lanes[3],
    ]);
  });

  it('of a layered lane is that of its inner scheme, on the inner scheme’s own policy', () => {
    const outer = { limiter: 'leaky-meter', policy: { n: 9 } };
    const layersOf = (inner: unknown) => ({ limiter: 'layered', policy: { n: 7 }, options: { outer, inner } });
    const atomicLaneOf = (inner: unknown) => {
      const layered = scenarioOf({ cluster: { nodes: 2 }, lanes: [layersOf(inner)] });
      return minimalDocument(withAtomicLane(layered, 0))['lanes'];
    };
    const bucket = { limiter: 'redis-token-bucket', edition: 'published', policy: { n: 5 } };
    expect(atomicLaneOf({ ...bucket, options: { concurrency: 'watch' } })).toEqual([layersOf(bucket)]);
    expect(atomicLaneOf('simple-window-threads')).toEqual([layersOf('simple-window')]);
    expect(atomicLaneOf('redis-incr')).toEqual([layersOf('redis-incr')]);
  });

  it('is the lane itself where there is none', () => {
    for (const lane of [0, 3, 9]) expect(withAtomicLane(scenario, lane)).toBe(scenario);
  });
});
