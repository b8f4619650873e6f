import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dragKind, nearestInstant, pinchedRange, spanBetween, swipeDirection } from './chartGestures.ts';

const SEED = 20_261_122;

it.each([
  [{ touch: false, shiftKey: false }, 'span'],
  [{ touch: false, shiftKey: true }, 'pan'],
  [{ touch: true, shiftKey: false }, 'crosshair'],
  [{ touch: true, shiftKey: true }, 'crosshair'],
])('a drag with %o: %s', (press, kind) => expect(dragKind(press)).toBe(kind));

it.each([
  [20, 40, [20, 40]],
  [40, 20, [20, 40]],
  [40, 140, [40, 100]],
  [40, -60, [10, 40]],
])('a drag from %d to %d selects what of it is in sight', (pressed, at, [from, to]) =>
  expect(spanBetween(pressed, at, { from: 10, to: 100 })).toEqual({ from, to }),
);

describe('two fingers', () => {
  /** 0 to 100 over 200 px from 40 on. */
  const scale = { left: 40, width: 200 };
  it.each<[string, [number, number], [number, number] | null]>([
    ['that rest change nothing', [80, 160], [0, 100]],
    ['that move together pan', [100, 180], [-10, 90]],
    ['that part zoom in', [60, 220], [15, 65]],
    ['that close zoom out', [100, 140], [-40, 160]],
    ['that nearly touch do nothing', [118, 122], null],
    ['that change sides do nothing', [160, 80], null],
  ])('%s', (_, fingers, range) => {
    const [from, to] = range ?? [];
    expect(pinchedRange([20, 60], fingers, scale)).toEqual(range === null ? null : { from, to });
  });

  it('stay on the instants that they hold, whichever came first', () => {
    const x = fc.integer({ min: 0, max: 1_000 });
    const check = (held: number, length: number, a: number, b: number, first: boolean) => {
      const instants: [number, number] = [held, held + length];
      const fingers: [number, number] = [Math.min(a, b), Math.max(a, b)];
      if (!first) {
        instants.reverse();
        fingers.reverse();
      }
      const range = pinchedRange(instants, fingers, scale);
      if (range === null) return Math.abs(a - b) < 16;
      const xOf = (at: number) => scale.left + ((at - range.from) / (range.to - range.from)) * scale.width;
      return Math.abs(xOf(instants[0]) - fingers[0]) < 1e-6 && Math.abs(xOf(instants[1]) - fingers[1]) < 1e-6;
    };
    const length = fc.integer({ min: 1_000, max: 1_000_000 });
    fc.assert(fc.property(fc.nat(1_000_000), length, x, x, fc.boolean(), check), { seed: SEED });
  });
});

it.each<[number, number, number | null]>([
  [50, 10, 1],
  [59, 10, 1],
  [61, 10, null],
  [95, 10, 4],
  [70, 100, 1],
  [80, 100, 4],
  [105, 5, 4],
])('of instants at 0, 50, 50, 50 and 100, that nearest to %d within %d is number %s', (at, tolerance, index) =>
  expect(nearestInstant([0, 50, 50, 50, 100], at, tolerance)).toBe(index),
);

it.each([
  [-60, 10, 'next'],
  [60, -10, 'previous'],
  [-30, 0, null],
  [-40, 20, 'next'], // just long enough, and just twice as wide as high
  [-60, 40, null],
  [0, 200, null],
])('a finger that went %d px across and %d px down: %s', (dx, dy, direction) =>
  expect(swipeDirection(dx, dy)).toBe(direction),
);
