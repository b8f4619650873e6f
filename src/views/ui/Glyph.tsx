import type { ReactElement } from 'react';
import { cx } from './cx.ts';
import styles from './Glyph.module.css';

/** Line width 1.5 with round ends, as in the rest of the drawing here. */
const LINE_STYLE = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinecap: 'round' } as const;

/** Each in a 12 × 12 view box, in the colour of the surrounding text. */
const glyphs = {
  // The three outcomes differ in shape as well as in colour: a filled dot, a cross, a ring.
  admitted: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  denied: <path d="M2.5 2.5 9.5 9.5M9.5 2.5 2.5 9.5" {...LINE_STYLE} strokeWidth={1.8} strokeLinecap="butt" />,
  delayed: <circle cx="6" cy="6" r="3.5" {...LINE_STYLE} strokeWidth={2} />,
  peak: <path d="M6 1.5 11 10.5H1Z" fill="currentColor" />,
  'peak-by-design': <path d="M6 2.75 9.75 9.75H2.25Z" {...LINE_STYLE} strokeLinejoin="round" />,
  disagreement: <path d="M6 10.5 11 1.5H1Z" fill="currentColor" />,

  play: <path d="M2.5 1v10L11 6Z" fill="currentColor" />,
  pause: <path d="M2 1h3v10H2ZM7 1h3v10H7Z" fill="currentColor" />,
  previous: <path d="M7.5 1.5v9L1 6ZM9 1.5h1.8v9H9Z" fill="currentColor" />,
  next: <path d="M4.5 1.5v9L11 6ZM1.2 1.5H3v9H1.2Z" fill="currentColor" />,

  grip: (
    <path
      d="M4 2.5h.01M8 2.5h.01M4 6h.01M8 6h.01M4 9.5h.01M8 9.5h.01"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
    />
  ),
  more: (
    <g fill="currentColor">
      <circle cx="2" cy="6" r="1.1" />
      <circle cx="6" cy="6" r="1.1" />
      <circle cx="10" cy="6" r="1.1" />
    </g>
  ),
  close: <path d="M2.25 2.25 9.75 9.75M9.75 2.25 2.25 9.75" {...LINE_STYLE} />,
  add: <path d="M6 1.5v9M1.5 6h9" {...LINE_STYLE} />,
  check: <path d="M2 6.5 4.75 9.25 10 3.25" {...LINE_STYLE} strokeWidth={1.8} strokeLinejoin="round" />,
  chosen: <circle cx="6" cy="6" r="2.5" fill="currentColor" />,
  down: <path d="M2.5 4.25 6 7.75 9.5 4.25" {...LINE_STYLE} strokeLinejoin="round" />,
  up: <path d="M2.5 7.75 6 4.25 9.5 7.75" {...LINE_STYLE} strokeLinejoin="round" />,
  notice: (
    <g fill="currentColor">
      <path d="M4.9.75h2.2l-.35 6.75h-1.5Z" />
      <circle cx="6" cy="10" r="1.25" />
    </g>
  ),
} satisfies Record<string, ReactElement>;

export type GlyphName = keyof typeof glyphs;

const OUTCOME_GLYPH_NAMES: ReadonlySet<GlyphName> = new Set(['admitted', 'denied', 'delayed']);

export interface GlyphProps {
  readonly name: GlyphName;
  /** In pixels; 12 by default. */
  readonly size?: number;
  /** An outcome's glyph has the outcome's colour; with `ink` it has that of the text, as in the readouts. */
  readonly ink?: boolean;
  readonly className?: string;
}

/** A small icon beside a word that says the same, or in a button with a label: it has no accessible name. */
export function Glyph({ name, size = 12, ink = false, className }: GlyphProps): ReactElement {
  return (
    <svg
      className={cx(styles['glyph'], !ink && OUTCOME_GLYPH_NAMES.has(name) && styles[name], className)}
      viewBox="0 0 12 12"
      width={size}
      height={size}
      aria-hidden="true"
    >
      {glyphs[name]}
    </svg>
  );
}
