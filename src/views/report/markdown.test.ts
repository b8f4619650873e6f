/** What others make of the Markdown, by a parser that is not ours. */
import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { escapeXml } from '../charts/svgContext.ts';
import type { ReportBlock } from './blocks.ts';
import { escapeMarkdown, markdownOf } from './markdown.ts';

const HOSTILE = [
  '<img src=x onerror=alert(1)> <!-- not closed',
  '| a | b |\n|---|---|\n| c | d |',
  '# heading\n\n- item\n1. one\n> quote',
  '[here](https://example.org) ![x](y.png) <https://example.org>',
  'www.example.org https://example.org mailto:a@example.org a@example.org',
  '`code` *strong* _em_ ~~gone~~ $x$ \\| \\',
  '- [ ] task',
  '- - -',
  '+',
  '7. seven',
  '&lt; &#124; &amp;',
  '[^1] [^1]: note',
  ':smile: 👩‍👩‍👧‍👦 שלום',
];

/** As GitHub does, with HTML let through; comments, which nobody sees, taken out. */
function rendered(markdown: string): string {
  const html = micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });
  return html.replaceAll('<!-- -->', '');
}

/** The same text in HTML, on one line. */
const asHtml = (text: string): string => escapeXml(text.replace(/\s+/g, ' ').trim());

describe('a text in Markdown', () => {
  it.each(HOSTILE)('is only a text: %s', (text) => {
    expect(rendered(escapeMarkdown(text))).toBe(`<p>${asHtml(text)}</p>`);
  });

  it('mentions nobody and refers to nothing', () => {
    expect(escapeMarkdown('@someone, #12 and a@b')).toBe('@<!-- -->someone, \\#<!-- -->12 and a@<!-- -->b');
  });

  it('is as it was where nothing in it means anything', () => {
    const plain = 'Lane 1, GCRA: 20 in 10 s, from 9.000 s (n = 10). +1';
    expect(escapeMarkdown(plain)).toBe(plain);
  });

  it('is only a text, whatever is in it', () => {
    const marks = fc.string({
      unit: fc.constantFrom(...'\\`*_{}[]()<>#+-.!|~$&:=@/"\n\t 1aw;x'.split('')),
      maxLength: 40,
    });
    fc.assert(
      fc.property(marks, (text) => {
        const line = asHtml(text);
        expect(rendered(escapeMarkdown(text))).toBe(line === '' ? '' : `<p>${line}</p>`);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a report in Markdown', () => {
  it.each(HOSTILE)('keeps the cells of its tables: %s', (text) => {
    const table: ReportBlock = { kind: 'table', name: text, head: ['a', text], rows: [[text, text]], figuresFrom: 1 };
    const html = rendered(markdownOf([table], null));
    const cells = [...html.matchAll(/<(?:th|td)(?: [^>]*)?>([^]*?)<\/(?:th|td)>/g)].map(([, cell]) => cell);
    expect(cells).toEqual(['a', asHtml(text), asHtml(text), asHtml(text)]);
    expect([...html.matchAll(/<\w+/g)].map(([tag]) => tag)).toEqual([
      '<table',
      '<thead',
      '<tr',
      '<th',
      '<th',
      '<tbody',
      '<tr',
      '<td',
      '<td',
    ]);
  });

  it('has headings, lists, the picture beside it and the link', () => {
    const blocks: readonly ReportBlock[] = [
      { kind: 'title', text: 'A title #' },
      { kind: 'heading', text: 'Findings' },
      { kind: 'list', items: ['one', '- two'] },
      { kind: 'picture' },
      { kind: 'paragraph', text: 'To open:' },
      { kind: 'code', text: '#1~a*b*' },
      { kind: 'link', text: 'Open this run', address: 'https://example.org/#1~abc(d)' },
    ];
    expect(rendered(markdownOf(blocks, 'a title.svg'))).toBe(
      [
        '<h1>A title #</h1>',
        '<h2>Findings</h2>',
        '<ul>\n<li>one</li>\n<li>- two</li>\n</ul>',
        '<p><img src="a%20title.svg" alt="Charts of the run" /></p>',
        '<p>To open:</p>',
        '<pre><code>#1~a*b*\n</code></pre>',
        '<p><a href="https://example.org/#1~abc%28d%29">Open this run</a></p>\n',
      ].join('\n'),
    );
    expect(markdownOf(blocks, null)).not.toContain('![');
  });
});
