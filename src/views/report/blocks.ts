/** What a report consists of, however it is written. All texts are plain: whoever writes them down escapes them. */
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
 * ends with `…`. One that has letters written from right to left is isolated, so that the numbers beside it stay where they
 * are.
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
  return RIGHT_TO_LEFT.test(whole) ? `\u2068${whole}\u2069` : whole;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
