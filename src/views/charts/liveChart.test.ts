import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WIDE_GUTTERS } from './viewport.ts';
import { LiveChart, type ChartInput } from './liveChart.ts';
import { recordingContext, testTheme } from './testing.ts';

/** Fake elements that only keep what is written to them. */
function chartElements() {
  const element = () => ({ style: { transform: '' } }) as HTMLElement;
  const { ctx } = recordingContext();
  const canvas = () => ({ width: 0, height: 0, style: {}, getContext: () => ctx }) as unknown as HTMLCanvasElement;
  return {
    data: canvas(),
    front: canvas(),
    lit: element(),
    veil: element(),
    playhead: element(),
    crosshair: element(),
    hairline: element(),
  };
}

function mountedChart(given: Partial<ChartInput> = {}) {
  const draw = vi.fn<ChartInput['draw']>();
  const all: ChartInput = {
    range: { from: 0, to: 3200 },
    gutters: WIDE_GUTTERS,
    theme: testTheme,
    draw,
    drawFront: null,
    onDrawn: undefined,
    selectedAt: null,
    ...given,
  };
  const live = new LiveChart();
  const elements = chartElements();
  live.mount(elements);
  live.update(all);
  live.resize(368, 184);
  return { live, elements, draw, given: all };
}
const xOf = (element: HTMLElement) => Number(/translateX\((.*)px\)/.exec(element.style.transform)?.[1]);

let living: LiveChart[] = [];
beforeEach(() => {
  vi.stubGlobal('window', { devicePixelRatio: 3 });
  living = [];
});
afterEach(() => {
  for (const live of living) live.unmount();
  vi.unstubAllGlobals();
});

describe('drawing', () => {
  it('happens once it has a size, with at most 2 device pixels per CSS pixel', () => {
    const { live, elements, draw } = mountedChart();
    living.push(live);
    expect(draw).toHaveBeenCalledOnce();
    expect(draw.mock.lastCall?.[1]).toMatchObject({ width: 368, height: 184, from: 0, to: 3200, pixelRatio: 2 });
    expect([elements.data.width, elements.data.height, elements.data.style.width]).toEqual([736, 368, '368px']);
  });

  it('does not happen out of view, but as soon as it is visible again', () => {
    const { live, draw, given: input } = mountedChart();
    living.push(live);
    live.setInView(false);
    live.update({ ...input, range: { from: 100, to: 3300 } });
    live.setRange(200, 3400);
    expect(draw).toHaveBeenCalledOnce();
    live.setInView(true);
    expect(draw).toHaveBeenCalledTimes(2);
    expect(draw.mock.lastCall?.[1]).toMatchObject({ from: 200, to: 3400 });
    live.setInView(false);
    live.setInView(true);
    expect(draw).toHaveBeenCalledTimes(2);
  });

  it('does not wait for the intersection observer in a first screen of charts, but does in fifty lanes', () => {
    const charts = Array.from({ length: 60 }, () => mountedChart());
    living.push(...charts.map(({ live }) => live));
    const early = charts.filter(({ draw }) => draw.mock.calls.length > 0).length;
    expect(early).toBe(36);
    for (const { live } of charts) live.setInView(true);
    expect(charts.every(({ draw }) => draw.mock.calls.length === 1)).toBe(true);
  });

  it('uses a range that was set until the prop changes', () => {
    const { live, draw, given: input } = mountedChart();
    living.push(live);
    live.setRange(500, 3700);
    live.update({ ...input, theme: { ...testTheme } });
    expect(draw.mock.lastCall?.[1]).toMatchObject({ from: 500, to: 3700 });
    live.update({ ...input, range: { from: 600, to: 3800 } });
    expect(draw.mock.lastCall?.[1]).toMatchObject({ from: 600, to: 3800 });
  });

  it('does not happen without a range', () => {
    const { live, draw } = mountedChart({ range: { from: 5, to: 5 } });
    living.push(live);
    expect(draw).not.toHaveBeenCalled();
  });
});

describe('moving', () => {
  it('playhead and veil is a transform, and draws nothing', () => {
    const { live, elements, draw } = mountedChart();
    living.push(live);
    live.setPlayhead(1600);
    expect(xOf(elements.veil)).toBe(160);
    // In a box that begins a pixel earlier, shifted left by half its width, aligned to device pixels.
    expect(xOf(elements.playhead)).toBe(160.5);
    expect(draw).toHaveBeenCalledOnce();
  });

  it('before the range everything is veiled, after it nothing', () => {
    const { live, elements } = mountedChart();
    living.push(live);
    live.setPlayhead(-100);
    expect(xOf(elements.veil)).toBe(0);
    expect(xOf(elements.playhead)).toBeLessThan(-4);
    live.setPlayhead(4000);
    expect(xOf(elements.veil)).toBe(324);
    expect(xOf(elements.playhead)).toBeLessThan(-4);
    live.setPlayhead(null);
    expect(xOf(elements.veil)).toBe(324);
  });

  it('lines moves them with a sliding range', () => {
    const { live, elements, given: input } = mountedChart();
    living.push(live);
    live.update({ ...input, selectedAt: 800 });
    live.setCrosshair(1600);
    expect([xOf(elements.crosshair), xOf(elements.hairline)]).toEqual([160.5, 80.5]);
    live.setRange(400, 3600);
    expect([xOf(elements.crosshair), xOf(elements.hairline)]).toEqual([120.5, 40.5]);
    live.setCrosshair(null);
    expect(xOf(elements.crosshair)).toBeLessThan(-4);
  });

  it('out of view waits; the last position applies', () => {
    const { live, elements } = mountedChart();
    living.push(live);
    live.setInView(false);
    live.setPlayhead(800);
    live.setPlayhead(1600);
    expect(xOf(elements.veil)).toBe(324);
    live.setInView(true);
    expect(xOf(elements.veil)).toBe(160);
  });
});
