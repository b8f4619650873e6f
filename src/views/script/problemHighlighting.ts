/** What is wrong with a script, marked where it is: its line, the word on it, and the line's number. */
import { RangeSet, StateEffect, StateField, type Extension, type Text } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view';

/** A position in a text, counted from 1; without a column where only the line is known. */
export interface TextPosition {
  readonly line: number;
  readonly column?: number | undefined;
}

export interface DocumentRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The word at a position, or any other single token; without a column the line's content. At the end of a line, and
 * in an empty one, an empty range: `from` is `to`. Null where the text has no such line.
 */
export function rangeAt(text: Text, { line, column }: TextPosition): DocumentRange | null {
  if (!Number.isInteger(line) || line < 1 || line > text.lines) return null;
  const { from: start, text: content } = text.line(line);
  if (column === undefined) {
    const from = start + content.length - content.trimStart().length;
    return { from, to: Math.max(from, start + content.trimEnd().length) };
  }
  const at = Math.min(Math.max(0, column - 1), content.length);
  const [word = ''] = /^(?:[\w$]+|.)/u.exec(content.slice(at)) ?? [];
  return { from: start + at, to: start + at + word.length };
}

export const setProblem = StateEffect.define<TextPosition | null>();

/** Moves with its text while that is edited, until the next run reports a new position. */
const problemRange = StateField.define<DocumentRange | null>({
  create: () => null,
  update(span, { changes, effects, state }) {
    for (const effect of effects) {
      if (effect.is(setProblem)) return effect.value === null ? null : rangeAt(state.doc, effect.value);
    }
    if (span === null) return null;
    const from = changes.mapPos(span.from, 1);
    return { from, to: Math.max(from, changes.mapPos(span.to, -1)) };
  },
});

const line = Decoration.line({ class: 'cm-problemLine' });
const word = Decoration.mark({ class: 'cm-problem' });
const number = new (class extends GutterMarker {
  override elementClass = 'cm-problemNumber';
})();

export const problemHighlighting: Extension = [
  problemRange,
  EditorView.decorations.compute([problemRange], (state) => {
    const span = state.field(problemRange);
    if (span === null) return Decoration.none;
    const start = state.doc.lineAt(span.from).from;
    return Decoration.set([line.range(start), ...(span.to > span.from ? [word.range(span.from, span.to)] : [])]);
  }),
  gutterLineClass.compute([problemRange], (state): RangeSet<GutterMarker> => {
    const span = state.field(problemRange);
    return RangeSet.of(span === null ? [] : [number.range(state.doc.lineAt(span.from).from)]);
  }),
];
