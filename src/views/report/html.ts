/** A report as a page of its own: light, printable, and nothing in it is loaded from elsewhere. */
import { element, escapeXml } from '../charts/svgContext.ts';
import { withUnits } from '../format/units.ts';
import { type ReportBlock, type ReportTable } from './blocks.ts';

const STYLE = `
:root { color-scheme: light; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { margin-top: 2rem; font-size: 1.15rem; }
.table { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
th, td { padding: 0.25rem 0.6rem; border: 1px solid #c8c8c8; text-align: start; vertical-align: top; max-width: 24rem; overflow-wrap: break-word; }
thead th { background: #f2f2f2; }
tbody th { font-weight: normal; }
.figure { text-align: end; }
svg { display: block; max-width: 100%; height: auto; margin: 1rem 0; }
@media print {
  @page { margin: 16mm; }
  body { max-width: none; margin: 0; padding: 0; font-size: 10pt; }
  h2 { break-after: avoid; }
  tr { break-inside: avoid; }
  svg { max-height: 250mm; break-inside: avoid; }
  .table { overflow: visible; }
  a { color: inherit; }
}
`;

/** @param svg the picture's file */
export function htmlOf(title: string, blocks: readonly ReportBlock[], svg: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    element('title', {}, escapeXml(title)),
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    ...blocks.map((block) => blockHtml(block, svg)),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function blockHtml(block: ReportBlock, svg: string): string {
  switch (block.kind) {
    case 'title':
      return element('h1', {}, textOf(block.text));
    case 'heading':
      return element('h2', {}, textOf(block.text));
    case 'paragraph':
      return element('p', {}, textOf(block.text));
    case 'code':
      return element('p', {}, element('code', {}, textOf(block.text)));
    case 'list':
      return element('ul', {}, block.items.map((item) => `\n${element('li', {}, textOf(item))}`).join('') + '\n');
    case 'table':
      return tableHtml(block);
    case 'picture':
      // An image could have no link in it.
      return svg
        .replace(/^<\?xml[^>]*\?>\s*/, '')
        .replace(' role="img"', ' role="group"')
        .trimEnd();
    case 'link':
      return element('p', {}, element('a', { href: block.address }, textOf(block.text)));
  }
}

/** A wide one scrolls by itself, so keys must reach it. */
function tableHtml({ name, head, rows, figuresFrom }: ReportTable): string {
  const attributes = (index: number): { readonly class?: string } => (index < figuresFrom ? {} : { class: 'figure' });
  const cell = (text: string, index: number): string =>
    index === 0 ? element('th', { scope: 'row' }, textOf(text)) : element('td', attributes(index), textOf(text));
  const heads = head.map((text, index) => element('th', { scope: 'col', ...attributes(index) }, textOf(text)));
  const lines = [
    `<div class="table" tabindex="0" role="group" aria-label="${escapeXml(name)}"><table aria-label="${escapeXml(name)}">`,
    element('thead', {}, element('tr', {}, heads.join(''))),
    '<tbody>',
    ...rows.map((cells) => element('tr', {}, cells.map(cell).join(''))),
    '</tbody></table></div>',
  ];
  return lines.join('\n');
}

function textOf(text: string): string {
  return escapeXml(withUnits(text));
}
