/** Numbers as text: the same in every locale, since users compare screens and share links. */

/** A whole number with thousands commas: `1,000,000`. */
export function formatCount(value: number): string {
  return formatNumber(Math.round(value));
}

/** At most that many decimals, without trailing zeros, thousands with commas: `1,666.667`, `−0.5`. */
export function formatNumber(value: number, decimals = 3): string {
  const digits = trimZeros(Math.abs(value).toFixed(decimals));
  return value < 0 && digits !== '0' ? `−${groupThousands(digits)}` : groupThousands(digits);
}

/** `1 request`, `32 requests`, `1,000 requests`. */
export function pluralize(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}

/** Adds commas between the thousands of a number written in digits. */
export function groupThousands(digits: string): string {
  const [whole = '', ...fraction] = digits.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

/** `1.500` as `1.5`, `2.000` as `2`. */
export function trimZeros(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
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
