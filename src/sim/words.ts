/** Numbers as words for explanations: the same everywhere, whatever the locale, since a link shares them. */
import { NEVER, secondsFromMicros, type Duration } from './time.ts';

/** More decimals than this tell a reader less than words do. */
const MOST_DECIMALS = 9;

/** At most three decimals (or `decimals`), trailing zeros dropped, thousands with commas: `7.3`, `1,200`, `−0.25`, `0`. */
export function number(value: number, decimals = 3): string {
  const [whole = '0', fraction = ''] = grouped(Math.abs(value).toFixed(decimals)).split('.');
  const digits = whole + `.${fraction}`.replace(/\.?0*$/, '');
  return value < 0 && digits !== '0' ? `−${digits}` : digits;
}

/** Commas between the thousands of digits that may have a fraction. */
function grouped(digits: string): string {
  const [whole = '', ...fraction] = digits.split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

/**
 * Two numbers that are compared, with as many decimals as it takes to read differently, so that a comparison is true as
 * printed: `0.9999 ≥ 1` fails, `1 ≥ 1` would not. Both get the same decimals: rounding then keeps their order.
 *
 * `difference` is left − right, exact, in any unit: where nine decimals do not tell, words do, and it chooses them.
 */
export function compared(left: number, right: number, difference: number): readonly [left: string, right: string] {
  if (difference === 0) return [number(right), number(right)];
  for (let decimals = 3; decimals <= MOST_DECIMALS; decimals++) {
    const texts = [number(left, decimals), number(right, decimals)] as const;
    if (texts[0] !== texts[1]) return texts;
  }
  return [`just ${difference < 0 ? 'under' : 'over'} ${number(right)}`, number(right)];
}

/** `1 token`, `7.3 tokens`. */
export function counted(value: number, one: string, many: string): string {
  return amount(number(value), one, many);
}

/** A number already in words, with its unit: `1 token`, `0.9999 tokens`. */
export function amount(text: string, one: string, many: string): string {
  return `${text} ${text === '1' ? one : many}`;
}

export function permits(value: number): string {
  return counted(value, 'permit', 'permits');
}

/** Microseconds as seconds: three decimals, six when it needs them: `8.950 s`, `0.000001 s`, `2,592,000.000 s`. */
export function seconds(duration: Duration): string {
  if (duration === NEVER) return 'never';
  const text = grouped(secondsFromMicros(Math.abs(duration)).toFixed(6));
  const short = text.endsWith('000') ? text.slice(0, -3) : text;
  return `${duration < 0 ? '−' : ''}${short} s`;
}

/** How a node is called wherever people read: the first, which documents number 0, is `N1`. */
export function nodeName(node: number): string {
  return `N${node + 1}`;
}
