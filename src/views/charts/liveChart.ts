/** The part of a chart that changes every frame, without React: its canvases, veil and lines. */
import type { Instant, TimeSpan } from '../../sim/index.ts';
import { formatInstant } from '../format/time.ts';
import { labelWidth } from './labelWidth.ts';
import { drawLater, drawSoon, type DrawnTogether } from './drawTogether.ts';
import { NO_GUTTERS, plotIn, snap, xOf, type Viewport, type Gutters, type TimeRange } from './viewport.ts';
import { pixelRatio } from './observers.ts';
import type { ChartTheme } from './chartTheme.ts';
import type { DrawingContext } from './drawingContext.ts';

export type Draw = (ctx: DrawingContext, viewport: Viewport, theme: ChartTheme) => void;

/** The elements that are drawn on and moved. */
export interface ChartElements {
  readonly data: HTMLCanvasElement;
  readonly front: HTMLCanvasElement | null;
  readonly lit: HTMLElement;
  readonly veil: HTMLElement;
  readonly playhead: HTMLElement;
  readonly crosshair: HTMLElement;
  readonly hairline: HTMLElement;
  /** The span that a drag selects, and its length in words. */
  readonly span: HTMLElement;
  readonly spanLabel: HTMLElement;
}

/** What a React commit provides. */
export interface ChartInput {
  readonly range: TimeRange;
  readonly gutters: Gutters;
  readonly theme: ChartTheme;
  readonly draw: Draw;
  readonly drawFront: Draw | null;
  readonly onRedraw: (() => void) | undefined;
  readonly onDrawn: ((viewport: Viewport) => void) | undefined;
  readonly selectedAt: Instant | null;
}

/** Lines may be half outside the plot: their box is wider by this on either side. */
export const LINE_OVERHANG = 1;
/** The front canvas extends this far to the left, for the longest labels: `n 1,000`. */
export const FRONT_OVERHANG = 24;
/** The veil extends this far to the right, because a mark at the edge is drawn whole. */
export const VEIL_OVERHANG = 4;
const PLAYHEAD_WIDTH = 1.5;
const LINE_WIDTH = 1;

/**
 * Until the browser has reported which charts are in view, this many are drawn immediately: those of a first screen. The
 * rest waits for the report, after the first paint.
 */
const MAX_EAGER = 36;
let undecidedCount = 0;

export class LiveChart implements DrawnTogether {
  viewport: Viewport = { width: 0, height: 0, plot: plotIn(0, 0, NO_GUTTERS), from: 0, to: 1, pixelRatio: 1 };

  #elements: ChartElements | null = null;
  #input: ChartInput | null = null;
  /** In view or near it; null until that is known. */
  #inView: boolean | null = null;
  #seen = true;
  #eager = false;
  #needsRedraw = true;
  #playhead: Instant | null = null;
  #crosshair: Instant | null = null;
  #span: TimeRange | null = null;
  #spanLabel = '';
  #lit: TimeSpan | null = null;
  /** Where each element was last moved, so that nothing is written twice; null for hidden. */
  readonly #lastX = new WeakMap<HTMLElement, number | null>();
  /** What is a layer of its own, and whether it has moved since the chart was last drawn. */
  readonly #layers = new Map<HTMLElement, boolean>();

  get #isDrawn(): boolean {
    return this.#inView ?? this.#eager;
  }

  /** Called when the chart is mounted. */
  mount(elements: ChartElements): void {
    this.#elements = elements;
    this.#inView = null;
    undecidedCount++;
    this.#eager = undecidedCount <= MAX_EAGER;
  }

  update(input: ChartInput): void {
    const before = this.#input;
    this.#input = input;
    const { range, gutters } = input;
    // A range set in the meantime applies until the prop changes.
    const same = before !== null && before.range.from === range.from && before.range.to === range.to;
    const { width, height, from, to } = this.viewport;
    this.viewport = {
      width,
      height,
      plot: plotIn(width, height, gutters),
      from: same ? from : range.from,
      to: same ? to : range.to,
      pixelRatio: pixelRatio(),
    };
    this.redraw();
  }

  resize(width: number, height: number): void {
    this.viewport = {
      ...this.viewport,
      width,
      height,
      plot: plotIn(width, height, this.#input?.gutters ?? NO_GUTTERS),
    };
    this.redraw();
  }

  changePixelRatio(): void {
    this.viewport = { ...this.viewport, pixelRatio: pixelRatio() };
    this.redraw();
  }

  setRange(from: Instant, to: Instant): void {
    if (from === this.viewport.from && to === this.viewport.to) return;
    this.viewport = { ...this.viewport, from, to };
    this.redraw();
  }

  setInView(inView: boolean): void {
    if (this.#inView === null) undecidedCount--;
    this.#inView = inView;
    if (inView && this.#needsRedraw) this.redraw();
    else if (inView) this.#placeLines();
  }

  /** Whether any of it is in view itself: what is only near it is drawn after what is seen. */
  setSeen(seen: boolean): void {
    this.#seen = seen;
    if (seen && this.#isDrawn && this.#needsRedraw) drawSoon(this);
  }

  /** Called when the chart is unmounted, perhaps before it was known whether it was in view. */
  unmount(): void {
    if (this.#inView === null) undecidedCount--;
    this.#inView = false;
  }

  setPlayhead(at: Instant | null): void {
    this.#playhead = at;
    if (this.#isDrawn) this.#placePlayhead();
  }

  setCrosshair(at: Instant | null): void {
    this.#crosshair = at;
    if (this.#isDrawn && this.#elements !== null) this.#placeLine(this.#elements.crosshair, at, LINE_WIDTH);
  }

  setSpan(span: TimeRange | null): void {
    this.#span = span;
    if (this.#isDrawn) this.#placeSpan();
  }

  /** Shows the length of the span, with the decimals that a pixel resolves; only where the hand is. */
  setSpanLabel(span: TimeRange | null): void {
    const { from, to, plot } = this.viewport;
    this.#spanLabel = span === null ? '' : formatInstant(span.to - span.from, (to - from) / plot.width);
    this.setSpan(span);
  }

  /** The phase that is lit: a band over all of the plot's height. */
  setLit(span: TimeSpan | null): void {
    this.#lit = span;
    if (this.#isDrawn) this.#placeLit();
  }

  redraw(): void {
    this.#needsRedraw = true;
    this.#input?.onRedraw?.();
    if (!this.#isDrawn) return;
    if (this.#seen) drawSoon(this);
    else drawLater(this);
  }

  paint(): void {
    const { viewport } = this;
    const elements = this.#elements;
    const input = this.#input;
    if (!this.#isDrawn || !this.#needsRedraw || elements === null || input === null) return;
    if (viewport.width === 0 || viewport.height === 0) return;
    this.#needsRedraw = false;
    paint(elements.data, viewport, input.theme, input.draw);
    if (elements.front !== null && input.drawFront !== null)
      paint(elements.front, viewport, input.theme, input.drawFront, FRONT_OVERHANG);
  }

  place(): void {
    if (this.#needsRedraw) return;
    this.#input?.onDrawn?.(this.viewport);
    this.#placeLines();
    // Each layer costs at every frame: what has not moved since the drawing before is none, as all lines while n is dragged.
    for (const [element, moved] of this.#layers) {
      if (moved) this.#layers.set(element, false);
      else if (this.#layers.delete(element)) element.style.willChange = '';
    }
  }

  #placeLines(): void {
    if (this.#elements === null) return;
    this.#placePlayhead();
    this.#placeLit();
    this.#placeLine(this.#elements.crosshair, this.#crosshair, LINE_WIDTH);
    this.#placeLine(this.#elements.hairline, this.#input?.selectedAt ?? null, LINE_WIDTH);
    this.#placeSpan();
  }

  #placeSpan(): void {
    const { viewport } = this;
    const elements = this.#elements;
    if (elements === null) return;
    const { span, spanLabel: label } = elements;
    if (this.#span === null) {
      this.#move(span, null);
      this.#move(label, null);
      return;
    }
    const { x: left, width } = viewport.plot;
    const xWithin = (at: Instant): number => Math.max(0, Math.min(width, xOf(viewport, at) - left));
    const [from, to] = [xWithin(this.#span.from), xWithin(this.#span.to)];
    span.style.width = `${to - from}px`;
    this.#move(span, snap(from + LINE_OVERHANG, viewport.pixelRatio));
    if (this.#spanLabel === '') {
      this.#move(label, null);
      return;
    }
    label.textContent = this.#spanLabel;
    const half = labelWidth(this.#spanLabel) / 2;
    this.#move(label, Math.max(0, Math.min(width - 2 * half, (from + to) / 2 - half)));
  }

  #placePlayhead(): void {
    const { viewport } = this;
    const elements = this.#elements;
    if (elements === null) return;
    this.#placeLine(elements.playhead, this.#playhead, PLAYHEAD_WIDTH);
    const { plot } = viewport;
    const x = this.#playhead === null ? Infinity : xOf(viewport, this.#playhead) - plot.x;
    this.#move(elements.veil, x >= plot.width ? plot.width + VEIL_OVERHANG : snap(Math.max(0, x), viewport.pixelRatio));
  }

  #placeLit(): void {
    if (this.#elements === null) return;
    const { lit } = this.#elements;
    const { viewport } = this;
    if (this.#lit === null || this.#lit.to < viewport.from || this.#lit.from > viewport.to) {
      this.#move(lit, null);
      return;
    }
    const [left, right] = [this.#lit.from, this.#lit.to].map((at) =>
      // Just outside, so that an edge that is out of sight shows no line.
      Math.max(-2, Math.min(viewport.plot.width + 2, snap(xOf(viewport, at) - viewport.plot.x, viewport.pixelRatio))),
    ) as [number, number];
    lit.style.width = `${Math.max(1, right - left)}px`;
    this.#move(lit, left);
  }

  #placeLine(line: HTMLElement, at: Instant | null, width: number): void {
    const { viewport } = this;
    const x = at === null || at < viewport.from || at > viewport.to ? null : xOf(viewport, at) - viewport.plot.x;
    this.#move(line, x === null ? null : snap(x + LINE_OVERHANG - width / 2, viewport.pixelRatio));
  }

  /** @param x null hides */
  #move(element: HTMLElement, x: number | null): void {
    const last = this.#lastX.get(element) ?? null;
    if (last === x) return;
    this.#lastX.set(element, x);
    if (x !== null) element.style.transform = `translateX(${x}px)`;
    if (x === null || last === null) element.style.visibility = x === null ? 'hidden' : 'inherit';
    if (x === null || last === null) return;
    this.#layers.set(element, true);
    element.style.willChange = 'transform';
  }
}

/**
 * Clears and draws; resizes the canvas first if necessary.
 * @param overhang how far the canvas extends beyond the chart's left edge, CSS pixels
 */
export function paint(
  canvas: HTMLCanvasElement,
  viewport: Viewport,
  theme: ChartTheme,
  draw: Draw,
  overhang = 0,
): void {
  const ctx = canvas.getContext('2d');
  if (ctx === null) return;
  const { width, height, pixelRatio: ratio } = viewport;
  const [deviceWidth, deviceHeight] = [Math.round((overhang + width) * ratio), Math.round(height * ratio)];
  if (canvas.width !== deviceWidth || canvas.height !== deviceHeight) {
    canvas.width = deviceWidth;
    canvas.height = deviceHeight;
    canvas.style.width = `${overhang + width}px`;
    canvas.style.height = `${height}px`;
  }
  ctx.setTransform(ratio, 0, 0, ratio, overhang * ratio, 0);
  ctx.clearRect(-overhang, 0, overhang + width, height);
  if (viewport.to > viewport.from && viewport.plot.width > 0 && viewport.plot.height > 0) draw(ctx, viewport, theme);
}
