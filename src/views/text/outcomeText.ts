/** Names and glyphs of the outcomes. */
import type { Outcome } from '../../sim/index.ts';
import type { GlyphName } from '../ui/Glyph.tsx';

export const OUTCOME_LABELS: { readonly [O in Outcome]: string } = {
  allow: 'Admitted',
  delay: 'Delayed',
  deny: 'Denied',
};

/** Within a sentence. */
export const OUTCOME_NAMES: { readonly [O in Outcome]: string } = {
  allow: 'admitted',
  delay: 'delayed',
  deny: 'denied',
};

export const OUTCOME_GLYPHS: { readonly [O in Outcome]: GlyphName } = {
  allow: 'admitted',
  delay: 'delayed',
  deny: 'denied',
};

/** For text that is updated outside React, which cannot contain a glyph component. */
export const OUTCOME_SIGNS: { readonly [O in Outcome]: string } = { allow: '●', delay: '○', deny: '✕' };
