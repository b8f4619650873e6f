import { describe, expect, it } from 'vitest';
import type { Picture } from '../../sim/index.ts';
import {
  PAGE_PICTURE,
  LANE_PICTURE,
  pictureTextAt,
  pictureShapes,
  pictureText,
  pictureSize,
  SMALL_PICTURE,
  type SvgShape,
} from './statePicture.ts';

const S = 1e6;

const log = (...times: number[]): Picture => ({
  kind: 'log',
  size: times.length,
  times: Float64Array.from(times),
  n: 10,
  from: 10 * S,
  to: 20 * S,
});
const slices = (n: number, ...counts: number[]): Picture => ({
  kind: 'slices',
  counts: Float64Array.from(counts),
  n,
  from: 10 * S,
  to: 16 * S,
});

const nodes = (n: number, ...counts: number[]): Picture => ({ kind: 'nodes', counts: Float64Array.from(counts), n });

/** One of each kind, and both variants of those with two. */
const EACH: readonly (readonly [Picture, string])[] = [
  [{ kind: 'cells', count: 7, n: 10, from: 10 * S, to: 20 * S }, '7 of 10 in the window from 10 s to 20 s.'],
  [log(11 * S, 12.5 * S), '2 of 10 in the last 10 s, recorded from 11 s to 12.5 s.'],
  [log(11 * S), '1 of 10 in the last 10 s, recorded at 11 s.'],
  [log(), '0 of 10 in the last 10 s.'],
  // Up to a thousand entries are drawn; all are counted.
  [
    { kind: 'log', size: 123_456, times: Float64Array.of(11 * S, 12.5 * S), n: 1_000_000, from: 10 * S, to: 20 * S },
    '123,456 of 1,000,000 in the last 10 s, recorded from 11 s to 12.5 s.',
  ],
  [
    { kind: 'weighted', previous: 8, current: 3, elapsedShare: 0.4, n: 10, from: 20 * S, to: 30 * S },
    '7.8 of 10, from 3 in the window from 20 s to 30 s, and 60 % of 8 in the previous one.',
  ],
  [slices(10, 1, 2, 0, 3), '6 of 10 in 4 slices from 10 s to 16 s: 1, 2, 0, 3.'],
  // Before T, some are from before the run.
  [{ ...slices(10, 0, 0, 2), from: -4 * S, to: 2 * S } as Picture, '2 of 10 in 3 slices up to 2 s: 0, 0, 2.'],
  [
    slices(99, ...Array.from({ length: 20 }, () => 4)),
    '80 of 99 in 20 slices from 10 s to 16 s, 4 of them in the newest.',
  ],
  [{ kind: 'tokens', tokens: 7.3, capacity: 10 }, '7.3 of 10 tokens.'],
  [{ kind: 'tokens', tokens: 3, capacity: 10, refillIn: 1.25 }, '3 of 10 tokens. The next refill is in 1.25 s.'],
  [{ kind: 'tokens', tokens: 10, capacity: 10, refillIn: null }, '10 of 10 tokens: no refill is due.'],
  [{ kind: 'tokens', tokens: 0, capacity: 1 }, '0 of 1 token.'],
  [{ kind: 'debt', tokens: 1, n: 1, endsIn: 2 }, '1 of 1 token, bursty: full again in 2 s.'],
  [{ kind: 'water', water: 3.25, capacity: 10 }, 'Filled to 3.25 of 10.'],
  [{ kind: 'debt', tokens: 6, n: 10, endsIn: 12.5 }, '6 of 10 tokens, bursty: full again in 12.5 s.'],
  [{ kind: 'debt', tokens: 10, n: 10, endsIn: 0 }, '10 of 10 tokens, bursty: the next request opens a window.'],
  [{ kind: 'debt', tokens: -4.2, n: 10, endsIn: null }, '4.2 of 10 tokens owed, smooth: refills evenly.'],
  [
    { kind: 'pair', quota: 3, n: 10, tokens: 7.2, capacity: 20, endsIn: 31.5 },
    'Quota 3 of 10, full again in 31.5 s; linear 7.2 of 20.',
  ],
  [{ kind: 'mark', name: 'TAT', ahead: 3.2, limit: 9 }, 'TAT is 3.2 s ahead of now; refuses beyond 9 s.'],
  [{ kind: 'mark', name: 'TAT', ahead: 0, limit: 9 }, 'TAT is now; refuses beyond 9 s.'],
  [{ kind: 'mark', name: 'score', ahead: -Infinity, limit: 9 }, 'No score stored; refuses beyond 9 s.'],
  [{ kind: 'mark', name: 'score', ahead: -2, limit: 0 }, 'score passed 2 s ago; refuses beyond 0 s.'],
  // A million per millisecond: one request is a nanosecond.
  [{ kind: 'mark', name: 'TAT', ahead: 3e-9, limit: 1e-3 }, 'TAT is 0.000003 ms ahead of now; refuses beyond 1 ms.'],
  [
    { kind: 'decay', rate: 7.8, now: 4.1, n: 10, elapsed: 6.4, T: 10 },
    'Rate 4.1 per 10 s, decayed from 7.8 in 6.4 s; refuses at 10.',
  ],
  [
    { kind: 'line', waiting: 4, capacity: 10, nextIn: 0.4, interval: 2 },
    '4 of 10 places taken; the next one leaves in 0.4 s, then one every 2 s.',
  ],
  [
    { kind: 'line', waiting: 0, capacity: 10, nextIn: 1.5, interval: 2 },
    '0 of 10 places taken; a new request leaves in 1.5 s, then one every 2 s.',
  ],
  [
    { kind: 'line', waiting: 0, capacity: 10, nextIn: null, interval: 2 },
    '0 of 10 places taken; a new request leaves at once, then one every 2 s.',
  ],
  [{ kind: 'gate', opensIn: 1.5, interval: 2 }, 'Shut for another 1.5 s; shuts for 2 s after each request.'],
  [{ kind: 'gate', opensIn: 0, interval: 2 }, 'Open; shuts for 2 s after each request.'],
  [
    { kind: 'ration', stored: 2.4, maxStored: 5, freeIn: 4.5, stable: 2, takenFromStored: 1, fresh: 3 },
    '2.4 of 5 permits stored, free in 4.5 s. The last request took 1 stored and 3 fresh at 2 s each.',
  ],
  [
    { kind: 'ration', stored: 0, maxStored: 5, freeIn: 0, stable: 2, takenFromStored: 0, fresh: 0 },
    '0 of 5 permits stored, free now.',
  ],
  [
    { kind: 'ration', stored: 0, maxStored: 1, freeIn: 0, stable: 2, takenFromStored: 0, fresh: 0 },
    '0 of 1 permit stored, free now.',
  ],
  [
    {
      kind: 'trapezoid',
      stored: 6,
      maxStored: 10,
      threshold: 5,
      stable: 1,
      cold: 3,
      freeIn: 2,
      from: 8,
      to: 6,
      fresh: 0,
    },
    '6 of 10 permits stored, free in 2 s. The last request took the store from 8 to 6. ' +
      'A stored permit costs 1 s up to 5, and up to 3 s above.',
  ],
  [
    { kind: 'excess', excess: 2.4, burst: 5, delay: 2 },
    'Excess 2.4; the next request makes it 3.4 of burst 5, delayed above 2.',
  ],
  [{ kind: 'excess', excess: -1, burst: 0, delay: 0 }, 'Excess 0; the next request makes it 0 of burst 0.'],
  [nodes(10, 4, 3, 0), '7 of 10 admitted in the last T: 4 by N1, 3 by N2, 0 by N3.'],
  [
    nodes(10, ...Array.from({ length: 13 }, (_, node) => (node === 4 ? 3 : 1))),
    '15 of 10 admitted in the last T by 13 nodes, 3 of them by N5.',
  ],
];

describe('in words', () => {
  it.each(EACH)('%o', (picture, text) => {
    expect(pictureText(picture)).toBe(text);
  });

  it('with the instant, in one sentence', () => {
    const [tank, bucket, mark] = (['water', 'tokens', 'mark'] as const).map(
      (kind) => EACH.find(([one]) => one.kind === kind)?.[0] as Picture,
    );
    expect(pictureTextAt(tank as Picture, 14.2 * S)).toBe('At 14.200 s: filled to 3.25 of 10.');
    expect(pictureTextAt(bucket as Picture, 333)).toBe('At 0.000333 s: 7.3 of 10 tokens.');
    expect(pictureTextAt(mark as Picture, 0)).toBe('At 0.000 s: TAT is 3.2 s ahead of now; refuses beyond 9 s.');
  });
});

const count = (picture: Picture, name: string, size = LANE_PICTURE) =>
  pictureShapes(picture, size).filter(({ attributes }) => attributes['class'] === name).length;
const written = (picture: Picture, size = LANE_PICTURE) =>
  pictureShapes(picture, size).flatMap(({ text }) => (text === undefined ? [] : [text]));

describe('as shapes', () => {
  it('tokens are discs up to 16, on a card up to 60, the last one as full as it is, then a fill', () => {
    const discs = (tokens: number, capacity: number, size = LANE_PICTURE) =>
      pictureShapes({ kind: 'tokens', tokens, capacity }, size).filter(
        ({ tag, attributes }) => tag === 'circle' && Number(attributes['r']) > 3,
      );
    expect(discs(7, 10).map(({ attributes }) => attributes['class'])).toEqual([
      ...Array.from({ length: 7 }, () => 'picture-ink'),
      ...Array.from({ length: 3 }, () => 'picture-empty'),
    ]);
    expect(discs(7.3, 10)[7]?.attributes['class']).toBe('picture-line');
    expect(discs(16, 16)).toHaveLength(16);
    expect(discs(16, 17)).toHaveLength(0);
    expect(count({ kind: 'tokens', tokens: 16, capacity: 17 }, 'picture-light')).toBe(1);
    expect(discs(16, 17, PAGE_PICTURE)).toHaveLength(17);
  });

  it('windows are cells up to 20, then a bar, with their bounds as text', () => {
    const cells = (n: number): Picture => ({ kind: 'cells', count: 3, n, from: 10 * S, to: 20 * S });
    expect(count(cells(20), 'picture-ink') + count(cells(20), 'picture-empty')).toBe(20);
    expect(count(cells(21), 'picture-ink')).toBe(1);
    for (const n of [20, 21]) expect(written(cells(n))).toContain('10–20 s');
    const month: Picture = { kind: 'cells', count: 3, n: 10, from: 0, to: 30 * 86_400 * S };
    expect(written(month)).toContain('0–720 h');
  });

  it('a thousand entries of a log are one path of few lines', () => {
    const entries = log(...Array.from({ length: 1000 }, (_, i) => 10 * S + i * 1e4));
    const path = pictureShapes(entries, LANE_PICTURE).find(({ attributes }) => attributes['class'] === 'picture-line');
    expect(String(path?.attributes['d']).split('M').length).toBeLessThan(200);
  });

  it('a million slices are as many steps as there are pixels for', () => {
    const many = slices(1e6, ...Array.from({ length: 1e5 }, (_, i) => i % 3));
    expect(pictureShapes(many, PAGE_PICTURE).length).toBeLessThan(300);
    expect(written(many, PAGE_PICTURE)).toContain('99,999 of 1,000,000 in 100,000 slices');
  });

  it('what nodes admitted is filled up to n, and hatched above', () => {
    const filled = (...counts: number[]): number =>
      count(nodes(10, ...counts), 'picture-ink') + count(nodes(10, ...counts), 'picture-medium');
    const hatched = (...counts: number[]): boolean =>
      pictureShapes(nodes(10, ...counts), LANE_PICTURE).some(
        ({ attributes }) => attributes['class'] === 'picture-hatch' && attributes['d'] !== '',
      );
    expect([filled(), filled(0, 0), filled(4, 0, 3), filled(4, 6)]).toEqual([0, 0, 2, 2]);
    expect([hatched(4, 3), hatched(4, 6), hatched(4, 7)]).toEqual([false, false, true]);
    const shapes = pictureShapes(nodes(10, 4, 7), LANE_PICTURE).map(({ attributes }) => attributes);
    const n = Number(/ ([\d.]+)H/.exec(String(shapes.find((one) => one['class'] === 'picture-now')?.['d']))?.[1]);
    expect(shapes.find((one) => one['class'] === 'picture-medium')?.['y']).toBe(n);
    // The third is entirely above n.
    expect([filled(4, 6, 5), hatched(4, 6, 5)]).toEqual([2, true]);
    expect(written(nodes(10, 4, 7))).toEqual(['N1 4', 'N2 7', '11 of 10']);
  });

  it('a limit of zero has no figure on top of now', () => {
    expect(written({ kind: 'mark', name: 'TAT', ahead: 0.5, limit: 0 })).toEqual(['TAT', 'now']);
  });

  it('a small one has no text, and a large one a headline', () => {
    for (const [picture] of EACH) {
      expect(written(picture, SMALL_PICTURE)).toEqual([]);
      expect(count(picture, 'picture-headline', LANE_PICTURE)).toBe(0);
      expect(count(picture, 'picture-headline', PAGE_PICTURE)).toBe(1);
    }
  });

  it('no two kinds have the same shapes', () => {
    const kinds = new Map<string, string>();
    for (const [picture] of EACH) {
      const shapes = pictureShapes(picture, SMALL_PICTURE);
      const parts = shapes.map(({ tag, attributes }) => {
        const commands = String(attributes['d'] ?? '').replace(/[^A-Za-z]/g, '');
        return `${tag} ${attributes['class']} ${commands}`;
      });
      const made = parts.join('; ');
      expect(kinds.get(made) ?? picture.kind).toBe(picture.kind);
      kinds.set(made, picture.kind);
    }
  });
});

/** All coordinates of a shape. */
function extent({ tag, attributes, text = '' }: SvgShape): { x: number[]; y: number[] } {
  const at = (name: string): number => Number(attributes[name] ?? 0);
  if (tag === 'rect') return { x: [at('x'), at('x') + at('width')], y: [at('y'), at('y') + at('height')] };
  if (tag === 'circle')
    return { x: [at('cx') - at('r'), at('cx') + at('r')], y: [at('cy') - at('r'), at('cy') + at('r')] };
  if (tag === 'text') {
    // About what the estimates of `shapes.ts` give, and no less than most fonts need.
    const width = text.length * (attributes['class'] === 'picture-headline' ? 12 : 7);
    const start = at('x') - { start: 0, middle: width / 2, end: width }[String(attributes['text-anchor'])]!;
    return { x: [start, start + width], y: [at('y') - 12, at('y')] };
  }
  return pathExtent(String(attributes['d']));
}

function pathExtent(d: string): { x: number[]; y: number[] } {
  const path = { x: [] as number[], y: [] as number[] };
  let [x, y] = [0, 0];
  for (const [, command = '', figures = ''] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = figures.trim().split(/[ ,]+/).filter(Boolean).map(Number);
    const [fromX, fromY] = command === command.toUpperCase() ? [0, 0] : [x, y];
    const kind = command.toUpperCase();
    if (kind === 'H') x = fromX + (numbers[0] as number);
    else if (kind === 'V') y = fromY + (numbers[0] as number);
    else if (kind !== 'Z') [x, y] = [fromX + (numbers.at(-2) as number), fromY + (numbers.at(-1) as number)];
    path.x.push(x);
    path.y.push(y);
  }
  return path;
}

/** Extreme values. */
const EDGES: readonly Picture[] = [
  ...[0, 0.4, 3, 7.3, 16].flatMap((tokens): Picture[] => [
    { kind: 'tokens', tokens, capacity: 16 },
    { kind: 'tokens', tokens, capacity: 400 },
    { kind: 'tokens', tokens, capacity: 1, refillIn: 86_400 * tokens },
    { kind: 'tokens', tokens, capacity: 1_000_000, refillIn: 1e-9 },
    { kind: 'water', water: tokens, capacity: 16 },
    { kind: 'water', water: tokens * 2, capacity: 16 },
    { kind: 'debt', tokens: -tokens, n: 16, endsIn: null },
    { kind: 'debt', tokens, n: 16, endsIn: 86_400 },
    { kind: 'pair', quota: tokens, n: 16, tokens: 1e6 - tokens, capacity: 1e6, endsIn: tokens },
    { kind: 'pair', quota: 1e6, n: 1e6, tokens: tokens / 16, capacity: 1, endsIn: null },
  ]),
  ...[1, 3, 10, 20, 21, 100, 1_000_000].flatMap((n): Picture[] => [
    { kind: 'cells', count: n, n, from: 0, to: S },
    { kind: 'cells', count: 0, n, from: 3600 * S, to: 7200 * S },
    { kind: 'cells', count: n + 3, n, from: 1_234_567_000, to: 1_244_567_000 },
    { kind: 'log', size: n, times: Float64Array.of(S, S, 2 * S), n, from: S, to: 2 * S },
    { kind: 'log', size: 0, times: new Float64Array(0), n, from: 0, to: 86_400 * S },
    { kind: 'weighted', previous: 2 * n, current: n / 2, elapsedShare: 0, n, from: 0, to: S },
    { kind: 'weighted', previous: n, current: 3 * n, elapsedShare: 1, n, from: 1_234_567_000, to: 1_244_567_000 },
    slices(n, n),
    slices(n, n, n, 0),
    slices(n, ...Array.from({ length: 60 }, (_, i) => i % 2)),
    { kind: 'decay', rate: n, now: n * 0.999, n, elapsed: 1e-6, T: 86_400 },
    { kind: 'decay', rate: 3 * n, now: 0, n, elapsed: 1e6, T: 10 },
    { kind: 'line', waiting: n, capacity: n, nextIn: 1, interval: 1 },
    { kind: 'line', waiting: 0, capacity: n, nextIn: 5e-7, interval: 1e-6 },
    { kind: 'line', waiting: 1, capacity: n, nextIn: 0, interval: 0 },
    { kind: 'ration', stored: n, maxStored: n, freeIn: 0, stable: 86_400, takenFromStored: n, fresh: 0 },
    { kind: 'ration', stored: 0, maxStored: 0, freeIn: n, stable: 0.001, takenFromStored: 0, fresh: n },
    {
      kind: 'trapezoid',
      stored: n,
      maxStored: n,
      threshold: n / 2,
      stable: 6,
      cold: 18,
      freeIn: 0,
      from: n,
      to: n,
      fresh: 0,
    },
    {
      kind: 'trapezoid',
      stored: 0,
      maxStored: n,
      threshold: n,
      stable: 6,
      cold: 6,
      freeIn: 9,
      from: n,
      to: 0,
      fresh: n,
    },
    { kind: 'excess', excess: n, burst: n, delay: n },
    { kind: 'excess', excess: -0.5, burst: n, delay: 0 },
    { kind: 'excess', excess: n - 0.5, burst: n, delay: n / 2 },
    nodes(n),
    nodes(n, n, n, n),
    nodes(n, 0, n - 1, 1, 1),
    nodes(n, ...Array.from({ length: 100 }, () => n)),
  ]),
  ...[-Infinity, -1e6, -1, 0, 3, 9, 90].flatMap((ahead): Picture[] => [
    { kind: 'mark', name: 'TAT', ahead, limit: 9 },
    { kind: 'mark', name: 'score', ahead, limit: 0 },
    { kind: 'mark', name: 'score', ahead, limit: 86_400 },
    { kind: 'gate', opensIn: Math.max(0, ahead), interval: 3 },
    { kind: 'gate', opensIn: 0, interval: 0 },
  ]),
];

const PHONE = pictureSize(356, 236);
const LOW = pictureSize(56, 72);

describe.each([SMALL_PICTURE, LOW, LANE_PICTURE, PHONE, PAGE_PICTURE])('on %o', (size) => {
  it.each([...EACH.map(([picture]) => picture), ...EDGES])('%o stays inside', (picture) => {
    for (const shape of pictureShapes(picture, size)) {
      const { x, y } = extent(shape);
      // Text may overlap the edge slightly, because its width is only an estimate.
      const slack = shape.tag === 'text' ? 3 : 0.01;
      const inside = [...x, size.width].every((one) => one >= -slack && one <= size.width + slack);
      const within = [...y, size.height].every((one) => one >= -slack && one <= size.height + slack);
      expect(inside && within ? null : shape).toBeNull();
    }
  });
});
