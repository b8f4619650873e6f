import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { stateBytes, cloneState, type KeyState } from '../limiters/limiter.ts';
import { costAt } from '../arrivals.ts';
import type { LimiterRun } from '../run/laneRun.ts';
import { Replay } from './replay.ts';
import { openSession } from './session.ts';
import { simulate, simulateToEnd } from '../run/simulate.ts';
import { runToEnd } from '../slices.ts';
import { everyLimiterLane, limiterLanes, planOfDocument } from '../run/testing.ts';

/** A log of up to 20,000 instants, which is 160 kB, and half of all requests come while it is that full. */
const [log] = limiterLanes(
  simulateToEnd(
    planOfDocument({
      policy: { n: 20_000, T: 100 },
      traffic: [{ kind: 'steady', from: 0, to: 200, rate: 220 }],
      lanes: [{ limiter: 'sliding-log' }],
    }),
  ),
) as [LimiterRun];

const ASKS = [44_000, 30_000, 1_024, 30_001, 1_023, 0, 20_480, 43_999, 10_000];

/** The states after the given numbers of requests, each computed from the start. */
function statesAfter(positions: readonly number[]): ReadonlyMap<number, KeyState> {
  const { algorithm: limiter, params } = log.plan;
  const state = limiter.init(params);
  const states = new Map<number, KeyState>();
  for (let done = 0; done <= log.arrivals.count; done++) {
    if (positions.includes(done)) states.set(done, cloneState(state));
    if (done < log.arrivals.count) limiter.decide(state, params, log.arrivals.at[done]!, costAt(log.arrivals, done));
  }
  return states;
}

describe('the memory of a replay', () => {
  const expected = statesAfter(ASKS);
  const most = Math.max(...[...expected.values()].map(stateBytes));

  // Of 43 states of up to 160 kB all, some, one or none but the first fit.
  it.each([Infinity, 4e6, 1e6, 200e3, 100e3])('takes at most %d bytes, and the answers stay the same', (budget) => {
    const replay = new Replay(log, 0, budget);
    for (const position of ASKS) {
      expect(replay.stateAfter(position)).toEqual(expected.get(position));
      expect(replay.held).toBeLessThanOrEqual(budget);
    }
    // At least half of the budget is used, because checkpoints are dropped by halves.
    if (budget > 2 * most) expect(replay.held).toBeGreaterThan(Math.min(budget, 43 * (most / 2)) / 4);
  });

  it('does not grow with repeated queries', () => {
    const replay = new Replay(log, 0, 1e6);
    for (const position of ASKS) replay.stateAfter(position);
    const { held } = replay;
    for (const position of ASKS) replay.stateAfter(position);
    expect(replay.held).toBe(held);
  });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in arrays that are still referenced. */
function arrayBytes(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}

describe('the memory of a session', () => {
  it('is bounded, however many lanes have large logs', () => {
    const lanes = Array.from({ length: 10 }, () => ({ limiter: 'sliding-log' }));
    const session = openSession(
      simulateToEnd(
        planOfDocument({
          policy: { n: 100_000, T: 1_000 },
          traffic: [{ kind: 'steady', from: 0, to: 1_000, rate: 150 }],
          lanes,
        }),
      ),
    );
    const before = arrayBytes();
    session.snapshot(1_000e6, null, null);
    // Without a bound these are 64 states of up to 800 kB in each lane: 380 MB.
    expect(arrayBytes() - before).toBeLessThan(128 * 2 ** 20);
    expect(session.snapshot(999e6, null, null)[9]?.level).toBe(100_000);
  });
});

it('goes on from the states that the run kept, as from the beginning', () => {
  const plan = planOfDocument({
    policy: { n: 20, T: 1 },
    duration: 100,
    traffic: [{ kind: 'poisson', rate: 40 }],
    lanes: everyLimiterLane,
  });
  const look = { from: 31_000_000, to: 62_000_000, columns: 10, key: null };
  for (const lane of limiterLanes(runToEnd(simulate(plan, look)))) {
    expect(lane.checkpoints?.states.length).toBeGreaterThanOrEqual(3);
    const { checkpoints: _, ...bare } = lane;
    for (const position of [500, 1_024, 2_047, 2_048, 3_500])
      expect(new Replay(lane, 0).stateAfter(position)).toEqual(new Replay(bare, 0).stateAfter(position));
  }
});
