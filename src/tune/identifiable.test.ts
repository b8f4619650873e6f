/** What a log's stamps can tell: windows and bursts of at least ten of them. */
import { describe, expect, it } from 'vitest';
import { loadSystems, scenarioOf } from '../sim/index.ts';
import { coarsestStamps, decidingTime, isFigureIdentifiable, isIdentifiable } from './identifiable.ts';
import { packRecording } from '../sim/traffic/recordingData.ts';

await loadSystems();

it('takes ten stamps at least', () => {
  expect([isIdentifiable(10, 1), isIdentifiable(9.999, 1), isIdentifiable(0.001, 0)]).toEqual([true, false, true]);
});

it('of all keys in 1 s is not told by stamps of 1 s, whatever the window', () => {
  expect(isFigureIdentifiable('peak', 60, 1)).toBe(true);
  expect(isFigureIdentifiable('peakSecond', 60, 1)).toBe(false);
  expect(isFigureIdentifiable('peakSecond', 60, 0.1)).toBe(true);
});

describe('the shortest time that a lane depends on', () => {
  it.each([
    ['fixed-window', { n: 10, T: 60, capacity: 1 }, {}, 60],
    ['token-bucket', { n: 10, T: 60 }, {}, 60],
    // Five tokens refill in half a minute.
    ['token-bucket', { n: 10, T: 60, capacity: 5 }, {}, 30],
    ['token-bucket', { n: 10, T: 60, capacity: 100 }, {}, 60],
    // 10 a second and a burst of 5: six at once.
    ['nginx-limit-req', { n: 600, T: 60 }, { burst: 5 }, 0.6],
    ['nginx-limit-req', { n: 600, T: 60 }, {}, 0.1],
    ['guava-bursty', { n: 60, T: 60 }, {}, 1],
    ['guava-bursty', { n: 60, T: 60 }, { maxBurstSeconds: 5 }, 5],
  ])('of %s with %j and %j', (limiter, policy, options, seconds) => {
    const scenario = scenarioOf({ policy, lanes: [{ limiter, options }] });
    expect(decidingTime(scenario, scenario.lanes[0]!)).toBe(seconds);
  });

  it('is that of the shortest limit of a stack', () => {
    const limits = [
      { limiter: 'fixed-window', policy: { n: 10, T: 7 } },
      { limiter: 'token-bucket', policy: { capacity: 3 } },
    ];
    const scenario = scenarioOf({ policy: { n: 60, T: 60 }, lanes: [{ limiter: 'stack', of: limits }] });
    expect(decidingTime(scenario, scenario.lanes[0]!)).toBe(3);
    const other = scenarioOf({ policy: { n: 60, T: 60 }, lanes: [{ limiter: 'stack', of: limits.slice(0, 1) }] });
    expect(decidingTime(other, other.lanes[0]!)).toBe(7);
  });
});

it('is that of the coarsest log', () => {
  const data = packRecording({
    at: Float64Array.of(0),
    client: Uint32Array.of(0),
    costAndBad: Uint32Array.of(1),
  });
  const log = (resolution: number) => ({ kind: 'recording', resolution, data });
  expect(coarsestStamps(scenarioOf({ traffic: [log(0.001), log(1), { kind: 'steady', rate: 1 }] }))).toBe(1);
  expect(coarsestStamps(scenarioOf({ traffic: [{ kind: 'steady', rate: 1 }] }))).toBe(0);
});
