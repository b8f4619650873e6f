/** What a pointer is on: a request, a part of a block, or nothing. Geometry alone, so that no element has to be asked. */
import type { Instant, Traffic } from '../../sim/index.ts';
import { BRACKET, heightAt, LEAST_HEIGHT, type Block, type Track } from './blocks.ts';
import { requestNear, type Request } from './requests.ts';

/** `first` and `last` are the upper corners of a ramp. */
export type Part = 'body' | 'from' | 'to' | 'rate' | 'first' | 'last';

export type Hit =
  | { readonly on: 'request'; readonly request: Request }
  | { readonly on: 'block'; readonly phase: number; readonly part: Part; readonly inside: boolean };

/** Requests stand this high on the foot, and are hit from so far. */
const REQUEST_HEIGHT = 18;
const REQUEST_NEAR = { mouse: 5, touch: 14 } as const;

/** An edge is taken hold of from so far outside its block, and from so far inside where that leaves enough of the block. */
const OUTSIDE = { mouse: 10, touch: 16 } as const;
const INSIDE = 14;
/** A target is this large at least, half of it outside where a block is low. */
const TARGET = 24;
/** A narrower block is moved as a whole from within; its edges are then taken from outside. */
const NARROW = 24;
const LEAST_WIDTH = 8;
/** How much of a ramp's upper edge is its corner, at most. */
const CORNER = 24;

/**
 * @param x from the plot's left
 * @param y from the plot's top
 */
export function hitAt(
  blocks: readonly Block[],
  traffic: readonly Traffic[],
  { range, width, height }: Track,
  { x, y, touch }: { readonly x: number; readonly y: number; readonly touch: boolean },
): Hit | null {
  const kind = touch ? 'touch' : 'mouse';
  if (y >= height - REQUEST_HEIGHT) {
    const perPixel = (range.to - range.from) / width;
    const at: Instant = range.from + x * perPixel;
    const request = requestNear(traffic, at, REQUEST_NEAR[kind] * perPixel);
    if (request !== null) return { on: 'request', request };
  }
  const up = height - y;
  const block = blocks.findLast((one) => isWithin(one, x, up));
  if (block !== undefined) return { on: 'block', phase: block.phase, part: partWithin(block, x, up), inside: true };
  return edgeNear(blocks, x, up, OUTSIDE[kind]);
}

function isWithin(block: Block, x: number, up: number): boolean {
  const [left, right] = sidesOf(block);
  if (x < left || x > right) return false;
  const high = heightAt(block, x);
  return up <= high && (block.look !== 'bracket' || up >= high - BRACKET);
}

/** A line is as wide to a pointer as it has to be. */
function sidesOf({ left, right }: Block): readonly [number, number] {
  const more = Math.max(0, (LEAST_WIDTH - (right - left)) / 2);
  return [left - more, right + more];
}

/** From how far below an upper edge it is taken hold of. */
function topReach(height: number): number {
  return Math.min(INSIDE, height / 3);
}

function partWithin(block: Block, x: number, up: number): Part {
  const { left, right, top } = block;
  const width = right - left;
  const high = heightAt(block, x);
  const fromTop = high - up;
  const side = width < NARROW ? 0 : Math.min(INSIDE, width / 3);
  const [fromLeft, fromRight] = [block.from ? x - left : Infinity, block.to ? right - x : Infinity];
  const [nearest, edge] = fromLeft <= fromRight ? ([fromLeft, 'from'] as const) : ([fromRight, 'to'] as const);
  const onTop = top !== 'none' && fromTop <= topReach(high);
  if (onTop && top === 'slope') {
    const corner = cornerNear(block, x);
    if (corner !== null) return corner;
  }
  if (side > 0 && nearest <= side && !(onTop && fromTop < nearest)) return edge;
  return onTop && top === 'rate' ? 'rate' : 'body';
}

function cornerNear({ left, right, from, to }: Block, x: number): 'first' | 'last' | null {
  const reach = Math.min(CORNER, (right - left) / 2);
  if (from && x - left <= reach) return 'first';
  return to && right - x <= reach ? 'last' : null;
}

/** The nearest edge of any block that a point outside them all is close to. */
function edgeNear(blocks: readonly Block[], x: number, up: number, reach: number): Hit | null {
  let best: Hit | null = null;
  let least = Infinity;
  for (const block of blocks) {
    const found = edgeOf(block, x, up, reach);
    if (found === null || found.distance >= least) continue;
    least = found.distance;
    best = { on: 'block', phase: block.phase, part: found.part, inside: false };
  }
  return best;
}

function edgeOf(block: Block, x: number, up: number, reach: number): { part: Part; distance: number } | null {
  const [left, right] = sidesOf(block);
  const high = heightAt(block, x);
  if (x < left || x > right) {
    const [part, distance] = x < left ? (['from', left - x] as const) : (['to', x - right] as const);
    return block[part] && distance <= reach && up <= Math.max(high, LEAST_HEIGHT) ? { part, distance } : null;
  }
  const part = block.top === 'slope' ? cornerNear(block, x) : block.top === 'rate' ? 'rate' : null;
  const distance = up - high;
  return part !== null && distance >= 0 && distance <= TARGET - topReach(high) ? { part, distance } : null;
}
