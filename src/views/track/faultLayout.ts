/**
 * Layout of the faults below the track's blocks, in CSS pixels of the plot, x from its left. Bars keep their rows while the
 * range slides, so that the layout does not jump.
 */
import { microsFromSeconds, type Cluster, type Instant } from '../../sim/index.ts';
import { faultLabel, faultName, clockStepLabel, clockStepName } from '../text/faultText.ts';
import type { FaultItem, FaultPart } from '../../store/faultMoves.ts';
import type { TrackGeometry } from './blockLayout.ts';
import { clockSteps, faultTime, MAX_ROWS, rowCount, type FaultTime } from './faultTimes.ts';

export interface FaultMark extends FaultTime, FaultItem {
  readonly label: string;
  readonly name: string;
  /** A slow store is hatched; one that is down is solid. */
  readonly hatched: boolean;
}

export interface FaultBar {
  readonly mark: FaultMark;
  /** Row index, 0 at the top. */
  readonly row: number;
  /** The visible part. */
  readonly left: number;
  readonly right: number;
  /** Where the label is, if it fits: inside the bar, after it or before it. */
  readonly labelPlacement: 'in' | 'after' | 'before' | 'none';
}

/** Approximate width of a 12 px character: labels are not measured. */
const CHARACTER_WIDTH = 6.6;
/** Padding on either side of a label. */
const PADDING = 4;
/** Gap between two bars of a row. */
const BAR_GAP = 2;
/** Width of a tick, and minimum width of a bar. */
const TICK_WIDTH = 3;

/** How far inside its bar an end can be grabbed, px; outside, the hit area reaches a little further. */
const END_REACH = 8;
/** In a narrower bar, the inside only moves it. */
const MIN_WIDTH_FOR_ENDS = 24;

/** What a press moves, `x` pixels from the left of a bar: only an end that is in sight can be moved alone. */
export function faultPartAt({ mark, left, right }: FaultBar, x: number, { range, runEnd }: TrackGeometry): FaultPart {
  if (mark.to === null) return 'body';
  const width = right - left;
  const reach = width < MIN_WIDTH_FOR_ENDS ? 0 : END_REACH;
  if (x < reach && mark.from >= range.from) return 'from';
  return x > width - reach && Math.min(mark.to, runEnd) <= range.to ? 'to' : 'body';
}

/** The instant that moves with a part: without an end, that of the run. */
export function faultEnd({ from, to }: FaultTime, part: FaultPart, runEnd: Instant): Instant {
  return part === 'to' ? Math.min(to ?? from, runEnd) : from;
}

/** All faults and clock steps by time. */
export function faultMarks(cluster: Cluster): readonly FaultMark[] {
  const faults = cluster.faults.map((fault, index): FaultMark => ({
    of: 'fault',
    index,
    ...faultTime(fault),
    label: faultLabel(fault, index, cluster),
    name: faultName(fault, index, cluster),
    hatched: fault.kind === 'store-slow',
  }));
  const steps = clockSteps(cluster).map(({ node, step }): FaultMark => ({
    of: 'clock',
    index: node,
    from: microsFromSeconds(step.at),
    to: null,
    label: clockStepLabel(node, step.by),
    name: clockStepName(node, step),
    hatched: false,
  }));
  return [...faults, ...steps].sort((a, b) => a.from - b.from);
}

/** A bar in its row; its ends may be outside the visible range. */
interface PlacedBar {
  readonly mark: FaultMark;
  readonly row: number;
  readonly left: number;
  readonly right: number;
}

/** The visible bars, row by row, by time. */
export function faultBars(marks: readonly FaultMark[], track: TrackGeometry): readonly FaultBar[] {
  const { width } = track;
  const inSight = placeBars(marks, track).filter(({ left, right }) => right >= 0 && left <= width);
  return [...Array(MAX_ROWS).keys()].flatMap((row) =>
    placeLabels(
      inSight.filter((bar) => bar.row === row),
      width,
    ),
  );
}

/** Each bar goes to the first row where it fits with its label, else without it, else where it overlaps least. */
function placeBars(marks: readonly FaultMark[], { range, width }: TrackGeometry): readonly PlacedBar[] {
  const rows = Array.from({ length: rowCount(marks) }, () => ({ bars: -Infinity, words: -Infinity }));
  const xOf = (at: Instant): number => ((at - range.from) / (range.to - range.from)) * width;
  return marks.map((mark) => {
    const at = xOf(mark.from);
    const [left, right] =
      mark.to === null ? [at - TICK_WIDTH / 2, at + TICK_WIDTH / 2] : [at, Math.max(at + TICK_WIDTH, xOf(mark.to))];
    let row = rows.findIndex(({ words }) => words <= left);
    if (row < 0) row = rows.findIndex(({ bars }) => bars <= left);
    if (row < 0) row = rows.reduce((best, { bars }, index) => (bars < (rows[best]?.bars ?? 0) ? index : best), 0);
    const own = rows[row];
    if (own !== undefined) {
      const wide = labelWidth(mark);
      own.bars = Math.max(own.bars, right + BAR_GAP);
      own.words = Math.max(own.words, right + (right - left >= wide ? BAR_GAP : wide));
    }
    return { mark, row, left, right };
  });
}

/** The bars of a row with their label placements, without overlaps. */
function placeLabels(row: readonly PlacedBar[], width: number): readonly FaultBar[] {
  /** x up to which the row is occupied. */
  let takenUpTo = 0;
  return row.map(({ mark, row: number, ...ends }, index) => {
    const [left, right] = [Math.max(0, ends.left), Math.min(width, ends.right)];
    const next = Math.min(width, row[index + 1]?.left ?? width);
    const wide = labelWidth(mark);
    let words: FaultBar['labelPlacement'] = 'none';
    if (takenUpTo <= left && left + wide <= Math.min(right, next)) words = 'in';
    else if (takenUpTo <= right && right + wide <= next) words = 'after';
    else if (takenUpTo <= left - wide) words = 'before';
    takenUpTo = Math.max(takenUpTo, right, words === 'after' ? right + wide : 0);
    return { mark, row: number, left, right, labelPlacement: words };
  });
}

function labelWidth({ label }: FaultMark): number {
  return label.length * CHARACTER_WIDTH + 2 * PADDING;
}
