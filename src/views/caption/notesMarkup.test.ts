import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNotes, plainNotes, type Inline, type NotesLine } from './notesMarkup.ts';

/** Emphasis between underscores, instants between angle brackets; blocks as lists of lines. */
const written = (notes: string) => parseNotes(notes).map(({ kind, lines }) => [kind, ...lines.map(lineText)]);
const lineText = ({ inlines }: NotesLine): string => inlines.map(inlineText).join('');
const inlineText = (inline: Inline): string => {
  if (inline.kind === 'instant') return `<${inline.text} = ${inline.at}>`;
  return inline.kind === 'emphasis' ? `_${inline.text}_` : inline.text;
};

describe('notes', () => {
  it.each<[string, string, readonly (readonly string[])[]]>([
    ['are a paragraph', 'Watch this.', [['paragraph', 'Watch this.']]],
    [
      'have paragraphs, apart by empty lines',
      'One.\n\n \nTwo.',
      [
        ['paragraph', 'One.'],
        ['paragraph', 'Two.'],
      ],
    ],
    ['keep the lines of a paragraph', 'One\r\nmore', [['paragraph', 'One', 'more']]],
    ['have lists', '- one\n- two', [['list', 'one', 'two']]],
    [
      'may begin a list without an empty line',
      'Two:\n- one\nend',
      [
        ['paragraph', 'Two:'],
        ['list', 'one'],
        ['paragraph', 'end'],
      ],
    ],
    ['have emphasis', 'see *the edge*.', [['paragraph', 'see _the edge_.']]],
    ['have emphasis with two stars, too', 'see **the edge**, *it*.', [['paragraph', 'see _the edge_, _it_.']]],
    ['have products', '2 * 3 * 4 and 2*3', [['paragraph', '2 * 3 * 4 and 2*3']]],
    ['have instants', 'at [10.05 s] and [20ms]', [['paragraph', 'at <10.05 s = 10050000> and <20ms = 20000>']]],
    [
      'have instants in every unit',
      '[1 min][2 h][3 d]',
      [['paragraph', '<1 min = 60000000><2 h = 7200000000><3 d = 259200000000>']],
    ],
    ['may have brackets that are none', '[1], [x s], [1 s', [['paragraph', '[1], [x s], [1 s']]],
    ['may have stars within none', '**', [['paragraph', '**']]],
    ['have no HTML', '<b>x</b> &amp;', [['paragraph', '<b>x</b> &amp;']]],
    ['may begin with a minus', '-1 is below 0', [['paragraph', '-1 is below 0']]],
    ['may be empty', ' \n', []],
  ])('%s', (_, notes, blocks) => expect(written(notes)).toEqual(blocks));

  it('lose nothing but markup and space', () => {
    const bare = (text: string): string => text.replace(/[*[\]\s-]/g, '');
    const piece = fc.constantFrom('a', '*', '[1 s]', '[', ']', ' ', '\n', '- ', '-', '<b>', '2 h');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(bare(plainNotes(pieces.join('')))).toBe(bare(pieces.join('')));
      }),
      { seed: 12 },
    );
  });

  it('take time in proportion to their length', () => {
    for (const hostile of ['*'.repeat(100_000), '*a'.repeat(50_000), '[1'.repeat(50_000), '*a '.repeat(33_000)]) {
      expect(bareLength(hostile)).toBeLessThanOrEqual(hostile.length);
    }
  });
});

const bareLength = (notes: string): number => plainNotes(notes).length;
