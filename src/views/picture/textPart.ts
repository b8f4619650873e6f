/** Texts as parts of a picture. */
import { widthOfText } from '../charts/textMetrics.ts';
import { PICTURE_THEME } from './pictureTheme.ts';
import type { PicturePart } from './picture.ts';
import { isolated } from '../text/isolated.ts';
import { textLines } from './textLines.ts';

/** CSS pixels. */
export const PICTURE_WIDTH = 720;
export const MARGIN = 24;
export const CONTENT_WIDTH = PICTURE_WIDTH - 2 * MARGIN;

export interface TextLook {
  readonly size: number;
  readonly bold?: true;
  /** Of the line, and of the space below the last one. */
  readonly line: number;
  readonly below?: number;
  /** Lines; what is longer ends with `…`. */
  readonly most: number;
  readonly secondary?: true;
  /** An address that the text leads to. */
  readonly href?: string;
  /** At the right end of the first line, which leaves it room. */
  readonly aside?: string;
}

const ASIDE_SIZE = 12;
/** Between the text and its aside. */
const ASIDE_GAP = 16;
/** Of the width: an aside has figures, of which none may be missing; a name that is cut is still told from others. */
const MOST_ASIDE = 0.7;
/** Of a bold text to a regular one. */
const BOLD_WIDTH = 1.08;

/** @returns no part for an empty text */
export function textPart(text: string, look: TextLook): readonly PicturePart[] {
  const { size, bold, line, below = 0, most, secondary, href, aside = '' } = look;
  const [asideLine = ''] = textLines(aside, CONTENT_WIDTH * MOST_ASIDE, ASIDE_SIZE, 1);
  const taken = asideLine === '' ? 0 : widthOfText(asideLine, ASIDE_SIZE) + ASIDE_GAP;
  const lines = textLines(text, CONTENT_WIDTH - taken, bold ? size * BOLD_WIDTH : size, most);
  if (lines.length === 0) return [];
  return [
    {
      height: lines.length * line + below,
      layers: [
        {
          x: MARGIN,
          width: CONTENT_WIDTH,
          ...(href === undefined ? {} : { href }),
          draw: (ctx) => {
            ctx.textBaseline = 'middle';
            ctx.font = `${bold ? '600 ' : ''}${size}px ${PICTURE_THEME.font}`;
            ctx.fillStyle = secondary ? PICTURE_THEME.ink2 : PICTURE_THEME.ink;
            for (const [index, each] of lines.entries()) ctx.fillText(isolated(each), 0, (index + 0.5) * line);
            if (asideLine === '') return;
            ctx.font = `${ASIDE_SIZE}px ${PICTURE_THEME.font}`;
            ctx.fillStyle = PICTURE_THEME.ink2;
            ctx.textAlign = 'right';
            ctx.fillText(asideLine, CONTENT_WIDTH, line / 2);
          },
        },
      ],
    },
  ];
}

export function spacePart(height: number): PicturePart {
  return { height, layers: [] };
}
