/** What the state pictures are made of: shapes as data, the sizes they are drawn in, and the marks that they share. */
import type { Picture } from '../../../sim/index.ts';
import { formatNumber } from '../../format/numbers.ts';
import { formatShortNumber } from '../../format/ticks.ts';

/** One SVG element. The classes are in charts.css: ink only. */
export interface SvgShape {
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
  readonly labels: 'none' | 'few' | 'full';
}

/** A picture of so many pixels. It is drawn for them, never scaled, so that lines and words keep their size. */
export function pictureSize(width: number, height: number): PictureSize {
  return { width, height, labels: width < 88 || height < 96 ? 'none' : width < 280 || height < 180 ? 'few' : 'full' };
}

/** In a lower row or a narrow window; in a lane; on the card. */
export const SMALL_PICTURE = pictureSize(56, 80);
export const LANE_PICTURE = pictureSize(96, 104);
export const PAGE_PICTURE = pictureSize(480, 320);

type Kind = Picture['kind'];
export type PictureOf<K extends Kind> = Extract<Picture, { readonly kind: K }>;

/** How one kind of picture is said and drawn. Every quantity that a decision changes stands in the text. */
export interface PictureRenderer<K extends Kind> {
  describe(picture: PictureOf<K>): string;
  shapes(picture: PictureOf<K>, size: PictureSize): readonly SvgShape[];
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Around the drawing. */
const MARGIN = 4;

/** Where the drawing goes: below the headline, if there is one. */
export function drawingBox({ width, height, labels }: PictureSize): Box {
  return labels === 'full'
    ? { left: 12, top: 44, right: width - 12, bottom: height - 12 }
    : { left: MARGIN, top: MARGIN, right: width - MARGIN, bottom: height - MARGIN };
}

/** What the words beside a vessel usually take. */
const TYPICAL_LABEL_WIDTH = 220;

/** The room's left part for a vessel, and where the words beside it begin; without words the vessel has all of it. */
export function besideLabels(size: PictureSize): { readonly box: Box; readonly x: number } {
  const room = drawingBox(size);
  if (size.labels !== 'full') return { box: room, x: room.right };
  const all = room.right - room.left;
  const width = Math.min(all * 0.46, (room.bottom - room.top) * 1.1);
  // Both together stand in the middle.
  const left = room.left + Math.max(0, (all - width - 16 - TYPICAL_LABEL_WIDTH) / 2);
  return { box: { ...room, left, right: left + width }, x: left + width + 16 };
}

/** A line of text, and about as much as one of its characters takes. */
export function lineHeight({ labels }: PictureSize): number {
  return labels === 'full' ? 20 : labels === 'few' ? 16 : 0;
}
function characterWidth({ labels }: PictureSize): number {
  return labels === 'full' ? 8.4 : 7.6;
}
/** The same of the headline's. */
const HEADLINE_CHARACTER_WIDTH = 12;

type Anchor = 'start' | 'middle' | 'end';

/** The first text that fits into so many pixels, or none. `at` has the point of its baseline that the anchor names. */
export function label(
  texts: string | readonly string[],
  at: { readonly x: number; readonly y: number; readonly anchor?: Anchor; readonly within: number },
  size: PictureSize,
): readonly SvgShape[] {
  if (size.labels === 'none') return [];
  const { x, y, anchor = 'middle', within } = at;
  const text = firstFitting(texts, within, characterWidth(size));
  return text === '' ? [] : [{ ...shape('text', 'picture-text', { x, y, 'text-anchor': anchor }), text }];
}

/** In the middle of the picture's width, or as near to `x` as the text stays inside. */
export function labelNear(texts: string | readonly string[], x: number, y: number, size: PictureSize) {
  const { width } = size;
  const half = (firstFitting(texts, width, characterWidth(size)).length * characterWidth(size)) / 2;
  return label(texts, { x: clamp(x, half, width - half), y, within: width }, size);
}

/** What matters most, in full pictures alone. */
export function headline(texts: string | readonly string[], size: PictureSize): readonly SvgShape[] {
  if (size.labels !== 'full') return [];
  const text = firstFitting(texts, size.width - 24, HEADLINE_CHARACTER_WIDTH);
  return [{ ...shape('text', 'picture-headline', { x: 12, y: 26, 'text-anchor': 'start' }), text }];
}

/** Pixels that a text takes, about. */
export function textWidth(text: string, size: PictureSize): number {
  return text.length * characterWidth(size);
}

function firstFitting(texts: string | readonly string[], within: number, character: number): string {
  const all = typeof texts === 'string' ? [texts] : texts;
  return all.find((text) => text.length * character <= within) ?? '';
}

/** `7.3`, `1,000,000`, `∞`. */
export function formatQuantity(value: number, decimals = 3): string {
  return Number.isFinite(value) ? formatNumber(value, decimals) : value > 0 ? '∞' : '−∞';
}

/** `7 of 10`, or as much of it as there is room for. */
export function ratioTexts(count: number, n: number): readonly string[] {
  return [
    `${formatQuantity(count)} of ${formatQuantity(n)}`,
    `${formatQuantity(count)}/${formatQuantity(n)}`,
    `${formatQuantity(count, 1)}/${n >= 1e4 ? formatShortNumber(n) : formatQuantity(n, 1)}`,
    formatShortNumber(Math.round(count)),
  ];
}

export function line(d: string): SvgShape {
  return path('picture-line', d);
}

export function path(className: string, d: string): SvgShape {
  return shape('path', className, { d });
}

export function shape(
  tag: SvgShape['tag'],
  className: string,
  attributes: Readonly<Record<string, string | number>>,
): SvgShape {
  return { tag, attributes: { class: className, ...attributes } };
}

export function rect(
  className: string,
  { left, top, right, bottom }: Box,
  more: SvgShape['attributes'] = {},
): SvgShape {
  return shape('rect', className, {
    x: left,
    y: top,
    width: Math.max(0, right - left),
    height: Math.max(0, bottom - top),
    ...more,
  });
}

/** Ink that is partly there. */
export function shade(box: Box, opacity: number): SvgShape {
  return rect('picture-ink', box, { 'fill-opacity': opacity });
}

/** Lines of 45° in a box: the side that refuses, or what is owed. */
export function hatchShape({ left, top, right, bottom }: Box, pitch = 4): SvgShape {
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
export function downwardTip(x: number, y: number, half = 6): SvgShape {
  return path('picture-ink', `M${x - half} ${y - 2 * half}H${x + half}L${x} ${y}Z`);
}

/** Drops that fall evenly: what comes in a little at a time. */
export function drips(x: number, top: number, bottom: number, { labels }: PictureSize): readonly SvgShape[] {
  const r = labels === 'full' ? 2.5 : 1.5;
  return [0, 0.5, 1].map((share) =>
    shape('circle', 'picture-ink', { cx: x, cy: top + r + share * (bottom - top - 2 * r), r }),
  );
}

/** A part of a whole, 0 to 1, where either may be nothing or without an end. */
export function fractionOf(part: number, whole: number): number {
  if (part <= 0 || whole === Infinity) return 0;
  return whole > 0 ? Math.min(1, part / whole) : 1;
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
