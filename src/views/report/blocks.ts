/** What a report consists of, however it is written. All texts are plain: whoever writes them down escapes them. */
import { isolated } from '../text/isolated.ts';

export interface ReportTable {
  readonly kind: 'table';
  /** What it is, for those who do not see it. */
  readonly name: string;
  readonly head: readonly string[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly string[])[];
  /** Columns from this one on are figures. */
  readonly figuresFrom: number;
}

export type ReportBlock =
  | { readonly kind: 'title' | 'heading' | 'paragraph' | 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | ReportTable
  /** Where the picture stands. */
  | { readonly kind: 'picture' }
  | { readonly kind: 'link'; readonly text: string; readonly address: string };

const NAME_LENGTH = 80;

/**
 * A text from outside as part of a sentence: one line, without characters that would turn the text around it; what is longer
 * ends with `…`. One written from right to left is isolated.
 * @param most characters, as a reader counts them
 */
export function plainText(text: string, most = NAME_LENGTH): string {
  const line = text
    // Nothing longer is ever shown, and a hostile one may have millions.
    .slice(0, 40 * most)
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim();
  const characters = [...new Intl.Segmenter('en').segment(line)];
  const last = characters[most];
  const whole = last === undefined ? line : `${line.slice(0, last.index).trimEnd()}…`;
  return isolated(whole);
}
