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
  chooseMode,
  halfOf,
  markSize,
  MarkStack,
  nearestInColumn,
  nearestMark,
  pitchesFor,
  rowsFor,
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
  /** Rows that marks stand in: one for all, or one a node. */
  rows = 1;
  #look: DecisionsLook | null = null;
  /** Each keeps its marks in their levels while the other is looked at. */
  readonly #together = new MarkStack();
  readonly #byNode = new MarkStack();
  #stack = this.#together;

  draw(
    ctx: CanvasRenderingContext2D,
    frame: Frame,
    theme: Theme,
    look: DecisionsLook | null,
    densityTop: number,
    worst: WorstWindow | null,
    nodes: number,
  ): void {
    this.frame = frame;
    this.#look = look;
    if (look !== null) this.#drawLook(ctx, frame, theme, look, densityTop, nodes);
    if (worst !== null) drawWorstWindow(ctx, frame, theme, worst);
  }

  #drawLook(
    ctx: CanvasRenderingContext2D,
    frame: Frame,
    theme: Theme,
    look: DecisionsLook,
    densityTop: number,
    nodes: number,
  ): void {
    const { marks, densities, retries, inRange } = look;
    if (marks === null) this.mode = 'densities';
    else {
      this.#layOut(marks, frame, nodes);
      this.mode = chooseMode(this.mode, inRange, this.#stack.tallest, halfOf(frame.plot, this.#stack.rows));
    }
    this.rows = this.mode === 'marks' ? this.#stack.rows : 1;
    if (this.mode === 'marks' && marks !== null) drawMarks(ctx, frame, theme, marks, this.#stack);
    else {
      drawDensities(ctx, frame, theme, densities, densityTop);
      if (retries !== null) halveRetries(ctx, frame, densities, retries, densityTop);
    }
  }

  /** In a row a node where they fit, else all together; 20 % of slack on the way back, as between marks and densities. */
  #layOut(marks: Marks, frame: Frame, nodes: number): void {
    const rows = rowsFor(frame.plot, nodes);
    if (rows > 1) {
      const room = this.mode === null || this.rows > 1 ? 1 : 0.8;
      this.#stack = this.#byNode;
      if (fits(this.#byNode, marks, frame, rows, room)) return;
    }
    this.#stack = this.#together;
    fits(this.#together, marks, frame, 1, 1);
  }

  /** After `draw`, of the same frame. */
  drawFront(ctx: CanvasRenderingContext2D, frame: Frame, theme: Theme, densityTop: number, signs: Signs): void {
    const { grid, worst, members, promise, disagreements } = signs;
    const marks = this.#singleMarks();
    drawGrid(ctx, frame, theme, grid);
    drawBase(ctx, frame, theme, this.rows);
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
        ? nearestMark(this.#stack, x, y, tolerance)
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
    return { x, y: this.#stack.y(i), size: markSize(this.#stack.pitch) };
  }

  #singleMarks(): Marks | null {
    return this.mode === 'marks' ? (this.#look?.marks ?? null) : null;
  }
}

/**
 * Lays marks out at the largest pitch that fits, else at the smallest.
 * @param share of the row's height that they may take
 */
function fits(stack: MarkStack, marks: Marks, frame: Frame, rows: number, share: number): boolean {
  const half = halfOf(frame.plot, rows);
  // One tall stack, such as ten sent at once, makes all marks smaller before it makes them bars.
  return pitchesFor(half).some((pitch) => {
    stack.layOut(marks, frame, pitch, rows);
    return stack.tallest <= share * half;
  });
}
