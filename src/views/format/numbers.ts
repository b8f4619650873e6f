/** Numbers as text: the same in every locale, since users compare screens and share links. */
import { formatNumber, pluralize, trimZeros, withThousandsSeparators } from '../../sim/index.ts';

export { formatNumber, pluralize, trimZeros, withThousandsSeparators };

/** A whole number with thousands commas: `1,000,000`. */
export function formatCount(value: number): string {
  return formatNumber(Math.round(value));
}

/**
 * Parses a typed number: `1000`, `1,000`, `1 000`, `2.5`, `2,5`, `1e6`. A comma before three digits separates thousands,
 * as in all our own output; any other single comma is a decimal point.
 * @returns undefined when it is not a number
 */
export function parseNumber(text: string): number | undefined {
  const bare = text.trim().replace(/[\s_]/g, '').replace('−', '-');
  const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare)
    ? bare.replaceAll(',', '')
    : bare.replace(/^([^.,]*),([^.,]*)$/, '$1.$2');
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(plain) ? Number(plain) : undefined;
}
