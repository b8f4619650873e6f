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
    span: element(),
    spanLabel: element(),
  };
}

/** Resolves once everything that changed is drawn: in the same task, before the browser paints. */
async function drawn(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await Promise.resolve();
}

async function mountedChart(given: Partial<ChartInput> = {}) {
  const draw = vi.fn<ChartInput['draw']>();
  const all: ChartInput = {
    range: { from: 0, to: 3200 },
    gutters: WIDE_GUTTERS,
    theme: testTheme,
    draw,
    drawFront: null,
    onRedraw: undefined,
    onDrawn: undefined,
    selectedAt: null,
    ...given,
  };
  const live = new LiveChart();
  const elements = chartElements();
  live.mount(elements);
  live.update(all);
  live.resize(368, 184);
  await drawn();
  return { live, elements, draw, given: all };
}
const xOf = (element: HTMLElement) => Number(/translateX\((.*)px\)/.exec(element.style.transform)?.[1]);

/** As the stylesheet says, until it has a place. */
const isHidden = ({ style }: HTMLElement) => (style.visibility || 'hidden') === 'hidden';

let living: LiveChart[] = [];
beforeEach(() => {
  vi.stubGlobal('window', { devicePixelRatio: 3 });
  living = [];
});
afterEach(() => {
  for (const live of living) live.unmount();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('drawing', () => {
  it('happens once it has a size, with at most 2 device pixels per CSS pixel', async () => {
    const { live, elements, draw } = await mountedChart();
    living.push(live);
    expect(draw).toHaveBeenCalledOnce();
    expect(draw.mock.lastCall?.[1]).toMatchObject({ width: 368, height: 184, from: 0, to: 3200, pixelRatio: 2 });
    expect([elements.data.width, elements.data.height, elements.data.style.width]).toEqual([736, 368, '368px']);
  });

  it('happens once for a change, after what React renders for it', async () => {
    const { live, draw, given: input } = await mountedChart();
    living.push(live);
    draw.mockClear();
    live.redraw();
    // As React does, which has heard of the change after the chart has.
    queueMicrotask(() => live.update({ ...input, range: { from: 100, to: 3300 } }));
    await drawn();
    expect(draw).toHaveBeenCalledOnce();
    expect(draw.mock.lastCall?.[1]).toMatchObject({ from: 100, to: 3300 });
  });

  it('does not happen out of view, but as soon as it is visible again', async () => {
    const { live, draw, given: input } = await mountedChart();
    living.push(live);
    live.setInView(false);
    live.update({ ...input, range: { from: 100, to: 3300 } });
    live.setRange(200, 3400);
    await drawn();
    expect(draw).toHaveBeenCalledOnce();
    live.setInView(true);
    await drawn();
    expect(draw).toHaveBeenCalledTimes(2);
    expect(draw.mock.lastCall?.[1]).toMatchObject({ from: 200, to: 3400 });
    live.setInView(false);
    live.setInView(true);
    await drawn();
    expect(draw).toHaveBeenCalledTimes(2);
  });

  it('near the view, but not in it, happens a little later, and at once when it comes into view', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { live, draw, given: input } = await mountedChart();
    living.push(live);
    live.setInView(true);
    live.setSeen(false);
    for (const from of [100, 200]) live.update({ ...input, range: { from, to: from + 3200 } });
    await drawn();
    expect(draw).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(250);
    await drawn();
    expect(draw).toHaveBeenCalledTimes(2);
    expect(draw.mock.lastCall?.[1]).toMatchObject({ from: 200, to: 3400 });
    live.redraw();
    live.setSeen(true);
    await drawn();
    expect(draw).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(250);
    await drawn();
    expect(draw).toHaveBeenCalledTimes(3);
  });

  it('does not wait for the intersection observer in a first screen of charts, but does in fifty lanes', async () => {
    const charts = await Promise.all(Array.from({ length: 60 }, () => mountedChart()));
    living.push(...charts.map(({ live }) => live));
    const early = charts.filter(({ draw }) => draw.mock.calls.length > 0).length;
    expect(early).toBe(36);
    for (const { live } of charts) live.setInView(true);
    await drawn();
    expect(charts.every(({ draw }) => draw.mock.calls.length === 1)).toBe(true);
  });

  it('uses a range that was set until the prop changes', async () => {
    const { live, draw, given: input } = await mountedChart();
    living.push(live);
    live.setRange(500, 3700);
    live.update({ ...input, theme: { ...testTheme } });
    await drawn();
    expect(draw.mock.lastCall?.[1]).toMatchObject({ from: 500, to: 3700 });
    live.update({ ...input, range: { from: 600, to: 3800 } });
    await drawn();
    expect(draw.mock.lastCall?.[1]).toMatchObject({ from: 600, to: 3800 });
  });

  it('does not happen without a range', async () => {
    const { live, draw } = await mountedChart({ range: { from: 5, to: 5 } });
    living.push(live);
    expect(draw).not.toHaveBeenCalled();
  });
});

it('of charts that changed together paints all of them before anything is moved, and each of them once', async () => {
  const order: string[] = [];
  const charts = await Promise.all(
    ['one', 'other'].map((name) =>
      mountedChart({ draw: () => order.push(`paint ${name}`), onDrawn: () => order.push(`place ${name}`) }),
    ),
  );
  living.push(...charts.map(({ live }) => live));
  order.length = 0;
  for (const { live } of charts) {
    live.setRange(500, 3700);
    live.redraw();
  }
  expect(order).toEqual([]);
  await drawn();
  expect(order).toEqual(['paint one', 'paint other', 'place one', 'place other']);
});

describe('moving', () => {
  it('playhead and veil is a transform, and draws nothing', async () => {
    const { live, elements, draw } = await mountedChart();
    living.push(live);
    live.setPlayhead(1600);
    await drawn();
    expect(xOf(elements.veil)).toBe(160);
    // In a box that begins a pixel earlier, shifted left by half its width, aligned to device pixels.
    expect(xOf(elements.playhead)).toBe(160.5);
    expect(draw).toHaveBeenCalledOnce();
  });

  it('before the range everything is veiled, after it nothing', async () => {
    const { live, elements } = await mountedChart();
    living.push(live);
    live.setPlayhead(-100);
    expect(xOf(elements.veil)).toBe(0);
    expect(isHidden(elements.playhead)).toBe(true);
    live.setPlayhead(4000);
    expect(xOf(elements.veil)).toBe(324);
    expect(isHidden(elements.playhead)).toBe(true);
    live.setPlayhead(null);
    expect(xOf(elements.veil)).toBe(324);
  });

  it('lines moves them with a sliding range', async () => {
    const { live, elements, given: input } = await mountedChart();
    living.push(live);
    live.update({ ...input, selectedAt: 800 });
    live.setCrosshair(1600);
    await drawn();
    expect([xOf(elements.crosshair), xOf(elements.hairline)]).toEqual([160.5, 80.5]);
    live.setRange(400, 3600);
    await drawn();
    expect([xOf(elements.crosshair), xOf(elements.hairline)]).toEqual([120.5, 40.5]);
    live.setCrosshair(null);
    expect(isHidden(elements.crosshair)).toBe(true);
    live.setCrosshair(1600);
    expect([isHidden(elements.crosshair), xOf(elements.crosshair)]).toEqual([false, 120.5]);
  });

  it('makes a line a layer; once the chart is drawn again without a move, it is none', async () => {
    const { live, elements, given: input } = await mountedChart();
    living.push(live);
    const layers = () => [elements.veil, elements.playhead].map(({ style }) => style.willChange ?? '');
    const redrawn = async () => {
      live.update({ ...input });
      await drawn();
    };
    live.setPlayhead(1000);
    await redrawn();
    await redrawn();
    expect(layers(), 'where it starts').toEqual(['', '']);
    live.setPlayhead(1100);
    expect(layers(), 'moved').toEqual(['transform', 'transform']);
    await redrawn();
    expect(layers(), 'moved since the last drawing').toEqual(['transform', 'transform']);
    await redrawn();
    expect(layers(), 'at rest').toEqual(['', '']);
  });

  it('out of view waits; the last position applies', async () => {
    const { live, elements } = await mountedChart();
    living.push(live);
    live.setInView(false);
    live.setPlayhead(800);
    live.setPlayhead(1600);
    expect(xOf(elements.veil)).toBe(324);
    live.setInView(true);
    expect(xOf(elements.veil)).toBe(160);
  });
});

describe('a span that is being selected', () => {
  /** 100 to 1,700 of 3,200 µs, on a plot of 320 px: 10 to 170 px. */
  const span = { from: 100, to: 1700 };

  it('lies between its instants, with its length in words only where the hand is', async () => {
    const { live, elements } = await mountedChart();
    living.push(live);
    live.setSpan(span);
    expect([xOf(elements.span), elements.span.style.width]).toEqual([11, '160px']);
    expect(elements.spanLabel.textContent ?? '').toBe('');
    live.setSpanLabel(span);
    expect(elements.spanLabel.textContent).toBe('0.00160 s');
    // In the middle of the span: nine characters and the padding are 77.3 px.
    expect(xOf(elements.spanLabel)).toBeCloseTo(90 - 38.65, 9);
  });

  it('ends at the edges of the plot, and its words stay inside', async () => {
    const { live, elements } = await mountedChart();
    living.push(live);
    live.setSpanLabel({ from: 3100, to: 9000 });
    expect([xOf(elements.span), elements.span.style.width]).toEqual([311, '10px']);
    expect(xOf(elements.spanLabel)).toBeCloseTo(320 - 77.3, 9);
  });

  it('is gone when there is none', async () => {
    const { live, elements } = await mountedChart();
    living.push(live);
    live.setSpanLabel(span);
    live.setSpanLabel(null);
    expect([elements.span, elements.spanLabel].map(isHidden)).toEqual([true, true]);
    live.setSpan(span);
    expect([elements.span, elements.spanLabel].map(isHidden)).toEqual([false, true]);
  });
});
