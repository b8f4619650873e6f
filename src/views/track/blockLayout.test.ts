import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SECOND } from '../../sim/index.ts';
import { phaseBlocks, blockHeightAt, heightOfRate, rateOfHeight, type PhaseBlock } from './blockLayout.ts';
import { blocksOfTraffic, scenarioWith, TEST_TRACK } from './testing.ts';

const MEDIUM = { ...TEST_TRACK, height: 36 };

describe('the height of a rate', () => {
  it.each([
    [0.1, 12],
    [0.01, 12],
    [1, 12 + 32 / 3],
    [10, 12 + 64 / 3],
    [100, 44],
    [1_000, 44],
  ])('%d times the limit is %d high in a plot of 48', (times, height) => {
    expect(heightOfRate(times, TEST_TRACK)).toBeCloseTo(height, 9);
  });

  it('is smaller in a lower plot, and leaves 4 px above', () => {
    expect([0.1, 1, 100].map((rate) => heightOfRate(rate, MEDIUM))).toEqual([12, 12 + 20 / 3, 32]);
  });

  it('has an inverse, from a tenth of the limit to a hundred times it', () => {
    const limits = fc.record({
      n: fc.integer({ min: 1, max: 1_000_000 }),
      T: fc.double({ min: 0.001, max: 2_592_000, noNaN: true }),
    });
    fc.assert(
      fc.property(limits, fc.double({ min: 12, max: 44, noNaN: true }), (policy, height) => {
        const track = { height: 48, policy };
        expect(heightOfRate(rateOfHeight(height, track), track)).toBeCloseTo(height, 6);
      }),
    );
    expect([0, 12, 44, 99].map((height) => rateOfHeight(height, TEST_TRACK))).toEqual([0.1, 0.1, 100, 100]);
  });
});

describe('blocks', () => {
  const seen = (block: PhaseBlock | undefined) => block && [block.left, block.right, ...block.heights.map(Math.round)];

  it.each<[string, object, readonly number[]]>([
    ['from its beginning to its end', { kind: 'steady', from: 10, to: 30, rate: 1 }, [100, 300, 23, 23]],
    ['to the end of the run without one', { kind: 'poisson', from: 10, rate: 10 }, [100, 1_000, 33, 33]],
    ['a burst at one instant', { kind: 'burst', at: 10, count: 100 }, [100, 100, 44, 44]],
    ['a burst over some time', { kind: 'burst', at: 10, count: 100, spread: 10 }, [100, 200, 33, 33]],
    ['a ramp from corner to corner', { kind: 'ramp', from: 10, to: 30, rate: [0, 10] }, [100, 300, 0, 33]],
    ['a bracket over instants', { kind: 'times', at: [30, 10] }, [100, 300, 28, 28]],
    ['clients by the rate of all', { kind: 'clients', rate: 1, from: 10, to: 30 }, [100, 300, 23, 23]],
  ])('%s', (_, entry, place) => expect(seen(blocksOfTraffic(entry)[0])).toEqual(place));

  it('are clipped to the visible range, with a ramp’s heights at the clipped edges', () => {
    const track = { ...TEST_TRACK, range: { from: 15 * SECOND, to: 20 * SECOND } };
    const { traffic } = scenarioWith(
      { kind: 'ramp', from: 10, to: 30, rate: [0.1, 100] },
      { kind: 'steady', from: 0, to: 14, rate: 1 },
      { kind: 'steady', from: 18, to: 40, rate: 1 },
    );
    const blocks = phaseBlocks(traffic, track);
    expect(blocks.map(({ phase, canDragFrom, canDragTo }) => [phase, canDragFrom, canDragTo])).toEqual([
      [0, false, false],
      [2, true, false],
    ]);
    expect(blocks.map(seen)).toEqual([
      [0, 1_000, 20, 28],
      [600, 1_000, 23, 23],
    ]);
    expect(blockHeightAt(blocks[0]!, 500)).toBeCloseTo(24, 9);
  });

  it('have a label where there is room', () => {
    const labels = blocksOfTraffic(
      { kind: 'steady', from: 10, to: 17.2, rate: 1 },
      { kind: 'steady', from: 30, to: 37.1, rate: 1 },
      { kind: 'times', at: [] },
    ).map(({ label }) => label);
    expect(labels).toEqual(['steady 1/s', '']);
  });

  it('have their label above if they are too low for it and their requests', () => {
    const blocks = blocksOfTraffic(
      { kind: 'steady', to: 10, rate: 1 },
      { kind: 'steady', from: 20, to: 30, rate: 2 },
      { kind: 'times', at: [40, 60] },
    );
    expect(blocks.map(({ labelAbove }) => labelAbove)).toEqual([true, false, false]);
  });

  it('are not hidden by a later one that is at least as wide', () => {
    const fills = (...traffic: readonly object[]) => blocksOfTraffic(...traffic).map(({ isFilled }) => isFilled);
    const short = { kind: 'steady', from: 10, to: 20, rate: 1 };
    const long = { kind: 'steady', rate: 2 };
    expect(fills(short, long)).toEqual([true, false]);
    expect(fills(short, short)).toEqual([true, false]);
    expect(fills({ kind: 'burst', at: 15, count: 2 }, { kind: 'ramp', rate: [1, 5] })).toEqual([true, false]);
    // Of a wider one enough is left in sight; one beside it is not touched.
    expect(fills(long, short)).toEqual([true, true]);
    expect(fills(short, { ...long, from: 20 })).toEqual([true, true]);
  });

  it('have no label where a later block or its label covers it', () => {
    const labels = (...traffic: readonly object[]) => blocksOfTraffic(...traffic).map(({ label }) => label !== '');
    const clients = { kind: 'clients', to: 10, count: 30, rate: 0.1 };
    expect(labels(clients, clients)).toEqual([false, true]);
    // A low block beneath the label of a high one.
    const high = { kind: 'steady', to: 50, rate: 100 };
    expect(labels(high, { kind: 'steady', to: 50, rate: 0.1 })).toEqual([true, true]);
    // One that lies on it without a fill, and whose edge crosses the label; one that is narrower is filled.
    const lower = { kind: 'steady', to: 20, rate: 3 };
    expect(labels(lower, high)).toEqual([true, true]);
    expect(labels(lower, { ...high, from: 4 })).toEqual([false, true]);
    expect(labels(lower, { ...high, to: 15 })).toEqual([false, true]);
    // A long label reaches over the start of the block on which its own lies.
    const poisson = { kind: 'poisson', to: 90, rate: 3.25 };
    expect(labels({ ...lower, from: 8.2, to: 30 }, poisson)).toEqual([false, true]);
    expect(labels({ ...lower, from: 10.1, to: 31 }, poisson)).toEqual([true, true]);
    // Beside it, and at its other end.
    expect(labels(clients, { ...clients, from: 10, to: 20 })).toEqual([true, true]);
    expect(labels(high, { kind: 'steady', from: 20, to: 50, rate: 100 })).toEqual([true, true]);
    // A line crosses a label without hiding it.
    expect(labels(high, { kind: 'burst', at: 3, count: 1_000 })).toEqual([true, false]);
  });
});
