/**
 * Where single decisions are drawn: at their exact x, stacked away from the base line when closer than the pitch.
 * Admitted and delayed above, denied below. Each node of a distributed lane has its own row and base line. When there is
 * no room for single marks, see `runDisplayMode.ts`.
 */
import { isDenied, MAX_MARKS, type Marks } from '../../sim/index.ts';
import type { Viewport, Plot } from './viewport.ts';

/** Distance between neighbours; a mark is smaller by `GAP`. */
const PITCH = 7;
const SMALL_PITCH = 5;
const SMALL_PITCH_BELOW = 52;
const GAP = 0.6;

/** Between the base line and the nearest marks. */
const BASE_LINE_GAP = 2.5;

/** More than any plot has room for. */
const MAX_LEVELS = 64;

/** The pitches to try, largest first: below three pixels a cross is hardly recognizable. */
export function pitchesFor(half: number): readonly number[] {
  return [7, 5, 4, 3].filter((pitch) => pitch <= pitchFor(half));
}

function pitchFor(half: number): number {
  return half < SMALL_PITCH_BELOW ? SMALL_PITCH : PITCH;
}

export function markSize(pitch: number): number {
  return pitch - GAP;
}

/** The minimum height of a node's row, which admitted and denied share. */
const MIN_ROW_HEIGHT = 28;

/** The number of rows: one per node, or a single one if they would be too low. */
export function rowsFor(plot: Plot, nodes: number): number {
  return nodes > 1 && plot.height >= nodes * MIN_ROW_HEIGHT ? nodes : 1;
}

/** Space above the rows for the peak window's text, as far as the rows leave room. */
const PEAK_LABEL_HEIGHT = 15;

function spareAbove(plot: Plot, rows: number): number {
  return rows === 1 ? 0 : Math.max(0, Math.min(PEAK_LABEL_HEIGHT, plot.height - rows * MIN_ROW_HEIGHT));
}

/** Half the height of a row. */
export function rowHalfHeight(plot: Plot, rows: number): number {
  return (plot.height - spareAbove(plot, rows)) / rows / 2;
}

/** The y of a row's base line, between two pixels. @param row counted from the top */
export function baseLine(plot: Plot, row = 0, rows = 1): number {
  return Math.round(plot.y + spareAbove(plot, rows) + (2 * row + 1) * rowHalfHeight(plot, rows));
}

/** The distance of a mark's centre from the base line, by its level. @param rise from one level to the next */
export function levelOffset(level: number, pitch: number, rise = pitch): number {
  return BASE_LINE_GAP + 0.5 * pitch + level * rise;
}

/**
 * The stacked marks, in buffers that the next layout overwrites. While a range slides over one run, marks keep their
 * levels: a new layout from the left would make a whole stream jump whenever a mark leaves.
 */
export class MarkStack {
  count = 0;
  pitch = PITCH;
  /** From one level to the next: the pitch, or less where the marks of a level overlap those of the next. */
  rise = PITCH;
  /** Centres, and where the tail of a delayed mark ends (its centre for the others). */
  x = new Float64Array(0);
  end = new Float64Array(0);
  /** 0 is next to the base line. */
  level = new Uint8Array(0);
  /** One for all, or one per node. */
  rowCount = 1;
  /** The number of levels on each side. */
  above = 0;
  below = 0;

  #marks: Marks | null = null;
  #plot: Plot = { x: 0, y: 0, width: 0, height: 0 };
  #pxPerMicro = 0;
  /** The x up to which each level is occupied, for each side of each row. */
  #takenUpTo = new Float64Array(2 * MAX_LEVELS);

  /** The distance from the base line to the outer edge of the farthest mark. */
  get maxReach(): number {
    const levels = Math.max(this.above, this.below);
    return levels === 0 ? 0 : levelOffset(levels - 1, this.pitch, this.rise) + this.pitch / 2;
  }

  /**
   * Lowers the stacks to a height, by letting their marks overlap.
   * @returns how far one level is then from the next, as a share of the pitch
   */
  squeeze(height: number): number {
    const levels = Math.max(this.above, this.below);
    if (levels > 1)
      this.rise = Math.min(this.pitch, Math.max(0, height - levelOffset(0, 2 * this.pitch)) / (levels - 1));
    return this.rise / this.pitch;
  }

  /** The y of the centre of mark `i`. */
  y(i: number): number {
    const away = levelOffset(this.level[i] as number, this.pitch, this.rise);
    const base = baseLine(this.#plot, this.#row(i), this.rowCount);
    return isDenied(this.#marks?.verdict[i] as number) ? base + away : base - away;
  }

  /** The y of the topmost mark, with its tail, between two x; Infinity if there is none. */
  topBetween(left: number, right: number): number {
    const radius = markSize(this.pitch) / 2;
    let top = Infinity;
    for (let i = 0; i < this.count; i++) {
      if ((this.x[i] as number) - radius > right || (this.end[i] as number) + radius < left) continue;
      top = Math.min(top, this.y(i) - radius);
    }
    return top;
  }

  /** @param rows one for all, or one per node; requests that no node received are in the last */
  layOut(marks: Marks, viewport: Viewport, pitch: number, rows = 1): void {
    const perMicro = viewport.plot.width / (viewport.to - viewport.from);
    const kept = this.#kept(marks, perMicro, pitch, rows);
    this.#marks = marks;
    this.#plot = viewport.plot;
    this.#pxPerMicro = perMicro;
    this.rowCount = rows;
    this.#assignLevels(marks, viewport, perMicro, pitch, kept);
    if (kept.length > 0 && this.maxReach > rowHalfHeight(viewport.plot, rows)) {
      this.#assignLevels(marks, viewport, perMicro, pitch, NONE_KEPT);
    }
  }

  #row(i: number): number {
    return Math.min(this.#marks?.node?.[i] ?? 0, this.rowCount - 1);
  }

  /** Which of the new marks were there before, at this scale and in the same run, and their offset in the old list. */
  #kept(marks: Marks, perMicro: number, pitch: number, rows: number): KeptLevels {
    const old = this.#marks;
    const sameScale =
      Math.abs(perMicro / this.#pxPerMicro - 1) < 1e-9 && pitch === this.pitch && rows === this.rowCount;
    if (old === null || !sameScale || this.count === 0 || marks.at.length === 0) return NONE_KEPT;
    const shift = (marks.request[0] as number) - (old.request[0] as number);
    const first = Math.max(0, -shift);
    const length = Math.min(marks.at.length, old.at.length - shift) - first;
    for (let i = first; i < first + length; i++) {
      const j = i + shift;
      const same =
        marks.request[i] === old.request[j] &&
        marks.at[i] === old.at[j] &&
        marks.verdict[i] === old.verdict[j] &&
        marks.node?.[i] === old.node?.[j] &&
        marks.wait[i] === old.wait[j];
      if (!same) return NONE_KEPT;
    }
    return length > 0 ? { first, length, shift } : NONE_KEPT;
  }

  #assignLevels(
    marks: Marks,
    viewport: Viewport,
    perMicro: number,
    pitch: number,
    { first, length, shift }: KeptLevels,
  ): void {
    const count = marks.at.length;
    this.#grow(count);
    if (this.#takenUpTo.length < 2 * this.rowCount * MAX_LEVELS)
      this.#takenUpTo = new Float64Array(2 * this.rowCount * MAX_LEVELS);
    this.count = count;
    this.pitch = pitch;
    this.rise = pitch;
    this.above = 0;
    this.below = 0;
    this.level.copyWithin(first, first + shift, first + shift + length);
    for (let i = 0; i < count; i++) {
      this.x[i] = viewport.plot.x + ((marks.at[i] as number) - viewport.from) * perMicro;
      this.end[i] = (this.x[i] as number) + (marks.wait[i] as number) * perMicro;
    }

    const need = pitch - 1e-6;
    const free = this.#takenUpTo;
    // New marks on the left: laid out backwards from the kept ones.
    free.fill(Infinity);
    for (let i = first + length - 1; i >= 0; i--) {
      const side = this.#levelsOffset(marks, i);
      if (i < first) {
        let level = 0;
        while (level < MAX_LEVELS - 1 && (this.end[i] as number) > (free[side + level] as number) - need) level++;
        this.level[i] = level;
      }
      free[side + (this.level[i] as number)] = this.x[i] as number;
    }
    // And forwards from them, on the right.
    free.fill(-Infinity);
    for (let i = 0; i < count; i++) {
      const side = this.#levelsOffset(marks, i);
      if (i >= first + length) {
        let level = 0;
        while (level < MAX_LEVELS - 1 && (this.x[i] as number) < (free[side + level] as number) + need) level++;
        this.level[i] = level;
      }
      const level = this.level[i] as number;
      free[side + level] = Math.max(free[side + level] as number, this.end[i] as number);
      if (isDenied(marks.verdict[i] as number)) this.below = Math.max(this.below, level + 1);
      else this.above = Math.max(this.above, level + 1);
    }
  }

  /** The offset in `#takenUpTo` of a mark's side of its row. */
  #levelsOffset(marks: Marks, i: number): number {
    return (2 * this.#row(i) + (isDenied(marks.verdict[i] as number) ? 1 : 0)) * MAX_LEVELS;
  }

  #grow(count: number): void {
    if (count <= this.x.length) return;
    const size = Math.max(count, 2 * this.x.length, MAX_MARKS);
    this.x = new Float64Array(size);
    this.end = new Float64Array(size);
    const level = new Uint8Array(size);
    level.set(this.level);
    this.level = level;
  }
}

interface KeptLevels {
  readonly first: number;
  readonly length: number;
  readonly shift: number;
}
const NONE_KEPT: KeptLevels = { first: 0, length: 0, shift: 0 };

export type DisplayMode = 'marks' | 'densities';

/** The index of the mark nearest to a point, whose centre is within `tolerance` pixels; -1 if there is none. */
export function nearestMark(stack: MarkStack, x: number, y: number, tolerance: number): number {
  let nearest = -1;
  let minDistance = tolerance * tolerance;
  for (let i = 0; i < stack.count; i++) {
    const dx = (stack.x[i] as number) - x;
    if (dx > tolerance) {
      // Marks are in time order: all others are farther to the right.
      break;
    }
    const dy = stack.y(i) - y;
    const distance = dx * dx + dy * dy;
    if (distance <= minDistance) {
      minDistance = distance;
      nearest = i;
    }
  }
  return nearest;
}

/** Densities have columns only: the nearest request on the side (above or below the base line) that was pointed at. */
export function nearestInColumn(marks: Marks, viewport: Viewport, x: number, y: number, tolerance: number): number {
  const below = y > baseLine(viewport.plot);
  const perMicro = viewport.plot.width / (viewport.to - viewport.from);
  let nearest = -1;
  let minDistance = tolerance;
  for (let i = 0; i < marks.at.length; i++) {
    const distance = Math.abs(viewport.plot.x + ((marks.at[i] as number) - viewport.from) * perMicro - x);
    if (distance <= minDistance && isDenied(marks.verdict[i] as number) === below) {
      minDistance = distance;
      nearest = i;
    }
  }
  return nearest;
}
