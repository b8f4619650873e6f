/**
 * A canvas' context that writes SVG: what draws charts on the page draws them into files, texts as text. It implements what
 * `DrawingContext` names. What is drawn behind the rest comes first in the file, and what is erased becomes a mask.
 */
import type { DrawingContext } from './drawingContext.ts';
import { withoutTurning } from '../text/isolated.ts';
import { widthOfText } from './textMetrics.ts';

interface Style {
  fillStyle: string;
  strokeStyle: string;
  globalAlpha: number;
  globalCompositeOperation: GlobalCompositeOperation;
  lineWidth: number;
  lineJoin: CanvasLineJoin;
  lineCap: CanvasLineCap;
  miterLimit: number;
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
}

/** Those of a new context. */
const INITIAL: Style = {
  fillStyle: '#000000',
  strokeStyle: '#000000',
  globalAlpha: 1,
  globalCompositeOperation: 'source-over',
  lineWidth: 1,
  lineJoin: 'miter',
  lineCap: 'butt',
  miterLimit: 10,
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
};

type Attributes = Readonly<Record<string, string | number>>;

/** What several drawings in one file share: definitions, each under an id of its own. */
export class SvgDefinitions {
  readonly #ids = new Map<string, string>();
  readonly #prefix: string;

  /** @param prefix of all ids: they hold for the whole document that the file is pasted into */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** @param content of the element without its id: the same content has the same id */
  add(name: 'clipPath' | 'mask', attributes: Attributes, content: string): string {
    const key = `<${name}${written(attributes)} id="*">${content}</${name}>`;
    const id = this.#ids.get(key) ?? `${this.#prefix}${name === 'mask' ? 'm' : 'c'}${this.#ids.size}`;
    this.#ids.set(key, id);
    return id;
  }

  toString(): string {
    return [...this.#ids].map(([definition, id]) => definition.replace('id="*"', () => `id="${id}"`)).join('');
  }
}

export class SvgContext implements DrawingContext {
  declare fillStyle: string;
  declare strokeStyle: string;
  declare globalAlpha: number;
  declare globalCompositeOperation: GlobalCompositeOperation;
  declare lineWidth: number;
  declare lineJoin: CanvasLineJoin;
  declare lineCap: CanvasLineCap;
  declare miterLimit: number;
  declare font: string;
  declare textAlign: CanvasTextAlign;
  declare textBaseline: CanvasTextBaseline;

  readonly #definitions: SvgDefinitions;
  readonly #bounds: Attributes;
  #elements: string[] = [];
  /** Since the last element: in a mask, what is black is erased. */
  #erased: string[] = [];
  /** Rectangles of one look are one path: there are hundreds side by side, and apart they would show seams. */
  #rectangles: { readonly attributes: Attributes; readonly behind: boolean; readonly path: string[] } | null = null;
  /** The same of rectangles that are cleared. */
  #cleared: { readonly attributes: string; readonly path: string[] } | null = null;
  #path: string[] = [];
  #at: readonly [x: number, y: number] | null = null;
  #dash: readonly number[] = [];
  /** The id of the clip path; null if nothing is clipped. */
  #clip: string | null = null;
  readonly #saved: { readonly style: Style; readonly dash: readonly number[]; readonly clip: string | null }[] = [];

  /** @param width and `height` of the drawing, beyond which by half nothing is drawn */
  constructor(definitions: SvgDefinitions, width: number, height: number) {
    Object.assign(this, INITIAL);
    this.#definitions = definitions;
    this.#bounds = {
      x: number(-width / 2),
      y: number(-height / 2),
      width: number(2 * width),
      height: number(2 * height),
    };
  }

  /** All that was drawn, as elements of SVG. */
  toString(): string {
    this.#endRectangles();
    this.#endErasing();
    return this.#elements.join('');
  }

  save(): void {
    const style = Object.fromEntries(
      (Object.keys(INITIAL) as (keyof Style)[]).map((name) => [name, this[name]]),
    ) as unknown as Style;
    this.#saved.push({ style, dash: this.#dash, clip: this.#clip });
  }

  restore(): void {
    const last = this.#saved.pop();
    if (last === undefined) return;
    Object.assign(this, last.style);
    this.#dash = last.dash;
    this.#clip = last.clip;
  }

  beginPath(): void {
    this.#path = [];
    this.#at = null;
  }

  closePath(): void {
    if (this.#path.length > 0) this.#path.push('Z');
  }

  moveTo(x: number, y: number): void {
    this.#path.push(`M${number(x)} ${number(y)}`);
    this.#at = [x, y];
  }

  lineTo(x: number, y: number): void {
    this.#path.push(`${this.#at === null ? 'M' : 'L'}${number(x)} ${number(y)}`);
    this.#at = [x, y];
  }

  /** Clockwise, at most one turn, as everything here draws it. */
  arc(x: number, y: number, radius: number, from: number, to: number): void {
    const pointAt = (angle: number) => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
    const r = number(radius);
    const arcTo = (angle: number): void => {
      const [endX, endY] = pointAt(angle);
      this.#path.push(`A${r} ${r} 0 0 1 ${number(endX)} ${number(endY)}`);
      this.#at = [endX, endY];
    };
    const [startX, startY] = pointAt(from);
    const isThere = this.#at !== null && Math.hypot(this.#at[0] - startX, this.#at[1] - startY) < 1e-6;
    if (!isThere) this.lineTo(startX, startY);
    // An arc of SVG cannot end where it begins.
    arcTo((from + to) / 2);
    arcTo(to);
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.#path.push(rectangle(x, y, width, height));
    this.#at = [x, y];
  }

  clip(): void {
    const outer: Attributes = this.#clip === null ? {} : { 'clip-path': `url(#${this.#clip})` };
    this.#clip = this.#definitions.add('clipPath', outer, `<path d="${this.#path.join('')}"/>`);
  }

  fill(): void {
    this.#add('path', { d: this.#path.join(''), ...this.#fillAttributes() });
  }

  stroke(): void {
    if (this.#path.length > 0) this.#add('path', { d: this.#path.join(''), ...this.#strokeAttributes() });
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    if (width === 0 || height === 0) return;
    if (this.#isErasing) {
      this.#add('path', { d: rectangle(x, y, width, height), ...this.#fillAttributes() });
      return;
    }
    const attributes = { ...this.#fillAttributes(), ...this.#clipAttribute() };
    const behind = this.globalCompositeOperation === 'destination-over';
    const last = this.#rectangles;
    const isSame = last !== null && last.behind === behind && written(last.attributes) === written(attributes);
    if (!isSame) {
      this.#endRectangles();
      this.#rectangles = { attributes, behind, path: [] };
    }
    this.#rectangles?.path.push(rectangle(x, y, width, height));
  }

  clearRect(x: number, y: number, width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    this.#endRectangles();
    // One path for rectangles side by side, as in `fillRect`.
    const attributes = written(this.#clipAttribute());
    if (this.#cleared?.attributes !== attributes) this.#endClearing();
    this.#cleared ??= { attributes, path: [] };
    this.#cleared.path.push(rectangle(x, y, width, height));
  }

  fillText(text: string, x: number, y: number): void {
    const { size, weight, family } = fontOf(this.font);
    const anchor = ANCHORS[this.textAlign] ?? 'start';
    this.#add(
      'text',
      {
        x: number(x),
        // Few programs other than browsers know baselines, so it is put where letters are in the middle.
        y: number(y + (this.textBaseline === 'middle' ? MIDDLE * size : 0)),
        'font-size': size,
        'font-family': family,
        ...(weight === '' ? {} : { 'font-weight': weight }),
        ...(anchor === 'start' ? {} : { 'text-anchor': anchor }),
        ...this.#fillAttributes(),
      },
      svgText(text),
    );
  }

  measureText(text: string): { readonly width: number } {
    return { width: widthOfText(text, fontOf(this.font).size) };
  }

  setLineDash(segments: Iterable<number>): void {
    this.#dash = [...segments];
  }

  get #isErasing(): boolean {
    return this.globalCompositeOperation === 'destination-out';
  }

  #add(name: 'path' | 'text', attributes: Attributes, content?: string): void {
    this.#endRectangles();
    const added = element(name, { ...attributes, ...this.#clipAttribute() }, content);
    if (this.#isErasing) {
      this.#endClearing();
      this.#erased.push(added);
    } else this.#put(added, this.globalCompositeOperation === 'destination-over');
  }

  #put(added: string, behind: boolean): void {
    this.#endErasing();
    if (behind) this.#elements.unshift(added);
    else this.#elements.push(added);
  }

  #endRectangles(): void {
    const last = this.#rectangles;
    if (last === null) return;
    this.#rectangles = null;
    this.#put(element('path', { d: last.path.join(''), ...last.attributes }), last.behind);
  }

  #endClearing(): void {
    if (this.#cleared === null) return;
    this.#erased.push(`<path d="${this.#cleared.path.join('')}"${this.#cleared.attributes}/>`);
    this.#cleared = null;
  }

  /** All that was drawn before is masked; what comes later, behind it or in front, is not. */
  #endErasing(): void {
    this.#endClearing();
    const erased = this.#erased;
    this.#erased = [];
    if (erased.length === 0 || this.#elements.length === 0) return;
    const everything = element('rect', { ...this.#bounds, fill: '#ffffff' });
    const mask = this.#definitions.add(
      'mask',
      { maskUnits: 'userSpaceOnUse', ...this.#bounds },
      everything + erased.join(''),
    );
    this.#elements = [`<g mask="url(#${mask})">${this.#elements.join('')}</g>`];
  }

  #clipAttribute(): Attributes {
    return this.#clip === null ? {} : { 'clip-path': `url(#${this.#clip})` };
  }

  #fillAttributes(): Attributes {
    return {
      fill: this.#isErasing ? '#000000' : this.fillStyle,
      ...(this.globalAlpha === 1 ? {} : { opacity: number(this.globalAlpha, 3) }),
    };
  }

  #strokeAttributes(): Attributes {
    return {
      fill: 'none',
      stroke: this.#isErasing ? '#000000' : this.strokeStyle,
      'stroke-width': number(this.lineWidth),
      ...(this.lineJoin === 'miter' ? { 'stroke-miterlimit': this.miterLimit } : { 'stroke-linejoin': this.lineJoin }),
      ...(this.lineCap === 'butt' ? {} : { 'stroke-linecap': this.lineCap }),
      ...(this.#dash.length === 0 ? {} : { 'stroke-dasharray': this.#dash.join(' ') }),
      ...(this.globalAlpha === 1 ? {} : { opacity: number(this.globalAlpha, 3) }),
    };
  }
}

/** From the middle of the line down to the base line, as a share of the font's size. */
const MIDDLE = 0.35;
const ANCHORS: Readonly<Partial<Record<CanvasTextAlign, string>>> = { right: 'end', end: 'end', center: 'middle' };

function fontOf(font: string): { readonly size: number; readonly weight: string; readonly family: string } {
  const {
    weight = '',
    size = '10',
    family = 'sans-serif',
  } = /^(?:(?<weight>\d{3}|bold) )?(?<size>[\d.]+)px (?<family>.+)$/.exec(font)?.groups ?? {};
  return { size: Number(size), weight, family };
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${number(x)} ${number(y)}h${number(width)}v${number(height)}h${number(-width)}Z`;
}

/** Hundredths of a pixel are enough, and shorter. */
function number(value: number, decimals = 2): number {
  const power = 10 ** decimals;
  return Math.round(value * power) / power || 0;
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? value : escapeXml(value)}"`)
    .join('');
}

/** A text of a picture, without what would turn the text around it. */
export function svgText(text: string): string {
  return escapeXml(withoutTurning(text));
}

export function element(name: string, attributes: Attributes, content?: string): string {
  return content === undefined
    ? `<${name}${written(attributes)}/>`
    : `<${name}${written(attributes)}>${content}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** All that XML 1.0 admits; half of a surrogate pair is no character. */
const NO_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A text as the content of an element or an attribute; characters that no XML may hold are left out. */
export function escapeXml(text: string): string {
  return text.replace(NO_XML, '').replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
}
