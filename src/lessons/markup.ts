/**
 * The markup of a lesson's words: **strong**; [words](lane:0) name something on the screen; [words](time:14) a place on the
 * time axis; [words](term:window count) a word of the glossary. Whatever is none of these stands as it is written.
 */
import { glossary, type Term } from '../glossary.ts';
import { isTarget, type Target } from '../sim/index.ts';

export type Piece =
  | { readonly kind: 'text' | 'strong'; readonly text: string }
  | { readonly kind: 'target'; readonly text: string; readonly target: Target }
  | { readonly kind: 'term'; readonly text: string; readonly term: Term };

const MARKUP = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)/g;

export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const plain = (to: number): void => {
    if (to > end) pieces.push({ kind: 'text', text: text.slice(end, to) });
  };
  for (const match of text.matchAll(MARKUP)) {
    const [whole, strong, words = '', name = ''] = match;
    const piece = strong === undefined ? named(words, name) : ({ kind: 'strong', text: strong } as const);
    if (piece === null) continue;
    plain(match.index);
    pieces.push(piece);
    end = match.index + whole.length;
  }
  plain(text.length);
  return pieces;
}

function named(text: string, name: string): Piece | null {
  if (isTarget(name)) return { kind: 'target', text, target: name };
  const term = name.startsWith('term:') ? name.slice('term:'.length) : '';
  return Object.hasOwn(glossary, term) ? { kind: 'term', text, term: term as Term } : null;
}

/** The words as they are read. */
export function plainText(text: string): string {
  return piecesOf(text)
    .map((piece) => piece.text)
    .join('');
}
