/** Where the phases stand on the track. Pixels are CSS pixels of the plot: x from its left, heights from its foot. */
import type { Instant, Scenario, Traffic } from '../../sim/index.ts';
import { extentOf, isPaced, isStretchable, ratesOf } from '../../store/trafficEdits.ts';
import type { Range } from '../charts/frame.ts';
import { phaseLabel } from '../traffic/phaseText.ts';

/** What the track's drawing goes by. */
export interface Track {
  readonly range: Range;
  readonly width: number;
  readonly height: number;
  /** The run's end. */
  readonly end: Instant;
  readonly policy: Pick<Scenario['policy'], 'n' | 'T'>;
}

export interface Block {
  readonly phase: number;
  /** As much of it as is in sight. */
  readonly left: number;
  readonly right: number;
  /** At its left and at its right: they differ for a ramp. */
  readonly heights: readonly [number, number];
  /** Which of its side edges are in sight and can be taken hold of. */
  readonly from: boolean;
  readonly to: boolean;
  /** What its upper edge sets: one rate, the two of a ramp, or nothing. */
  readonly top: 'rate' | 'slope' | 'none';
  /** A bracket stands over requests at given instants: below it there is nothing but them. */
  readonly look: 'box' | 'slope' | 'line' | 'bracket';
  readonly label: string;
  /** Of a block too low for words and requests: they stand on it. */
  readonly above: boolean;
}

export const LEAST_HEIGHT = 12;
/** The tallest block leaves this much of the plot above it. */
const CLEAR = 4;
/** A bracket clears the requests below it, which are 12 high. */
export const BRACKET = 14;
const LEAST_BRACKET = 28;
/** A block narrower than this has no label. */
const LABELLED = 72;
/** A label is as high as this. In a block lower than twice as much it would lie on its requests. */
const LABEL = 12;

/** Pixels for the three powers of ten that heights tell apart: 32 of a plot of 48. */
function moreOf({ height }: Pick<Track, 'height'>): number {
  return height - LEAST_HEIGHT - CLEAR;
}

/** 12 + 32·clamp(log₁₀(rate·T/n) + 1, 0, 3)/3 in a plot of 48 pixels, less in a lower one. */
export function heightOf(rate: number, track: Pick<Track, 'height' | 'policy'>): number {
  const { n, T } = track.policy;
  const size = Math.max(0, Math.min(3, Math.log10((rate * T) / n) + 1));
  return LEAST_HEIGHT + (moreOf(track) * size) / 3;
}

/** The rate of that height, a second: from a tenth of the limit's own to its hundredfold, beyond which heights say no more. */
export function rateOf(height: number, track: Pick<Track, 'height' | 'policy'>): number {
  const { n, T } = track.policy;
  const size = Math.max(0, Math.min(3, (3 * (height - LEAST_HEIGHT)) / moreOf(track)));
  return (n / T) * 10 ** (size - 1);
}

/** The blocks in sight, in the order of their phases: the last lies on top, and has the say over labels below it. */
export function blocksOf(traffic: readonly Traffic[], track: Track): readonly Block[] {
  const blocks = traffic.flatMap((entry, phase) => blockOf(entry, phase, track) ?? []);
  return blocks.map((block, i) => {
    if (block.label === '') return block;
    const label = labelBox(block);
    for (let j = i + 1; j < blocks.length; j++) {
      const upper = blocks[j] as Block;
      const hidden = upper.look !== 'line' && meet(label, bodyBox(upper));
      if (hidden || (upper.label !== '' && meet(label, labelBox(upper)))) return { ...block, label: '' };
    }
    return block;
  });
}

/** x from the plot's left, heights from its foot. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

function bodyBox({ left, right, heights, look }: Block): Box {
  const high = Math.max(...heights);
  return { left, right, low: look === 'bracket' ? high - BRACKET : 0, high };
}

/** About where its words are: at its beginning, of a rising ramp at its end. */
function labelBox({ left, right, heights: [first, last], look, above }: Block): Box {
  const top = Math.max(first, last);
  const low = look === 'slope' ? (top - LABEL) / 2 : above ? top : top - LABEL;
  const at = look === 'slope' && last > first ? right - LABELLED : left;
  return { left: at, right: at + LABELLED, low, high: low + LABEL };
}

function meet(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.low < other.high && other.low < one.high;
}

function blockOf(entry: Traffic, phase: number, track: Track): Block | null {
  const { range, width, end } = track;
  const extent = extentOf(entry, end);
  if (extent === null || extent.to < range.from || extent.from > range.to) return null;
  const xOf = (at: Instant): number => ((at - range.from) / (range.to - range.from)) * width;
  const [from, to] = [xOf(extent.from), xOf(extent.to)];
  const [left, right] = [Math.max(0, from), Math.min(width, to)];
  const stretchable = isStretchable(entry);
  const label = right - left >= LABELLED ? phaseLabel(entry) : '';
  const common = {
    phase,
    left,
    right,
    from: stretchable && from >= 0,
    to: stretchable && to <= width,
    label,
    above: false,
  };
  if (entry.kind === 'ramp') {
    // A rate of nothing has no height, so that a ramp from 0 begins at the foot.
    const [first = 0, last = 0] = entry.rate.map((rate) => (rate === 0 ? 0 : heightOf(rate, track)));
    const at = (x: number): number => (to === from ? first : first + ((last - first) * (x - from)) / (to - from));
    return { ...common, heights: [at(left), at(right)], top: 'slope', look: 'slope' };
  }
  const [rate = 0] = ratesOf(entry);
  const height = heightOf(rate, track);
  if (entry.kind === 'times') {
    const tall = Math.max(LEAST_BRACKET, height);
    return { ...common, heights: [tall, tall], top: 'none', look: 'bracket' };
  }
  return {
    ...common,
    heights: [height, height],
    top: isPaced(entry) ? 'rate' : 'none',
    look: extent.from === extent.to ? 'line' : 'box',
    above: height < 2 * LABEL,
  };
}

/** A block's height at an x within it. */
export function heightAt({ left, right, heights: [first, last] }: Block, x: number): number {
  if (right <= left) return first;
  return first + ((last - first) * (Math.max(left, Math.min(right, x)) - left)) / (right - left);
}
