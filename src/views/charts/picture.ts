/**
 * The state of a limiter as a small picture, in ink only: what to draw, as data. `StatePicture.tsx` puts it into the
 * page; `pictureText` says the same in words.
 */
import type { Picture } from '../../sim/index.ts';
import { number } from '../format/numbers.ts';
import { shortNumber } from '../format/ticks.ts';
import { duration } from '../format/time.ts';

/** One SVG element. The classes are in charts.css. */
export interface Shape {
  readonly tag: 'path' | 'rect' | 'circle' | 'text';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly text?: string;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}
export const LARGE: PictureSize = { width: 96, height: 104 };
export const SMALL: PictureSize = { width: 56, height: 80 };

/** More tokens are a fill, more cells a bar. */
const MOST_DISCS = 16;
const MOST_CELLS = 20;

/** Around the drawing. */
const EDGE = 4;
/** A line of 12 px text. */
const TEXT = 16;
/** About as wide as a character of it. */
const CHARACTER = 7.6;

/** One sentence that names the quantities. */
export function pictureText(picture: Picture): string {
  switch (picture.kind) {
    case 'tokens':
      return `${number(picture.tokens)} of ${number(picture.capacity)} tokens.`;
    case 'water':
      return `Filled to ${number(picture.water)} of ${number(picture.capacity)}.`;
    case 'cells':
      return (
        `${number(picture.count)} of ${number(picture.n)} in the window from ` +
        `${duration(picture.from / 1e6)} to ${duration(picture.to / 1e6)}.`
      );
    case 'log':
      return (
        `${number(picture.times.length)} of ${number(picture.n)} in the last ` +
        `${duration((picture.to - picture.from) / 1e6)}.`
      );
    case 'mark': {
      const { name, ahead, limit } = picture;
      const where =
        ahead === 0 ? 'is now' : ahead > 0 ? `is ${number(ahead)} s ahead of now` : `passed ${number(-ahead)} s ago`;
      return `${name} ${where}; beyond ${number(limit)} s it refuses.`;
    }
    default:
      return '';
  }
}

export function pictureShapes(picture: Picture, size: PictureSize): readonly Shape[] {
  switch (picture.kind) {
    case 'tokens':
      return bucket(picture.tokens, picture.capacity, size);
    case 'water':
      return tank(picture.water, picture.capacity, size);
    case 'cells': {
      const words = boundsText(picture.from / 1e6, picture.to / 1e6, size);
      return picture.n <= MOST_CELLS
        ? cells(picture.count, picture.n, words, size)
        : bar(picture.count, picture.n, words, size);
    }
    case 'log':
      return strip(picture.times, picture.n, picture.from, picture.to, size);
    case 'mark':
      return scaleLine(picture.name, picture.ahead, picture.limit, size);
    default:
      return [];
  }
}

/** A bucket, open above and wider there: tokens as discs in rows of four, or a fill. */
function bucket(tokens: number, capacity: number, { width, height }: PictureSize): readonly Shape[] {
  const [top, bottom, middle] = [EDGE, height - EDGE, width / 2];
  const [rim, foot] = [width * 0.43, width * 0.33];
  const wall: Shape = line(
    `M${middle - rim} ${top}L${middle - foot} ${bottom}H${middle + foot}L${middle + rim} ${top}`,
  );
  if (capacity > MOST_DISCS) {
    const share = clamp(tokens / capacity, 0, 1);
    const level = bottom - share * (bottom - top - 8);
    const half = foot + (rim - foot) * ((bottom - level) / (bottom - top));
    return [
      shape('path', 'picture-pale', {
        d: `M${middle - foot} ${bottom}L${middle - half} ${level}H${middle + half}L${middle + foot} ${bottom}Z`,
      }),
      line(`M${middle - half} ${level}H${middle + half}`),
      wall,
    ];
  }
  const pitch = (2 * foot - 4) / 4;
  const radius = pitch / 2 - 1;
  const shapes: Shape[] = [wall];
  for (let i = 0; i < Math.ceil(capacity); i++) {
    const x = middle + ((i % 4) - 1.5) * pitch;
    const y = bottom - 3 - radius - Math.floor(i / 4) * pitch;
    const share = clamp(tokens - i, 0, 1);
    if (share === 1) shapes.push(shape('circle', 'picture-ink', { cx: x, cy: y, r: radius }));
    else {
      shapes.push(shape('circle', share > 0 ? 'picture-line' : 'picture-empty', { cx: x, cy: y, r: radius - 0.5 }));
      if (share > 0) shapes.push(shape('path', 'picture-ink', { d: discTo(x, y, radius, share) }));
    }
  }
  return shapes;
}

/** The lower part of a disc, up to that share of its height. */
function discTo(x: number, y: number, radius: number, share: number): string {
  const up = radius * (2 * share - 1);
  const half = Math.sqrt(Math.max(0, radius * radius - up * up));
  return `M${x - half} ${y - up}A${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 0 ${x + half} ${y - up}Z`;
}

/** A tank with straight walls and a hole in its floor: water up to the brim, which refuses. */
function tank(water: number, capacity: number, { width, height }: PictureSize): readonly Shape[] {
  const [left, right, top, bottom, middle] = [width * 0.12, width * 0.88, EDGE, height - EDGE - 8, width / 2];
  const brim = top + 8;
  const level = bottom - clamp(water / capacity, 0, 1) * (bottom - brim);
  return [
    shape('rect', 'picture-pale', { x: left, y: level, width: right - left, height: bottom - level }),
    line(`M${left} ${level}H${right}`),
    shape('path', 'picture-dashed', { d: `M${left} ${brim}H${right}` }),
    line(`M${left} ${top}V${bottom}H${middle - 3}M${middle + 3} ${bottom}H${right}V${top}`),
    shape('path', water > 0 ? 'picture-line' : 'picture-empty', { d: `M${middle} ${bottom + 2}v6` }),
  ];
}

/** Cells in rows of five, filled in reading order. */
function cells(count: number, n: number, words: string, { width, height }: PictureSize): readonly Shape[] {
  const columns = Math.min(5, n);
  const rows = Math.ceil(n / columns);
  const pitch = Math.min(16, (width - 2 * EDGE) / 5, (height - TEXT - 2 * EDGE) / rows);
  const side = pitch - 2;
  const left = (width - columns * pitch + 2) / 2;
  const top = (height - TEXT - rows * pitch) / 2;
  const shapes = Array.from({ length: n }, (_, i) => {
    const [x, y] = [left + (i % columns) * pitch, top + Math.floor(i / columns) * pitch];
    const share = clamp(count - i, 0, 1);
    return share === 1
      ? shape('rect', 'picture-ink', { x, y, width: side, height: side })
      : share > 0
        ? shape('rect', 'picture-ink', { x, y: y + side * (1 - share), width: side, height: side * share })
        : shape('rect', 'picture-empty', { x: x + 0.5, y: y + 0.5, width: side - 1, height: side - 1 });
  });
  return [...shapes, label(words, width / 2, top + rows * pitch + TEXT - 3)];
}

function bar(count: number, n: number, words: string, size: PictureSize): readonly Shape[] {
  const { width, height } = size;
  const [x, y, full, high] = [EDGE, height / 2 - 8, width - 2 * EDGE, 16];
  return [
    shape('rect', 'picture-ink', { x, y, width: full * clamp(count / n, 0, 1), height: high }),
    shape('rect', 'picture-line', { x: x + 0.75, y: y + 0.75, width: full - 1.5, height: high - 1.5 }),
    label(ratio(count, n, size), width / 2, y - 6),
    label(words, width / 2, y + high + TEXT),
  ];
}

/** A strip from now − T to now, with a tick for each entry. */
function strip(times: Float64Array, n: number, from: number, to: number, size: PictureSize): readonly Shape[] {
  const { width, height } = size;
  const [left, right, top, bottom] = [EDGE, width - EDGE, height / 2 - 12, height / 2 + 12];
  const entries: string[] = [];
  let last = -Infinity;
  for (const time of times) {
    const x = left + 1 + clamp((time - from) / (to - from), 0, 1) * (right - left - 2);
    // A thousand entries within a pixel are one line.
    if (x - last < 0.5) continue;
    last = x;
    entries.push(`M${x.toFixed(2)} ${top + 3}V${bottom - 3}`);
  }
  const span = duration((to - from) / 1e6);
  return [
    shape('path', 'picture-frame', { d: `M${left} ${top}H${right}V${bottom}H${left}Z` }),
    line(entries.join('')),
    // Now is where entries come in.
    shape('path', 'picture-now', { d: `M${right} ${top - 4}V${bottom + 4}` }),
    label(ratio(times.length, n, size), width / 2, top - 8),
    label(fitting([`last ${span}`, span], size), width / 2, bottom + TEXT + 2),
  ];
}

/** A line of time with now, the mark and the limit beyond which it refuses; hatched there. */
function scaleLine(name: string, ahead: number, limit: number, size: PictureSize): readonly Shape[] {
  const { width, height } = size;
  const y = height / 2;
  const [now, far] = [width * 0.18, width * 0.8];
  // Without a limit to speak of, the mark itself gives the scale.
  const span = Math.max(limit, 1e-9, limit > 0 ? 0 : ahead);
  const at = (seconds: number): number => clamp(now + (seconds / span) * (far - now), EDGE, width - EDGE);
  const wall = at(limit);
  const mark = clamp(at(ahead), 6, width - 6);
  const [from, to] = [wall + 1, width - 1];
  let hatch = '';
  for (let x = from; x < to; x += 4) hatch += `M${x} ${y + 8}L${Math.min(to, x + 8)} ${y + 8 - Math.min(8, to - x)}`;
  const half = (text: string): number => (text.length * CHARACTER) / 2;
  const nowAt = Math.max(now, half('now'));
  const end = fitting([`${number(limit)} s`, shortNumber(limit)], { width: width / 2, height });
  const endAt = Math.min(wall, width - half(end));
  return [
    line(`M${EDGE} ${y}H${width - EDGE}`),
    shape('path', 'picture-hatch', { d: hatch }),
    line(`M${now} ${y - 8}V${y + 8}M${wall} ${y - 8}V${y + 8}`),
    shape('path', 'picture-ink', { d: `M${mark - 6} ${y - 14}H${mark + 6}L${mark} ${y - 2}Z` }),
    label(name, clamp(mark, half(name), width - half(name)), y - 20),
    label('now', nowAt, y + 22),
    // A limit that is hardly ahead of now has no room for its figure.
    ...(endAt - nowAt >= half('now') + half(end) ? [label(end, endAt, y + 22)] : []),
  ];
}

/** `10–20 s`: in seconds, if that is short enough, else in the unit in which it is, else rounded, else only the end. */
function boundsText(from: number, to: number, size: PictureSize): string {
  const units = [
    [1, 's'],
    [60, 'min'],
    [3_600, 'h'],
    [86_400, 'd'],
  ] as const;
  const texts = [3, 1, 0].flatMap((decimals) =>
    units.flatMap(([unit, name]) => {
      const [start, end] = [number(from / unit, decimals), number(to / unit, decimals)];
      return start === end ? [] : [`${start}–${end} ${name}`];
    }),
  );
  return fitting([...texts, `to ${number(to, 0)} s`, `${number(to, 0)} s`, `${shortNumber(Math.round(to))} s`], size);
}

function ratio(count: number, n: number, size: PictureSize): string {
  return fitting([`${number(count)} of ${number(n)}`, `${number(count)}/${number(n)}`, shortNumber(count)], size);
}

/** The first that is narrow enough, or the last. */
function fitting(texts: readonly string[], { width }: PictureSize): string {
  return texts.find((text) => text.length * CHARACTER <= width) ?? texts.at(-1) ?? '';
}

function label(text: string, x: number, y: number): Shape {
  return { ...shape('text', 'picture-text', { x, y, 'text-anchor': 'middle' }), text };
}

function line(d: string): Shape {
  return shape('path', 'picture-line', { d });
}

function shape(tag: Shape['tag'], name: string, attributes: Readonly<Record<string, string | number>>): Shape {
  return { tag, attributes: { class: name, ...attributes } };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
