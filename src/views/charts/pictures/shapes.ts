/** The building blocks of state pictures: shapes as data, the sizes they are drawn in, and the marks they share. */
import type { Picture } from '../../../sim/index.ts';
import { formatNumber } from '../../format/numbers.ts';
import { formatShortNumber } from '../../format/ticks.ts';

/** One SVG element. Its classes are in charts.css: ink only. */
export interface SvgShape {
  readonly tag: 'path' | 'rect' | 'circle' | 'text';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly text?: string;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
  /**
   * How much text there is: none, where it would have to be smaller than 12 px; a figure or two at 12 px; or a headline
   * and every figure with its unit, at 14 px.
   */
  readonly labels: 'none' | 'few' | 'full';
}

/** A picture of this size in pixels. It is drawn for that size and never scaled, so that lines and text keep theirs. */
export function pictureSize(width: number, height: number): PictureSize {
  return { width, height, labels: width < 88 || height < 96 ? 'none' : width < 280 || height < 180 ? 'few' : 'full' };
}

/** In a low row or a narrow window; in a lane; on the limiter's page. */
export const SMALL_PICTURE = pictureSize(56, 80);
export const LANE_PICTURE = pictureSize(96, 104);
export const PAGE_PICTURE = pictureSize(480, 320);

type Kind = Picture['kind'];
export type PictureOf<K extends Kind> = Extract<Picture, { readonly kind: K }>;

/** How one kind of picture is described and drawn. The text contains every quantity that a decision changes. */
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

/** The margin around the drawing. */
const MARGIN = 4;

/** The area of the drawing: below the headline, if there is one. */
export function drawingBox({ width, height, labels }: PictureSize): Box {
  return labels === 'full'
    ? { left: 12, top: 44, right: width - 12, bottom: height - 12 }
    : { left: MARGIN, top: MARGIN, right: width - MARGIN, bottom: height - MARGIN };
}

/** The width that the labels beside a vessel usually take. */
const TYPICAL_LABEL_WIDTH = 220;

/** The left part of the area for a vessel, and where the labels beside it begin; without labels the vessel has it all. */
export function besideLabels(size: PictureSize): { readonly box: Box; readonly x: number } {
  const room = drawingBox(size);
  if (size.labels !== 'full') return { box: room, x: room.right };
  const all = room.right - room.left;
  const width = Math.min(all * 0.46, (room.bottom - room.top) * 1.1);
  // Vessel and labels are centred together.
  const left = room.left + Math.max(0, (all - width - 16 - TYPICAL_LABEL_WIDTH) / 2);
  return { box: { ...room, left, right: left + width }, x: left + width + 16 };
}

/** The height of a line of text, and below the approximate width of a character. */
export function lineHeight({ labels }: PictureSize): number {
  return labels === 'full' ? 20 : labels === 'few' ? 16 : 0;
}
function characterWidth({ labels }: PictureSize): number {
  return labels === 'full' ? 8.4 : 7.6;
}
/** The same of the headline's. */
const HEADLINE_CHARACTER_WIDTH = 12;

type Anchor = 'start' | 'middle' | 'end';

/** The first text that fits into `at.within` pixels, if any; `at.x` and `at.y` are the anchor's point on the baseline. */
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

/** Centred at `x`, or as near to it as the text stays inside the picture. */
export function labelNear(texts: string | readonly string[], x: number, y: number, size: PictureSize) {
  const { width } = size;
  const half = (firstFitting(texts, width, characterWidth(size)).length * characterWidth(size)) / 2;
  return label(texts, { x: clamp(x, half, width - half), y, within: width }, size);
}

/** The most important statement, in full pictures alone. */
export function headline(texts: string | readonly string[], size: PictureSize): readonly SvgShape[] {
  if (size.labels !== 'full') return [];
  const text = firstFitting(texts, size.width - 24, HEADLINE_CHARACTER_WIDTH);
  return [{ ...shape('text', 'picture-headline', { x: 12, y: 26, 'text-anchor': 'start' }), text }];
}

/** The approximate width of a text in pixels. */
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

/** Ink at partial opacity. */
export function shade(box: Box, opacity: number): SvgShape {
  return rect('picture-ink', box, { 'fill-opacity': opacity });
}

/** 45° lines in a box: the side that refuses, or debt. */
export function hatchShape({ left, top, right, bottom }: Box, pitch = 4): SvgShape {
  const [width, height] = [right - left, bottom - top];
  let d = '';
  if (width > 0 && height > 0) {
    // Each begins on the left or lower edge, and ends on the upper or right one.
    for (let from = pitch - height; from < width; from += pitch) {
      const [start, end] = [Math.max(0, from), Math.min(width, from + height)];
      d += `M${left + start} ${bottom - (start - from)}L${left + end} ${bottom - (end - from)}`;
    }
  }
  return path('picture-hatch', d);
}

/** A pointer with its tip down at a point. */
export function downwardTip(x: number, y: number, half: number): SvgShape {
  return path('picture-ink', `M${x - half} ${y - 2 * half}H${x + half}L${x} ${y}Z`);
}

/** Evenly spaced drops: what comes in gradually. */
export function drips(x: number, top: number, bottom: number, { labels }: PictureSize): readonly SvgShape[] {
  const r = labels === 'full' ? 2.5 : 1.5;
  return [0, 0.5, 1].map((share) =>
    shape('circle', 'picture-ink', { cx: x, cy: top + r + share * (bottom - top - 2 * r), r }),
  );
}

/** A part of a whole, 0 to 1, where either may be zero or infinite. */
export function fractionOf(part: number, whole: number): number {
  if (part <= 0 || whole === Infinity) return 0;
  return whole > 0 ? Math.min(1, part / whole) : 1;
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
