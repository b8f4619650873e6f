/** The small markup of notes: paragraphs, `- ` lists, `*emphasis*`, and instants such as `[10.05 s]`. */
import { MICROS_IN, TIME_UNITS, type Instant, type TimeUnit } from '../../sim/index.ts';

/** A piece of a line, and where it begins in it. */
export type Inline = { readonly from: number; readonly text: string } & (
  | { readonly kind: 'text' | 'emphasis' }
  /** A place in the run; `text` is as it was written, without brackets. */
  | { readonly kind: 'instant'; readonly at: Instant }
);

/** A line, by its number in the notes. */
export interface NotesLine {
  readonly number: number;
  readonly inlines: readonly Inline[];
}

/** A paragraph's lines stay apart; a list has a line for each item. */
export interface NotesBlock {
  readonly kind: 'paragraph' | 'list';
  readonly lines: readonly [NotesLine, ...NotesLine[]];
}

const ITEM = /^\s*- +(?=\S)/;

/** Empty lines part paragraphs; a line that begins with `- ` is an item of a list. What is no markup is text. */
export function parseNotes(notes: string): readonly NotesBlock[] {
  const blocks: { kind: NotesBlock['kind']; lines: [NotesLine, ...NotesLine[]] }[] = [];
  let open = false;
  for (const [number, line] of notes.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') {
      open = false;
      continue;
    }
    const kind = ITEM.test(line) ? 'list' : 'paragraph';
    const parsed = { number, inlines: parseLine(kind === 'list' ? line.replace(ITEM, '') : line.trim()) };
    const last = blocks.at(-1);
    if (open && last?.kind === kind) last.lines.push(parsed);
    else blocks.push({ kind, lines: [parsed] });
    open = true;
  }
  return blocks;
}

/**
 * `*emphasis*` holds no space at its ends, so that 2 * 3 * 4 is a product; some write it `**emphasis**`. An instant is a
 * number with its unit.
 */
const MARKUP = new RegExp(
  String.raw`(?<stars>\*\*?)(?<emphasis>[^\s*](?:[^*]*[^\s*])?)\k<stars>|\[(?<figure>\d{1,9}(?:\.\d{1,9})?) ?(?<unit>${TIME_UNITS.join('|')})\]`,
  'g',
);

function parseLine(line: string): readonly Inline[] {
  const inlines: Inline[] = [];
  let end = 0;
  const textUpTo = (index: number): void => {
    if (index > end) inlines.push({ kind: 'text', from: end, text: line.slice(end, index) });
  };
  for (const match of line.matchAll(MARKUP)) {
    const from = match.index;
    textUpTo(from);
    end = from + match[0].length;
    const { emphasis, figure, unit } = match.groups as Record<string, string | undefined>;
    inlines.push(
      emphasis === undefined
        ? {
            kind: 'instant',
            from,
            text: match[0].slice(1, -1),
            at: Math.round(Number(figure) * MICROS_IN[unit as TimeUnit]),
          }
        : { kind: 'emphasis', from, text: emphasis },
    );
  }
  textUpTo(line.length);
  return inlines;
}

/** The notes without their markup, in one line: for the status line. */
export function plainNotes(notes: string): string {
  return parseNotes(notes)
    .flatMap(({ lines }) => lines.map(({ inlines }) => inlines.map(({ text }) => text).join('')))
    .join(' ');
}
