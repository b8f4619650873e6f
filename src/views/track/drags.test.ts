import { describe, expect, it } from 'vitest';
import { SECOND, type Instant } from '../../sim/index.ts';
import { dragText, applyDrag, dragReadout, dragLabel, singlePhase, type DragTarget } from './drags.ts';
import type { BlockPart } from './hitTest.ts';
import { scenarioWith, TEST_TRACK } from './testing.ts';

const STEP = SECOND / 10;
const grip = (part: BlockPart): DragTarget => ({ kind: 'phase', phase: 0, part });

/** The first phase after dragging one of its parts by a number of seconds and pixels. */
function after(entry: object, part: BlockPart, seconds: number, up: number): object {
  const way = { by: seconds * SECOND, up, step: STEP };
  return applyDrag(scenarioWith(entry), grip(part), way, TEST_TRACK).traffic[0]!;
}

describe('a drag', () => {
  const steady = { kind: 'steady', from: 10, to: 20.05, rate: 1 };
  it.each<[string, object, BlockPart, number, number, object]>([
    ['lands its beginning on a step', steady, 'body', 1.23, 9, { from: 11.2, to: 21.25, rate: 1 }],
    ['lands an end on a step', steady, 'to', 1.23, 9, { from: 10, to: 21.3 }],
    ['of the beginning leaves the end', steady, 'from', -1.23, 0, { from: 8.8, to: 20.05 }],
    ['leaves a step at least', steady, 'from', 50, 0, { from: 19.95, to: 20.05 }],
    ['of a third of 32 pixels is a tenfold rate', steady, 'rate', 5, 32 / 3, { from: 10, to: 20.05, rate: 10 }],
    ['of a pixel is to two digits', steady, 'rate', 0, 1, { rate: 1.2 }],
    ['down is less', steady, 'rate', 0, -1, { rate: 0.81 }],
    ['ends at the hundredfold of the limit', steady, 'rate', 0, 500, { rate: 100 }],
    ['and at its tenth', steady, 'rate', 0, -500, { rate: 0.1 }],
    ['up leaves what is beyond', { ...steady, rate: 5_000 }, 'rate', 0, 3, { rate: 5_000 }],
    ['down leaves what is below', { ...steady, rate: 0.001 }, 'rate', 0, -3, { rate: 0.001 }],
    ['of a corner', { kind: 'ramp', to: 20, rate: [1, 10] }, 'last', 0, 32 / 3, { rate: [1, 100] }],
    ['of a corner to the foot', { kind: 'ramp', to: 20, rate: [1, 10] }, 'first', 0, -20, { rate: [0, 10] }],
    ['of a corner from the foot', { kind: 'ramp', to: 20, rate: [0, 10] }, 'first', 0, 12 + 32 / 3, { rate: [1, 10] }],
    ['of a burst upwards', { kind: 'burst', at: 3, count: 10 }, 'rate', 0, 32 / 3, { count: 100 }],
  ])('%s', (_, entry, part, seconds, up, change) => {
    expect(after(entry, part, seconds, up)).toMatchObject({ ...entry, ...change });
  });

  it('back to its start changes nothing, even for values off the step', () => {
    const before = scenarioWith(steady);
    for (const part of ['body', 'from', 'to', 'rate'] as const) {
      expect(applyDrag(before, grip(part), { by: 0, up: 0, step: STEP }, TEST_TRACK)).toBe(before);
    }
  });

  it('of the selection is anchored at the grabbed item', () => {
    const before = scenarioWith({ kind: 'times', at: [1.23, 2] }, { kind: 'steady', from: 5, to: 6, rate: 1 });
    const several = { phases: [1], requests: new Map([[0, new Set([0])]]) };
    const held: DragTarget = { kind: 'several', items: several, at: 1.23 * SECOND };
    const next = applyDrag(before, held, { by: SECOND, up: 5, step: STEP }, TEST_TRACK);
    expect(next.traffic[0]).toMatchObject({ at: [2.2, 2] });
    expect(next.traffic[1]).toMatchObject({ from: 5.97, to: 6.97 });
    expect(dragLabel(held)).toBe('move of 1 request and 1 phase');
    expect(dragText(next, held)).toBe('Moved 1 request and 1 phase.');
    expect(dragText(next, { ...held, items: singlePhase(1) })).toBe('Moved 1 phase.');
  });
});

describe('while it is dragged', () => {
  const shown = (entry: object, part: BlockPart): readonly [Instant, string] | null => {
    const figure = dragReadout(scenarioWith(entry), grip(part), TEST_TRACK.runEnd);
    return figure && [figure.at / SECOND, figure.text];
  };
  it.each<[BlockPart, object, readonly [number, string]]>([
    ['body', { kind: 'steady', from: 9, to: 9.95, rate: 10 }, [9, '9 s']],
    ['to', { kind: 'steady', from: 9, to: 9.95, rate: 10 }, [9.95, '9.95 s']],
    ['rate', { kind: 'steady', from: 9, to: 10, rate: 10 }, [9.5, '10/s']],
    ['last', { kind: 'ramp', from: 9, to: 10, rate: [1, 20] }, [10, '20/s']],
    ['rate', { kind: 'burst', at: 9, count: 1_200 }, [9, '1,200']],
  ])('the %s shows what it is', (part, entry, figure) => expect(shown(entry, part)).toEqual(figure));

  it('ends with the phase’s text', () => {
    const scenario = scenarioWith({ kind: 'steady', from: 9, to: 9.95, rate: 10 });
    expect(dragText(scenario, grip('to'))).toBe('Phase 1: steady, 10 a second, 9 s to 9.95 s.');
    expect(dragLabel(grip('to'))).toBe('change of phase 1');
  });
});
