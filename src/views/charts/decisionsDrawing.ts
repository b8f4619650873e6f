/** One lane's decisions as they were last drawn: hit tests and the selected mark's ring go by that layout. */
import type { Instant, LaneLook, Marks } from '../../sim/index.ts';
import { drawGrid } from './drawCurve.ts';
import {
  drawBase,
  drawDisagreements,
  drawMembers,
  drawPromise,
  drawWorstChip,
  drawWorstWindow,
  freeSide,
  type WorstWindow,
} from './drawDecisions.ts';
import { drawDensities, drawDensityScale, halveRetries } from './drawDensities.ts';
import { drawMarks } from './drawMarks.ts';
import type { Frame } from './frame.ts';
import {
  baseLine,
  chooseMode,
  isDenied,
  markSize,
  MarkStack,
  nearestInColumn,
  nearestMark,
  pitchesFor,
  type Mode,
} from './stack.ts';
import type { Theme } from './theme.ts';

export type DecisionsLook = Pick<LaneLook, 'marks' | 'densities' | 'retries' | 'inRange'>;

/** What lies above the veil. */
export interface Signs {
  readonly grid: readonly Instant[];
  readonly worst: WorstWindow | null;
  readonly members: Uint32Array | null;
  readonly promise: Instant | null;
  readonly disagreements: Float64Array | null;
}

/** A mark's centre, and across. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

export class DecisionsDrawing {
  mode: Mode | null = null;
  frame: Frame | null = null;
  #look: DecisionsLook | null = null;
  readonly #stack = new MarkStack();

  draw(
    ctx: CanvasRenderingContext2D,
    frame: Frame,
    theme: Theme,
    look: DecisionsLook | null,
    densityTop: number,
    worst: WorstWindow | null,
  ): void {
    this.frame = frame;
    this.#look = look;
    if (look !== null) this.#drawLook(ctx, frame, theme, look, densityTop);
    if (worst !== null) drawWorstWindow(ctx, frame, theme, worst);
  }

  #drawLook(ctx: CanvasRenderingContext2D, frame: Frame, theme: Theme, look: DecisionsLook, densityTop: number): void {
    const { marks, densities, retries, inRange } = look;
    const half = frame.plot.height / 2;
    if (marks !== null) {
      // One tall stack, such as ten sent at once, makes all marks smaller before it makes them bars.
      for (const pitch of pitchesFor(half)) {
        this.#stack.layOut(marks, frame, pitch);
        if (this.#stack.tallest <= half) break;
      }
    }
    this.mode = marks === null ? 'densities' : chooseMode(this.mode, inRange, this.#stack.tallest, half);
    if (this.mode === 'marks' && marks !== null) drawMarks(ctx, frame, theme, marks, this.#stack);
    else {
      drawDensities(ctx, frame, theme, densities, densityTop);
      if (retries !== null) halveRetries(ctx, frame, densities, retries, densityTop);
    }
  }

  /** After `draw`, of the same frame. */
  drawFront(ctx: CanvasRenderingContext2D, frame: Frame, theme: Theme, densityTop: number, signs: Signs): void {
    const { grid, worst, members, promise, disagreements } = signs;
    const marks = this.#singleMarks();
    drawGrid(ctx, frame, theme, grid);
    drawBase(ctx, frame, theme);
    if (this.#look !== null && marks === null) {
      drawDensityScale(ctx, frame, theme, this.#look.densities.span, densityTop, freeSide(frame, worst));
    }
    if (worst !== null) drawWorstChip(ctx, frame, theme, worst, (disagreements?.length ?? 0) > 0);
    const known = this.#look?.marks ?? null;
    if (members !== null) drawMembers(ctx, frame, theme, members, known, marks === null ? null : this.#stack);
    if (promise !== null) drawPromise(ctx, frame, theme, promise);
    if (disagreements !== null) drawDisagreements(ctx, frame, theme, disagreements);
  }

  /** The request nearest to a point within the tolerance; null without one, and where only counts are known. */
  requestAt(x: number, y: number, tolerance: number): number | null {
    const { frame } = this;
    const marks = this.#look?.marks ?? null;
    if (frame === null || marks === null) return null;
    const i =
      this.mode === 'marks'
        ? nearestMark(this.#stack, marks, frame.plot, x, y, tolerance)
        : nearestInColumn(marks, frame, x, y, tolerance);
    return i < 0 ? null : (marks.request[i] as number);
  }

  /** Where a request's mark stands; null when it is not drawn as one, or not in the plot. */
  spotOf(request: number): Spot | null {
    const { frame } = this;
    const marks = this.#singleMarks();
    const i = marks?.request.indexOf(request) ?? -1;
    if (frame === null || marks === null || i < 0) return null;
    const x = this.#stack.x[i] as number;
    if (x < frame.plot.x || x > frame.plot.x + frame.plot.width) return null;
    const y = baseLine(frame.plot) + this.#stack.rise(i, isDenied(marks.verdict[i] as number));
    return { x, y, size: markSize(this.#stack.pitch) };
  }

  #singleMarks(): Marks | null {
    return this.mode === 'marks' ? (this.#look?.marks ?? null) : null;
  }
}
