import { describe, expect, it } from 'vitest';
import type { Parameter } from '../../../tune/setting.ts';
import { cellText, figureText, stampsLegend, type MapShown } from './mapText.ts';

type MapCells = NonNullable<Parameters<typeof cellText>[1]>;

const n: Parameter = { id: 'n', label: 'Limit n', min: 1, max: 100, step: 1, unit: '', value: 20 };
const T: Parameter = { id: 'T', label: 'Window T', min: 0.001, max: 100, step: 0.001, unit: 's', value: 10 };
const shown: MapShown = {
  x: n,
  y: T,
  xValues: [20],
  yValues: [10],
  measure: 'clientsRefused',
  resolution: 0,
  timeAt: () => 10,
};

function cellOf(state: number, value: number, min = value, max = value): MapCells {
  return {
    state: Uint8Array.of(state),
    value: Float64Array.of(value),
    min: Float64Array.of(min),
    max: Float64Array.of(max),
  };
}

describe('a cell of the map', () => {
  it.each<[string, MapCells | null, Partial<MapShown>]>([
    ['n 20, T 10 s. Not worked out yet.', null, {}],
    ['n 20, T 10 s. Not worked out yet.', cellOf(0, NaN), {}],
    ['n 20, T 10 s. Clients ever refused: 2.7 %.', cellOf(1, 0.027), {}],
    ['n 20, T 10 s. Clients ever refused: 1 % to 4 %. A goal fails.', cellOf(2, 0.02, 0.01, 0.04), {}],
    ['n 20, T 10 s. The limiter cannot run this.', cellOf(3, NaN), {}],
    ['n 20, T 10 s. Clients ever refused: –.', cellOf(1, NaN), {}],
    ['n 20, T 10 s. Clients ever refused: 0 %.', cellOf(1, 0), { resolution: 1 }],
    ['n 20, T 10 s. Clients ever refused: 0 %. Not identifiable from this log.', cellOf(1, 0), { resolution: 1.1 }],
  ])('says “%s”', (text, cells, part) => {
    expect(cellText({ ...shown, ...part }, cells, 0, { n: 20, T: 10 })).toBe(text);
  });

  it('depends on the burst of its own setting', () => {
    const timeAt = ({ capacity = 0 }: Readonly<Record<string, number>>): number => capacity;
    const textAt = (capacity: number): string =>
      cellText({ ...shown, y: { ...n, id: 'capacity' }, timeAt, resolution: 1 }, cellOf(1, 0), 0, { n: 20, capacity });
    expect(textAt(9)).toContain('Not identifiable');
    expect(textAt(10)).not.toContain('Not identifiable');
  });

  it('says that a bad client is never refused', () =>
    expect(figureText(cellOf(1, Infinity), 0, 'badTime')).toBe('never'));
});

it.each([
  [0, ''],
  [0.001, ' Dashed line: the edge of what is identifiable.'],
  [1, ' Split cell: the range over the readings of the log. Dashed line: the edge of what is identifiable.'],
])('with timestamps of %d s the legend says', (resolution, text) => {
  expect(stampsLegend(resolution)).toBe(text);
});
