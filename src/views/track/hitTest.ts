/** Hit test: a request, a part of a block, or nothing. Pure geometry, independent of the DOM. */
import type { Instant, TrafficEntry } from '../../sim/index.ts';
import { BRACKET_HEIGHT, blockHeightAt, MIN_BLOCK_HEIGHT, type PhaseBlock, type TrackGeometry } from './blockLayout.ts';
import { requestNear, type TimesRequest } from './timesRequests.ts';

/** `first` and `last` are the upper corners of a ramp. */
export type BlockPart = 'body' | 'from' | 'to' | 'rate' | 'first' | 'last';

export type Hit =
  | { readonly on: 'request'; readonly request: TimesRequest }
  | { readonly on: 'block'; readonly phase: number; readonly part: BlockPart; readonly inside: boolean };

/** Height of the requests at the bottom, and their hit radius. */
const REQUEST_HEIGHT = 18;
const REQUEST_REACH = { mouse: 5, touch: 14 } as const;

/** Reach of an edge outside its block, and inside it if enough of the block remains: together 44 px for a finger. */
const OUTER_REACH = { mouse: 10, touch: 30 } as const;
const INNER_REACH = 14;
/** Minimum size of a target, half of it outside a low block. */
const MIN_TARGET = 24;
/** In a narrower block, the inside only moves the block; its edges are hit from outside. */
const MIN_WIDTH_FOR_SIDES = 24;
const MIN_HIT_WIDTH = 8;
/** Maximum length of a corner on a ramp's upper edge. */
const MAX_CORNER = 24;

/**
 * @param x from the plot's left
 * @param y from the plot's top
 */
export function hitAt(
  blocks: readonly PhaseBlock[],
  traffic: readonly TrafficEntry[],
  { range, width, height }: TrackGeometry,
  { x, y, touch }: { readonly x: number; readonly y: number; readonly touch: boolean },
): Hit | null {
  const kind = touch ? 'touch' : 'mouse';
  if (y >= height - REQUEST_HEIGHT) {
    const perPixel = (range.to - range.from) / width;
    const at: Instant = range.from + x * perPixel;
    const request = requestNear(traffic, at, REQUEST_REACH[kind] * perPixel);
    if (request !== null) return { on: 'request', request };
  }
  const up = height - y;
  const block = narrowestOf(blocks.filter((one) => isWithin(one, x, up)));
  if (block !== undefined) return { on: 'block', phase: block.phase, part: partWithin(block, x, up), inside: true };
  return edgeNear(blocks, x, up, OUTER_REACH[kind]);
}

/** Of those under the pointer: a wider one can be taken hold of elsewhere. Of equal ones, the last is on top. */
function narrowestOf(blocks: readonly PhaseBlock[]): PhaseBlock | undefined {
  const least = Math.min(...blocks.map(({ left, right }) => right - left));
  return blocks.findLast(({ left, right }) => right - left === least);
}

function isWithin(block: PhaseBlock, x: number, up: number): boolean {
  const [left, right] = sidesOf(block);
  if (x < left || x > right) return false;
  const high = blockHeightAt(block, x);
  return up <= high && (block.shape !== 'bracket' || up >= high - BRACKET_HEIGHT);
}

/** Widens a line to the minimum target size. */
function sidesOf({ left, right }: PhaseBlock): readonly [number, number] {
  const more = Math.max(0, (MIN_HIT_WIDTH - (right - left)) / 2);
  return [left - more, right + more];
}

/** How far below an upper edge it can be grabbed. */
function topReach(height: number): number {
  return Math.min(INNER_REACH, height / 3);
}

function partWithin(block: PhaseBlock, x: number, yFromFoot: number): BlockPart {
  const { left, right, topEdge } = block;
  const width = right - left;
  const high = blockHeightAt(block, x);
  const fromTop = high - yFromFoot;
  const side = width < MIN_WIDTH_FOR_SIDES ? 0 : Math.min(INNER_REACH, width / 3);
  const [fromLeft, fromRight] = [block.canDragFrom ? x - left : Infinity, block.canDragTo ? right - x : Infinity];
  const [nearest, edge] = fromLeft <= fromRight ? ([fromLeft, 'from'] as const) : ([fromRight, 'to'] as const);
  const onTop = topEdge !== 'none' && fromTop <= topReach(high);
  if (onTop && topEdge === 'slope') {
    const corner = cornerNear(block, x);
    if (corner !== null) return corner;
  }
  if (side > 0 && nearest <= side && !(onTop && fromTop < nearest)) return edge;
  return onTop && topEdge === 'rate' ? 'rate' : 'body';
}

function cornerNear({ left, right, canDragFrom, canDragTo }: PhaseBlock, x: number): 'first' | 'last' | null {
  const reach = Math.min(MAX_CORNER, (right - left) / 2);
  if (canDragFrom && x - left <= reach) return 'first';
  return canDragTo && right - x <= reach ? 'last' : null;
}

/** The nearest edge of any block to a point outside all blocks. */
function edgeNear(blocks: readonly PhaseBlock[], x: number, up: number, reach: number): Hit | null {
  let best: Hit | null = null;
  let minDistance = Infinity;
  for (const block of blocks) {
    const found = edgeOf(block, x, up, reach);
    if (found === null || found.distance >= minDistance) continue;
    minDistance = found.distance;
    best = { on: 'block', phase: block.phase, part: found.part, inside: false };
  }
  return best;
}

function edgeOf(block: PhaseBlock, x: number, up: number, reach: number): { part: BlockPart; distance: number } | null {
  const [left, right] = sidesOf(block);
  const high = blockHeightAt(block, x);
  if (x < left || x > right) {
    const [part, distance] = x < left ? (['from', left - x] as const) : (['to', x - right] as const);
    const canDrag = part === 'from' ? block.canDragFrom : block.canDragTo;
    return canDrag && distance <= reach && up <= Math.max(high, MIN_BLOCK_HEIGHT) ? { part, distance } : null;
  }
  const part = block.topEdge === 'slope' ? cornerNear(block, x) : block.topEdge === 'rate' ? 'rate' : null;
  const distance = up - high;
  return part !== null && distance >= 0 && distance <= MIN_TARGET - topReach(high) ? { part, distance } : null;
}
