import { describe, expect, it } from 'vitest';
import { drawOverview } from './drawOverview.ts';
import { arrivalBars, drawTraffic } from './drawTraffic.ts';
import { viewportOf, recordingContext, testTheme } from './testing.ts';
import { NO_GUTTERS } from './viewport.ts';

/** The track: 1136 × 48 px, 10 µs per pixel. */
const track = (from: number) => viewportOf(from, from + 11_360, { width: 1136, height: 48, gutters: NO_GUTTERS });

describe('arrivals', () => {
  it('are ticks, and bars where they are closer than 3 px', () => {
    const bars = arrivalBars(track(0), Float64Array.of(1000, 1030, 2001, 2002, 2003, 4000));
    expect(bars.map(({ width, count }) => [width, count])).toEqual([
      [1.5, 1],
      [1.5, 1],
      [5, 3],
      [1.5, 1],
    ]);
  });

  it('are bars of one height where they are steady, whatever the width', () => {
    const at = Float64Array.from({ length: 600 }, (_, i) => i * 1e6);
    for (const width of [300, 668, 1136]) {
      const bars = arrivalBars(viewportOf(0, 600e6, { width, height: 48, gutters: NO_GUTTERS }), at);
      expect(new Set(bars.map(({ count }) => count)).size).toBe(1);
    }
  });

  it('are not regrouped while the range slides', () => {
    const at = Float64Array.from({ length: 900 }, (_, i) => i * 13);
    const counts = (from: number) =>
      new Map(arrivalBars(track(from), at).map(({ x, count }) => [Math.floor((from + x * 10) / 50 + 0.5), count]));
    const [here, there] = [counts(0), counts(300)];
    const both = [...there.keys()].filter((bin) => bin >= 6 && bin < 222);
    expect(both.length).toBeGreaterThan(200);
    expect(both.map((bin) => there.get(bin))).toEqual(both.map((bin) => here.get(bin)));
  });

  it('start at the foot, with bars as high as their counts; sent ones have a ▴', () => {
    const { ctx, drawn } = recordingContext();
    const at = Float64Array.of(1000, 2001, 2002, 2003);
    const look = { at, counts: new Uint32Array(568), span: 20, from: 0, requestsInRange: 4, nextArrival: null };
    drawTraffic(ctx, track(0), testTheme, look, Float64Array.of(1000));
    const rects = drawn.filter(({ call }) => call === 'fillRect').map(({ rect }) => rect);
    expect(rects.map(([, y, , height]) => (y as number) + (height as number))).toEqual([48, 48]);
    expect(rects[1]?.[3]).toBeGreaterThan(rects[0]?.[3] as number);
    expect(drawn.at(-1)?.path.map(({ at: point }) => point[0])).toEqual([97, 100, 103]);
  });

  it('are solid ticks, and bars that let the phases behind them be seen, in one outline', () => {
    const { ctx, drawn } = recordingContext();
    const at = Float64Array.of(1000, 2001, 2002, 2051, 2052, 2053);
    const look = { at, counts: new Uint32Array(568), span: 20, from: 0, requestsInRange: 6, nextArrival: null };
    drawTraffic(ctx, track(0), testTheme, look, null);
    const rects = drawn.filter(({ call }) => call === 'fillRect');
    expect(rects.map(({ alpha }) => alpha < 0.5)).toEqual([false, true, true]);
    const outlines = drawn.filter(({ call }) => call === 'stroke');
    expect(outlines.map(({ path }) => path.map(({ at: [x, y] }) => [x, y]))).toEqual([
      [
        [200.5, 48],
        [200.5, 36.5],
        [205.5, 36.5],
        [205.5, 30.5],
        [210.5, 30.5],
        [210.5, 48],
      ],
    ]);
  });

  it('of a few requests are low, of many as high as there is room for', () => {
    const heights = (counts: readonly number[]) => {
      const { ctx, drawn } = recordingContext();
      const look = {
        at: null,
        counts: Uint32Array.from(counts),
        from: 0,
        span: 20,
        requestsInRange: 9,
        nextArrival: null,
      };
      drawTraffic(ctx, track(0), testTheme, look, null);
      return drawn.flatMap(({ call, rect }) => (call === 'fillRect' ? Number(rect[3]?.toFixed(3)) : []));
    };
    expect(heights([1, 2])).toEqual([6, 12]);
    expect(heights([1, 51, 101])).toEqual([6, 17.4, 28.8]);
  });

  it('selected ones have a ring, shared where rings would overlap', () => {
    const { ctx, drawn } = recordingContext();
    const look = {
      at: new Float64Array(),
      counts: new Uint32Array(568),
      span: 20,
      from: 0,
      requestsInRange: 0,
      nextArrival: null,
    };
    const marked = Float64Array.from({ length: 50_000 }, (_, i) => 1000 + i / 100).fill(8520, 49_990);
    drawTraffic(ctx, track(0), testTheme, look, null, marked);
    const rings = drawn.at(-1)?.path.filter(({ to }) => to === 'arc');
    expect(drawn.at(-1)?.call).toBe('stroke');
    // 50 px of them, one every 3 px, and the one at the end.
    expect(rings).toHaveLength(18);
    expect(rings?.at(-1)?.at.slice(0, 2)).toEqual([852, 41]);
  });

  it('never draws more ▴ than there are pixels', () => {
    const { ctx, drawn } = recordingContext();
    const look = {
      at: new Float64Array(),
      counts: new Uint32Array(568),
      span: 20,
      from: 0,
      requestsInRange: 0,
      nextArrival: null,
    };
    drawTraffic(
      ctx,
      track(0),
      testTheme,
      look,
      Float64Array.from({ length: 100_000 }, (_, i) => i / 10),
    );
    expect(drawn.at(-1)?.path.filter(({ to }) => to === 'moveTo').length).toBeLessThanOrEqual(1136 * 2);
  });

  it('are counts where there are too many for instants', () => {
    const { ctx, drawn } = recordingContext();
    const counts = new Uint32Array(568).fill(40);
    drawTraffic(
      ctx,
      track(0),
      testTheme,
      { at: null, counts, span: 20, from: 0, requestsInRange: 22_720, nextArrival: null },
      null,
    );
    expect(drawn.filter(({ call }) => call === 'fillRect')).toHaveLength(568);
  });
});

describe('the overview', () => {
  const strip = viewportOf(0, 6000, { width: 600, height: 28, gutters: NO_GUTTERS });

  it('has denials as notches on the lower edge, apart from the arrivals', () => {
    const arrivals = new Uint32Array(1000);
    const denials = new Uint32Array(1000);
    arrivals[0] = 5;
    arrivals[500] = 1;
    denials[500] = 1;
    const { ctx, drawn } = recordingContext();
    drawOverview(ctx, strip, testTheme, { span: 6, arrivals, denials });
    expect(drawn.map(({ colour, rect }) => [colour, rect])).toEqual([
      [testTheme.ink2, [0, 0, 1, 23]],
      [testTheme.ink2, [300, 18, 1, 5]],
      [testTheme.denied, [300, 24, 1, 4]],
    ]);
  });

  it('has the last bin of a run that ends within it', () => {
    const { ctx, drawn } = recordingContext();
    const bins = (last: number) => Uint32Array.from({ length: 751 }, (_, bin) => (bin === 750 ? last : 0));
    const whole = viewportOf(0, 15_005, { width: 800, height: 28, gutters: NO_GUTTERS });
    drawOverview(ctx, whole, testTheme, { span: 20, arrivals: bins(1), denials: bins(1) });
    expect(drawn.map(({ rect }) => rect[0])).toEqual([799, 799]);
  });

  it('a denial in a run of millions is still a notch', () => {
    const arrivals = new Uint32Array(1000).fill(1_000_000);
    const denials = new Uint32Array(1000);
    denials[777] = 1;
    const { ctx, drawn } = recordingContext();
    drawOverview(ctx, strip, testTheme, { span: 6, arrivals, denials });
    expect(drawn.filter(({ colour }) => colour === testTheme.denied).map(({ rect }) => rect)).toEqual([
      [466, 24, 1, 4],
    ]);
  });
});
