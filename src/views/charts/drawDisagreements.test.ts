import { describe, expect, it } from 'vitest';
import {
  areSigns,
  barScale,
  disagreementsHeight,
  drawDisagreements,
  type ScaleSurroundings,
} from './drawDisagreements.ts';
import { recordingContext, testTheme, viewportOf } from './testing.ts';

/** 10 µs per pixel. */
const viewport = viewportOf(0, 3200);
const shownAt = (instants: readonly number[], perBin: readonly number[] = []) => ({
  at: Float64Array.from(instants),
  from: 0,
  span: 20,
  perBin: Uint32Array.from(perBin),
});
/** 160 bins of 2 px, with one disagreement each, but for the third, which has 40. */
const many = shownAt(
  Array.from({ length: 160 }, (_, bin) => bin * 20),
  Array.from({ length: 160 }, (_, bin) => (bin === 2 ? 40 : 1)),
);

const NOTHING = { topBetween: () => Infinity, label: null, scaleInside: false };

function draw(shown: ReturnType<typeof shownAt>, of = viewport, around: ScaleSurroundings = NOTHING) {
  const { ctx, drawn } = recordingContext();
  drawDisagreements(ctx, of, testTheme, shown, around);
  return drawn;
}

describe('disagreements', () => {
  it('are ▾ on the upper edge, one per bin, while they are few', () => {
    const drawn = draw(shownAt([-5, 100, 105, 1600]));
    const tips = drawn[0]?.path.filter(({ to }) => to === 'lineTo').filter((_, i) => i % 2 === 1) ?? [];
    expect(tips.map(({ at }) => at)).toEqual([
      [50, 30],
      [200, 30],
    ]);
  });

  it('are bars when they would be a black band: where they overlap, not where they are many', () => {
    const perMicro = 0.1;
    const apart = shownAt(Array.from({ length: 53 }, (_, i) => i * 60));
    const close = (count: number) => shownAt(Array.from({ length: count }, (_, i) => i * 20));
    expect([areSigns(apart, perMicro), areSigns(close(9), perMicro), areSigns(close(10), perMicro)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('hang from the edge on a common scale, and one is seen beside forty', () => {
    const bars = draw(many).filter(({ call, colour }) => call === 'fillRect' && colour === testTheme.ink);
    expect(bars).toHaveLength(160);
    expect(bars.every(({ rect }) => rect[1] === viewport.plot.y && rect[2] === 2)).toBe(true);
    expect(bars.slice(0, 4).map(({ rect }) => rect[3])).toEqual([2, 2, 7, 2]);
  });

  it('have a scale in words, where it covers nothing', () => {
    expect(barScale(many).label).toBe('50 per 20 µs');
    expect(barScale({ span: 450_000, perBin: Uint32Array.of(1, 0, 1) }).label).toBe('2 per 0.5 s');
    const text = (around: Partial<ScaleSurroundings>, of = viewport) =>
      draw(many, of, { ...NOTHING, ...around }).find(({ call }) => call === 'fillText')?.text;
    expect(text({})).toBe('differ: full bar 50 per 20 µs');
    const { x, y, width } = viewport.plot;
    // Marks or the peak's text at one end leave the other; at both they leave none.
    expect(text({ topBetween: (left) => (left < x + width / 3 ? y : Infinity) })).toBeDefined();
    expect(text({ label: { left: x, right: x + 80, top: y + 9 } })).toBeDefined();
    expect(text({ topBetween: () => y })).toBeUndefined();
    expect(text({ label: { left: x, right: x + width, top: y + 9 } })).toBeUndefined();
    expect(text({ scaleInside: true })).toBeUndefined();
    expect(text({}, viewportOf(0, 3200, { width: 200 }))).toBeUndefined();
  });

  it('keep other text off their edge', () => {
    expect([null, shownAt([]), shownAt([100]), many].map((one) => disagreementsHeight(one, viewport))).toEqual([
      0, 0, 6, 9,
    ]);
  });
});
