/** Texts of any length in lines of a known width. */
import { widthOfText } from '../charts/textMetrics.ts';
import { NBSP } from '../format/short.ts';
import { withUnits } from '../format/units.ts';
import { withoutTurning } from '../text/isolated.ts';

/** Looked at in one text: nothing longer is ever shown, and a hostile one may have millions. */
const MOST_CHARACTERS = 10_000;

/**
 * Breaks at spaces, but not between a number and its unit, and within a word that is wider than a line. What does not fit into `most` lines ends with `…`. Control
 * characters and line breaks become spaces; what would turn the text is left out.
 * @param width in pixels
 * @param size of the font, in pixels
 */
export function textLines(text: string, width: number, size: number, most: number): readonly string[] {
  const line = withoutTurning(text.slice(0, MOST_CHARACTERS).toWellFormed())
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const words = withUnits(line)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(NBSP, ' '))
    .flatMap((word) => piecesOf(word, width, size));
  const lines: string[] = [];
  for (const { text: piece, joined } of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? piece : `${last}${joined ? '' : ' '}${piece}`;
    if (last !== undefined && widthOfText(longer, size) <= width) lines[lines.length - 1] = longer;
    else if (lines.length < most) lines.push(piece);
    else return [...lines.slice(0, -1), shortened(longer, width, size)];
  }
  return lines;
}

/** A part of a word, and whether it continues the part before. */
interface Piece {
  readonly text: string;
  readonly joined: boolean;
}

function piecesOf(word: string, width: number, size: number): readonly Piece[] {
  if (widthOfText(word, size) <= width) return [{ text: word, joined: false }];
  const pieces: string[] = [];
  let piece = '';
  let filled = 0;
  for (const character of word) {
    const advance = widthOfText(character, size);
    if (piece !== '' && filled + advance > width) {
      pieces.push(piece);
      piece = '';
      filled = 0;
    }
    piece += character;
    filled += advance;
  }
  return [...pieces, piece].map((text, index) => ({ text, joined: index > 0 }));
}

function shortened(line: string, width: number, size: number): string {
  const characters = Array.from(line);
  while (characters.length > 0 && widthOfText(`${characters.join('').trimEnd()}…`, size) > width) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
