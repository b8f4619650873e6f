/** Where the phases stand on the track. Pixels are CSS pixels of the plot: x from its left, heights from its foot. */
import { trafficKindOf, type Instant, type Scenario, type TrafficEntry } from '../../sim/index.ts';
import { phaseSpan, hasSettableRate, isStretchable, phaseRates } from '../../store/trafficEdits.ts';
import type { TimeRange } from '../charts/viewport.ts';
import { phaseLabel } from '../traffic/phaseText.ts';

/** What the track's drawing goes by. */
export interface TrackGeometry {
  readonly range: TimeRange;
  readonly width: number;
  readonly height: number;
  /** The run's end. */
  readonly runEnd: Instant;
  readonly policy: Pick<Scenario['policy'], 'n' | 'T'>;
}

export interface PhaseBlock {
  readonly phase: number;
  /** As much of it as is in sight. */
  readonly left: number;
  readonly right: number;
  /** At its left and at its right: they differ for a ramp. */
  readonly heights: readonly [number, number];
  /** Which of its side edges are in sight and can be taken hold of. */
  readonly canDragFrom: boolean;
  readonly canDragTo: boolean;
  /** What its upper edge sets: one rate, the two of a ramp, or nothing. */
  readonly topEdge: 'rate' | 'slope' | 'none';
  /** A bracket stands over requests at given instants: below it there is nothing but them. */
  readonly shape: 'box' | 'slope' | 'line' | 'bracket';
  readonly label: string;
  /** Of a block too low for words and requests: they stand on it. */
  readonly labelAbove: boolean;
}

export const MIN_BLOCK_HEIGHT = 12;
/** The tallest block leaves this much of the plot above it. */
const TOP_MARGIN = 4;
/** A bracket clears the requests below it, which are 12 high. */
export const BRACKET_HEIGHT = 14;
const MIN_BRACKET_TOP = 28;
/** A block narrower than this has no label. */
const MIN_LABEL_WIDTH = 72;
/** A label is as high as this. In a block lower than twice as much it would lie on its requests. */
const LABEL_HEIGHT = 12;

/** Pixels for the three powers of ten that heights tell apart: 32 of a plot of 48. */
function rateHeightRange({ height }: Pick<TrackGeometry, 'height'>): number {
  return height - MIN_BLOCK_HEIGHT - TOP_MARGIN;
}

/** 12 + 32·clamp(log₁₀(rate·T/n) + 1, 0, 3)/3 in a plot of 48 pixels, less in a lower one. */
export function heightOfRate(rate: number, track: Pick<TrackGeometry, 'height' | 'policy'>): number {
  const { n, T } = track.policy;
  const size = Math.max(0, Math.min(3, Math.log10((rate * T) / n) + 1));
  return MIN_BLOCK_HEIGHT + (rateHeightRange(track) * size) / 3;
}

/** The rate of that height, a second: from a tenth of the limit's own to its hundredfold, beyond which heights say no more. */
export function rateOfHeight(height: number, track: Pick<TrackGeometry, 'height' | 'policy'>): number {
  const { n, T } = track.policy;
  const size = Math.max(0, Math.min(3, (3 * (height - MIN_BLOCK_HEIGHT)) / rateHeightRange(track)));
  return (n / T) * 10 ** (size - 1);
}

/** The blocks in sight, in the order of their phases: the last lies on top, and has the say over labels below it. */
export function phaseBlocks(traffic: readonly TrafficEntry[], track: TrackGeometry): readonly PhaseBlock[] {
  const blocks = traffic.flatMap((entry, phase) => phaseBlock(entry, phase, track) ?? []);
  return blocks.map((block, i) => {
    if (block.label === '') return block;
    const label = labelBox(block);
    for (let j = i + 1; j < blocks.length; j++) {
      const upper = blocks[j] as PhaseBlock;
      const hidden = upper.shape !== 'line' && overlap(label, bodyBox(upper));
      if (hidden || (upper.label !== '' && overlap(label, labelBox(upper)))) return { ...block, label: '' };
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

function bodyBox({ left, right, heights, shape }: PhaseBlock): Box {
  const high = Math.max(...heights);
  return { left, right, low: shape === 'bracket' ? high - BRACKET_HEIGHT : 0, high };
}

/** About where its words are: at its beginning, of a rising ramp at its end. */
function labelBox({ left, right, heights: [first, last], shape, labelAbove }: PhaseBlock): Box {
  const top = Math.max(first, last);
  const low = shape === 'slope' ? (top - LABEL_HEIGHT) / 2 : labelAbove ? top : top - LABEL_HEIGHT;
  const at = shape === 'slope' && last > first ? right - MIN_LABEL_WIDTH : left;
  return { left: at, right: at + MIN_LABEL_WIDTH, low, high: low + LABEL_HEIGHT };
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.low < other.high && other.low < one.high;
}

function phaseBlock(entry: TrafficEntry, phase: number, track: TrackGeometry): PhaseBlock | null {
  const { range, width, runEnd } = track;
  const extent = phaseSpan(entry, runEnd);
  if (extent === null || extent.to < range.from || extent.from > range.to) return null;
  const xOf = (at: Instant): number => ((at - range.from) / (range.to - range.from)) * width;
  const [from, to] = [xOf(extent.from), xOf(extent.to)];
  const [left, right] = [Math.max(0, from), Math.min(width, to)];
  const stretchable = isStretchable(entry);
  const label = right - left >= MIN_LABEL_WIDTH ? phaseLabel(entry) : '';
  const common = {
    phase,
    left,
    right,
    canDragFrom: stretchable && from >= 0,
    canDragTo: stretchable && to <= width,
    label,
    labelAbove: false,
  };
  const { shape } = trafficKindOf(entry).track;
  if (shape === 'slope') {
    // A rate of nothing has no height, so that a ramp from 0 begins at the foot.
    const [first = 0, last = 0] = phaseRates(entry).map((rate) => (rate === 0 ? 0 : heightOfRate(rate, track)));
    const at = (x: number): number => (to === from ? first : first + ((last - first) * (x - from)) / (to - from));
    return { ...common, heights: [at(left), at(right)], topEdge: 'slope', shape: 'slope' };
  }
  const [rate = 0] = phaseRates(entry);
  const height = heightOfRate(rate, track);
  if (shape === 'bracket') {
    const tall = Math.max(MIN_BRACKET_TOP, height);
    return { ...common, heights: [tall, tall], topEdge: 'none', shape: 'bracket' };
  }
  return {
    ...common,
    heights: [height, height],
    topEdge: hasSettableRate(entry) ? 'rate' : 'none',
    shape: extent.from === extent.to ? 'line' : 'box',
    labelAbove: height < 2 * LABEL_HEIGHT,
  };
}

/** A block's height at an x within it. */
export function blockHeightAt({ left, right, heights: [first, last] }: PhaseBlock, x: number): number {
  if (right <= left) return first;
  return first + ((last - first) * (Math.max(left, Math.min(right, x)) - left)) / (right - left);
}
