/**
 * Where what goes wrong stands below the track's blocks. Pixels are CSS pixels of the plot, x from its left. Rows are as
 * many as time alone asks for, and bars keep theirs while the range slides: nothing breathes.
 */
import { microsFromSeconds, type Cluster, type Instant } from '../../sim/index.ts';
import { faultLabel, faultName, isLasting, stepLabel, stepName } from '../cluster/faultText.ts';
import type { Track } from './blocks.ts';

/** A fault, by its place, or the step of a node's clock. `to` is null for what happens at an instant. */
export interface Mark {
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
  readonly mark: Mark;
  /** From 0, at the top. */
  readonly row: number;
  /** As much of it as is in sight. */
  readonly left: number;
  readonly right: number;
  /** Where its words are, if they have room: within it, behind it or before it. */
  readonly words: 'in' | 'after' | 'before' | 'none';
}

const MOST_ROWS = 2;
/** Of 12 px text: what is placed is not measured. */
const CHARACTER = 6.6;
/** At either side of the words. */
const PADDING = 4;
/** Between two bars of a row. */
const GAP = 2;
/** An instant is that wide, and what lasts at least. */
const TICK = 3;

/** All that goes wrong, by time. What has no end lasts to the run's. */
export function marksOf(cluster: Cluster, end: Instant): readonly Mark[] {
  const faults = cluster.faults.map((fault, index): Mark => {
    const from = microsFromSeconds(fault.at);
    const until = isLasting(fault) ? fault.until : undefined;
    return {
      of: 'fault',
      index,
      from,
      to: isLasting(fault) ? (until === undefined ? Math.max(from, end) : microsFromSeconds(until)) : null,
      label: faultLabel(fault, index, cluster),
      name: faultName(fault, index, cluster),
      hatched: fault.kind === 'store-slow',
    };
  });
  const steps = cluster.skew.flatMap(({ node, step }): readonly Mark[] => {
    if (step === undefined || step.by === 0) return [];
    const label = stepLabel(node, step.by);
    const from = microsFromSeconds(step.at);
    return [{ of: 'clock', index: node, from, to: null, label, name: stepName(node, step), hatched: false }];
  });
  return [...faults, ...steps].sort((a, b) => a.from - b.from);
}

/** 0 without any; 2 where any two are at one time. */
export function rowsOf(marks: readonly Mark[]): number {
  let latest = -1;
  for (const { from, to } of marks) {
    if (from <= latest) return MOST_ROWS;
    latest = to ?? from;
  }
  return Math.min(1, marks.length);
}

/** A bar in its row, with the ends that it has out of sight too. */
interface Placed {
  readonly mark: Mark;
  readonly row: number;
  readonly left: number;
  readonly right: number;
}

/** The bars in sight, row by row, by time. */
export function barsOf(marks: readonly Mark[], track: Track): readonly FaultBar[] {
  const { width } = track;
  const inSight = placed(marks, track).filter(({ left, right }) => right >= 0 && left <= width);
  return [...Array(MOST_ROWS).keys()].flatMap((row) =>
    worded(
      inSight.filter((bar) => bar.row === row),
      width,
    ),
  );
}

/** Each in the first row in which it has room with its words, else without them, else where it is least in the way. */
function placed(marks: readonly Mark[], { range, width }: Track): readonly Placed[] {
  const rows = Array.from({ length: rowsOf(marks) }, () => ({ bars: -Infinity, words: -Infinity }));
  const xOf = (at: Instant): number => ((at - range.from) / (range.to - range.from)) * width;
  return marks.map((mark) => {
    const at = xOf(mark.from);
    const [left, right] = mark.to === null ? [at - TICK / 2, at + TICK / 2] : [at, Math.max(at + TICK, xOf(mark.to))];
    let row = rows.findIndex(({ words }) => words <= left);
    if (row < 0) row = rows.findIndex(({ bars }) => bars <= left);
    if (row < 0) row = rows.reduce((best, { bars }, index) => (bars < (rows[best]?.bars ?? 0) ? index : best), 0);
    const own = rows[row];
    if (own !== undefined) {
      const wide = wordsWidth(mark);
      own.bars = Math.max(own.bars, right + GAP);
      own.words = Math.max(own.words, right + (right - left >= wide ? GAP : wide));
    }
    return { mark, row, left, right };
  });
}

/** The bars of a row with the place for their words: nothing of one lies on another. */
function worded(row: readonly Placed[], width: number): readonly FaultBar[] {
  /** Up to where there is something already. */
  let taken = 0;
  return row.map(({ mark, row: number, ...ends }, index) => {
    const [left, right] = [Math.max(0, ends.left), Math.min(width, ends.right)];
    const next = Math.min(width, row[index + 1]?.left ?? width);
    const wide = wordsWidth(mark);
    let words: FaultBar['words'] = 'none';
    if (taken <= left && left + wide <= Math.min(right, next)) words = 'in';
    else if (taken <= right && right + wide <= next) words = 'after';
    else if (taken <= left - wide) words = 'before';
    taken = Math.max(taken, right, words === 'after' ? right + wide : 0);
    return { mark, row: number, left, right, words };
  });
}

function wordsWidth({ label }: Mark): number {
  return label.length * CHARACTER + 2 * PADDING;
}
