/** The width of a chip, so that it is placed without being measured: its text is of 12 px with tabular figures. */
const CHARACTER_WIDTH = 7.7;
/** Padding at either side of the chip's text. */
const PADDING = 4;

export function textWidth(text: string): number {
  return text.length * CHARACTER_WIDTH;
}

export function labelWidth(text: string): number {
  return textWidth(text) + 2 * PADDING;
}
