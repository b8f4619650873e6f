import { describe, expect, it } from 'vitest';
import { draggedDelay, dragScale, messageId, keyStep, messageRefOf, steppedDelay } from './messageDrag.ts';
import { makeMessage, makeSequence } from './testing.ts';
import type { TimeScale } from './timeline.ts';

const SCALE: TimeScale = { pxPerMicro: 0.15, maxGap: Infinity, minSpacing: 26 };

it('a message has an id in the page, and a reference in the scenario', () => {
  const one = makeMessage({ request: 12, command: 3 });
  expect(messageId(one)).toBe('12/3');
  expect(messageRefOf(one, 2)).toEqual({ lane: 2, request: 12, command: 3 });
});

describe('a key', () => {
  it('moves by a step of 1, 2 or 5 that suits the span', () => {
    const step = (span: number): number => keyStep(makeSequence([makeMessage()], { from: 0, to: span }));
    expect([0, 1, 4_000, 6_000, 100_000, 2_500_000].map(step)).toEqual([50, 50, 200, 500, 5_000, 200_000]);
  });

  it('stops at multiples of the step, and at zero delay', () => {
    expect(steppedDelay(0, 200, 1)).toBe(200);
    expect(steppedDelay(200, 200, 1)).toBe(400);
    // The span has grown, so the step has too.
    expect(steppedDelay(4_200, 500, 1)).toBe(4_500);
    expect(steppedDelay(4_200, 500, -1)).toBe(4_000);
    expect(steppedDelay(200, 500, -1)).toBe(0);
    expect(steppedDelay(0, 200, -1)).toBe(0);
  });
});

describe('a drag', () => {
  it('moves by the diagram’s scale, rounded to what a pixel resolves', () => {
    expect(draggedDelay(0, 30, SCALE)).toBe(200);
    expect(draggedDelay(4_000, 30, SCALE)).toBe(4_200);
    expect(draggedDelay(4_000, -3_000, SCALE)).toBe(0);
    // Back where it began.
    expect(draggedDelay(4_321, 0, SCALE)).toBe(4_321);
    // A pixel is seven microseconds: ten is the next readable figure.
    expect(draggedDelay(0, 1, SCALE)).toBe(10);
  });

  it('has a scale even if nothing takes any time', () => {
    expect(dragScale(SCALE)).toBe(SCALE);
    expect(draggedDelay(0, 30, dragScale({ ...SCALE, pxPerMicro: 0 }))).toBe(300);
  });
});
