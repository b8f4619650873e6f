/** A distributed lane: what each node admitted, stacked, against the limit they share. */
import { nodeName } from '../../../sim/index.ts';
import { pluralize } from '../../format/numbers.ts';
import {
  besideLabels,
  formatQuantity,
  hatchShape,
  headline,
  label,
  line,
  lineHeight,
  path,
  ratioTexts,
  rect,
  drawingBox,
  textWidth,
  type Box,
  type PictureRenderer,
  type PictureSize,
  type SvgShape,
} from './shapes.ts';

/** With more nodes than this, the sentence names only the one that admitted most. */
const MAX_LISTED_NODES = 12;
/** The height of the drawing as a multiple of n, unless the sum is greater. */
const HEADROOM = 1.15;
/** A lower part is not separated from its neighbours, and has no label. */
const MIN_SEGMENT_HEIGHT = 3;

/** Permits of the last T stacked by node, the first one at the bottom. n is a line; everything above it is hatched. */
export const nodes: PictureRenderer<'nodes'> = {
  describe({ counts, n }) {
    const all = `${formatQuantity(sumOf(counts))} of ${formatQuantity(n)} admitted in the last T`;
    if (counts.length <= MAX_LISTED_NODES) {
      const each = Array.from(counts, (count, node) => `${formatQuantity(count)} by ${nodeName(node)}`);
      return `${all}: ${each.join(', ')}.`;
    }
    const busiest = counts.reduce((best, count, node) => (count > (counts[best] as number) ? node : best), 0);
    return `${all} by ${pluralize(counts.length, 'node')}, ${formatQuantity(counts[busiest] as number)} of them by ${nodeName(busiest)}.`;
  },
  shapes({ counts, n }, size) {
    const sum = sumOf(counts);
    const box = stackBox(size);
    const room = drawingBox(size);
    const yOf = (value: number): number => box.bottom - (value / Math.max(HEADROOM * n, sum)) * (box.bottom - box.top);
    const wall = yOf(n);
    const parts = segmentsOf(counts, yOf);
    return [
      path('picture-empty', `M${box.left + 0.5} ${wall}V${box.bottom}M${box.right - 0.5} ${wall}V${box.bottom}`),
      ...parts
        .filter(({ bottom }) => bottom > wall)
        .map(({ node, top, bottom }) =>
          rect(node % 2 === 0 ? 'picture-ink' : 'picture-medium', { ...box, top: Math.max(top, wall), bottom }),
        ),
      hatchShape({ ...box, top: yOf(Math.max(n, sum)), bottom: wall }),
      ...parts
        .filter(({ top, bottom }) => bottom - top >= MIN_SEGMENT_HEIGHT && bottom < box.bottom)
        .map(({ bottom }) => (bottom > wall ? path('picture-cut', across(box, bottom)) : line(across(box, bottom)))),
      line(`M${box.left} ${wall}V${yOf(Math.max(n, sum))}H${box.right}V${wall}`),
      line(`M${room.left} ${box.bottom}H${box.right + (box.left - room.left)}`),
      path('picture-now', `M${box.left - overhang(size)} ${wall}H${box.right + overhang(size)}`),
      ...nodeLabels(counts, n, parts, wall, box, size),
      ...headline(
        [
          `${formatQuantity(sum)} of ${formatQuantity(n)} by ${pluralize(counts.length, 'node')}`,
          ...ratioTexts(sum, n),
        ],
        size,
      ),
    ];
  },
};

interface NodeSegment {
  readonly node: number;
  readonly count: number;
  readonly top: number;
  readonly bottom: number;
}

function sumOf(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The part of the stack of each node that admitted any. */
function segmentsOf(counts: Float64Array, high: (value: number) => number): readonly NodeSegment[] {
  let below = 0;
  return Array.from(counts, (count, node) => {
    const part = { node, count, top: high(below + count), bottom: high(below) };
    below += count;
    return part;
  }).filter(({ count }) => count > 0);
}

/** How far the line at n extends beyond the stack. */
function overhang({ labels }: PictureSize): number {
  return labels === 'none' ? 6 : 8;
}

/** The stack's box: in the middle, or to the left of the labels. */
function stackBox(size: PictureSize): Box {
  const room = drawingBox(size);
  const over = overhang(size);
  if (size.labels === 'none') return { ...room, left: room.left + over + 4, right: room.right - over - 4 };
  if (size.labels === 'few')
    return { ...room, left: room.left + over, right: room.left + over + 32, top: room.top + lineHeight(size) };
  const { box } = besideLabels(size);
  return { ...box, left: box.left + over, right: box.right - over };
}

function across({ left, right }: Box, y: number): string {
  return `M${left} ${y}H${right}`;
}

/** Each node's name beside its part, from the bottom up, as far as the labels do not overlap. */
function nodeLabels(
  counts: Float64Array,
  n: number,
  parts: readonly NodeSegment[],
  wall: number,
  box: Box,
  size: PictureSize,
): readonly SvgShape[] {
  if (size.labels === 'none') return [];
  const full = size.labels === 'full';
  const x = box.right + overhang(size) + (full ? 16 : 4);
  const within = size.width - x - 2;
  const height = full ? 18 : 13;
  let free = box.bottom + 1;
  const named: SvgShape[] = [];
  for (const { node, count, top, bottom } of parts) {
    const y = Math.min((top + bottom) / 2 + height / 2 - 2, free);
    if (y - height < box.top - 4 || y < top) continue;
    const name = nodeName(node);
    const texts = full
      ? [`${name} admitted ${formatQuantity(count)}`, `${name} ${formatQuantity(count)}`]
      : [`${name} ${formatQuantity(count)}`, name];
    const made = label(texts, { x, y, anchor: 'start', within }, size);
    if (made.length > 0) free = y - height;
    named.push(...made);
  }
  const sum = ratioTexts(sumOf(counts), n);
  if (!full) return [...named, ...label(sum, { x: size.width / 2, y: box.top - 5, within: size.width }, size)];
  const limit = `n ${formatQuantity(n)}`;
  // The limit's own label is on the other side of the stack from the nodes' names.
  const room = box.left - overhang(size) - 4 - textWidth(limit, size) >= 2;
  return [
    ...named,
    ...(room
      ? label(limit, { x: box.left - overhang(size) - 4, y: wall + 5, anchor: 'end', within: box.left }, size)
      : []),
  ];
}
