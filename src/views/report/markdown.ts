/** A report as Markdown, as GitHub and others render it. */
import type { ReportBlock, ReportTable } from './blocks.ts';

/** @param picture the name of its file, which stands beside the report; null without one */
export function markdownOf(blocks: readonly ReportBlock[], picture: string | null): string {
  const parts = blocks.map((block) => blockText(block, picture)).filter((text) => text !== '');
  return `${parts.join('\n\n')}\n`;
}

function blockText(block: ReportBlock, picture: string | null): string {
  switch (block.kind) {
    case 'title':
      return `# ${escapeMarkdown(block.text)}`;
    case 'heading':
      return `## ${escapeMarkdown(block.text)}`;
    case 'paragraph':
      return escapeMarkdown(block.text);
    case 'code':
      return `    ${block.text.replace(/\s+/g, ' ')}`;
    case 'list':
      return block.items.map((item) => `- ${escapeMarkdown(item)}`).join('\n');
    case 'table':
      return tableText(block);
    case 'picture':
      return picture === null ? '' : `![Charts of the run](${addressText(picture)})`;
    case 'link':
      return `[${escapeMarkdown(block.text)}](${addressText(block.address)})`;
  }
}

function tableText({ head, rows, figuresFrom }: ReportTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(head.map(escapeMarkdown)),
    line(head.map((_, index) => (index < figuresFrom ? '---' : '---:'))),
    ...rows.map((cells) => line(cells.map(escapeMarkdown))),
  ].join('\n');
}

/** What means something anywhere in GitHub's Markdown, also `:` and `www.` where they would begin a link or an emoji. */
const MARKS = /[\\`*_[\]<>|~#$]|&(?=[#\w])|:(?=\S)|(?<=www)\./gi;
/** At the beginning of a line, it would make an item or a rule of it. */
const BEGINNING = /^(?:[-+](?=[-+\s]|$)|\d+(?=[.)](?:\s|$)))/;
/** Would tell somebody, or refer to an issue, wherever the report is pasted; no backslash keeps GitHub from that. */
const MENTION = /@(?=\S)|\\#(?=[\p{L}\p{N}])/gu;

/** The text itself, whatever is in it, on one line. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(MARKS, '\\$&')
    .replace(BEGINNING, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`))
    .replace(MENTION, '$&<!-- -->');
}

function addressText(address: string): string {
  return address.replace(/[\s()<>\\|]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
