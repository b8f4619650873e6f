import { describe, expect, it } from 'vitest';
import type { Curve } from '../../sim/index.ts';
import { LevelDrawing, type ShownLevel } from './levelDrawing.ts';
import { levelExtremes } from './scale.ts';
import { recordingContext, testTheme, viewportOf } from './testing.ts';
import { WindowCountDrawing } from './windowCountDrawing.ts';

const curveOf = (...values: number[]): Curve => ({
  at: Float64Array.from(values, (_, i) => i * 100),
  value: Float64Array.from(values),
});

function shownLevel(n: number, more: Partial<ShownLevel> = {}): ShownLevel {
  return {
    laneInfo: {
      wall: 'ceiling',
      full: n,
      low: 0,
      goesLower: false,
      n,
      capacity: n,
      bound: { setting: 'n', levelPerUnit: 1 },
      second: null,
    },
    chartData: { level: curveOf(0, n), secondaryLevel: null },
    least: 0,
    greatest: n,
    secondGreatest: 0,
    scaleHeld: false,
    ...more,
  };
}

/** The labels that are drawn in front. */
function labelsOf(drawing: LevelDrawing | WindowCountDrawing): string[] {
  const { ctx, drawn } = recordingContext();
  drawing.drawFront(ctx, viewportOf(0, 3200), testTheme, []);
  return drawn.filter(({ call }) => call === 'fillText').map(({ text }) => text);
}

describe('a level', () => {
  it('is drawn on a scale on which its bound is at the same height for every n', () => {
    const drawing = new LevelDrawing();
    const heights = [10, 20].map((n) => {
      drawing.show(shownLevel(n));
      const { bound, scale } = drawing.placedBound(2)!;
      expect(bound).toMatchObject({ lane: 2, setting: 'n', value: n });
      return n / scale.high;
    });
    expect(heights[0]).toBe(heights[1]);
    expect(labelsOf(drawing)).toEqual(['0', '20']);
  });

  it('keeps the scale while it is held, so that the line follows the hand', () => {
    const drawing = new LevelDrawing();
    drawing.show(shownLevel(10));
    const { scale } = drawing.placedBound(0)!;
    for (const n of [10, 11, 12]) {
      drawing.show(shownLevel(n, { scaleHeld: true }));
      expect(drawing.placedBound(0)).toMatchObject({ bound: { value: n }, scale });
    }
    drawing.show(shownLevel(12));
    expect(drawing.placedBound(0)?.scale.high).toBeGreaterThan(scale.high);
  });

  it('has a scale for what is shown of it, and not for what is hidden', () => {
    const drawing = new LevelDrawing();
    const chartData = { level: curveOf(0, 5, 100), secondaryLevel: null };
    drawing.show(shownLevel(10, { chartData, ...levelExtremes(chartData, 150) }));
    expect(labelsOf(drawing)).toEqual(['0', '10']);
    drawing.show(shownLevel(10, { chartData, ...levelExtremes(chartData) }));
    expect(labelsOf(drawing)).toEqual(['0', '10', '99']);
  });

  it('of a program is drawn below zero where it goes there; of a rule only as far as the rule says', () => {
    const chartData = { level: curveOf(10, 0, -5), secondaryLevel: null };
    const lowOf = (goesLower: boolean, until = Infinity): number => {
      const drawing = new LevelDrawing();
      const shown = shownLevel(10, { chartData, ...levelExtremes(chartData, until) });
      drawing.show({ ...shown, laneInfo: { ...shown.laneInfo!, goesLower } });
      return drawing.placedBound(0)!.scale.low;
    };
    expect(lowOf(true)).toBeLessThanOrEqual(-5);
    expect(lowOf(true, 150)).toBe(0);
    expect(lowOf(false)).toBe(0);
  });

  it('has nothing to drag where no setting is its bound, nor before the first result', () => {
    const drawing = new LevelDrawing();
    expect(drawing.placedBound(0)).toBeNull();
    expect(labelsOf(drawing)).toEqual([]);
    const { laneInfo } = shownLevel(10);
    drawing.show(shownLevel(10, { laneInfo: laneInfo && { ...laneInfo, bound: null } }));
    expect(drawing.placedBound(0)).toBeNull();
    expect(labelsOf(drawing)).toEqual(['0', '10']);
  });
});

describe('a window count', () => {
  it('has the line n on the scale of all lanes, once there is a result', () => {
    const drawing = new WindowCountDrawing();
    expect(drawing.placedBound(1)).toBeNull();
    expect(labelsOf(drawing)).toEqual([]);
    drawing.show({
      laneInfo: { n: 10, windowLength: null },
      chartData: { windowCount: curveOf(0, 12) },
      countTop: 20,
    });
    expect(drawing.placedBound(1)).toEqual({
      bound: { lane: 1, setting: 'n', value: 10, levelPerUnit: 1 },
      scale: { low: 0, high: 20 },
    });
    expect(labelsOf(drawing)).toEqual(['0', 'n 10', '20']);
  });
});
