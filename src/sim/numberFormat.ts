/** Numbers as text in explanations, independent of the locale, because a shared run must read the same everywhere. */
import { NEVER, secondsFromMicros, type Duration } from './time.ts';

/** Beyond this many decimals, words are clearer. */
const MAX_DECIMALS = 9;

/** At most three decimals (or `decimals`), trailing zeros dropped, thousands with commas: `7.3`, `1,200`, `−0.25`, `0`. */
export function formatNumber(value: number, decimals = 3): string {
  const size = Math.abs(value);
  // Most are whole, and a step of a slider writes dozens.
  const digits = withThousandsSeparators(Number.isInteger(value) ? String(size) : trimZeros(size.toFixed(decimals)));
  return value < 0 && digits !== '0' ? `−${digits}` : digits;
}

/** `1.500` as `1.5`, `2.000` as `2`. */
export function trimZeros(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}

/**
 * Three significant digits, for what is read at a glance: `4.57`, `16.7`. Whole numbers keep all their digits, and small
 * ones have no more decimals than in full: `1,235`, `0.012`.
 */
export function formatSignificant(value: number): string {
  const size = Math.abs(value);
  return formatNumber(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

/** Commas between thousands; the digits may have a fraction. */
export function withThousandsSeparators(digits: string): string {
  const point = digits.indexOf('.');
  let separated = digits;
  for (let at = (point < 0 ? digits.length : point) - 3; /\d/.test(digits.charAt(at - 1)); at -= 3)
    separated = `${separated.slice(0, at)},${separated.slice(at)}`;
  return separated;
}

/**
 * Two numbers that are compared, with enough decimals to tell them apart, so that a comparison is true as printed:
 * `0.9999 ≥ 1` fails, `1 ≥ 1` would not. All get the same decimals.
 *
 * The right side may be a sum, `14.333 ≤ 2.5 + 10`: its second number is `offset`, written without its sign. Each number is
 * rounded on its own, so two sides that differ may add up to the same, until there are more decimals.
 *
 * `difference` is left − right, exact, in any unit: where nine decimals do not tell the two apart, it chooses the words
 * that do.
 */
export function formatComparison(
  left: number,
  right: number,
  difference: number,
  offset = 0,
): readonly [left: string, right: string, offset: string] {
  const size = Math.abs(offset);
  for (let decimals = 3; decimals <= MAX_DECIMALS; decimals++) {
    const rounded = (value: number): number => Number(value.toFixed(decimals));
    if (Math.sign(rounded(rounded(left) - rounded(right) - rounded(offset))) === Math.sign(difference))
      return [formatNumber(left, decimals), formatNumber(right, decimals), formatNumber(size, decimals)];
  }
  const side = difference < 0 ? 'under' : 'over';
  return [`just ${side} ${formatNumber(right + offset)}`, formatNumber(right), formatNumber(size)];
}

/** `1 token`, `7.3 tokens`, `3 entries`. */
export function pluralize(value: number, one: string, many = `${one}s`): string {
  return formatAmount(formatNumber(value), one, many);
}

/** A number already formatted, with its unit: `1 token`, `just under 1 token`, `0.9999 tokens`. */
export function formatAmount(text: string, one: string, many: string): string {
  return `${text} ${/^(?:just \w+ )?1$/.test(text) ? one : many}`;
}

export function formatPermits(value: number): string {
  return pluralize(value, 'permit');
}

/** Microseconds as seconds: three decimals, six when it needs them: `8.950 s`, `0.000001 s`, `2,592,000.000 s`. */
export function formatSeconds(duration: Duration): string {
  if (duration === NEVER) return 'never';
  const text = withThousandsSeparators(secondsFromMicros(Math.abs(duration)).toFixed(6)).replace(/000$/, '');
  return `${duration < 0 ? '−' : ''}${text} s`;
}

/** A length in seconds, which need not be whole microseconds: `1.5 s`, `0.333333 s`, and below one microsecond `0.0000002 s`. */
export function formatLength(seconds: number): string {
  return `${formatNumber(seconds, Math.abs(seconds) < 1e-6 ? MAX_DECIMALS : 6)} s`;
}

/** A node's name on the screen: node 0 of a document is `N1`. */
export function nodeName(node: number): string {
  return `N${node + 1}`;
}
