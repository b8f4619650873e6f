import { describe, expect, it } from 'vitest';
import type { Picture } from '../../sim/index.ts';
import { LARGE, pictureShapes, pictureText, SMALL, type Shape } from './picture.ts';

const log = (...times: number[]): Picture => ({
  kind: 'log',
  times: Float64Array.from(times),
  n: 10,
  from: 10e6,
  to: 20e6,
});

describe('in words', () => {
  it.each<[Picture, string]>([
    [{ kind: 'tokens', tokens: 7.3, capacity: 10 }, '7.3 of 10 tokens.'],
    [{ kind: 'water', water: 3.25, capacity: 10 }, 'Filled to 3.25 of 10.'],
    [{ kind: 'cells', count: 7, n: 10, from: 10e6, to: 20e6 }, '7 of 10 in the window from 10 s to 20 s.'],
    [log(11e6, 12e6), '2 of 10 in the last 10 s.'],
    [{ kind: 'mark', name: 'TAT', ahead: 3.2, limit: 9 }, 'TAT is 3.2 s ahead of now; beyond 9 s it refuses.'],
    [{ kind: 'mark', name: 'TAT', ahead: 0, limit: 9 }, 'TAT is now; beyond 9 s it refuses.'],
    [{ kind: 'mark', name: 'score', ahead: -2, limit: 0 }, 'score passed 2 s ago; beyond 0 s it refuses.'],
  ])('%o', (picture, text) => {
    expect(pictureText(picture)).toBe(text);
  });
});

const count = (picture: Picture, name: string, size = LARGE) =>
  pictureShapes(picture, size).filter(({ attributes }) => attributes['class'] === name).length;

describe('as shapes', () => {
  it('tokens are discs up to 16, the last one as full as it is, then a fill', () => {
    const discs = (tokens: number, capacity: number) =>
      pictureShapes({ kind: 'tokens', tokens, capacity }, LARGE).filter(({ tag }) => tag === 'circle');
    expect(discs(7, 10).map(({ attributes }) => attributes['class'])).toEqual([
      ...Array.from({ length: 7 }, () => 'picture-ink'),
      ...Array.from({ length: 3 }, () => 'picture-empty'),
    ]);
    expect(discs(7.3, 10)[7]?.attributes['class']).toBe('picture-line');
    expect(discs(16, 16)).toHaveLength(16);
    expect(discs(16, 17)).toHaveLength(0);
    expect(count({ kind: 'tokens', tokens: 16, capacity: 17 }, 'picture-pale')).toBe(1);
  });

  it('windows are cells up to 20, then a bar, with their bounds in words', () => {
    const cells = (n: number): Picture => ({ kind: 'cells', count: 3, n, from: 10e6, to: 20e6 });
    expect(count(cells(20), 'picture-ink') + count(cells(20), 'picture-empty')).toBe(20);
    expect(count(cells(21), 'picture-ink')).toBe(1);
    for (const n of [20, 21]) {
      expect(pictureShapes(cells(n), LARGE).map(({ text }) => text)).toContain('10–20 s');
    }
  });

  it('a thousand entries of a log are one path of few lines', () => {
    const entries = log(...Array.from({ length: 1000 }, (_, i) => 10e6 + i * 1e4));
    const path = pictureShapes(entries, LARGE).find(({ attributes }) => attributes['class'] === 'picture-line');
    expect(String(path?.attributes['d']).split('M').length).toBeLessThan(200);
  });

  it('a limit of nothing has no figure on top of now', () => {
    const texts = pictureShapes({ kind: 'mark', name: 'TAT', ahead: 0.5, limit: 0 }, SMALL).map(({ text }) => text);
    expect(texts.filter(Boolean)).toEqual(['TAT', 'now']);
  });
});

/** Every x and y that a shape is made of; lines of a path are absolute, but for a few short relative ones. */
function extent({ tag, attributes, text = '' }: Shape): { x: number[]; y: number[] } {
  const at = (name: string): number => Number(attributes[name] ?? 0);
  if (tag === 'rect') return { x: [at('x'), at('x') + at('width')], y: [at('y'), at('y') + at('height')] };
  if (tag === 'circle')
    return { x: [at('cx') - at('r'), at('cx') + at('r')], y: [at('cy') - at('r'), at('cy') + at('r')] };
  if (tag === 'text') {
    const half = (text.length * 7.6) / 2;
    return { x: [at('x') - half, at('x') + half], y: [at('y') - 12, at('y')] };
  }
  const path = { x: [] as number[], y: [] as number[] };
  for (const [, command = '', figures = ''] of String(attributes['d']).matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = figures.trim().split(/[ ,]+/).filter(Boolean).map(Number);
    if (command === 'H') path.x.push(...numbers);
    else if (command === 'V') path.y.push(...numbers);
    else if (command === 'M' || command === 'L') {
      path.x.push(numbers[0] as number);
      path.y.push(numbers[1] as number);
    }
  }
  return path;
}

const many: readonly Picture[] = [
  ...[0, 0.4, 3, 7.3, 16].flatMap((tokens): Picture[] => [
    { kind: 'tokens', tokens, capacity: 16 },
    { kind: 'tokens', tokens, capacity: 400 },
    { kind: 'water', water: tokens, capacity: 16 },
    { kind: 'water', water: tokens * 2, capacity: 16 },
  ]),
  ...[1, 3, 10, 20, 21, 1_000_000].flatMap((n): Picture[] => [
    { kind: 'cells', count: n, n, from: 0, to: 1e6 },
    { kind: 'cells', count: 0, n, from: 3600e6, to: 7200e6 },
    { kind: 'cells', count: n + 3, n, from: 1_234_567_000, to: 1_244_567_000 },
    { kind: 'log', times: Float64Array.of(1e6, 1e6, 2e6), n, from: 1e6, to: 2e6 },
    { kind: 'log', times: new Float64Array(0), n, from: 0, to: 86_400e6 },
  ]),
  ...[-1e6, -1, 0, 3, 9, 90].flatMap((ahead): Picture[] => [
    { kind: 'mark', name: 'TAT', ahead, limit: 9 },
    { kind: 'mark', name: 'score', ahead, limit: 0 },
    { kind: 'mark', name: 'score', ahead, limit: 86_400 },
  ]),
];

describe.each([LARGE, SMALL])('on %o', (size) => {
  it.each(many)('%o stays inside', (picture) => {
    for (const shape of pictureShapes(picture, size)) {
      const { x, y } = extent(shape);
      // Text may stand out by the little that its width is only estimated to.
      const slack = shape.tag === 'text' ? 3 : 0.01;
      const inside = [...x, size.width].every((one) => one >= -slack && one <= size.width + slack);
      const within = [...y, size.height].every((one) => one >= -slack && one <= size.height + slack);
      expect(inside && within ? null : shape).toBeNull();
    }
  });
});
