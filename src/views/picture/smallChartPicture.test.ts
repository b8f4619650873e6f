/** What the picture of a small chart draws: the points of the page, by the scales of its own axes. */
import { expect, it } from 'vitest';
import { scenarioOf } from '../../sim/index.ts';
import type { SmallChartModel } from '../charts/smallChartModel.ts';
import { elementsOf, parseXml } from '../charts/xml.testing.ts';
import { PICTURED_PLOT } from './chartPicture.ts';
import { svgOf } from './picture.ts';
import { PICTURE_THEME } from './pictureTheme.ts';
import { smallChartPicture } from './smallChartPicture.ts';

const { width, height } = PICTURED_PLOT;
const CHART: SmallChartModel = {
  x: { scale: 'log', domain: [1, 100], ticks: [{ at: 10, label: 'ten' }] },
  y: { domain: [0, 8], ticks: [{ at: 4, label: 'four' }] },
  series: [
    {
      kind: 'columns',
      points: [
        { x: 1, y: 8 },
        { x: 10, y: 2 },
      ],
    },
    {
      kind: 'steps',
      points: [
        { x: 1, y: 0 },
        { x: 10, y: 4 },
      ],
    },
    {
      kind: 'line',
      look: 'dashed',
      points: [
        { x: 1, y: 8 },
        { x: 100, y: 0 },
      ],
    },
    { kind: 'dots', points: [{ x: 10, y: 4 }] },
  ],
};

function pathsFor() {
  const scenario = scenarioOf({ title: 'One', policy: { n: 1, T: 1 }, lanes: [{ limiter: 'gcra' }] });
  const asked: number[][] = [];
  const subject = {
    lane: 0,
    name: 'Load',
    description: 'At most eight.',
    xName: 'a',
    yName: 'Requests',
    legend: 'Dot: this lane.',
    chartFor: (...size: [number, number]) => (asked.push(size), CHART),
  };
  const picture = smallChartPicture(subject, { scenario, lane: 0, requests: '1 request', link: { address: '#1' } });
  const root = parseXml(svgOf(picture)).children[0]!;
  const paths = elementsOf(root, 'path').map(({ attributes }) => attributes);
  return { paths, texts: elementsOf(root, 'text').map(({ text }) => text), asked };
}

const { paths, texts, asked } = pathsFor();
const cornersOf = (path: string | undefined) =>
  [...(path ?? '').matchAll(/[ML](\S+) ([^MLZ]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
const lines = paths.filter((path) => path['stroke-width'] === '1.5' && path['fill'] === 'none');

it('asks for the points of its own size, and says what they are', () => {
  expect(asked).toEqual([[width, height]]);
  for (const text of ['Load', '1 GCRA', 'Requests, upwards', 'a, to the right', 'ten', 'four', 'Dot: this lane.'])
    expect(texts.join('\n')).toContain(text.replace('1 GCRA', 'Lane 1, GCRA. At most eight.'));
});

it('places them by the scales of the axes', () => {
  const steps = lines.find((path) => path['stroke-dasharray'] === undefined);
  expect(cornersOf(steps?.['d'])).toEqual([
    [0, height],
    [width / 2, height],
    [width / 2, height / 2],
  ]);
  const dashed = lines.find((path) => path['stroke-dasharray'] === '4 3');
  expect(dashed?.['stroke']).toBe(PICTURE_THEME.ink2);
  expect(cornersOf(dashed?.['d'])).toEqual([
    [0, 0],
    [width, height],
  ]);
  const columns = paths.find((path) => path['fill'] === PICTURE_THEME.ink2);
  expect(cornersOf(columns?.['d'])).toEqual([
    [0, height],
    [width / 2, height],
    [width / 2, height],
    [width / 2, (height * 3) / 4],
    [width / 2, 0],
    [0, 0],
  ]);
  expect(paths.some((path) => path['fill'] === PICTURE_THEME.ink && /A5 5/.test(path['d'] ?? ''))).toBe(true);
});
