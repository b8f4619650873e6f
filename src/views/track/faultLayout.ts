/**
 * Where what goes wrong stands below the track's blocks. Pixels are CSS pixels of the plot, x from its left. Rows are as
 * many as time alone asks for, and bars keep theirs while the range slides: nothing breathes.
 */
import { microsFromSeconds, type Cluster, type Instant } from '../../sim/index.ts';
import { faultLabel, faultName, isIntervalFault, clockStepLabel, clockStepName } from '../text/faultText.ts';
import type { TrackGeometry } from './blockLayout.ts';

/** A fault, by its place, or the step of a node's clock. `to` is null for what happens at an instant. */
export interface FaultMark {
  readonly of: 'fault' | 'clock';
  readonly index: number;
  readonly from: Instant;
  readonly to: Instant | null;
  readonly label: string;
  readonly name: string;
  /** The store is slow, and not away: it is hatched. */
  readonly hatched: boolean;
}

export interface FaultBar {
  readonly mark: FaultMark;
  /** From 0, at the top. */
  readonly row: number;
  /** As much of it as is in sight. */
  readonly left: number;
  readonly right: number;
  /** Where its words are, if they have room: within it, behind it or before it. */
  readonly labelPlacement: 'in' | 'after' | 'before' | 'none';
}

const MAX_ROWS = 2;
/** Of 12 px text: what is placed is not measured. */
const CHARACTER_WIDTH = 6.6;
/** At either side of the words. */
const PADDING = 4;
/** Between two bars of a row. */
const BAR_GAP = 2;
/** An instant is that wide, and what lasts at least. */
const TICK_WIDTH = 3;

/** All that goes wrong, by time. What has no end lasts to the run's. */
export function faultMarks(cluster: Cluster, end: Instant): readonly FaultMark[] {
  const faults = cluster.faults.map((fault, index): FaultMark => {
    const from = microsFromSeconds(fault.at);
    const until = isIntervalFault(fault) ? fault.until : undefined;
    return {
      of: 'fault',
      index,
      from,
      to: isIntervalFault(fault) ? (until === undefined ? Math.max(from, end) : microsFromSeconds(until)) : null,
      label: faultLabel(fault, index, cluster),
      name: faultName(fault, index, cluster),
      hatched: fault.kind === 'store-slow',
    };
  });
  const steps = cluster.skew.flatMap(({ node, step }): readonly FaultMark[] => {
    if (step === undefined || step.by === 0) return [];
    const label = clockStepLabel(node, step.by);
    const from = microsFromSeconds(step.at);
    return [{ of: 'clock', index: node, from, to: null, label, name: clockStepName(node, step), hatched: false }];
  });
  return [...faults, ...steps].sort((a, b) => a.from - b.from);
}

/** 0 without any; 2 where any two are at one time. */
export function faultRowCount(marks: readonly FaultMark[]): number {
  let latest = -1;
  for (const { from, to } of marks) {
    if (from <= latest) return MAX_ROWS;
    latest = to ?? from;
  }
  return Math.min(1, marks.length);
}

/** A bar in its row, with the ends that it has out of sight too. */
interface PlacedBar {
  readonly mark: FaultMark;
  readonly row: number;
  readonly left: number;
  readonly right: number;
}

/** The bars in sight, row by row, by time. */
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

/** Each in the first row in which it has room with its words, else without them, else where it is least in the way. */
function placeBars(marks: readonly FaultMark[], { range, width }: TrackGeometry): readonly PlacedBar[] {
  const rows = Array.from({ length: faultRowCount(marks) }, () => ({ bars: -Infinity, words: -Infinity }));
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

/** The bars of a row with the place for their words: nothing of one lies on another. */
function placeLabels(row: readonly PlacedBar[], width: number): readonly FaultBar[] {
  /** Up to where there is something already. */
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
