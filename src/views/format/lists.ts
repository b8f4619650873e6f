/** Lists as lines of text: `0, 0, 1.5` and `a, b, "c, d"`. */
import { parseNumber } from './numbers.ts';

/** Numbers separated by commas, spaces or line breaks; anything else stays as typed, for the format to reject. */
export function parseNumbers(text: string): readonly (number | string)[] {
  const items = text.split(/[\s,;]+/).filter((item) => item !== '');
  return items.map((item) => parseNumber(item) ?? item);
}

export function formatNumbers(numbers: readonly number[]): string {
  return numbers.join(', ');
}

/** Words separated by commas; a word with a comma, a quotation mark or outer spaces is in quotation marks. */
export function parseStrings(text: string): readonly string[] {
  if (text.trim() === '') return [];
  const strings: string[] = [];
  const pattern = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(,|$)/gy;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, quoted, bare = '', comma] = match;
    strings.push(quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"'));
    if (comma === '') return strings;
  }
  // Text after a closing quotation mark, or an unclosed one: split at commas, quotation marks kept.
  return text.split(',').map((word) => word.trim());
}

export function formatStrings(strings: readonly string[]): string {
  return strings
    .map((word) => (/[",]|^\s|\s$/.test(word) || word === '' ? `"${word.replaceAll('"', '""')}"` : word))
    .join(', ');
}

/** The single item of a list whose items are all equal; else the list. */
export function collapseIfEqual<T>(list: T | readonly T[]): T | readonly T[] {
  if (!Array.isArray(list)) return list;
  const items = list as readonly T[];
  const [first] = items;
  return first !== undefined && items.every((item) => item === first) ? first : items;
}
