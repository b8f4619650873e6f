/**
 * A picture to take away: parts one below the other, drawn by the same functions on a canvas and into SVG. It knows no page,
 * so the command line draws it as well.
 */
import { fnv1aOfString } from '../../sim/index.ts';
import type { DrawingContext } from '../charts/drawingContext.ts';
import { element, svgText, SvgContext, SvgDefinitions } from '../charts/svgContext.ts';
import { PICTURE_THEME } from './pictureTheme.ts';

/** In CSS pixels. A layer is drawn for itself and then put on those before: what it erases, it erases of itself. */
export interface Layer {
  readonly x: number;
  readonly width: number;
  /** @param pixelRatio device pixels per CSS pixel, for lines that are to be sharp */
  readonly draw: (ctx: DrawingContext, pixelRatio: number) => void;
  /** An address that it leads to, in SVG. */
  readonly href?: string;
}

export interface PicturePart {
  /** CSS pixels. */
  readonly height: number;
  readonly layers: readonly Layer[];
}

export interface Picture {
  readonly title: string;
  /** What it shows, for those who do not see it. */
  readonly description: string;
  /** Where what it shows is opened again. A file keeps it with the description; read aloud, it would be noise. */
  readonly address?: string;
  /** CSS pixels. */
  readonly width: number;
  readonly parts: readonly PicturePart[];
}

/** CSS pixels. */
export function heightOf({ parts }: Picture): number {
  return parts.reduce((sum, { height }) => sum + height, 0);
}

/** Of a printer, or of a screen with a high resolution: bins keep their widths, and lines are sharp on either. */
const SVG_PIXEL_RATIO = 2;

/** The picture as a file: texts are texts, and nothing in it is loaded from elsewhere. */
export function svgOf(picture: Picture): string {
  const { title, address, width } = picture;
  const description = [picture.description, address ?? ''].filter(Boolean).join('\n');
  const height = heightOf(picture);
  // A page may hold several pictures.
  const definitions = new SvgDefinitions(`s${fnv1aOfString(title + description).toString(36)}-`);
  const layers = placed(picture).map(({ x, y, width: own, height: high, draw, href }) => {
    const ctx = new SvgContext(definitions, own, high);
    draw(ctx, SVG_PIXEL_RATIO);
    const group = element('g', { transform: `translate(${x} ${y})` }, ctx.toString());
    return href === undefined ? group : element('a', { href }, group);
  });
  const content = [
    element('title', {}, svgText(title)),
    element('desc', {}, svgText(description)),
    element('defs', {}, definitions.toString()),
    element('rect', { width, height, fill: PICTURE_THEME.surface }),
    ...layers,
  ].join('\n');
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  const root = { xmlns: 'http://www.w3.org/2000/svg', ...size, role: 'img', 'font-family': PICTURE_THEME.font };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('svg', root, `\n${content}\n`)}\n`;
}

/** A canvas in the page, or one that is never shown. */
export interface Canvas {
  width: number;
  height: number;
  getContext(kind: '2d'): (CanvasImage & DrawingContext) | null;
}
type CanvasImage = Pick<CanvasRenderingContext2D, 'drawImage' | 'setTransform' | 'resetTransform'>;

/**
 * Draws the picture on a canvas, which gets its size.
 * @param scale device pixels per CSS pixel, a whole number
 * @param newCanvas for layers
 * @returns false where no canvas is that large
 */
export function paintPicture(
  picture: Picture,
  canvas: Canvas,
  scale: number,
  newCanvas: () => Canvas & CanvasImageSource,
): boolean {
  const height = heightOf(picture);
  canvas.width = picture.width * scale;
  canvas.height = height * scale;
  const ctx = canvas.getContext('2d');
  if (ctx === null) return false;
  ctx.fillStyle = PICTURE_THEME.surface;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  const sheet = newCanvas();
  for (const { x, y, width, height: high, draw } of placed(picture)) {
    sheet.width = (width + 2 * OVERHANG) * scale;
    sheet.height = (high + 2 * OVERHANG) * scale;
    const own = sheet.getContext('2d');
    if (own === null) return false;
    own.setTransform(scale, 0, 0, scale, OVERHANG * scale, OVERHANG * scale);
    draw(own, scale);
    ctx.drawImage(sheet, (x - OVERHANG) * scale, (y - OVERHANG) * scale);
  }
  return true;
}

/** Marks at the edge of a plot, and long labels beside it, reach out of their layer. */
const OVERHANG = 24;

function placed({ parts }: Picture): readonly (Layer & { readonly y: number; readonly height: number })[] {
  let y = 0;
  return parts.flatMap(({ height, layers }) => {
    const top = y;
    y += height;
    return layers.map((layer) => ({ ...layer, y: top, height }));
  });
}
