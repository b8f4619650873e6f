import { EditorState, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import { problemHighlighting, setProblem, rangeAt, type TextPosition } from './problemHighlighting.ts';

const CODE = ['for (;;) {', '  sned(1);', '}', ''];
const text = Text.of(CODE);

/** The marked text. */
function marked(position: TextPosition): string | null {
  const span = rangeAt(text, position);
  return span && text.sliceString(span.from, span.to);
}

describe('a position in a script', () => {
  it.each([
    [{ line: 2, column: 3 }, 'sned'],
    [{ line: 2, column: 7 }, '('],
    [{ line: 2 }, 'sned(1);'],
    [{ line: 1, column: undefined }, 'for (;;) {'],
    // The end of a line, of an empty one, and past it: an empty range.
    [{ line: 2, column: 11 }, ''],
    [{ line: 2, column: 99 }, ''],
    [{ line: 4 }, ''],
    [{ line: 1, column: 0 }, 'for'],
    // No such line.
    [{ line: 5 }, null],
    [{ line: 0 }, null],
    [{ line: 1.5 }, null],
  ])('%j', (place, found) => expect(marked(place)).toBe(found));
});

describe('the mark of a problem', () => {
  const start = EditorState.create({ doc: text, extensions: problemHighlighting }).update({
    effects: setProblem.of({ line: 2, column: 3 }),
  }).state;

  /** The marks' classes, with the text that they cover. */
  function marks(state: EditorState): readonly string[] {
    const found: string[] = [];
    for (const set of state.facet(EditorView.decorations)) {
      if (typeof set === 'function') continue;
      set.between(0, state.doc.length, (from, to, { spec }) => {
        found.push(`${(spec as { class: string }).class} ${state.sliceDoc(from, to)}`.trim());
      });
    }
    return found;
  }

  it('is on the line and on the word', () => expect(marks(start)).toEqual(['cm-problemLine', 'cm-problem sned']));

  it('moves with its text', () => {
    const { state } = start.update({ changes: { from: 0, insert: '// a new line\n' } });
    expect(marks(state)).toEqual(['cm-problemLine', 'cm-problem sned']);
    expect(state.doc.line(3).text).toBe('  sned(1);');
  });

  it('survives the removal of its text', () => {
    const { state } = start.update({ changes: { from: 0, to: start.doc.length } });
    expect(marks(state)).toEqual(['cm-problemLine']);
  });

  it('disappears when the problem does', () =>
    expect(marks(start.update({ effects: setProblem.of(null) }).state)).toEqual([]));
});
