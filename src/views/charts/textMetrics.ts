/**
 * How wide a text is where nothing can measure it: in a file, whose reader has fonts of their own. Advance widths are those
 * of Helvetica and its metric equals, Arial and Liberation Sans, with room for wider ones such as DejaVu Sans.
 */

/** Per mille of the font's size, from the space to the tilde. */
const ADVANCES = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
] as const;
const OTHER_ADVANCE = 600;
/** Chinese, Japanese and Korean characters, and emoji. */
const WIDE_ADVANCE = 1_250;
const WIDE_FROM = 0x2e80;
/** Marks that are drawn over the letter before them, joiners and selectors. */
const NO_ADVANCE = /[\p{M}\p{Cf}]/u;
const ROOM = 1.15;

/** @returns pixels, rather too many than too few */
export function widthOfText(text: string, size: number): number {
  let sum = 0;
  for (const character of text) sum += advanceOf(character);
  return (sum / 1000) * size * ROOM;
}

function advanceOf(character: string): number {
  const code = character.codePointAt(0) as number;
  const known = ADVANCES[code - 32];
  if (known !== undefined) return known;
  if (NO_ADVANCE.test(character)) return 0;
  return code >= WIDE_FROM ? WIDE_ADVANCE : OTHER_ADVANCE;
}
