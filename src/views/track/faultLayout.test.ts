import { describe, expect, it } from 'vitest';
import { scenarioOf, SECOND, type Cluster } from '../../sim/index.ts';
import { faultBars, faultMarks, faultPartAt, type FaultBar } from './faultLayout.ts';
import { faultRowCount, rowCount } from './faultTimes.ts';
import { TEST_TRACK } from './testing.ts';

function clusterWith(faults: readonly object[], skew: readonly object[] = []): Cluster {
  return scenarioOf({ cluster: { nodes: 3, faults, skew } }).cluster as Cluster;
}

function marksWith(faults: readonly object[], skew: readonly object[] = []) {
  return faultMarks(clusterWith(faults, skew));
}

const down = (at: number, until?: number) => ({ kind: 'node-down', node: 1, at, ...(until && { until }) });
const flush = (at: number) => ({ kind: 'store-flush', at });

/** A track of 1000 pixels over 100 s. */
function shown(faults: readonly object[], range = TEST_TRACK.range): readonly string[] {
  return faultBars(marksWith(faults), { ...TEST_TRACK, range }).map(barText);
}

function barText({ mark, row, left, right, labelPlacement }: FaultBar): string {
  return `${mark.label}, row ${row}, ${left} to ${right}, words ${labelPlacement}`;
}

describe('what is marked', () => {
  it('is every fault and clock step, by time', () => {
    const skew = [
      { node: 0, offset: 1 },
      { node: 2, step: { at: 7, by: -0.01 } },
    ];
    expect(marksWith([flush(9), down(5), { kind: 'store-slow', at: 8, until: 9, factor: 2 }], skew)).toEqual([
      expect.objectContaining({ of: 'fault', index: 1, to: Infinity, name: 'Fault 2: N2 down, 5 s to the end' }),
      expect.objectContaining({ of: 'clock', index: 2, from: 7 * SECOND, to: null, label: 'N3 −10 ms' }),
      expect.objectContaining({ of: 'fault', index: 2, hatched: true }),
      expect.objectContaining({ of: 'fault', index: 0, to: null }),
    ]);
  });
});

describe('rows', () => {
  it.each<[number, readonly object[]]>([
    [0, []],
    [1, [down(5, 8), flush(9)]],
    [1, [down(5, 8), down(8.000001, 9)]],
    [2, [down(5, 8), flush(8)]],
    [3, [down(5, 8), flush(7), down(6, 9)]],
    [2, [down(1, 3), down(2, 9), down(4, 9)]],
    [4, Array.from({ length: 9 }, () => flush(8))],
  ])('are %d, whatever the visible range', (rows, faults) => {
    expect(faultRowCount(clusterWith(faults))).toBe(rows);
    expect(rowCount(marksWith(faults))).toBe(rows);
  });
});

describe('a bar', () => {
  it('spans its beginning to its end, with its label inside if it fits; an instant is a tick', () => {
    expect(shown([down(10, 30), flush(50), down(60, 61)])).toEqual([
      'N2 down, row 0, 100 to 300, words in',
      'store loses its data, row 0, 498.5 to 501.5, words before',
      'N2 down, row 0, 600 to 610, words after',
    ]);
  });

  it('has its label after it, before it at the end of the plot, or none if neither is free', () => {
    expect(shown([flush(50)])).toEqual(['store loses its data, row 0, 498.5 to 501.5, words after']);
    expect(shown([flush(99)])).toEqual(['store loses its data, row 0, 988.5 to 991.5, words before']);
    expect(shown([flush(90), flush(99)])).toEqual([
      'store loses its data, row 0, 898.5 to 901.5, words before',
      'store loses its data, row 0, 988.5 to 991.5, words none',
    ]);
  });

  it('moves to another row if the first is occupied, even by a label', () => {
    expect(shown([down(10, 30), down(20, 40), flush(50), flush(51), flush(51)])).toEqual([
      'N2 down, row 0, 100 to 300, words in',
      'store loses its data, row 0, 498.5 to 501.5, words before',
      'store loses its data, row 0, 508.5 to 511.5, words after',
      'N2 down, row 1, 200 to 400, words in',
      'store loses its data, row 1, 508.5 to 511.5, words after',
    ]);
  });

  it('hides no other, where three overlap', () => {
    const slow = { kind: 'store-slow', at: 25, until: 60, factor: 50 };
    expect(shown([{ kind: 'store-down', at: 10, until: 30 }, down(20, 40), slow])).toEqual([
      'store down, row 0, 100 to 300, words in',
      'N2 down, row 1, 200 to 400, words in',
      'store 50× slower, row 2, 250 to 600, words in',
    ]);
  });

  it('is clipped to the plot, and keeps its row while the range slides', () => {
    const faults = [down(10, 30), down(20, 40), flush(99)];
    const slid = { from: 25 * SECOND, to: 125 * SECOND };
    expect(shown(faults, slid)).toEqual([
      'N2 down, row 0, 0 to 50, words after',
      'store loses its data, row 0, 738.5 to 741.5, words after',
      'N2 down, row 1, 0 to 150, words in',
    ]);
  });

  it('reaches to the end of the plot if it has no end, also beyond the run’s duration', () => {
    expect(shown([down(90)], { from: 50 * SECOND, to: 150 * SECOND })).toEqual([
      'N2 down, row 0, 400 to 1000, words in',
    ]);
  });

  it('is omitted outside the visible range', () => {
    expect(shown([down(10, 30), flush(90)], { from: 40 * SECOND, to: 80 * SECOND })).toEqual([]);
  });

  it('has a label that overlaps nothing, however many there are', () => {
    const faults = Array.from({ length: 200 }, (_, i) =>
      (i * 7) % 3 === 0 ? flush((i * 37) % 100) : down((i * 53) % 90, ((i * 53) % 90) + (i % 9)),
    );
    const bars = faultBars(marksWith(faults), TEST_TRACK);
    const wide = ({ mark }: FaultBar): number => mark.label.length * 6.6 + 8;
    const boxes = bars.flatMap((bar): readonly { row: number; from: number; to: number; of: FaultBar }[] => {
      const { row, left, right, labelPlacement } = bar;
      if (labelPlacement === 'none') return [];
      const from = labelPlacement === 'in' ? left : labelPlacement === 'after' ? right : left - wide(bar);
      return [{ row, from, to: from + wide(bar), of: bar }];
    });
    expect(bars).toHaveLength(200);
    expect(boxes.length).toBeGreaterThan(2);
    for (const { row, from, to, of } of boxes) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(1_000);
      const lying = bars.filter((bar) => bar !== of && bar.row === row && bar.left < to && from < bar.right);
      expect(lying).toEqual([]);
      expect(boxes.filter((box) => box.of !== of && box.row === row && box.from < to && from < box.to)).toEqual([]);
    }
  });
});

describe('what a press on a bar moves', () => {
  it.each<[string, object, number, string]>([
    ['the middle: all of it', down(10, 30), 100, 'body'],
    ['the left end', down(10, 30), 3, 'from'],
    ['a little outside it', down(10, 30), -4, 'from'],
    ['the right end', down(10, 30), 197, 'to'],
    ['a narrow bar, inside: all of it', down(10, 11), 1, 'body'],
    ['a narrow bar, outside: its end', down(10, 11), 13, 'to'],
    ['an instant', flush(10), -4, 'body'],
    ['no end, at that of the run', down(90), 97, 'to'],
  ])('%s', (_, fault, x, part) => {
    const [bar] = faultBars(marksWith([fault]), TEST_TRACK);
    expect(faultPartAt(bar as FaultBar, x, TEST_TRACK)).toBe(part);
  });

  it('is never an end that is out of sight', () => {
    const track = { ...TEST_TRACK, range: { from: 15 * SECOND, to: 25 * SECOND } };
    const [bar] = faultBars(marksWith([down(10, 30)]), track);
    expect([0, 999].map((x) => faultPartAt(bar as FaultBar, x, track))).toEqual(['body', 'body']);
  });
});
