/** The part of a chart that changes every frame, without React: canvases, veil and lines of one chart. */
import type { Instant } from '../../sim/index.ts';
import { NO_GUTTERS, plotIn, snap, xOf, type Frame, type Gutters, type Range } from './frame.ts';
import { pixelRatio } from './observe.ts';
import type { Theme } from './theme.ts';

export type Draw = (ctx: CanvasRenderingContext2D, frame: Frame, theme: Theme) => void;

/** The elements that are drawn on and moved. */
export interface Parts {
  readonly data: HTMLCanvasElement;
  readonly front: HTMLCanvasElement | null;
  readonly veil: HTMLElement;
  readonly playhead: HTMLElement;
  readonly crosshair: HTMLElement;
  readonly hairline: HTMLElement;
}

/** What comes with a commit of React. */
export interface Given {
  readonly range: Range;
  readonly gutters: Gutters;
  readonly theme: Theme;
  readonly draw: Draw;
  readonly drawFront: Draw | null;
  readonly drawn: ((frame: Frame) => void) | undefined;
  readonly selectedAt: Instant | null;
}

/** Lines may stand half outside the plot: their box is wider by this at either side. */
export const LINE_BESIDE = 1;
/** The veil goes on to the right by so much: a mark at the edge keeps its other half. */
export const VEIL_BESIDE = 4;
const PLAYHEAD_WIDTH = 1.5;
const LINE_WIDTH = 1;
/** Where lines are that are not to be seen: left of their box, which clips. */
const AWAY = -9;

/**
 * Until the browser has said which charts are in view, so many are drawn right away: those of a first screen. The rest
 * waits for its answer, after the first paint.
 */
const EAGER = 36;
let unsaid = 0;

export class LiveChart {
  frame: Frame = { width: 0, height: 0, plot: plotIn(0, 0, NO_GUTTERS), from: 0, to: 1, pixelRatio: 1 };

  #parts: Parts | null = null;
  #given: Given | null = null;
  #inView: boolean | null = null;
  #eager = false;
  #stale = true;
  #playhead: Instant | null = null;
  #crosshair: Instant | null = null;
  /** What each element was last moved to, so that nothing is written twice. */
  readonly #moved = new WeakMap<HTMLElement, number>();

  get #shown(): boolean {
    return this.#inView ?? this.#eager;
  }

  /** The chart is in the page. */
  enter(parts: Parts): void {
    this.#parts = parts;
    this.#inView = null;
    unsaid++;
    this.#eager = unsaid <= EAGER;
  }

  take(given: Given): void {
    const before = this.#given;
    this.#given = given;
    const { range, gutters } = given;
    // A range that was set meanwhile holds until the props say another.
    const same = before !== null && before.range.from === range.from && before.range.to === range.to;
    const { width, height, from, to } = this.frame;
    this.frame = {
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
    this.frame = { ...this.frame, width, height, plot: plotIn(width, height, this.#given?.gutters ?? NO_GUTTERS) };
    this.redraw();
  }

  changePixelRatio(): void {
    this.frame = { ...this.frame, pixelRatio: pixelRatio() };
    this.redraw();
  }

  setRange(from: Instant, to: Instant): void {
    if (from === this.frame.from && to === this.frame.to) return;
    this.frame = { ...this.frame, from, to };
    this.redraw();
  }

  show(inView: boolean): void {
    if (this.#inView === null) unsaid--;
    this.#inView = inView;
    if (inView && this.#stale) this.redraw();
    else if (inView) this.#place();
  }

  /** The chart is gone, perhaps before anybody said whether it was in view. */
  leave(): void {
    if (this.#inView === null) unsaid--;
    this.#inView = false;
  }

  setPlayhead(at: Instant | null): void {
    this.#playhead = at;
    if (this.#shown) this.#placePlayhead();
  }

  setCrosshair(at: Instant | null): void {
    this.#crosshair = at;
    if (this.#shown && this.#parts !== null) this.#placeLine(this.#parts.crosshair, at, LINE_WIDTH);
  }

  redraw(): void {
    const { frame } = this;
    const parts = this.#parts;
    const given = this.#given;
    if (!this.#shown || parts === null || given === null || frame.width === 0 || frame.height === 0) {
      this.#stale = true;
      return;
    }
    this.#stale = false;
    paint(parts.data, frame, given.theme, given.draw);
    if (parts.front !== null && given.drawFront !== null) paint(parts.front, frame, given.theme, given.drawFront);
    given.drawn?.(frame);
    this.#place();
  }

  #place(): void {
    if (this.#parts === null) return;
    this.#placePlayhead();
    this.#placeLine(this.#parts.crosshair, this.#crosshair, LINE_WIDTH);
    this.#placeLine(this.#parts.hairline, this.#given?.selectedAt ?? null, LINE_WIDTH);
  }

  #placePlayhead(): void {
    const { frame } = this;
    const parts = this.#parts;
    if (parts === null) return;
    this.#placeLine(parts.playhead, this.#playhead, PLAYHEAD_WIDTH);
    const { plot } = frame;
    const x = this.#playhead === null ? Infinity : xOf(frame, this.#playhead) - plot.x;
    this.#move(parts.veil, x >= plot.width ? plot.width + VEIL_BESIDE : snap(Math.max(0, x), frame.pixelRatio));
  }

  #placeLine(line: HTMLElement, at: Instant | null, width: number): void {
    const { frame } = this;
    const x = at === null || at < frame.from || at > frame.to ? null : xOf(frame, at) - frame.plot.x;
    this.#move(line, x === null ? AWAY : snap(x + LINE_BESIDE - width / 2, frame.pixelRatio));
  }

  #move(element: HTMLElement, x: number): void {
    if (this.#moved.get(element) === x) return;
    this.#moved.set(element, x);
    element.style.transform = `translateX(${x}px)`;
  }
}

/** Clears and draws; gives the canvas its size first when that changed. */
function paint(canvas: HTMLCanvasElement, frame: Frame, theme: Theme, draw: Draw): void {
  const ctx = canvas.getContext('2d');
  if (ctx === null) return;
  const { width, height, pixelRatio: ratio } = frame;
  const [deviceWidth, deviceHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== deviceWidth || canvas.height !== deviceHeight) {
    canvas.width = deviceWidth;
    canvas.height = deviceHeight;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height);
  if (frame.to > frame.from && frame.plot.width > 0 && frame.plot.height > 0) draw(ctx, frame, theme);
}
