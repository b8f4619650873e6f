/** The way of a falling request, as keyframes; and how many may fall. Distances in pixels, times in milliseconds. */
import type { Outcome } from '../../../sim/index.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Of a state picture, in the window. */
export interface Spot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** One animation for each direction: a steady way across and a faster and faster way down make a throw. */
export interface FallPath {
  readonly duration: number;
  readonly across: Keyframe[];
  readonly down: Keyframe[];
}

const FALL_MS = 320;
const BOUNCE_MS = 280;
/** How far a refused request is thrown aside and up. */
const BOUNCE_ACROSS = 32;
const BOUNCE_UP = 16;

/** From the track into the picture; what is denied bounces off its rim. */
export function fallPath(from: Point, { left, top, width, height }: Spot, outcome: Outcome): FallPath {
  const x = left + width / 2;
  const across = (at: number): string => `translateX(${at}px)`;
  const down = (at: number): string => `translateY(${at}px)`;
  if (outcome !== 'deny') {
    return {
      duration: FALL_MS,
      across: [{ transform: across(from.x) }, { transform: across(x) }],
      down: [{ transform: down(from.y), easing: 'ease-in' }, { transform: down(top + height / 2) }],
    };
  }
  const duration = FALL_MS + BOUNCE_MS;
  const hit = FALL_MS / duration;
  return {
    duration,
    across: [
      { transform: across(from.x) },
      { transform: across(x), offset: hit },
      { transform: across(x + BOUNCE_ACROSS) },
    ],
    down: [
      { transform: down(from.y), easing: 'ease-in' },
      { transform: down(top), easing: 'ease-out', offset: hit },
      { transform: down(top - BOUNCE_UP), opacity: 1, easing: 'ease-in', offset: (1 + hit) / 2 },
      { transform: down(top + BOUNCE_UP), opacity: 0 },
    ],
  };
}

/** More than this in a second cannot be followed. */
const MAX_PER_SECOND = 8;

/** Lets at most so many fall in any second: a sliding log. */
export function createFallLimit(): (now: number) => boolean {
  let log: number[] = [];
  return (now) => {
    log = log.filter((at) => now - at < 1_000);
    if (log.length >= MAX_PER_SECOND) return false;
    log.push(now);
    return true;
  };
}
