import { describe, expect, it } from 'vitest';
import { createFallLimit, fallPath } from './fallPaths.ts';

const valuesOf = (frames: readonly Keyframe[]) => frames.map((frame) => frame['transform']);
const SPOT = { left: 100, top: 300, width: 80, height: 60 };

describe('a request', () => {
  it.each(['allow', 'delay'] as const)(
    'that gets %s falls from the track into the middle of the picture',
    (outcome) => {
      const { duration, across, down } = fallPath({ x: 700, y: 200 }, SPOT, outcome);
      expect(duration).toBe(320);
      expect(valuesOf(across)).toEqual(['translateX(700px)', 'translateX(140px)']);
      expect(valuesOf(down)).toEqual(['translateY(200px)', 'translateY(330px)']);
      expect(down[0]!.easing).toBe('ease-in');
    },
  );

  it('that is denied reaches the rim as soon, and bounces off it, out of sight', () => {
    const { duration, across, down } = fallPath({ x: 700, y: 200 }, SPOT, 'deny');
    for (const frames of [across, down]) expect(frames[1]!.offset! * duration).toBeCloseTo(320, 9);
    expect(valuesOf(across)[1]).toBe('translateX(140px)');
    expect(valuesOf(down)[1]).toBe('translateY(300px)');
    expect(valuesOf(down)[2]).toBe('translateY(284px)');
    expect(down.at(-1)).toMatchObject({ opacity: 0 });
  });
});

it('at most eight fall in any second', () => {
  const mayFall = createFallLimit();
  const fallen = Array.from({ length: 50 }, (_, i) => i * 50).filter(mayFall);
  expect(fallen.slice(0, 8)).toEqual([0, 50, 100, 150, 200, 250, 300, 350]);
  expect(fallen.slice(8, 16)).toEqual([1000, 1050, 1100, 1150, 1200, 1250, 1300, 1350]);
  for (const at of fallen) expect(fallen.filter((one) => one >= at && one < at + 1_000).length).toBeLessThanOrEqual(8);
});
