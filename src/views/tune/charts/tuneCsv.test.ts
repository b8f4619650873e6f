import { describe, expect, it } from 'vitest';
import { svgOf } from '../../picture/picture.ts';
import type { MapShown } from './mapText.ts';
import { mapPicture } from './mapPicture.ts';
import { busiestCsv, frontierCsv, mapCsv } from './tuneCsv.ts';
import { scenarioOf } from '../../../sim/index.ts';

const parameter = { label: '', min: 1, max: 100, step: 1 };
const SHOWN: MapShown = {
  x: { ...parameter, id: 'n', unit: '', value: 10 },
  y: { ...parameter, id: 'T', unit: 's', value: 2 },
  xValues: [10, 20],
  yValues: [1, 2],
  measure: 'clientsRefused',
  resolution: 0,
  timeAt: () => 1,
};
const CELLS = {
  state: Uint8Array.of(0, 1, 2, 3),
  value: Float64Array.of(NaN, 0.25, 0.5, NaN),
  min: Float64Array.of(NaN, 0.25, 0.4, NaN),
  max: Float64Array.of(NaN, 0.25, 0.6, NaN),
};

describe('charts of Tune as tables', () => {
  it('the busiest T of each client, with its range over the readings', () => {
    expect(busiestCsv([Float64Array.of(1, 5), Float64Array.of(2, 4)]).slice(1)).toEqual([
      [1, 1, 1, 2],
      [2, 5, 4, 5],
    ]);
  });

  it('the least capacities by rate', () => {
    const capacities = [
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
    ].map((each) => Float64Array.from(each));
    const [head, first, second] = frontierCsv([capacities] as never, [10, 20], 60);
    expect(head).toHaveLength(14);
    expect(first).toEqual([10, 60, 1, 1, 1, 3, 3, 3, 5, 5, 5, 7, 7, 7]);
    expect(second?.slice(0, 4)).toEqual([20, 60, 2, 2]);
  });

  it('the map, a row for each cell', () => {
    expect(mapCsv(SHOWN, CELLS)).toEqual([
      ['n', 'T', 'Clients ever refused', 'Clients ever refused, least', 'Clients ever refused, most', 'State'],
      [10, 1, NaN, NaN, NaN, 'not worked out'],
      [20, 1, 0.25, 0.25, 0.25, 'goals met'],
      [10, 2, 0.5, 0.4, 0.6, 'a goal fails'],
      [20, 2, NaN, NaN, NaN, 'cannot run'],
    ]);
  });
});

describe('the map as a picture', () => {
  const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

  it('names axes, measure, lane and present setting, and hatches where a goal fails', () => {
    const svg = svgOf(
      mapPicture({
        ...SHOWN,
        scenario: scenarioOf({ title: 'Mapped', lanes: [{ limiter: 'gcra' }] }),
        lane: 0,
        cells: CELLS,
        stride: 1,
        requests: '3 requests',
        link: { address: '#1' },
      }),
    );
    expect(textsOf(svg)).toEqual(
      expect.arrayContaining([
        'Mapped',
        'Clients ever refused, by n and T',
        'Lane 1, GCRA. The circle is the present setting. Now: n 10, T 2 s. Clients ever refused: 40 % to 60 %. A goal',
        'n, to the right',
        'T, upwards',
        'The stronger the colour, the higher the value, up to 60 %. Grey: the limiter cannot run it.',
      ]),
    );
    expect(svg.match(/<clipPath/g)).toHaveLength(1);
  });

  it.each([
    ['is between two cells', 15, 2],
    ['is not worked out yet', 10, 1],
  ])('gives no figure where the present setting %s', (_, n, T) => {
    const { x, y } = SHOWN;
    const svg = svgOf(
      mapPicture({
        ...SHOWN,
        x: { ...x, value: n },
        y: { ...y, value: T },
        scenario: scenarioOf({ lanes: [{ limiter: 'gcra' }] }),
        lane: 0,
        cells: CELLS,
        stride: 1,
        requests: '3 requests',
        link: { address: '#1' },
      }),
    );
    expect(textsOf(svg)).toContain(`Lane 1, GCRA. The circle is the present setting. Now: n ${n}, T ${T} s.`);
  });
});
