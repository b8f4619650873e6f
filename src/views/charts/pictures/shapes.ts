/** What the state pictures are made of: shapes as data, the sizes they are drawn in, and the marks that they share. */
import type { Picture } from '../../../sim/index.ts';
import { number } from '../../format/numbers.ts';
import { shortNumber } from '../../format/ticks.ts';

/** One SVG element. The classes are in charts.css: ink only. */
export interface Shape {
  readonly tag: 'path' | 'rect' | 'circle' | 'text';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly text?: string;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
  /**
   * How much is written into it: nothing, where a word would have to be smaller than 12 px; a figure or two at 12 px; or
   * a headline and every figure with its unit, at 14 px.
   */
  readonly words: 'none' | 'few' | 'full';
}

/** A picture of so many pixels. It is drawn for them, never scaled, so that lines and words keep their size. */
export function sizeOf(width: number, height: number): PictureSize {
  return { width, height, words: width < 88 || height < 96 ? 'none' : width < 280 || height < 180 ? 'few' : 'full' };
}

/** In a lower row or a narrow window; in a lane; on the card. */
export const SMALL = sizeOf(56, 80);
export const LARGE = sizeOf(96, 104);
export const HUGE = sizeOf(480, 320);

type Kind = Picture['kind'];
export type PictureOf<K extends Kind> = Extract<Picture, { readonly kind: K }>;

/** How one kind of picture is said and drawn. Every quantity that a decision changes stands in the text. */
export interface Drawing<K extends Kind> {
  text(picture: PictureOf<K>): string;
  shapes(picture: PictureOf<K>, size: PictureSize): readonly Shape[];
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Around the drawing. */
const EDGE = 4;

/** Where the drawing goes: below the headline, if there is one. */
export function roomOf({ width, height, words }: PictureSize): Box {
  return words === 'full'
    ? { left: 12, top: 44, right: width - 12, bottom: height - 12 }
    : { left: EDGE, top: EDGE, right: width - EDGE, bottom: height - EDGE };
}

/** What the words beside a vessel usually take. */
const USUAL_WORDS = 220;

/** The room's left part for a vessel, and where the words beside it begin; without words the vessel has all of it. */
export function besideWords(size: PictureSize): { readonly box: Box; readonly x: number } {
  const room = roomOf(size);
  if (size.words !== 'full') return { box: room, x: room.right };
  const all = room.right - room.left;
  const width = Math.min(all * 0.46, (room.bottom - room.top) * 1.1);
  // Both together stand in the middle.
  const left = room.left + Math.max(0, (all - width - 16 - USUAL_WORDS) / 2);
  return { box: { ...room, left, right: left + width }, x: left + width + 16 };
}

/** A line of text, and about as much as one of its characters takes. */
export function lineHeight({ words }: PictureSize): number {
  return words === 'full' ? 20 : words === 'few' ? 16 : 0;
}
function characterWidth({ words }: PictureSize): number {
  return words === 'full' ? 8.4 : 7.6;
}
/** The same of the headline's. */
const HEADLINE_CHARACTER = 12;

type Anchor = 'start' | 'middle' | 'end';

/** The first text that fits into so many pixels, or none. `at` has the point of its baseline that the anchor names. */
export function label(
  texts: string | readonly string[],
  at: { readonly x: number; readonly y: number; readonly anchor?: Anchor; readonly within: number },
  size: PictureSize,
): readonly Shape[] {
  if (size.words === 'none') return [];
  const { x, y, anchor = 'middle', within } = at;
  const text = fitting(texts, within, characterWidth(size));
  return text === '' ? [] : [{ ...shape('text', 'picture-text', { x, y, 'text-anchor': anchor }), text }];
}

/** In the middle of the picture's width, or as near to `x` as the text stays inside. */
export function labelNear(texts: string | readonly string[], x: number, y: number, size: PictureSize) {
  const { width } = size;
  const half = (fitting(texts, width, characterWidth(size)).length * characterWidth(size)) / 2;
  return label(texts, { x: clamp(x, half, width - half), y, within: width }, size);
}

/** What matters most, in full pictures alone. */
export function headline(texts: string | readonly string[], size: PictureSize): readonly Shape[] {
  if (size.words !== 'full') return [];
  const text = fitting(texts, size.width - 24, HEADLINE_CHARACTER);
  return [{ ...shape('text', 'picture-headline', { x: 12, y: 26, 'text-anchor': 'start' }), text }];
}

/** Pixels that a text takes, about. */
export function textWidth(text: string, size: PictureSize): number {
  return text.length * characterWidth(size);
}

function fitting(texts: string | readonly string[], within: number, character: number): string {
  const all = typeof texts === 'string' ? [texts] : texts;
  return all.find((text) => text.length * character <= within) ?? '';
}

/** `7.3`, `1,000,000`, `∞`. */
export function figure(value: number, decimals = 3): string {
  return Number.isFinite(value) ? number(value, decimals) : value > 0 ? '∞' : '−∞';
}

/** `7 of 10`, or as much of it as there is room for. */
export function ratio(count: number, n: number): readonly string[] {
  return [
    `${figure(count)} of ${figure(n)}`,
    `${figure(count)}/${figure(n)}`,
    `${figure(count, 1)}/${n >= 1e4 ? shortNumber(n) : figure(n, 1)}`,
    shortNumber(Math.round(count)),
  ];
}

export function line(d: string): Shape {
  return path('picture-line', d);
}

export function path(name: string, d: string): Shape {
  return shape('path', name, { d });
}

export function shape(tag: Shape['tag'], name: string, attributes: Readonly<Record<string, string | number>>): Shape {
  return { tag, attributes: { class: name, ...attributes } };
}

export function rect(name: string, { left, top, right, bottom }: Box, more: Shape['attributes'] = {}): Shape {
  return shape('rect', name, {
    x: left,
    y: top,
    width: Math.max(0, right - left),
    height: Math.max(0, bottom - top),
    ...more,
  });
}

/** Ink that is partly there. */
export function shade(box: Box, opacity: number): Shape {
  return rect('picture-ink', box, { 'fill-opacity': opacity });
}

/** Lines of 45° in a box: the side that refuses, or what is owed. */
export function hatch({ left, top, right, bottom }: Box, pitch = 4): Shape {
  const [width, height] = [right - left, bottom - top];
  let d = '';
  if (width > 0 && height > 0) {
    // Each begins on the left edge or the lower one, and ends on the upper one or the right.
    for (let from = pitch - height; from < width; from += pitch) {
      const [start, end] = [Math.max(0, from), Math.min(width, from + height)];
      d += `M${left + start} ${bottom - (start - from)}L${left + end} ${bottom - (end - from)}`;
    }
  }
  return path('picture-hatch', d);
}

/** A pointer that stands on a point, its tip down. */
export function pointer(x: number, y: number, half = 6): Shape {
  return path('picture-ink', `M${x - half} ${y - 2 * half}H${x + half}L${x} ${y}Z`);
}

/** Drops that fall evenly: what comes in a little at a time. */
export function drips(x: number, top: number, bottom: number, { words }: PictureSize): readonly Shape[] {
  const r = words === 'full' ? 2.5 : 1.5;
  return [0, 0.5, 1].map((share) =>
    shape('circle', 'picture-ink', { cx: x, cy: top + r + share * (bottom - top - 2 * r), r }),
  );
}

/** A part of a whole, 0 to 1, where either may be nothing or without an end. */
export function shareOf(part: number, whole: number): number {
  if (part <= 0 || whole === Infinity) return 0;
  return whole > 0 ? Math.min(1, part / whole) : 1;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
