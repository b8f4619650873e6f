/** Layout of the phases on the track, in CSS pixels of the plot: x from its left, heights from its bottom. */
import { trafficKindOf, type Instant, type Scenario, type TrafficEntry } from '../../sim/index.ts';
import { phaseSpan, hasSettableRate, isStretchable, phaseRates } from '../../store/trafficEdits.ts';
import type { TimeRange } from '../charts/viewport.ts';
import { phaseLabel } from '../text/phaseText.ts';

/** Inputs of the track's layout. */
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
  /** The visible part. */
  readonly left: number;
  readonly right: number;
  /** Heights at the left and right edge: they differ for a ramp. */
  readonly heights: readonly [number, number];
  /** Which side edges are visible and can be dragged. */
  readonly canDragFrom: boolean;
  readonly canDragTo: boolean;
  /** What dragging its upper edge changes: one rate, either rate of a ramp, or nothing. */
  readonly topEdge: 'rate' | 'slope' | 'none';
  /** `bracket` spans requests at given instants. */
  readonly shape: 'box' | 'slope' | 'line' | 'bracket';
  /** Without a fill where it lies on a block that is no wider, which it would hide. */
  readonly isFilled: boolean;
  readonly label: string;
  /** The label is above the block, which is too low for both label and requests. */
  readonly labelAbove: boolean;
}

export const MIN_BLOCK_HEIGHT = 12;
/** Free height above the tallest block. */
const TOP_MARGIN = 4;
/** Height of a bracket; the requests below it are 12 high. */
export const BRACKET_HEIGHT = 14;
const MIN_BRACKET_TOP = 28;
/** A block narrower than this has no label. */
const MIN_LABEL_WIDTH = 72;
/** Approximate width of a 12 px character: labels are not measured. */
const CHARACTER_WIDTH = 6.6;
/** Height of a label. In a block lower than twice this it would cover the requests. */
const LABEL_HEIGHT = 12;

/** Pixels for the three decades of rates that heights represent: 32 in a plot of 48. */
function rateHeightRange({ height }: Pick<TrackGeometry, 'height'>): number {
  return height - MIN_BLOCK_HEIGHT - TOP_MARGIN;
}

/** Height of a rate: 12 + 32·clamp(log₁₀(rate·T/n) + 1, 0, 3)/3 in a plot of 48 pixels, less in a lower one. */
export function heightOfRate(rate: number, track: Pick<TrackGeometry, 'height' | 'policy'>): number {
  const { n, T } = track.policy;
  const size = Math.max(0, Math.min(3, Math.log10((rate * T) / n) + 1));
  return MIN_BLOCK_HEIGHT + (rateHeightRange(track) * size) / 3;
}

/** The rate of a height, per second: from a tenth of the limit's rate to a hundred times it, where heights saturate. */
export function rateOfHeight(height: number, track: Pick<TrackGeometry, 'height' | 'policy'>): number {
  const { n, T } = track.policy;
  const size = Math.max(0, Math.min(3, (3 * (height - MIN_BLOCK_HEIGHT)) / rateHeightRange(track)));
  return (n / T) * 10 ** (size - 1);
}

/** The visible blocks in phase order: later ones are on top, and hide labels that they cover or cross. */
export function phaseBlocks(traffic: readonly TrafficEntry[], track: TrackGeometry): readonly PhaseBlock[] {
  const all = traffic.flatMap((entry, phase) => phaseBlock(entry, phase, track) ?? []);
  const bodies = all.map(bodyBox);
  const blocks = all.map((block, i) => {
    const body = bodies[i] as Box;
    const hides = bodies.some((lower, j) => j < i && widthOf(lower) <= widthOf(body) && overlap(lower, body));
    return hides ? { ...block, isFilled: false } : block;
  });
  return blocks.map((block, i) => {
    if (block.label === '') return block;
    const label = labelBox(block);
    for (let j = i + 1; j < blocks.length; j++) {
      const upper = blocks[j] as PhaseBlock;
      if (hidesLabel(upper, label) || (upper.label !== '' && overlap(label, labelBox(upper)))) {
        return { ...block, label: '' };
      }
    }
    return block;
  });
}

function hidesLabel(upper: PhaseBlock, label: Box): boolean {
  const { shape, isFilled } = upper;
  if (shape === 'line') return false;
  const body = bodyBox(upper);
  return overlap(label, body) && (isFilled || shape !== 'box' || !isInside(label, body));
}

/** x from the plot's left, heights from its bottom. */
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

/** Approximate box of the label: at the start of a block, at the end of a rising ramp. */
function labelBox({ left, right, heights: [first, last], shape, label, labelAbove }: PhaseBlock): Box {
  const width = Math.min(right - left, label.length * CHARACTER_WIDTH + 8);
  const top = Math.max(first, last);
  const low = shape === 'slope' ? (top - LABEL_HEIGHT) / 2 : labelAbove ? top : top - LABEL_HEIGHT;
  const at = shape === 'slope' && last > first ? right - width : left;
  return { left: at, right: at + width, low, high: low + LABEL_HEIGHT };
}

function widthOf({ left, right }: Box): number {
  return right - left;
}

function isInside(inner: Box, outer: Box): boolean {
  return inner.left >= outer.left && inner.right <= outer.right && inner.high <= outer.high;
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
    isFilled: true,
    label,
    labelAbove: false,
  };
  const { shape } = trafficKindOf(entry).track;
  if (shape === 'slope') {
    // Rate 0 has height 0, so that a ramp from 0 starts at the bottom.
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
    // Where there is room above it: a track on a phone is as high as two labels.
    labelAbove: height < 2 * LABEL_HEIGHT && height + LABEL_HEIGHT < track.height,
  };
}

/** Height of a block at an x within it. */
export function blockHeightAt({ left, right, heights: [first, last] }: PhaseBlock, x: number): number {
  if (right <= left) return first;
  return first + ((last - first) * (Math.max(left, Math.min(right, x)) - left)) / (right - left);
}
