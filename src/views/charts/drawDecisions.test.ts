import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Densities, Marks } from '../../sim/index.ts';
import { drawCountedRequests, drawRetryMark, drawPeakWindow } from './drawDecisions.ts';
import { densityTick, forEachBin, maxDensityOf, drawDensities, drawDensityScale } from './drawDensities.ts';
import { drawMarks } from './drawMarks.ts';
import { drawPeakLabel } from './drawPeakLabel.ts';
import { MarkStack } from './markStack.ts';
import { densitiesOf, viewportOf, marksOf, recordingContext, testTheme, type CanvasCall } from './testing.ts';

/** 10 µs per pixel; the base line is at y 99. */
const viewport = viewportOf(0, 3200);
const BASE = 99;

describe('single marks', () => {
  const draw = (marks: Marks): CanvasCall[] => {
    const { ctx, drawn } = recordingContext();
    const stack = new MarkStack();
    stack.layOut(marks, viewport, 7);
    drawMarks(ctx, viewport, testTheme, marks, stack);
    return drawn.filter(({ call, path }) => call !== 'clip' && path.length > 0);
  };
  const shapes = (drawn: readonly CanvasCall[]) =>
    drawn.map(({ call, path }) => `${call} ${path.map(({ to }) => to).join()}`);

  it('an admission is a filled dot above the base line', () => {
    const [dot, ...rest] = draw(marksOf([[1600, 0]]));
    expect(rest).toEqual([]);
    expect(dot).toMatchObject({ call: 'fill', colour: testTheme.admitted });
    expect(dot?.path.find(({ to }) => to === 'arc')?.at.slice(0, 3)).toEqual([200, BASE - 6, 3.2]);
  });

  it('a denial is a cross of 1.8 px below it', () => {
    const [cross, ...rest] = draw(marksOf([[1600, 2]]));
    expect(rest).toEqual([]);
    expect(cross).toMatchObject({ call: 'stroke', colour: testTheme.denied, lineWidth: 1.8 });
    const ys = cross?.path.map(({ at }) => at[1] as number) ?? [];
    expect(Math.min(...ys)).toBeGreaterThan(BASE);
    expect(cross?.path.map(({ to }) => to)).toEqual(['moveTo', 'lineTo', 'moveTo', 'lineTo']);
  });

  it('a delay is a ring of 2 px above it, with a tail of 1.5 px to a tick of 4 px where it ran', () => {
    const [tail, hole, ring] = draw(marksOf([[1600, 1, 500]]));
    expect(tail).toMatchObject({ call: 'stroke', colour: testTheme.delayed, lineWidth: 1.5 });
    expect(tail?.path.map(({ at }) => at)).toEqual([
      [200, BASE - 6],
      [250, BASE - 6],
      [250, BASE - 8],
      [250, BASE - 4],
    ]);
    expect(hole).toMatchObject({ call: 'fill', colour: testTheme.surface });
    expect(ring).toMatchObject({ call: 'stroke', colour: testTheme.delayed, lineWidth: 2 });
  });

  it('a tail that leaves the plot ends at the edge, without a tick', () => {
    const [tail] = draw(marksOf([[1600, 1, 9000]]));
    expect(tail?.path.map(({ at }) => at)).toEqual([
      [200, BASE - 6],
      [360, BASE - 6],
    ]);
  });

  it('told apart without colour: each outcome has its own shape, and only denials are below', () => {
    const kinds = [0, 1, 2].map((verdict) => shapes(draw(marksOf([[1600, verdict, verdict === 1 ? 100 : 0]]))).join());
    expect(new Set(kinds).size).toBe(3);
  });
});

describe('densities', () => {
  const draw = (densities: Densities, top: number): CanvasCall[] => {
    const { ctx, drawn } = recordingContext();
    drawDensities(ctx, viewport, testTheme, densities, top);
    return drawn;
  };
  const bars = (drawn: readonly CanvasCall[], colour: string) =>
    drawn.filter((one) => one.call === 'fillRect' && one.colour === colour).map(({ rect }) => rect);
  type Bin = readonly [admitted: number, delayed: number, denied: number];
  const bins = (length: number, [at, bin]: [number, Bin], rest: Bin = [0, 0, 0]) =>
    densitiesOf(
      20,
      Array.from({ length }, (_, i) => (i === at ? bin : rest)),
    );

  it('are bins of 2 px, admitted above and denied below the base line, on one scale', () => {
    const drawn = draw(bins(160, [10, [50, 0, 25]]), 100);
    expect(bars(drawn, testTheme.admitted)).toEqual([[60, BASE - 37.5, 2, 37.5]]);
    expect(bars(drawn, testTheme.denied)).toEqual([[60, BASE, 2, 18.75]]);
  });

  it('in a low strip low counts are exaggerated, and zero stays zero', () => {
    const { ctx, drawn } = recordingContext();
    drawDensities(ctx, viewport, testTheme, bins(160, [10, [4, 0, 25]]), 100, (share) =>
      Math.max(1 / 4, Math.sqrt(share)),
    );
    // Half the plot is 75 px: a fifth is raised to a quarter, of denials to half.
    expect(bars(drawn, testTheme.admitted)).toEqual([[60, BASE - 18.75, 2, 18.75]]);
    expect(bars(drawn, testTheme.denied)).toEqual([[60, BASE, 2, 37.5]]);
  });

  it('one denial among a million admissions is 2 px high and not hatched', () => {
    const drawn = draw(bins(160, [80, [1_000_000, 0, 1]], [1_000_000, 0, 0]), 1_000_000);
    expect(bars(drawn, testTheme.denied)).toEqual([[200, BASE, 2, 2]]);
    // Drawn after all cuts, so that no line goes through it.
    const cut = drawn.findLastIndex(({ composite }) => composite === 'destination-out');
    expect(cut).toBeLessThan(drawn.findIndex(({ colour }) => colour === testTheme.denied));
  });

  it('one admission, or one delay, likewise', () => {
    const drawn = draw(bins(160, [80, [1, 1, 0]], [0, 0, 1_000_000]), 1_000_000);
    expect(bars(drawn, testTheme.admitted)).toEqual([[200, BASE - 2, 2, 2]]);
    expect(bars(drawn, testTheme.delayed)).toEqual([[200, BASE - 4, 2, 2]]);
  });

  it('denied bars are hatched with 45° lines, below the base line only', () => {
    const cut = draw(bins(160, [10, [50, 0, 40]]), 100).find(({ composite }) => composite === 'destination-out');
    expect(cut).toMatchObject({ call: 'stroke' });
    const ys = cut?.path.map(({ at }) => at[1] as number) ?? [];
    expect(Math.min(...ys)).toBe(BASE);
    for (let i = 0; i < (cut?.path.length ?? 0); i += 2) {
      const [from, to] = [cut?.path[i]?.at ?? [], cut?.path[i + 1]?.at ?? []];
      expect((to[0] as number) - (from[0] as number)).toBeCloseTo((from[1] as number) - (to[1] as number), 9);
    }
    expect(draw(bins(160, [10, [50, 40, 0]]), 100).some(({ composite }) => composite === 'destination-out')).toBe(
      false,
    );
  });

  it('delayed is stacked on admitted, and hollow', () => {
    const run = densitiesOf(20, [
      [50, 20, 0],
      [50, 20, 0],
      [50, 40, 0],
      [50, 0, 0],
    ]);
    const drawn = draw(run, 100);
    expect(bars(drawn, testTheme.delayed)).toEqual([
      [40, BASE - 52.5, 2, 15],
      [42, BASE - 52.5, 2, 15],
      [44, BASE - 67.5, 2, 30],
    ]);
    // The inside has the colour of the surface; the 1 px outline remains, also where a neighbour is lower.
    const inside = bars(drawn, testTheme.surface);
    for (const [x, y, width, height] of inside as [number, number, number, number][]) {
      expect(x).toBeGreaterThanOrEqual(41);
      expect(x + width).toBeLessThanOrEqual(45);
      expect(y).toBeGreaterThanOrEqual(x < 44 ? BASE - 51.5 : BASE - 66.5);
      expect(y + height).toBeLessThanOrEqual(BASE - 38.5);
    }
    expect(inside.length).toBeGreaterThan(0);
  });

  it.each([7.3, 13.1, 20, 33.7])('neighbouring bins of %d µs meet', (span) => {
    const always = Array.from({ length: Math.ceil(3200 / span) }, () => [1, 0, 0] as const);
    const edges = bars(draw(densitiesOf(span, always), 1), testTheme.admitted);
    // A bin narrower than a pixel is still drawn a pixel wide.
    const gaps = edges
      .slice(1)
      .filter(([left], i) => (left as number) > (edges[i]?.[0] as number) + (edges[i]?.[2] as number));
    expect(gaps).toEqual([]);
    expect(edges[0]?.[0]).toBe(40);
    expect(edges.length).toBe(always.length);
  });

  it('have the same top in all lanes', () => {
    const lane = (densities: Densities) => ({ densities }) as Parameters<typeof maxDensityOf>[0][number];
    expect(maxDensityOf([lane(bins(4, [1, [3, 4, 5]])), lane(bins(4, [2, [1, 1, 20]]))])).toBe(25);
    expect(maxDensityOf([])).toBe(1.2);
  });

  it.each([
    [60, 112_500, '50 per 0.1 s'],
    [50, 100_000, '50 per 0.1 s'],
    [1500, 6_250_000, '1,000 per 5 s'],
    [1.2, 562_500, '1 per 0.5 s'],
    [4, 450, '4 per 500 µs'],
    [1.2, 30_000_000, '1 per 30 s'],
    [2_000_000, 3_600_000_000, '2M per 1 h'],
  ])('a top of %d in bins of %d µs reads %s, and is on the plot', (top, span, label) => {
    const tick = densityTick(top, span);
    expect(tick.label).toBe(label);
    expect(tick.count).toBeLessThanOrEqual(top * 1.05);
    expect(tick.count).toBeGreaterThan(top * 0.3);
  });
});

describe('the peak window', () => {
  const worst = { from: 400, T: 1000, permits: 20, n: 10, allowed: null, distributed: false };
  const draw = (given: typeof worst, of = viewport): CanvasCall[] => {
    const { ctx, drawn } = recordingContext();
    drawPeakWindow(ctx, of, testTheme, given);
    return drawn;
  };
  const band = (drawn: readonly CanvasCall[]) => drawn.find(({ alpha }) => alpha === 0.07)?.rect;

  it('has a band of 7 % ink behind everything when it holds more than n', () => {
    expect(band(draw(worst))).toEqual([80, 24, 100, 150]);
    expect(draw(worst).every(({ composite }) => composite === 'destination-over')).toBe(true);
    expect(band(draw({ ...worst, permits: 10 }))).toBeUndefined();
  });

  it('has a bracket with a leg at each end that is in range', () => {
    const legs = (drawn: readonly CanvasCall[]) => drawn.filter(({ rect }) => rect[3] === 5).map(({ rect }) => rect[0]);
    expect(legs(draw(worst))).toEqual([80, 179]);
    expect(legs(draw(worst, viewportOf(500, 3700)))).toEqual([129]);
    expect(draw(worst, viewportOf(1400, 4600))).toEqual([]);
  });

  it('shows its count', () => {
    const words = (of = viewport) => {
      const { ctx, drawn } = recordingContext();
      drawPeakLabel(ctx, of, testTheme, {
        from: 400e4,
        T: 1000e4,
        permits: 20,
        n: 10,
        allowed: null,
        distributed: false,
      });
      return drawn.find(({ call }) => call === 'fillText')?.text;
    };
    expect(words(viewportOf(0, 3200e4))).toBe('▲ 20 in 10 s');
    expect(words(viewportOf(0, 3200e4, { width: 249 }))).toBe('▲ 20 in T');
  });

  it('says whether more than n is by design or a defect, if there is room under the bracket', () => {
    const words = (allowed: number, to: number) => {
      const { ctx, drawn } = recordingContext();
      drawPeakLabel(ctx, viewportOf(0, to), testTheme, {
        from: 0,
        T: 1000e4,
        permits: 20,
        n: 10,
        allowed,
        distributed: false,
      });
      return drawn.find(({ call }) => call === 'fillText')?.text;
    };
    expect(words(20, 1200e4)).toBe('△ 20 in 10 s, by design');
    expect(words(19, 1200e4)).toBe('▲ 20 in 10 s, rule allows 19');
    expect(words(20, 3200e4)).toBe('△ 20 in 10 s');
  });

  it('has a heavier bracket for a defect', () => {
    const heights = (allowed: number) => draw({ ...worst, allowed } as never)[0]?.rect[3];
    expect([heights(20), heights(19)]).toEqual([1, 2]);
  });

  it('has no text beside a short bracket, where it would cover decisions, unless it holds more than n', () => {
    const said = (permits: number) => {
      const { ctx, drawn } = recordingContext();
      drawPeakLabel(ctx, viewportOf(0, 3200e4), testTheme, {
        from: 400e4,
        T: 80e4,
        permits,
        n: 10,
        allowed: null,
        distributed: false,
      });
      return drawn.some(({ call }) => call === 'fillText');
    };
    expect([said(10), said(11)]).toEqual([false, true]);
  });

  it('has its text below the signs of disagreements', () => {
    const height = (signsHeight: number) => {
      const { ctx, drawn } = recordingContext();
      drawPeakLabel(
        ctx,
        viewportOf(0, 3200e4),
        testTheme,
        { from: 400e4, T: 1000e4, permits: 20, n: 10, allowed: null, distributed: false },
        { signsHeight, scale: false, node: '', topBetween: () => Infinity },
      );
      return drawn.find(({ call }) => call === 'fillRect')?.rect[1];
    };
    expect(height(6)! - height(0)!).toBe(4);
  });

  it('has its text where it covers nothing: elsewhere under the bracket, above the plot, or nowhere', () => {
    const box = (of: ReturnType<typeof viewportOf>, occupied: readonly [number, number]) => {
      const { ctx, drawn } = recordingContext();
      const topBetween = (left: number, right: number) =>
        left < occupied[1] && right > occupied[0] ? of.plot.y : Infinity;
      const around = { signsHeight: 0, scale: false, node: '', topBetween };
      drawPeakLabel(
        ctx,
        of,
        testTheme,
        { from: 400e4, T: 1000e4, permits: 20, n: 10, allowed: null, distributed: false },
        around,
      );
      return drawn.find(({ call }) => call === 'fillRect')?.rect;
    };
    const wide = viewportOf(0, 1600e4, { gutters: { left: 40, right: 8, top: 24, bottom: 10 }, width: 848 });
    // The bracket is from x 240 to 740.
    expect(box(wide, [0, 0])?.slice(0, 2)).toEqual([649, 26]);
    expect(box(wide, [700, 848])?.slice(0, 2)).toEqual([241, 26]);
    expect(box(wide, [0, 848])?.[1]).toBe(8);
    const low = viewportOf(0, 1600e4, { gutters: { left: 40, right: 8, top: 4, bottom: 10 }, width: 848 });
    expect(box(low, [0, 848])).toBeUndefined();
  });

  it('is shorter, or goes, above a plot without room for it beside the readout', () => {
    const said = (width: number, node = '') => {
      const { ctx, drawn } = recordingContext();
      const of = viewportOf(0, 1200e4, { gutters: { left: 40, right: 8, top: 24, bottom: 10 }, width: width + 48 });
      const around = { signsHeight: 0, scale: false, node, topBetween: () => of.plot.y };
      drawPeakLabel(
        ctx,
        of,
        testTheme,
        { from: 0, T: 1000e4, permits: 20, n: 10, allowed: 20, distributed: false },
        around,
      );
      return drawn.find(({ call }) => call === 'fillText')?.text;
    };
    expect(said(400)).toBe('△ 20 in 10 s, by design');
    expect(said(300)).toBe('△ 20 in 10 s');
    expect(said(240)).toBeUndefined();
    // The readout names the node that decided.
    expect(said(350)).toBe('△ 20 in 10 s, by design');
    expect(said(350, 'N100')).toBe('△ 20 in 10 s');
    expect(said(300, 'N100')).toBeUndefined();
  });

  it('never covers the scale of densities, which is on the side with more room, or nowhere', () => {
    const narrow = (width: number) =>
      viewportOf(0, 1000e4, { gutters: { left: 0, right: 0, top: 4, bottom: 4 }, width, height: 60 });
    /** Where the texts are, in the order in which they are drawn. */
    const textsIn = (width: number, from: number) => {
      const { ctx, drawn } = recordingContext();
      const window = { from, T: 300e4, permits: 20, n: 10, allowed: 20, distributed: false };
      const label = drawPeakLabel(ctx, narrow(width), testTheme, window);
      drawDensityScale(ctx, narrow(width), testTheme, 5e5, 10, label);
      const boxes = drawn.filter(({ rect }) => rect[3] === 15 || rect[3] === 14);
      return boxes.map(({ rect: [left = 0, , across = 0] }) => [left, left + across] as const);
    };
    fc.assert(
      fc.property(fc.integer({ min: 90, max: 239 }), fc.integer({ min: 0, max: 700e4 }), (width, from) => {
        const [label, scale, ...others] = textsIn(width, from);
        expect(others).toEqual([]);
        if (label === undefined || scale === undefined) return;
        expect(scale[1] <= label[0] || scale[0] >= label[1]).toBe(true);
        expect(scale[0]).toBeGreaterThanOrEqual(0);
        expect(scale[1]).toBeLessThanOrEqual(width);
      }),
      { seed: 17 },
    );
    expect(textsIn(230, 0).map(([left]) => left > 100)).toEqual([false, true]);
    expect(textsIn(230, 700e4).map(([left]) => left > 100)).toEqual([true, false]);
    expect(textsIn(120, 200e4)).toHaveLength(1);
  });
});

it('bins that reach beyond the range end with the plot', () => {
  const of = viewportOf(1_399, 4_402, {
    width: 168,
    height: 60,
    gutters: { left: 40, right: 8, top: 0, bottom: 0 },
  });
  const edges: [number, number][] = [];
  forEachBin(of, { from: 1_000, span: 1_000 }, 4, (_, left, width) => edges.push([left, left + width]));
  expect(edges).toHaveLength(4);
  expect([edges[0]?.[0], edges[3]?.[1]]).toEqual([40, 160]);
});

describe('signs', () => {
  it('counted requests are underlined, others at the same instant are not', () => {
    const marks = marksOf([
      [400, 0],
      [800, 2],
      [800, 0],
      [1200, 0],
    ]);
    const stack = new MarkStack();
    stack.layOut(marks, viewport, 7);
    const { ctx, drawn } = recordingContext();
    drawCountedRequests(ctx, viewport, testTheme, Uint32Array.of(0, 2), marks, stack);
    expect(drawn.filter(({ call }) => call === 'fillRect').map(({ rect }) => (rect[0] as number) + 3.2)).toEqual([
      80, 120,
    ]);
  });

  it('counted requests are found whatever part of them the marks cover', () => {
    const rising = (most: number) => fc.uniqueArray(fc.nat({ max: most })).map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(rising(60), fc.nat({ max: 60 }), fc.nat({ max: 30 }), (members, first, length) => {
        const marks = marksOf(
          Array.from({ length }, (_, i) => [100 * i, 0]),
          first,
        );
        const { ctx, drawn } = recordingContext();
        drawCountedRequests(ctx, viewport, testTheme, Uint32Array.from(members), marks, null);
        const underlined = drawn.map(({ rect }) => first + ((rect[0] as number) + 1 - 40) / 10);
        expect(underlined).toEqual(members.filter((one) => one >= first && one < first + length));
      }),
      { seed: 9, numRuns: 500 },
    );
  });

  it('the retry instant is a ⌃ at the foot', () => {
    const { ctx, drawn } = recordingContext();
    drawRetryMark(ctx, viewport, testTheme, 800);
    expect(drawn.find(({ call }) => call === 'stroke')?.path[1]?.at[0]).toBe(120);
    const away = recordingContext();
    drawRetryMark(away.ctx, viewport, testTheme, viewport.to + 1);
    expect(away.drawn).toEqual([]);
  });
});
