/** What the pictures of Tune's line charts say and draw, read from their SVG. */
import { describe, expect, it } from 'vitest';
import { scenarioOf } from '../../../sim/index.ts';
import { elementsOf, parseXml, type XmlElement } from '../../charts/xml.testing.ts';
import { svgOf, type Picture } from '../../picture/picture.ts';
import { PICTURE_THEME } from '../../picture/pictureTheme.ts';
import { aboveText } from './busiest.ts';
import { busiestPicture } from './busiestPicture.ts';
import { frontierPicture, type PicturedFrontier } from './frontierPicture.ts';
import { frontierPoints } from './frontierPoints.ts';
import { PICTURED_PLOT } from '../../picture/chartPicture.ts';

const LINK = 'https://example.org/#1~abc';
const { width, height } = PICTURED_PLOT;

const about = {
  scenario: scenarioOf({
    title: 'Tuned',
    notes: 'Look *here*.',
    policy: { n: 10, T: 10 },
    lanes: [{ limiter: 'token-bucket' }],
  }),
  lane: 0,
  requests: '32 requests',
  link: { address: LINK },
  sentence: 'What it shows.',
};

function drawn(picture: Picture) {
  const root = parseXml(svgOf(picture)).children[0] as XmlElement;
  const paths = elementsOf(root, 'path').map(({ attributes }) => attributes);
  return {
    root,
    texts: elementsOf(root, 'text').map(({ text }) => text),
    /** The corners of lines in ink, CSS pixels of the plot. */
    lines: paths.filter((path) => path['stroke-width'] === '1.5').map((path) => pointsOf(path['d'] ?? '')),
    bands: paths.filter((path) => path['opacity'] === '0.14').map((path) => pointsOf(path['d'] ?? '')),
    dashes: paths.filter((path) => path['stroke-width'] === '1.5').map((path) => path['stroke-dasharray'] ?? ''),
    limits: paths.filter((path) => path['stroke-dasharray'] === '4 3').map((path) => pointsOf(path['d'] ?? '')),
    hatched: paths.filter((path) => path['stroke'] === PICTURE_THEME.denied),
    shaded: paths.filter((path) => path['fill'] === PICTURE_THEME.sunken).map((path) => pointsOf(path['d'] ?? '')),
    discs: paths.filter((path) => /A6 6/.test(path['d'] ?? '')),
  };
}

function pointsOf(path: string): readonly (readonly number[])[] {
  return [...path.matchAll(/[ML](\S+) ([^MLZ]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

/** Hundredths, as they are written. */
const near = (value: number): unknown => expect.closeTo(value, 1);

describe('the picture of the busiest T of each client', () => {
  const busiest = (readings: readonly Float64Array[], n = 10) =>
    drawn(busiestPicture({ ...about, n, readings, counted: 'Requests', above: aboveText(readings, n) }));
  // An axis to 30.
  const { root, texts, lines, bands, limits, hatched } = busiest([Float64Array.of(5, 5, 10, 25)]);

  it('says what it is, with what parameters, what it shows and where it is opened again', () => {
    for (const text of [
      'Tuned',
      '10 requests per 10 s, 1 a second in the long run, bursts up to 10',
      '32 requests',
      'Busiest T of each client',
      'Lane 1, Token bucket. What it shows.',
      'Requests, upwards',
      'Clients, sorted, to the right',
      'n 10',
      '30',
      'Look here.',
      'Dashed: the limit n. Hatched: the clients above it.',
      `Open this run: ${LINK}`,
    ])
      expect(texts).toContain(text);
    expect(elementsOf(root, 'desc')[0]?.text).toContain('from 5 to 25. 1 of 4 clients above n.');
    expect(elementsOf(root, 'a').map(({ attributes }) => attributes['href'])).toEqual([LINK]);
  });

  it('draws a staircase by the scales of its axes, and n across it', () => {
    const y = (permits: number) => near(height * (1 - permits / 30));
    expect(lines).toEqual([
      [
        [0, y(5)],
        [near(width / 2), y(5)],
        [near(width / 2), y(10)],
        [near((3 * width) / 4), y(10)],
        [near((3 * width) / 4), y(25)],
        [width, y(25)],
        [width, y(25)],
      ],
    ]);
    expect(limits).toEqual([
      [
        [0, y(10)],
        [width, y(10)],
      ],
    ]);
    expect(hatched).toHaveLength(1);
    expect(bands).toEqual([]);
  });

  it('has a band where the readings differ, and no hatching where nobody is above n', () => {
    const both = busiest([Float64Array.of(5, 9), Float64Array.of(7, 9)]);
    expect(both.bands).toHaveLength(1);
    const heights = both.bands[0]?.map(([, y]) => y);
    // The axis ends at 12.
    expect(heights).toEqual(expect.arrayContaining([5, 7, 9].map((permits) => near(height * (1 - permits / 12)))));
    expect(both.hatched).toEqual([]);
    expect(both.texts).toContain('Dashed: the limit n.');
  });
});

describe('the picture of rate and burst', () => {
  const rates = [1, 3, 10, 30];
  const own = [
    [12, 8, 4, 2],
    [12, 9, 4, 3],
    [12, 9, 5, 3],
    [Infinity, 9, 6, 3],
  ];
  const other = own.map((line) => line.map((capacity) => capacity + 1));
  const frontier = (change: Partial<PicturedFrontier> = {}) =>
    drawn(
      frontierPicture({
        ...about,
        n: 10,
        capacity: 10,
        seconds: 10,
        rates,
        points: frontierPoints(rates, 10, [own]),
        leastTime: 0,
        usesCapacity: true,
        ...change,
      }),
    );

  it('names its lines, its axes and the present setting', () => {
    const { root, texts, discs } = frontier();
    for (const text of [
      'Rate and burst',
      'Lane 1, Token bucket. What it shows.',
      '90 %',
      '99 %',
      '99.9 %',
      'all',
      'now',
      'Capacity, upwards',
      'Rate, to the right',
      '1/s',
      'A line’s name is the share of clients that are never refused. The dot is the present setting: 10 per 10 s, capacity 10.',
      `Open this run: ${LINK}`,
    ])
      expect(texts).toContain(text);
    expect(discs).toHaveLength(1);
    expect(elementsOf(root, 'desc')[0]?.text).toMatch(
      /At 10 per 10 s the least capacity is 4 for 90 % of clients, .+ for all clients\./,
    );
  });

  it('draws each line with its dashes by the scales of its axes, finite where no capacity is enough', () => {
    const { lines, dashes, bands } = frontier();
    expect(dashes).toEqual(['6 4', '2 3', '8 3 2 3', '']);
    // Equal factors are equally wide, and the axis ends at 12.
    const x = (rate: number) => near((width * Math.log(rate)) / Math.log(30));
    expect(lines[0]).toEqual(rates.map((rate, index) => [x(rate), near(height * (1 - own[0]![index]! / 12))]));
    expect(lines[3]?.[0]).toEqual([0, -100 * height]);
    expect(bands).toEqual([]);
  });

  it('has bands of the readings and the shade of what is not identifiable', () => {
    const { bands, shaded } = frontier({ points: frontierPoints(rates, 10, [own, other]), leastTime: 2 });
    expect(bands).toHaveLength(4);
    expect(bands[0]?.slice(0, 4).map(([, y]) => y)).toEqual(own[0]!.map((least) => near(height * (1 - least / 12))));
    expect(bands[0]?.slice(4).map(([, y]) => y)).toEqual(
      other[0]!.toReversed().map((most) => near(height * (1 - most / 12))),
    );
    // What refills in less than 2 s at 3 a second: bursts below 6.
    expect(shaded[0]?.[4]).toEqual([width, near(height * (1 - 6 / 12))]);
  });

  it('has no point where the limiter has no capacity', () => {
    const { texts, discs } = frontier({ usesCapacity: false });
    expect(discs).toEqual([]);
    expect(texts).not.toContain('now');
    expect(texts).toContain('A line’s name is the share of clients that are never refused.');
  });
});
